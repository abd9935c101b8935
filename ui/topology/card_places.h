// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where each card stands: stage → x, replica → y, tensor rank → −z, evenly spaced, 0.75 more between nodes.
// Stacked puts the replicas above one another; Flat lays them side by side on one floor, in reading order
// from the back left, with larger cards that have room for a drawing on top.
#pragma once

#include "core/layout/layout.h"

#include <QVector3D>

#include <optional>
#include <vector>

namespace ui {

enum class Floors { Stacked, Flat };

class CardPlaces {
public:
    // With more than 4 replicas the floors move together; `open` is the replica that keeps its full height.
    CardPlaces(const core::Layout& layout, Floors floors, std::optional<int> open);

    [[nodiscard]] QVector3D center(const core::Coordinates& at) const;
    // Of a stacked grid; beyond its last stage, replica or card in depth it goes on at the same pitch.
    [[nodiscard]] QVector3D center(int stage, int replica, int depth) const;
    [[nodiscard]] QVector3D cardSize() const { return m_cardSize; }
    [[nodiscard]] Floors floors() const { return m_floors; }
    [[nodiscard]] int stages() const { return int(m_x.size()); }
    [[nodiscard]] int replicas() const { return int(m_replica.size()); }
    [[nodiscard]] int depth() const { return int(m_z.size()); }  // tensor ranks (times context ranks)

private:
    Floors m_floors;
    QVector3D m_cardSize;
    int m_tp = 1;
    std::vector<float> m_x, m_z;       // by stage, by tensor rank
    std::vector<QVector3D> m_replica;  // offset of each replica
};

inline constexpr int kOpenReplicas = 4;  // up to here every floor keeps its full height

}  // namespace ui
