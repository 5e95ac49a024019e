// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/partslabel.h"

#include <QPaintEvent>
#include <QResizeEvent>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

QString joined(const QStringList &parts)
{
    return parts.join(u"  ·  "_s);
}

} // namespace

PartsLabel::PartsLabel(QWidget *parent) : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

void PartsLabel::setParts(const QStringList &parts)
{
    m_parts = parts;
    setToolTip(joined(parts));
    setAccessibleDescription(joined(parts));
    fit();
    updateGeometry();
}

QSize PartsLabel::sizeHint() const
{
    return { fontMetrics().horizontalAdvance(joined(m_parts)), QLabel::sizeHint().height() };
}

void PartsLabel::resizeEvent(QResizeEvent *event)
{
    QLabel::resizeEvent(event);
    fit();
}

/// A word that is cut in its first letters says nothing to the eye.
void PartsLabel::paintEvent(QPaintEvent *event)
{
    if (fontMetrics().horizontalAdvance(text()) <= width())
        QLabel::paintEvent(event);
}

void PartsLabel::fit()
{
    auto shown = m_parts;
    while (shown.size() > 1 && fontMetrics().horizontalAdvance(joined(shown)) > width())
        shown.removeLast();
    auto line = joined(shown);
    // One that has no room by itself is cut, but not to nothing; all are in the tool tip.
    constexpr int LeastRead = 4; // characters
    const auto cut = fontMetrics().elidedText(line, Qt::ElideRight, width());
    if (cut.size() >= LeastRead)
        line = cut;
    if (line != text())
        setText(line);
}

} // namespace tosaic::views
