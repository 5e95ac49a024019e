// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/debugger/bytespane.h"

#include "core/base/units.h"
#include "views/canvas/hexview.h"
#include "views/widgets/building.h"

#include <QComboBox>
#include <QSignalBlocker>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

QString operationText(const npu::Stream &stream, quint32 index)
{
    const auto &operation = stream.operations[index];
    return QStringList{ QString::number(index), npu::operationKindName(operation.kind),
        operation.mode }
        .join(u' ')
        .trimmed();
}

} // namespace

BytesPane::BytesPane(const Theme &theme, QWidget *parent) : QWidget(parent)
{
    named(this, u"debugBytes"_s, tr("Bytes of the regions"));
    m_region = named(new QComboBox(this), u"debugRegion"_s, tr("Region"));
    m_region->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_use = selectable(wrapped(named(new QLabel(this), u"debugByteUse"_s, {}, u"muted"_s)));
    m_view = new HexView(theme, this);
    m_view->setAccessibleName(tr("Bytes of the region"));
    auto *head = makeRow(nullptr, { m_region, { m_use, 1 } }, 8);
    makeColumn(this, { head, { m_view, 1 } }, 6, { 8, 8, 8, 8 });
    connect(m_region, &QComboBox::currentIndexChanged, this, &BytesPane::readRegion);
    connect(m_view, &HexView::selectionChanged, this, &BytesPane::showUse);
}

void BytesPane::show(const npusim::DebugRun *run)
{
    m_run = run;
    m_isStale = true;
    if (isVisible())
        listRegions();
}

void BytesPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_isStale)
        listRegions();
}

void BytesPane::listRegions()
{
    m_isStale = false;
    if (!m_run)
        return; // what was read stays in sight
    const auto chosen = m_region->currentData();
    {
        const QSignalBlocker blocker(m_region);
        m_region->clear();
        const auto &memory = m_run->simulator().memory();
        for (int region = 0; region <= npusim::Memory::Internal; ++region) {
            const auto view = memory.readable(region);
            if (!view || view->size == 0)
                continue;
            const auto name = region == npusim::Memory::Internal ? tr("Inside the NPU")
                                                                 : tr("Region %1").arg(region);
            const auto what = view->written ? QString() : tr(", constants");
            m_region->addItem(u"%1: %2%3"_s.arg(name, formatBytes(view->size), what), region);
        }
        const int before = m_region->findData(chosen);
        const int arena = m_region->findData(1);
        m_region->setCurrentIndex(std::max(0, before >= 0 ? before : arena));
    }
    readRegion();
}

void BytesPane::readRegion()
{
    if (!m_run || m_region->currentIndex() < 0)
        return;
    const int region = m_region->currentData().toInt();
    const auto view = m_run->simulator().memory().readable(region);
    if (!view)
        return;
    const auto chosen = m_view->selection();
    m_view->setSource(ByteSource::fromBytes(
        QByteArray(reinterpret_cast<const char *>(view->bytes), qsizetype(view->size))));
    model::ByteRange marked;
    for (const auto &change : m_run->changes()) {
        if (change.range.region == region && change.differing > 0)
            marked = { change.range.address, change.range.length };
    }
    m_view->setMarked(marked);
    if (marked.size > 0)
        m_view->scrollTo(marked.offset);
    if (chosen.size > 0 && chosen.offset < view->size)
        m_view->setSelection(chosen.offset, chosen.size);
    showUse();
}

void BytesPane::showRange(int region, quint64 address, quint64 length)
{
    if (m_isStale)
        listRegions();
    m_region->setCurrentIndex(m_region->findData(region));
    m_view->setSelection(address, length);
    m_view->scrollTo(address);
    showUse();
}

void BytesPane::showUse()
{
    const auto chosen = m_view->selection();
    if (!m_run || m_region->currentIndex() < 0)
        return;
    if (chosen.size == 0)
        return m_use->setText(tr("Choose a byte to see who wrote it and who reads it next."));
    const auto &stream = m_run->stream();
    const auto *next = m_run->nextOperation();
    const auto at = next ? next->index : quint32(stream.operations.size());
    const int region = m_region->currentData().toInt();
    const auto use = npusim::useOf(stream, at, region, chosen.offset);
    const bool isWritten = m_run->simulator().memory().isWritten(region, qint64(chosen.offset), 1);
    QStringList parts{ tr("0x%1:").arg(chosen.offset, 0, 16) };
    parts << (use.writer ? tr("written by operation %1.").arg(operationText(stream, *use.writer))
            : isWritten  ? tr("there from the start (input or constant).")
                         : tr("nobody wrote it."));
    parts << (use.reader ? tr("Read next by operation %1.").arg(operationText(stream, *use.reader))
            : use.overwriter ? tr("Nobody reads it before operation %1 writes it.")
                                   .arg(operationText(stream, *use.overwriter))
                             : tr("Nobody reads it from here on."));
    m_use->setText(parts.join(u' '));
}

} // namespace tosaic::views
