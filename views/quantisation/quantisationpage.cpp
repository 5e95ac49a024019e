// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/quantisation/quantisationpage.h"

#include "core/base/units.h"
#include "core/documents/modeldocument.h"
#include "core/documents/selection.h"
#include "views/canvas/histogrampicture.h"
#include "views/models/columnmodel.h"
#include "views/widgets/building.h"
#include "views/widgets/datadelegate.h"
#include "views/widgets/datatable.h"
#include "views/widgets/statestack.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QPushButton>

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using analysis::QuantisedValue;

namespace {

constexpr int LeastNameWidth = 260; // px that the longest names get at least

/// The one table, its titles in the user's language.
Columns<QuantisedValue> translatedColumns()
{
    auto columns = analysis::quantisationColumns();
    const std::map<QString, QString> titles{ { u"name"_s, QuantisationPage::tr("Value") },
        { u"operator"_s, QuantisationPage::tr("Made by") },
        { u"dtype"_s, QuantisationPage::tr("Type") }, { u"scale"_s, QuantisationPage::tr("Scale") },
        { u"zeroPoint"_s, QuantisationPage::tr("Zero point") },
        { u"channels"_s, QuantisationPage::tr("Scales") },
        { u"low"_s, QuantisationPage::tr("From") }, { u"high"_s, QuantisationPage::tr("To") },
        { u"atLimitsShare"_s, QuantisationPage::tr("At the limits") },
        { u"observedLow"_s, QuantisationPage::tr("Seen from") },
        { u"observedHigh"_s, QuantisationPage::tr("Seen to") },
        { u"clippedShare"_s, QuantisationPage::tr("Clipped") },
        { u"from"_s, QuantisationPage::tr("Said by") } };
    const std::map<QString, QString> tips{
        { u"scale"_s, QuantisationPage::tr("Of several the smallest and the largest") },
        { u"channels"_s,
            QuantisationPage::tr("1: one for the tensor; more: one for each channel") },
        { u"atLimitsShare"_s,
            QuantisationPage::tr("Share of a constant's elements at the ends of the range or "
                                 "beyond: there quantising clips") },
        { u"observedLow"_s, QuantisationPage::tr("Smallest number that calibration saw") },
        { u"observedHigh"_s, QuantisationPage::tr("Largest number that calibration saw") },
        { u"clippedShare"_s,
            QuantisationPage::tr("Share of what calibration saw that lies outside the range") },
        { u"from"_s,
            QuantisationPage::tr(
                "The tensor of the file, a quantise node of the export, a kernel "
                "of the program, or the quantise nodes that the compile recorded") }
    };
    for (auto &column : columns) {
        column.head.title = titles.at(column.head.key);
        if (const auto tip = tips.find(column.head.key); tip != tips.end())
            column.head.tip = tip->second;
        if (column.head.key == "operator"_L1)
            column.text = [](const QuantisedValue &value) {
                return value.kind.isEmpty() && value.isConstant ? QuantisationPage::tr("constant")
                                                                : value.kind;
            };
    }
    return columns;
}

} // namespace

QuantisationPage::QuantisationPage(ModelDocument &document, SelectionContext &selection,
    JobList &jobs, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_document(document), m_selection(selection), m_reading(&jobs)
{
    setObjectName(u"quantisationPage"_s);
    setAccessibleName(tr("Quantisation"));
    auto *content = new QWidget;
    auto *bar = barIn(content);
    m_sentence = selectable(named(wrapped(new QLabel(bar)), u"quantisationSentence"_s));
    m_doubts = selectable(named(wrapped(new QLabel(bar)), u"quantisationDoubts"_s, {}, u"muted"_s));
    auto *spec = makeButton(bar, u"quantisationSpec"_s, tr("How to quantise…"));
    auto *close = makeButton(bar, u"closeQuantisation"_s, tr("Back to the model"));
    makeColumn(bar, { makeRow(nullptr, { { m_sentence, 1 }, spec, close }, 8), m_doubts }, 4,
        { 8, 6, 8, 6 });
    connect(spec, &QPushButton::clicked, this, &QuantisationPage::specRequested);
    connect(close, &QPushButton::clicked, this, &QuantisationPage::closeRequested);
    m_model = new ColumnModel<QuantisedValue>(
        translatedColumns(), this, ColumnModel<QuantisedValue>::entityBy(&QuantisedValue::entity));
    m_table = new DataTable(u"quantisationTable"_s, tr("Values of the model"), content);
    m_table->setSortedModel(m_model);
    // Numbers first: what made a value its name mostly says.
    m_table->horizontalHeader()->moveSection(
        m_table->columnOf(u"operator"), m_table->columnOf(u"from"));
    m_table->setItemDelegate(new DataDelegate(theme, m_table));
    makeSeen(content, theme);
    makeColumn(content, { bar, { m_table, 1 }, m_seen }, 0);
    m_states = new StateStack(content, this);
    fillWith(this, m_states);
    setFocusProxy(m_table);
    connect(m_states, &StateStack::actionTriggered, this, &QuantisationPage::specRequested);
    connect(m_table, &DataTable::entityChosen, this,
        [this](const model::EntityRef &entity) { m_selection.select(entity, this); });
    connect(m_table, &DataTable::entityActivated, &m_selection, &SelectionContext::activated);
    connect(&m_selection, &SelectionContext::changed, this,
        [this](const model::EntityRef &entity, const QObject *origin) {
            if (origin != this)
                m_table->setCurrentEntity(entity);
        });
    connect(&m_document, &ModelDocument::changed, this, &QuantisationPage::rebuild);
    rebuild();
}

QuantisationPage::~QuantisationPage() = default;

/// Below the table: what calibration saw of the chosen value.
void QuantisationPage::makeSeen(QWidget *parent, const Theme &theme)
{
    m_seen = new QWidget(parent);
    m_seenText = selectable(named(wrapped(new QLabel(m_seen)), u"quantisationSeen"_s));
    m_histogram = new HistogramPicture(
        u"quantisationHistogram"_s, tr("What calibration saw"), theme, m_seen);
    m_histogram->setMinimumWidth(260);
    makeRow(m_seen, { { m_seenText, 1 }, { m_histogram, 1 } }, 16, { 16, 8, 16, 8 });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &QuantisationPage::showSeen);
    m_seen->hide();
}

