// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws a Scene with QPainter: the same geometry, camera and colours as the 3D scene, for screens without
// OpenGL and for pictures, SVG and PDF. Back to front: along each axis the slabs of the grid are sorted by
// their distance from the eye, which orders boxes that do not cut one another exactly.
#pragma once

#include "ui/topology/scene.h"

class QPainter;

namespace ui {

enum class Smoothing { Off, On };

void paintScene(QPainter& painter, const Scene& scene, const OrbitCamera& camera, const QSizeF& size,
                const Theme& theme, Smoothing smoothing = Smoothing::On);

}  // namespace ui
