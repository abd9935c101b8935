// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Shading without lights: the top a little lighter, the sides a little darker, the front as it is. Edges from the
// coordinates of the face, so that they keep their width in pixels.
#version 150

in vec3 normal;
in vec2 face;
flat in vec4 fill;
flat in vec4 edge;
flat in vec2 style;

out vec4 color;

uniform vec3 topLight;
uniform vec3 sideDark;
uniform float topShare;
uniform float sideShare;
uniform float opacity;
uniform float pixelRatio;

void main() {
    vec3 ground = fill.rgb;
    if (normal.y > 0.5)
        ground = mix(ground, topLight, topShare * style.y);
    else if (normal.y < -0.5 || abs(normal.x) > 0.5)
        ground = mix(ground, sideDark, sideShare * style.y);
    vec2 perPixel = max(fwidth(face), vec2(1e-5));
    vec2 toEdge = min(face, 1.0 - face) / perPixel;
    // An edge belongs to two faces; a silhouette has only one of them, so each draws three quarters.
    float width = style.x * pixelRatio * 0.75;
    float onEdge = style.x > 0.0 ? 1.0 - smoothstep(width - 0.5, width + 0.5, min(toEdge.x, toEdge.y)) : 0.0;
    // Faces of a few pixels would be all edge.
    onEdge *= smoothstep(2.0, 6.0, 1.0 / max(perPixel.x, perPixel.y));
    color = mix(vec4(ground, fill.a), edge, onEdge);
    color.a *= opacity;
}
