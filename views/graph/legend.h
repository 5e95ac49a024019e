// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/graph/legendkeys.h"

#include <QAbstractButton>
#include <QWidget>

#include <vector>

class QLabel;

namespace tosaic::views {

class FlowLayout;

/// One thing a legend tells apart: a sample and its word. Checked: all else is dimmed.
class LegendButton : public QAbstractButton
{
    Q_OBJECT
public:
    LegendButton(LegendKey key, const ThemeColors &colors, QWidget *parent);

    const LegendKey &key() const { return m_key; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void paintSample(QPainter &painter, const QRectF &swatch) const;

    LegendKey m_key;
    ThemeColors m_colors;
};

/// What the shapes and colours in view mean, in words; only those that occur. Each entry is a
/// button: what it means stays as it is and all else is dimmed, until it is pressed again. Breaks
/// into rows where one is not enough.
class Legend : public QWidget
{
    Q_OBJECT
public:
    explicit Legend(QWidget *parent = nullptr);

    /// A filter that was chosen stays, as long as its word is still there: filter() says so.
    void show(const graph::Graph &graph, const GraphOverlay &overlay, const ThemeColors &colors,
        ChangeBase base);
    /// Which nodes of the graph the chosen entry means; empty: none is chosen.
    std::vector<bool> filter() const;

Q_SIGNALS:
    /// By the user.
    void filterChanged();

private:
    void choose(const LegendButton &button, bool isChosen);
    QLabel *addText(const QString &text);
    void clear();

    FlowLayout *m_layout;
    QString m_chosen; ///< word of the entry
};

} // namespace tosaic::views
