// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/segmentedswitch.h"

#include "views/widgets/building.h"

#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tosaic::views {

SegmentedSwitch::SegmentedSwitch(const Half &left, const Half &right, QWidget *parent)
    : QWidget(parent), m_left(makeHalf(left)), m_right(makeHalf(right))
{
    setStyleSheet(QStringLiteral(
        "QToolButton { border: 1px solid palette(mid); padding: 3px 10px; background: "
        "palette(base); }"
        "QToolButton:disabled { color: palette(mid); }"
        "QToolButton#%1 { border-top-left-radius: 4px; border-bottom-left-radius: 4px; }"
        "QToolButton#%2 { border-top-right-radius: 4px; border-bottom-right-radius: 4px;"
        " border-left: none; }"
        "QToolButton:checked { background: palette(highlight); color: palette(highlighted-text);"
        " border-color: palette(highlight); }"
        "QToolButton:focus { border: 2px solid palette(highlight); padding: 2px 9px; }"
        "QToolButton:checked:focus { border-color: palette(text); }")
                      .arg(left.name, right.name));
    auto *row = makeRow(this, {}, 0);
    row->addWidget(m_left);
    row->addWidget(m_right);
    connect(m_left, &QToolButton::clicked, this, &SegmentedSwitch::leftChosen);
    connect(m_right, &QToolButton::clicked, this, &SegmentedSwitch::rightChosen);
}

QToolButton *SegmentedSwitch::makeHalf(const Half &half)
{
    auto *button = new QToolButton(this);
    button->setObjectName(half.name);
    button->setText(half.text);
    button->setToolTip(half.tip);
    button->setAccessibleName(half.tip);
    button->setCheckable(true);
    button->setAutoExclusive(true);
    return button;
}

} // namespace tosaic::views