void QuantisationPage::showSeen()
{
    const auto row = m_table->currentSourceRow();
    const auto &all = values();
    const auto *value = row >= 0 && static_cast<size_t>(row) < all.size()
        ? &all[static_cast<size_t>(row)]
        : nullptr;
    m_seen->setVisible(value && value->observed);
    if (!m_seen->isVisibleTo(this))
        return;
    const auto &seen = *value->observed;
    const auto number = [](double real) { return QString::number(real, 'g', 4); };
    auto text = tr("%1: calibration saw %2 to %3.", "value, number, number")
                    .arg(value->name, number(seen.least), number(seen.largest));
    if (const auto range = value->range())
        text += u' '
            + tr("It can be stored from %1 to %2.")
                  .arg(number(range->first), number(range->second));
    if (seen.clipped)
        text += u' '
            + (*seen.clipped > 0
                    ? tr("%1 of what was seen is clipped.").arg(formatShare(*seen.clipped))
                    : tr("Nothing of it is clipped."));
    m_seenText->setText(text);
    m_histogram->show({ seen.least, seen.largest, seen.histogram }, value->range());
}

const std::vector<QuantisedValue> &QuantisationPage::values() const
{
    return m_model->rows();
}

void QuantisationPage::rebuild()
{
    const auto label = tr("Reading the quantisation");
    m_states->showLoading(label);
    m_reading.start(
        label,
        [result = m_document.compileResult(), program = m_document.program(),
            network = m_document.network()](
            const JobControl &) -> Result<std::vector<QuantisedValue>> {
            return analysis::quantisedValues(result.get(), program.get(), network.get());
        },
        [this](Result<std::vector<QuantisedValue>> values) { take(std::move(*values)); });
}

void QuantisationPage::take(std::vector<QuantisedValue> values)
{
    if (values.empty())
        return m_states->showEmpty({ .iconName = u"dialog-information"_s,
            .title = tr("Nothing is known to be quantised"),
            .text = tr("Here every value of the model appears with its type, scale, zero point and "
                       "range. What is open holds none, or nobody recorded them."),
            .actionText = tr("How to quantise…") });
    std::map<QString, int> types;
    int channels = 0;
    for (const auto &value : values) {
        ++types[value.dtype.isEmpty() ? tr("type not known") : value.dtype];
        channels += value.isPerChannel();
    }
    QStringList parts;
    for (const auto &[type, count] : types)
        parts += tr("%1 %2", "number, type").arg(count).arg(type);
    m_sentence->setText(channels > 0
            ? tr("%1; %n of them by channel", nullptr, channels).arg(parts.join(u", "_s))
            : parts.join(u", "_s));
    QStringList doubts;
    if (const auto result = m_document.compileResult()) {
        for (const auto doubt : analysis::quantisationDoubts(*result, values))
            doubts += QCoreApplication::translate("Quantisation", analysis::doubtSentence(doubt));
    }
    m_doubts->setText(doubts.join(u'\n'));
    m_doubts->setVisible(!doubts.isEmpty());
    m_model->set(std::move(values));
    m_table->hideEmptyColumns();
    m_table->fitColumns(std::max(LeastNameWidth, m_table->width() * 2 / 5));
    m_table->setCurrentEntity(m_selection.current());
    m_states->showContent();
    showSeen();
}

} // namespace tosaic::views
