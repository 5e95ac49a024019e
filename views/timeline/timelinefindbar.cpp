// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timelinefindbar.h"

#include <QLayout>
#include <QLineEdit>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::views {

TimelineFindBar::TimelineFindBar(QWidget *parent) : FindBar(u"timelineFind"_s, parent)
{
    setProperty("role", u"bar"_s);
    layout()->setContentsMargins(12, 4, 8, 4);
    line().setAccessibleName(tr("Find a slice by name"));
    line().setPlaceholderText(tr("Name of an operation, kernel or event"));
    line().setClearButtonEnabled(true);
    line().setMaximumWidth(360);
}

void TimelineFindBar::setCount(quint64 count)
{
    constexpr auto Largest = static_cast<quint64>(std::numeric_limits<int>::max());
    showCount(tr("%n slice(s)", nullptr, static_cast<int>(std::min(count, Largest))));
}

} // namespace tosaic::views
