// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/building.h"

#include "views/widgets/flowlayout.h"

namespace tosaic::views {

namespace {

template <typename Box>
Box *filled(
    QWidget *owner, std::initializer_list<Place> places, int spacing, const QMargins &margins)
{
    auto *box = owner ? new Box(owner) : new Box;
    box->setContentsMargins(margins);
    if (spacing >= 0)
        box->setSpacing(spacing);
    for (const auto &place : places) {
        if (place.widget)
            box->addWidget(place.widget, place.stretch, place.alignment);
        else if (place.layout)
            box->addLayout(place.layout, place.stretch);
        else if (place.space >= 0)
            box->addSpacing(place.space);
        else
            box->addStretch(place.stretch);
    }
    return box;
}

} // namespace

QHBoxLayout *makeRow(
    QWidget *owner, std::initializer_list<Place> places, int spacing, const QMargins &margins)
{
    return filled<QHBoxLayout>(owner, places, spacing, margins);
}

QVBoxLayout *makeColumn(
    QWidget *owner, std::initializer_list<Place> places, int spacing, const QMargins &margins)
{
    return filled<QVBoxLayout>(owner, places, spacing, margins);
}

QLayout *makeFlow(
    QWidget *owner, std::initializer_list<QWidget *> widgets, int spacing, const QMargins &margins)
{
    auto *flow = new FlowLayout(owner);
    flow->setContentsMargins(margins);
    flow->setSpacing(spacing);
    for (auto *widget : widgets)
        flow->addWidget(widget);
    return flow;
}

} // namespace tosaic::views
