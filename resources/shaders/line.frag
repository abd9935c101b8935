// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#version 150

in vec4 ink;

out vec4 color;

void main() { color = ink; }
