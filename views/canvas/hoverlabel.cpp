// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/hoverlabel.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int CardGap = 16; // px beside the pointer
constexpr int WidestLine = 420; // px

}

QString cardLine(const QString &text, const QString &style)
{
    auto html = text.toHtmlEscaped();
    return u"<div style=\"%1\">%2</div>"_s.arg(style, html.replace(u'\n', u"<br>"_s));
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
    const auto area = parentWidget()->rect();
    if (html != text()) {
        setText(html);
        setWordWrap(false);
        auto size = sizeHint();
        const auto widest = std::min(WidestLine, std::max(260, area.width() / 2));
        if (size.width() > widest) {
            setWordWrap(true);
            size = { widest, heightForWidth(widest) };
        }
        resize(size);
    }
    auto place = position + QPoint(CardGap, CardGap);
    if (place.x() + width() > area.right())
        place.setX(position.x() - width() - CardGap);
    if (place.y() + height() > area.bottom())
        place.setY(position.y() - height() - CardGap);
    move(std::max(area.left(), place.x()), std::max(area.top(), place.y()));
    show();
    raise();
}

} // namespace tosaic::views
