// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The strip of 36 px above every view: title · kind marks and note · segmented mode · stretch · legend or
// figure · icon buttons. Things are added from left to right within their zone.
#pragma once

#include "ui/kit/kind_mark.h"
#include "ui/kit/legend.h"

#include <QWidget>

class QHBoxLayout;

namespace ui {

class Button;
class Label;
class Segmented;
enum class Icon;

class ViewHeader : public QWidget {
    Q_OBJECT
public:
    explicit ViewHeader(const QString& title, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setKinds(std::vector<KindWord> words);  // behind the title
    void setNote(const QString& note);           // text2, behind the kind marks: "step 312"
    void setFigure(const QString& figure,
                   const QString& toolTip = {});  // right: "Bubble (p − 1) / (m + p − 1) = 27.3 %"
    void setFigureWithUnit(const QString& number, const QString& unit);

    Segmented* addSegmented(const QStringList& entries);       // left zone
    Segmented* addRightSegmented(const QStringList& entries);  // right zone
    Legend* addLegend();                                       // left zone
    Legend* addRightLegend();                                  // right zone
    KindMarks* addRightKinds();
    Button* addIconButton(Icon icon, const QString& toolTip);
    // Whether the window of a view is one of those whose headers say less.
    [[nodiscard]] static bool isNarrow(const QWidget& view);
    void addRight(QWidget* widget);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();

    Label* m_title;
    KindMarks* m_kinds;
    Label* m_note;
    Label* m_figure;
    Label* m_unit;
    QHBoxLayout* m_left;
    QHBoxLayout* m_right;
};

}  // namespace ui
