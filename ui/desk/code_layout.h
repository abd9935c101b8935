// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The layout of an editor's document with room below one line, for a card that explains it.
#pragma once

#include <QPlainTextDocumentLayout>
#include <QTextBlock>

namespace ui {

class CodeLayout : public QPlainTextDocumentLayout {
    Q_OBJECT
public:
    explicit CodeLayout(QTextDocument* document)
        : QPlainTextDocumentLayout(document) {}

    // −1 = below none.
    void setRoom(int line, double pixels) {
        m_line = line;
        m_pixels = pixels;
        requestUpdate();
    }
    [[nodiscard]] QRectF blockBoundingRect(const QTextBlock& block) const override {
        QRectF rect = QPlainTextDocumentLayout::blockBoundingRect(block);
        if (block.blockNumber() == m_line) rect.setHeight(rect.height() + m_pixels);
        return rect;
    }

private:
    int m_line = -1;
    double m_pixels = 0;
};

}  // namespace ui
