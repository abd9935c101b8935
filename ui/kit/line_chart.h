// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A line chart on Qt Charts in the look of the design language: horizontal grid only, plot areas aligned
// across charts, measured solid, predicted dashed, references dotted with their name at the right end, the
// newest point written out. Feed whole curves: one setLine() per tick, thinned to the plot's width and
// replaced at once.
#pragma once

#include "ui/kit/theme.h"

#include <QChartView>
#include <QStringList>

#include <functional>
#include <optional>
#include <vector>

class QAreaSeries;
class QLineSeries;
class QValueAxis;

namespace ui {

enum class Stroke {
    Measured,   // 2 px in the line colour
    Raw,        // 1 px at 45 %: behind a smoothed curve
    Predicted,  // 1.25 px dashed, text2
    Sparse      // rings of 7 px joined by a line
};

struct LineSpec {
    QString name;
    Meaning meaning = Meaning::Parameters;
    Stroke stroke = Stroke::Measured;
};

struct BandPoint {
    double x, low, high;
};

enum class ReferenceStroke { Dotted, Dashed };
struct Reference {
    double y;
    QString name;  // "unigram 3.09"
    ReferenceStroke stroke = ReferenceStroke::Dotted;
};

struct ChartEvent {
    double x;
    QString word;  // "engine stopped"
    Role role = Role::Danger;
};

enum class YFloor { Zero, Free };

class LineChart : public QChartView {
    Q_OBJECT
public:
    explicit LineChart(QWidget* parent = nullptr);

    int addLine(const LineSpec& spec);  // returns its number
    int addBand(Meaning meaning);       // behind all lines
    void setLine(int line, std::vector<QPointF> points);
    void setBand(int band, const std::vector<BandPoint>& points);
    void setReferences(std::vector<Reference> references);
    void setEvents(std::vector<ChartEvent> events);
    // Marks the last point of a line and writes `text` beside it; empty = no mark.
    void setNewest(int line, const QString& text);
    void setCaption(const QString& caption);  // small words at the plot's upper left: "virtual time"
    void setHighlighted(int line);            // the others at 35 %; −1 = all alike

    // What the data span; shown whole while following.
    void setDataRange(double from, double to);
    // A fixed range, or (default) fitted to what is visible.
    void setYRange(double low, double high);
    void setYFit(YFloor floor);
    [[nodiscard]] bool isFollowing() const { return m_following; }
    void setFollowing(bool following);
    void clear();  // all points, references and events; lines stay

    [[nodiscard]] QPointF position(const QPointF& value) const;  // widget pixels
    [[nodiscard]] QRectF plotArea() const;
    [[nodiscard]] std::vector<QPointF> points(int line) const { return m_lines[std::size_t(line)].points; }
    [[nodiscard]] int drawnPoints(int line) const;
    // Where the names of references stand: above or below their lines, none over another, and over no curve where there is
    // room; as far to the right as that leaves.
    [[nodiscard]] std::vector<QRectF> referenceLabels() const;
    [[nodiscard]] QRectF captionLabel() const;
    [[nodiscard]] QRectF newestLabel() const;  // beside the newest point, over no other label, over no curve if there is room
    // One an event, beside its line, over no caption or reference, and over no curve if there is room; null out of sight.
    [[nodiscard]] std::vector<QRectF> eventLabels() const;
    [[nodiscard]] bool liesOverCurve(const QRectF& label) const;

signals:
    void followingChanged(bool following);

protected:
    void drawForeground(QPainter* painter, const QRectF& rect) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Line {
        LineSpec spec;
        QLineSeries* series;
        std::vector<QPointF> points;
    };
    struct Band {
        Meaning meaning;
        QAreaSeries* series;
        QLineSeries *low, *high;
        std::vector<BandPoint> points;
    };

    void restyle();
    [[nodiscard]] QPen penOf(const Line& line, std::size_t number) const;
    void place();
    void showX(double from, double to);
    void replaceLine(Line& line);
    void replaceBand(Band& band);
    void refresh();
    void fitY();
    void drawReferences(QPainter& painter) const;
    void drawEventLines(QPainter& painter) const;
    void drawEvents(QPainter& painter) const;
    void drawSparse(QPainter& painter) const;
    void drawNewest(QPainter& painter) const;

    QValueAxis* m_x;
    QValueAxis* m_y;
    std::vector<Line> m_lines;
    std::vector<Band> m_bands;
    std::vector<Reference> m_references;
    std::vector<ChartEvent> m_events;
    int m_newestLine = -1, m_highlighted = -1;
    QString m_newestText, m_caption;
    double m_dataFrom = 0, m_dataTo = 1;
    bool m_following = true, m_yFixed = false;
    YFloor m_yFloor = YFloor::Free;
    std::optional<QPointF> m_drag;
};

}  // namespace ui
