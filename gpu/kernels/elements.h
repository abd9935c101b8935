// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Passes over runs of numbers that need no card's kernels: conversion, sums, factors. On the calling thread.
#pragma once

#include "gpu/device/tensor.h"

namespace gpu {

// Rounds where `to` is narrower. Equal lengths.
void convertElements(ConstVector from, Vector to);
// to += from; equal types and lengths.
void addElements(ConstVector from, Vector to);
void scaleElements(Vector values, double factor);

}  // namespace gpu
