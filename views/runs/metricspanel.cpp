// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/metricspanel.h"

#include "core/base/units.h"
#include "views/runs/metricsmodel.h"
#include "views/widgets/building.h"
#include "views/widgets/changewords.h"
#include "views/widgets/datatable.h"
#include "views/widgets/wrappedlabel.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr quint32 NpuMacs[] = { 32, 64, 128, 256, 512, 1024, 2048 };
constexpr int WidestCell = 320; // px
constexpr double MostMacs = 9e15; // exact in a double

/// "NPU Ethos-U55 (from the log)"
QString sourceText(const QString &name, const QString &value, const QString &from)
{
    return from.isEmpty() ? u"%1: %2"_s.arg(name, notKnownText())
                          : u"%1: %2 (%3)"_s.arg(name, value, from);
}

} // namespace

MetricsPanel::MetricsPanel(QWidget *parent) : QWidget(parent), m_model(new MetricsModel(this))
{
    setObjectName(u"metricsPanel"_s);
    m_table = new DataTable(u"metricsTable"_s, tr("Metrics"), this);
    m_table->setSortedModel(m_model);
    m_table->setHasRoom(m_table->columnOf(u"unit"), false);
    m_table->horizontalHeader()->moveSection(m_table->columnOf(u"group"), 1);
    auto *layout = makeColumn(this, {}, 0);
    layout->addWidget(makeStatements());
    layout->addWidget(m_table, 1);
}

QWidget *MetricsPanel::makeStatements()
{
    auto *box = new QWidget(this);
    m_sources = new WrappedLabel(box);
    m_sources->setObjectName(u"metricSources"_s);
    m_sources->setProperty("role", u"muted"_s);
    m_product = new QComboBox(box);
    m_product->addItem(tr("Not stated"), QString());
    for (const auto &product : { u"U55"_s, u"U65"_s, u"U85"_s })
        m_product->addItem(u"Ethos-"_s + product, product);
    m_npuMacs = new QComboBox(box);
    m_npuMacs->addItem(tr("Not stated"));
    for (const auto macs : NpuMacs)
        m_npuMacs->addItem(QLocale().toString(macs), macs);
    m_modelMacs = new QDoubleSpinBox(box);
    m_modelMacs->setRange(0, MostMacs);
    m_modelMacs->setDecimals(0);
    m_modelMacs->setGroupSeparatorShown(true);
    m_modelMacs->setSpecialValueText(tr("Not stated"));
    m_modelMacs->setKeyboardTracking(false);
    m_modelMacs->setMinimumWidth(130);
    auto *layout = new QHBoxLayout(box);
    layout->setContentsMargins(12, 6, 12, 6);
    layout->setSpacing(6);
    layout->addWidget(m_sources, 1);
    const auto add = [&](const QString &text, QWidget *field, const QString &name) {
        auto *label = new QLabel(text, box);
        label->setProperty("role", u"muted"_s);
        label->setBuddy(field);
        field->setObjectName(name);
        field->setAccessibleName(text);
        layout->addWidget(label);
        layout->addWidget(field);
    };
    add(tr("NPU"), m_product, u"npuProductCombo"_s);
    add(tr("NPU MACs per cycle"), m_npuMacs, u"npuMacsCombo"_s);
    add(tr("Model MACs"), m_modelMacs, u"modelMacsSpin"_s);
    connect(m_product, &QComboBox::activated, this,
        [this](int index) { Q_EMIT productStated(m_product->itemData(index).toString()); });
    connect(m_npuMacs, &QComboBox::activated, this, [this](int index) {
        const auto macs = m_npuMacs->itemData(index);
        Q_EMIT npuMacsStated(macs.isValid() ? std::optional(macs.toUInt()) : std::nullopt);
    });
    connect(m_modelMacs, &QDoubleSpinBox::valueChanged, this, [this](double macs) {
        Q_EMIT modelMacsStated(macs > 0 ? std::optional(static_cast<quint64>(macs)) : std::nullopt);
    });
    return box;
}

void MetricsPanel::set(const profile::Profile &profile, const RunContext &context)
{
    m_model->set(profile::computeMetrics(profile, context.values));
    m_table->fitColumns(WidestCell);
    const auto &values = context.values;
    m_sources->setText(
        QStringList{ sourceText(tr("NPU"), u"Ethos-"_s + values.product, context.productFrom),
            sourceText(tr("MACs per cycle"), formatCount(values.npuMacs.value_or(0)),
                values.npuMacs ? context.npuMacsFrom : QString()),
            sourceText(tr("Model MACs"), formatCount(values.modelMacs.value_or(0)),
                values.modelMacs ? context.modelMacsFrom : QString()),
            sourceText(tr("Clock"), formatClock(static_cast<double>(values.clockHz.value_or(0))),
                context.clockFrom) }
            .join(u" · "_s));
    m_product->setEnabled(context.productCanBeStated);
    m_product->setCurrentIndex(std::max(0, m_product->findData(values.product)));
    const QSignalBlocker blocker(m_modelMacs);
    m_npuMacs->setEnabled(context.npuMacsCanBeStated);
    m_npuMacs->setCurrentIndex(
        std::max(0, values.npuMacs ? m_npuMacs->findData(*values.npuMacs) : 0));
    m_modelMacs->setEnabled(context.modelMacsCanBeStated);
    if (!m_modelMacs->hasFocus() || values.modelMacs)
        m_modelMacs->setValue(static_cast<double>(values.modelMacs.value_or(0)));
}

int MetricsPanel::known() const
{
    return m_model->known();
}

int MetricsPanel::total() const
{
    return m_model->rowCount();
}

} // namespace tosaic::views
