// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/visibletext.h"

#include <QEvent>
#include <QHash>
#include <QLabel>

namespace tosaic::views {

/// A label whose text wraps, but not between a number and its unit. Layouts ask for its height over
/// and over, and each answer lays out the text: those that were given are kept.
class WrappedLabel : public QLabel
{
public:
    explicit WrappedLabel(QWidget *parent = nullptr) : QLabel(parent) { setWordWrap(true); }
    explicit WrappedLabel(const QString &text, QWidget *parent = nullptr) : WrappedLabel(parent)
    {
        setText(text);
    }

    void setText(const QString &text) { QLabel::setText(withUnitsAttached(text)); }

    int heightForWidth(int width) const override
    {
        if (m_of != text()) {
            m_of = text();
            m_heights.clear();
        }
        auto known = m_heights.constFind(width);
        if (known == m_heights.cend())
            known = m_heights.insert(width, QLabel::heightForWidth(width));
        return *known;
    }

protected:
    void changeEvent(QEvent *event) override
    {
        m_heights.clear(); // another font or style
        QLabel::changeEvent(event);
        if (event->type() != QEvent::PaletteChange || !Qt::mightBeRichText(text()))
            return;
        // Markup takes the colour of links when it is read.
        const auto shown = text();
        clear();
        QLabel::setText(shown);
    }

private:
    mutable QString m_of; ///< text that the heights are of
    mutable QHash<int, int> m_heights; ///< px by width
};

} // namespace tosaic::views
