// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A card with a title, a predicted number and a list below it, for whatever the timeline explains: opens above a point,
// closes on a click elsewhere or Esc and deletes itself then; can be copied as text.
#pragma once

#include <QFrame>

class QVBoxLayout;

namespace ui {

class PopupCard : public QFrame {
    Q_OBJECT
public:
    PopupCard(const QString& title, const QString& number, QWidget* parent);
    void openAt(const QPoint& global);
    [[nodiscard]] virtual QString toText() const = 0;  // for the clipboard

protected:
    // The list, which scrolls where it is long; its height must be known.
    void setList(QWidget* list);
    [[nodiscard]] QString firstLine() const { return QStringLiteral("%1: %2").arg(m_title, m_number); }
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_title, m_number;
    QVBoxLayout* m_column;
};

}  // namespace ui
