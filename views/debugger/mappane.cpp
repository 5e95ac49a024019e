// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/debugger/mappane.h"

#include "views/debugger/mappicture.h"
#include "views/widgets/building.h"
#include "views/widgets/gridtable.h"

#include <QComboBox>
#include <QHeaderView>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QSplitter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

MapPane::MapPane(const Theme &theme, QWidget *parent) : QWidget(parent)
{
    named(this, u"debugMaps"_s, tr("Feature maps"));
    m_map = named(new QComboBox(this), u"debugMap"_s, tr("Feature map"));
    m_map->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_channel = named(new QSpinBox(this), u"debugChannel"_s, tr("Channel"));
    m_channel->setPrefix(tr("Channel "));
    m_facts = wrapped(named(new QLabel(this), u"debugMapFacts"_s, {}, u"muted"_s));
    m_model = new MapTable(this);
    m_table = new GridTable(u"debugMapTable"_s, tr("Numbers of one channel"), this);
    m_table->setModel(m_model);
    m_table->horizontalHeader()->setDefaultSectionSize(48);
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 4);
    m_picture = new MapPicture(theme, this);
    m_shown = new QSplitter(Qt::Horizontal, this);
    m_shown->addWidget(m_table);
    m_shown->addWidget(m_picture);
    m_shown->setStretchFactor(0, 3);
    m_shown->setStretchFactor(1, 2);
    m_shown->setChildrenCollapsible(false);
    m_facts->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto *head = makeRow(nullptr, { m_map, m_channel, stretch(1) }, 8);
    makeColumn(this, { head, m_facts, { m_shown, 1 } }, 6, { 8, 8, 8, 8 });
    connect(m_map, &QComboBox::currentIndexChanged, this, &MapPane::read);
    connect(m_channel, &QSpinBox::valueChanged, this, &MapPane::showChannel);
    show(nullptr);
}

void MapPane::show(npusim::DebugRun *run)
{
    m_run = run;
    m_isStale = true;
    if (isVisible())
        listMaps();
}

void MapPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_isStale)
        listMaps();
}

/// The result of the last operation first; then what the next one finds.
void MapPane::listMaps()
{
    const auto chosen = m_map->currentData();
    m_isStale = false;
    m_choices.clear();
    const QSignalBlocker blocker(m_map);
    m_map->clear();
    const auto add
        = [this](const QString &key, const QString &title, const Result<npusim::MapSetup> &map,
              const std::optional<npu::FeatureMap> &known) {
              if (!map || !known || map->storage == npusim::MapSetup::Storage::None)
                  return;
              const auto shape = known->memoryShape();
              m_choices.push_back({ title, *map, { shape[0], shape[1], shape[2] } });
              m_map->addItem(title, key);
          };
    if (m_run) {
        const auto &simulator = m_run->simulator();
        const auto *last = simulator.operation();
        if (last && simulator.output())
            add(u"ofm"_s, tr("OFM of %1 (done)").arg(last->index), simulator.output()->map,
                last->ofm);
        const auto *next = simulator.nextOperation();
        if (next) {
            auto setup = m_run->setup();
            add(u"ifm"_s, tr("IFM of %1 (next)").arg(next->index), setup.ifm(), next->ifm);
            add(u"ifm2"_s, tr("IFM2 of %1 (next)").arg(next->index), setup.ifm2(), next->ifm2);
        }
        m_map->setCurrentIndex(std::max(0, m_map->findData(chosen)));
    }
    m_map->setEnabled(!m_choices.empty());
    read();
}

void MapPane::read()
{
    m_values = {};
    const int index = m_map->currentIndex();
    QString facts;
    if (!m_run) {
        facts = tr("The stream is running.");
    } else if (index < 0) {
        facts = tr("No feature map can be read at this place. Step over an operation (F10).");
    } else {
        const auto &choice = m_choices[size_t(index)];
        auto values = m_run->simulator().valuesOf(choice.map, choice.shape);
        const auto &shape = choice.shape;
        facts = tr("%1 × %2 × %3 (height, width, channels), %4 bits %5, zero point %6, region %7")
                    .arg(shape.height)
                    .arg(shape.width)
                    .arg(shape.depth)
                    .arg(choice.map.bytes * 8)
                    .arg(choice.map.isSigned ? tr("signed") : tr("unsigned"))
                    .arg(choice.map.zeroPoint)
                    .arg(choice.map.region);
        if (values) {
            npusim::RangeUse use(choice.map.bytes * 8, choice.map.isSigned, choice.map.zeroPoint);
            for (const auto value : values->numbers)
                use.add(value);
            if (const auto saturated = use.saturated())
                facts += tr("; %1 of %2 elements saturated, %3 % of the range used")
                             .arg(*saturated)
                             .arg(use.elements())
                             .arg(100 * use.usedShare().value_or(0), 0, 'f', 1);
            m_values = std::move(*values);
        } else
            facts = tr("The map cannot be read: %1").arg(values.error().detail);
    }
    m_facts->setText(facts);
    const bool hasValues = !m_values.numbers.empty();
    {
        const QSignalBlocker blocker(m_channel);
        m_channel->setRange(0, hasValues ? int(m_values.shape.depth - 1) : 0);
    }
    m_channel->setEnabled(hasValues);
    // While it runs, what was there stays in its place.
    const bool isEmpty = m_run && m_choices.empty();
    for (auto *widget : std::initializer_list<QWidget *>{ m_map, m_channel, m_shown })
        widget->setVisible(!isEmpty);
    m_picture->set(m_values);
    showChannel();
}

void MapPane::showChannel()
{
    const bool hasValues = !m_values.numbers.empty();
    m_model->set(hasValues ? &m_values : nullptr, m_channel->value());
    m_picture->setChannel(m_values, m_channel->value());
}

} // namespace tosaic::views
