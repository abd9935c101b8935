// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A combo box whose entries carry a quiet detail at their right end ("LLaMA-2 7B … 6.74 B parameters"). An
// entry may be refused: it stays choosable, with the reason as its tooltip.
#pragma once

#include <QComboBox>

namespace ui {

class DetailCombo : public QComboBox {
    Q_OBJECT
public:
    explicit DetailCombo(QWidget* parent = nullptr);

    // `key` is what `keyChosen` reports.
    void addEntry(const QString& key, const QString& text, const QString& detail);
    void setEntryProblem(int index, const QString& reason);
    // Shows the entry with this key, or `text` with `detail` where the list lacks it. Emits nothing.
    void showKey(const QString& key, const QString& text, const QString& detail);

signals:
    void keyChosen(const QString& key);  // by the user

protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    QString m_foreignText, m_foreignDetail;
};

}  // namespace ui
