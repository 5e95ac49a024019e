// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace tosaic::views {

/// A paragraph of a card; the text is escaped, the style is CSS.
QString cardLine(const QString &text, const QString &style = {});

/// A card beside the pointer that stays inside its parent and breaks what is too wide.
class HoverLabel : public QLabel
{
    Q_OBJECT
public:
    explicit HoverLabel(const QString &name, QWidget *parent);

    /// `position` in the parent.
    void showAt(const QPoint &position, const QString &html);
};

} // namespace tosaic::views
