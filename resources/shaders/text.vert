// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A piece of the atlas per instance: lying in the scene (textRight, textDown), or a size in pixels beside a point of it
// (textPixels), or both.
#version 150

in vec3 vertexPosition;  // corner of the unit square
in vec3 textAt;
in vec3 textRight;
in vec3 textDown;
in vec4 textPixels;  // offset and size
in vec4 textPiece;   // origin and size in the atlas, 0..1
in vec4 textColor;   // alpha 0: the atlas' own colour

out vec2 texel;
flat out vec4 ink;
flat out float upright;

uniform mat4 viewProjectionMatrix;
uniform vec2 viewportSize;  // logical pixels
uniform float pixelRatio;

void main() {
    vec2 corner = vertexPosition.xy;
    texel = textPiece.xy + corner * textPiece.zw;
    ink = textColor;
    upright = textPixels.z > 0.0 ? 1.0 : 0.0;
    vec4 at = viewProjectionMatrix * vec4(textAt + textRight * (corner.x - 0.5) + textDown * (corner.y - 0.5), 1.0);
    if (upright > 0.5) {
        // On whole pixels, or letters blur.
        vec2 size = viewportSize * pixelRatio;
        vec2 pixel = floor((at.xy / at.w * 0.5 + 0.5) * size + 0.5);
        pixel += floor(textPixels.xy * pixelRatio + 0.5) * vec2(1.0, -1.0) + corner * textPixels.zw * pixelRatio * vec2(1.0, -1.0);
        at.xy = (pixel / size * 2.0 - 1.0) * at.w;
    }
    gl_Position = at;
}
