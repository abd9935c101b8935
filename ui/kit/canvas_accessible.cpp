// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/canvas_accessible.h"

#include "ui/kit/canvas.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>

#include <map>

namespace ui {
namespace {

class ItemInterface : public QAccessibleInterface {
public:
    ItemInterface(Canvas* canvas, int item)
        : m_canvas(canvas)
        , m_item(item) {}

    bool isValid() const override { return m_canvas && m_item < m_canvas->itemCount(); }
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_canvas); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::ListItem; }

    QString text(QAccessible::Text kind) const override {
        if (!isValid()) return {};
        const HoverContent content = m_canvas->hoverContent(m_item);
        if (kind == QAccessible::Name)
            return content.value.isEmpty() ? content.title
                                           : content.title + QStringLiteral(", ") + content.value;
        return kind == QAccessible::Description ? content.toText() : QString();
    }
    void setText(QAccessible::Text, const QString&) override {}

    QRect rect() const override {
        if (!isValid()) return {};
        const QRect local = m_canvas->itemRect(m_item).toAlignedRect();
        return {m_canvas->mapToGlobal(local.topLeft()), local.size()};
    }

    QAccessible::State state() const override {
        QAccessible::State state;
        if (!isValid()) {
            state.invalid = true;
            return state;
        }
        state.focusable = state.selectable = true;
        state.focused = m_canvas->hasFocus() && m_canvas->focusedItem() == m_item;
        state.offscreen = !m_canvas->rect().intersects(m_canvas->itemRect(m_item).toAlignedRect());
        return state;
    }

private:
    QPointer<Canvas> m_canvas;
    int m_item;
};

class CanvasInterface : public QAccessibleWidget {
public:
    explicit CanvasInterface(Canvas* canvas)
        : QAccessibleWidget(canvas, QAccessible::List)
        , m_canvas(canvas) {}
    ~CanvasInterface() override {
        for (const auto& [item, id] : m_children) QAccessible::deleteAccessibleInterface(id);
    }

    int childCount() const override { return m_canvas->itemCount(); }

    QAccessibleInterface* child(int index) const override {
        if (index < 0 || index >= m_canvas->itemCount()) return nullptr;
        if (const auto found = m_children.find(index); found != m_children.end())
            return QAccessible::accessibleInterface(found->second);
        auto* made = new ItemInterface(m_canvas, index);
        m_children[index] = QAccessible::registerAccessibleInterface(made);
        return made;
    }

    int indexOfChild(const QAccessibleInterface* wanted) const override {
        for (const auto& [item, id] : m_children)
            if (QAccessible::accessibleInterface(id) == wanted) return item;
        return -1;
    }

    QAccessibleInterface* childAt(int x, int y) const override {
        return child(m_canvas->itemAt(m_canvas->mapFromGlobal(QPoint(x, y))));
    }

    QAccessibleInterface* focusChild() const override {
        return m_canvas->hasFocus() ? child(m_canvas->focusedItem()) : nullptr;
    }

private:
    Canvas* m_canvas;
    mutable std::map<int, QAccessible::Id> m_children;
};

QAccessibleInterface* describe(const QString&, QObject* object) {
    auto* canvas = qobject_cast<Canvas*>(object);
    return canvas ? new CanvasInterface(canvas) : nullptr;
}

}  // namespace

void installCanvasAccessibility() { QAccessible::installFactory(describe); }

}  // namespace ui
