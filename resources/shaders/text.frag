// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#version 150

in vec2 texel;
flat in vec4 ink;
flat in float upright;

out vec4 color;

uniform sampler2D atlas;

void main() {
    // Upright text is texel for pixel; filtering would only blur it.
    ivec2 nearest = ivec2(floor(texel * vec2(textureSize(atlas, 0)) + 0.01));
    vec4 piece = upright > 0.5 ? texelFetch(atlas, nearest, 0) : texture(atlas, texel);
    color = ink.a > 0.0 ? vec4(ink.rgb, piece.a * ink.a) : piece;
}
