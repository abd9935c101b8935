// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows under a title that opens and closes them, so that a panel stays short: a chevron, the title and, while closed,
// what the rows say in short. Tab reaches the title, Space opens and closes.
#pragma once

#include "ui/kit/paint.h"

#include <QAbstractButton>

#include <optional>

class QVBoxLayout;

namespace ui {

class FoldTitle : public QAbstractButton {
    Q_OBJECT
public:
    FoldTitle(const QString& title, FontUse use, QWidget* parent);

    void setSummary(const QString& summary, std::optional<NumberKind> kind);
    [[nodiscard]] QString summary() const { return m_summary; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    FontUse m_use;
    QString m_summary;
    std::optional<NumberKind> m_kind;  // of the summary's numbers
};

class Fold : public QWidget {
    Q_OBJECT
public:
    Fold(const QString& title, FontUse use, QWidget* parent);

    [[nodiscard]] QVBoxLayout& rows() { return *m_rows; }
    [[nodiscard]] FoldTitle& title() { return *m_title; }
    [[nodiscard]] bool isOpen() const { return m_title->isChecked(); }
    void setOpen(bool open) { m_title->setChecked(open); }

private:
    FoldTitle* m_title;
    QWidget* m_body;
    QVBoxLayout* m_rows;
};

// Opens every fold that `control` lies in.
void unfold(QWidget& control);

}  // namespace ui
