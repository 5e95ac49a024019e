// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/hoverlabel.h"

#include <QFrame>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int Gap = 16; // px beside the pointer

}

HoverLabel::HoverLabel(const QString &name, QWidget *parent) : QLabel(parent)
{
    setObjectName(name);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setTextFormat(Qt::RichText);
    setMargin(8);
    setFrameShape(QFrame::StyledPanel);
    setProperty("role", u"card"_s);
    setAutoFillBackground(true);
    hide();
}

void HoverLabel::showAt(const QPoint &position, const QString &html)
{
    if (html != text()) {
        setText(html);
        adjustSize();
    }
    const auto area = parentWidget()->rect();
    auto place = position + QPoint(Gap, Gap);
    if (place.x() + width() > area.right())
        place.setX(std::max(area.left(), position.x() - width() - Gap));
    if (place.y() + height() > area.bottom())
        place.setY(std::max(area.top(), position.y() - height() - Gap));
    move(place);
    show();
    raise();
}

} // namespace tosaic::views
