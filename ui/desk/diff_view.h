// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What saving would change: the file on disk and the file as edited, in one column or side by side.
#pragma once

#include "ui/desk/line_diff.h"
#include "ui/kit/theme.h"

#include <QAbstractScrollArea>
#include <QStringList>

namespace ui {

enum class DiffForm { Unified, SideBySide };

class DiffView : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit DiffView(QWidget* parent = nullptr);
    void setTexts(const QString& before, const QString& after);
    void setForm(DiffForm form);
    [[nodiscard]] int removedLines() const { return m_removed; }
    [[nodiscard]] int addedLines() const { return m_added; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Row {
        qsizetype before = -1, after = -1;  // line numbers; both −1 = lines left out
        bool changed = false;
    };
    void arrange();
    void paintSide(class QPainter& painter, const Theme& theme, const QRectF& area, const QStringList& lines, qsizetype number,
                   Role ground, Role ink, const QString& sign);

    QStringList m_before, m_after;
    std::vector<DiffLine> m_diff;
    std::vector<Row> m_rows;
    DiffForm m_form = DiffForm::Unified;
    int m_removed = 0, m_added = 0;
};

}  // namespace ui
