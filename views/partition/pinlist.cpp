// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/partition/pinlist.h"

#include "core/spec/pins.h"
#include "views/models/pinwords.h"
#include "views/partition/partitiontables.h"

#include <QKeyEvent>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int PinWidth = 240; // px

Columns<analysis::PinHold> pinColumns()
{
    using analysis::PinHold;
    const auto holds = [](const PinHold &pin) {
        return !pin.operators.isEmpty() ? pin.operators.join(u", "_s)
            : pin.likely.isEmpty()
            ? PinList::tr("Names nothing that is there; it is kept")
            : PinList::tr("Names nothing that is there; it is kept. Likely now: %1")
                  .arg(pin.likely);
    };
    return columnsOf<PinHold>({
        { u"pin"_s, PinList::tr("Pin"),
            [](const PinHold &pin) { return pinTexts(pin.pin).constFirst(); },
            { .tip = [](const PinHold &pin) { return spec::pinsOf(pin.pin).constFirst(); } } },
        { u"count"_s, PinList::tr("Operators"),
            [](const PinHold &pin) { return pin.operators.size(); } },
        { u"holds"_s, PinList::tr("Holds"), holds, { .tip = holds } },
    });
}

} // namespace

PinList::PinList(const Theme &theme, QWidget *parent)
    : DataTable(u"pinTable"_s, tr("Pins"), parent),
      m_pins(new ColumnModel<analysis::PinHold>(pinColumns(), this))
{
    prepareTable(*this, m_pins, theme);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setToolTip(tr("What the spec keeps on the CPU; Del removes a pin"));
    setColumnWidth(0, PinWidth);
}

void PinList::setPins(std::vector<analysis::PinHold> pins)
{
    m_pins->set(std::move(pins));
    fitHeight(ShownRows);
}

void PinList::keyPressEvent(QKeyEvent *event)
{
    const auto row = currentSourceRow();
    if (event->key() != Qt::Key_Delete || row < 0)
        return DataTable::keyPressEvent(event);
    Q_EMIT releaseRequested(m_pins->rows()[static_cast<size_t>(row)].pin);
}

} // namespace tosaic::views
