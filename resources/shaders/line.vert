// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#version 150

in vec3 vertexPosition;
in vec4 vertexColor;

out vec4 ink;

uniform mat4 viewProjectionMatrix;

void main() {
    ink = vertexColor;
    gl_Position = viewProjectionMatrix * vec4(vertexPosition, 1.0);
}
