// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why layouts were left out of a search: each rule with its first case and the number of layouts that it costs, the most
// frequent first, a bar for the share of the largest.
#pragma once

#include "core/planner/search.h"

#include <QWidget>

#include <vector>

namespace ui {

class RejectionList : public QWidget {
    Q_OBJECT
public:
    explicit RejectionList(QWidget* parent = nullptr);
    void show(const core::SearchResult& result);
    using QWidget::show;
    void clear();

    struct Entry {
        QString sentence;
        std::int64_t count = 0;
    };
    [[nodiscard]] const std::vector<Entry>& entries() const { return m_entries; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override { return {200, heightForWidth(260)}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] int textHeight(const Entry& entry, int width) const;

    std::vector<Entry> m_entries;
};

}  // namespace ui
