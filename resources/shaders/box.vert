// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A unit cube, moved and stretched per instance.
#version 150

in vec3 vertexPosition;
in vec3 vertexNormal;
in vec2 vertexTexCoord;
in vec3 boxCenter;
in vec3 boxSize;
in vec4 boxFill;
in vec4 boxEdge;
in vec2 boxStyle;  // edge width in pixels, 1 = shaded by face

out vec3 normal;
out vec2 face;
flat out vec4 fill;
flat out vec4 edge;
flat out vec2 style;

uniform mat4 viewProjectionMatrix;

void main() {
    normal = vertexNormal;
    face = vertexTexCoord;
    fill = boxFill;
    edge = boxEdge;
    style = boxStyle;
    gl_Position = viewProjectionMatrix * vec4(boxCenter + vertexPosition * boxSize, 1.0);
}
