// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What there is to say about a card or a box of cards, in words: the facts line below the scene, the short
// form in the header of the small view, and the hover card.
#pragma once

#include "ui/kit/hover_card.h"
#include "ui/kit/table.h"
#include "ui/topology/scene_model.h"

#include <QWidget>

namespace ui {

// "stage 1 · replica 0 · tensor rank 1"
[[nodiscard]] QString coordinatesText(const core::Layout& layout, int rank);
[[nodiscard]] QString placementText(const core::Layout& layout, int rank);  // "node 0, card 5"
// "{1, 5, 9, 13}"; long groups keep their first three and last members.
[[nodiscard]] QString groupText(const core::Group& group);

[[nodiscard]] HoverContent hoverContent(const SceneItem& item, const SceneRequest& request);

// One row a rank: coordinates, node and card, predicted and measured peak in bytes.
[[nodiscard]] Table rankTable(const SceneRequest& request);

// Rank, place, coordinates and the three groups in axis colours; 34 px high.
class FactsLine : public QWidget {
    Q_OBJECT
public:
    explicit FactsLine(QWidget* parent = nullptr);

    struct Piece {
        QString text;
        QColor color;
        FontUse font = FontUse::Label;
    };
    // From the left and, right-aligned, from the right. The dot stands before the first piece.
    void setFacts(const QColor& dot, std::vector<Piece> left, std::vector<Piece> right);
    [[nodiscard]] QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QColor m_dot;
    std::vector<Piece> m_left, m_right;
};

// The facts of the selection, whatever it is.
void showFacts(FactsLine& line, const SceneRequest& request);

// "● Rank 5  stage 1 · replica 0 · tensor rank 1", for a header.
class RankWords : public QWidget {
    Q_OBJECT
public:
    explicit RankWords(QWidget* parent = nullptr);
    void setRank(const QString& name, const QString& place, Role dot);  // empty name: nothing is shown
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_name, m_place;
    Role m_dot = Role::AccentFill;
};

}  // namespace ui
