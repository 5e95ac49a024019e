// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>
#include <QHash>
#include <QLabel>

namespace tosaic::views {

/// A label whose text wraps. Layouts ask for its height over and over, and each answer lays out the
/// text: those that were given are kept.
class WrappedLabel : public QLabel
{
public:
    explicit WrappedLabel(QWidget *parent = nullptr) : QLabel(parent) { setWordWrap(true); }

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
    }

private:
    mutable QString m_of; ///< text that the heights are of
    mutable QHash<int, int> m_heights; ///< px by width
};

} // namespace tosaic::views
