// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window's first row, 44 high: mark, menus, workspaces centred on the window, problem chip, command
// field. The main window fills the menus and answers the signals.
#pragma once

#include <QAbstractButton>
#include <QWidget>

class QMenuBar;

namespace ui {

class Chip;
class Segmented;

// Looks like a search field, opens the command palette.
class CommandField : public QAbstractButton {
    Q_OBJECT
public:
    explicit CommandField(const QString& keys, QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_keys;
};

class HeaderBar : public QWidget {
    Q_OBJECT
public:
    HeaderBar(const QStringList& workspaces, const QString& paletteKeys, QWidget* parent = nullptr);

    [[nodiscard]] QMenuBar& menuBar() { return *m_menus; }
    [[nodiscard]] Segmented& workspaces() { return *m_workspaces; }
    [[nodiscard]] CommandField& commandField() { return *m_field; }
    [[nodiscard]] Chip& problemChip() { return *m_problems; }

    void showProblems(int errors, int suggestions);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

signals:
    void problemsClicked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void place();

    QMenuBar* m_menus;
    Segmented* m_workspaces;
    Chip* m_problems;
    CommandField* m_field;
};

}  // namespace ui
