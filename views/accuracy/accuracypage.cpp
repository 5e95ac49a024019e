// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accuracy/accuracypage.h"

#include "views/accuracy/accuracycolumns.h"
#include "views/canvas/histogrampicture.h"
#include "views/models/columnmodel.h"
#include "views/widgets/building.h"
#include "views/widgets/datadelegate.h"
#include "views/widgets/datatable.h"
#include "views/widgets/errortext.h"
#include "views/widgets/scrolled.h"
#include "views/widgets/statestack.h"

#include <QFrame>
#include <QStyle>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int LeastLines = 12; // of text: the head of the table and some operators

using accuracy::OperatorAccuracy;

model::EntityRef entityOf(const OperatorAccuracy &row)
{
    return row.node.isEmpty() ? model::EntityRef() : model::EntityRef::node(row.node);
}

QString sideText(const accuracy::Side &side)
{
    const auto name = againstKey(side.against);
    if (side.why.isEmpty())
        return AccuracyPage::tr("%1: compared").arg(name);
    return side.isThere ? AccuracyPage::tr("%1: not everywhere (%2)").arg(name, side.why)
                        : AccuracyPage::tr("%1: not there (%2)").arg(name, side.why);
}

QString closerText(const accuracy::Closer &closer)
{
    auto text = AccuracyPage::tr("%1 of %2 channels differ")
                    .arg(closer.wrongChannels)
                    .arg(closer.channels);
    if (closer.scale)
        text += AccuracyPage::tr("; scale %1 / 2^%2, zero point %3")
                    .arg(closer.scale->multiplier)
                    .arg(closer.scale->shift)
                    .arg(closer.zeroPoint);
    for (const auto &channel : closer.worst) {
        if (channel.multiplier && channel.shift && channel.bias)
            text += u'\n'
                + AccuracyPage::tr("channel %1: bias %2, scale %3 / 2^%4")
                      .arg(channel.channel)
                      .arg(*channel.bias)
                      .arg(*channel.multiplier)
                      .arg(*channel.shift);
    }
    return text;
}

} // namespace

AccuracyPage::AccuracyPage(SelectionContext &selection, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_model(new ColumnModel<OperatorAccuracy>(accuracyColumns(), this,
                           ColumnModel<OperatorAccuracy>::entityBy(entityOf)))
{
    named(this, u"accuracyPage"_s, tr("Accuracy"));
    m_form = new AccuracyForm(this);
    auto *content = new QWidget(this);
    auto *bar = named(new QFrame(content), u"accuracyBar"_s, {}, u"bar"_s);
    m_measure = named(new QPushButton(bar), u"accuracyMeasure"_s);
    m_verdict = selectable(wrapped(named(new QLabel(bar), u"accuracyVerdict"_s)));
    m_colour = makeButton(bar, u"accuracyColour"_s, tr("Colour the graph"),
        tr("Colour the model's graph by the SQNR of its operators"));
    m_colour->setCheckable(true);
    makeRow(bar, { m_measure, { m_verdict, 1 }, m_colour }, 8, { 16, 6, 16, 6 });
    m_sides = selectable(wrapped(named(new QLabel(content), u"accuracySides"_s, {}, u"muted"_s)));
    auto *sides = makeRow(nullptr, { { m_sides, 1 } }, 0, { 16, 4, 16, 4 });
    m_table = new DataTable(
        u"accuracyTable"_s, tr("Operators beside what they should compute"), content);
    m_table->setSortedModel(m_model);
    m_table->setItemDelegate(new DataDelegate(theme, m_table));
    m_tries = new TriesPane(content);
    makeColumn(content, { bar, sides, { m_table, 1 }, makeDetails(theme), m_tries }, 0);
    m_table->setMinimumHeight(fontMetrics().lineSpacing() * LeastLines);
    m_states = named(new StateStack(scrolled(content), this), u"accuracyStates"_s);
    makeColumn(this, { m_form, { m_states, 1 } }, 0, {});
    setFocusProxy(m_table);
    const auto ask = [this] {
        if (m_view.isRunning)
            Q_EMIT cancelRequested();
        else if (m_view.hasCompile)
            Q_EMIT measureRequested();
        else
            Q_EMIT openRequested();
    };
    connect(m_measure, &QPushButton::clicked, this, ask);
    connect(m_states, &StateStack::actionTriggered, this, ask);
    connect(m_states, &StateStack::cancelRequested, this, &AccuracyPage::cancelRequested);
    connect(m_colour, &QPushButton::clicked, this, &AccuracyPage::colourRequested);
    connect(m_tries, &TriesPane::tryRequested, this, &AccuracyPage::tryRequested);
    connect(m_tries, &TriesPane::stopRequested, this, &AccuracyPage::cancelRequested);
    connect(m_table, &DataTable::entityChosen, this, [&selection, this](const auto &entity) {
        if (entity.kind != model::EntityRef::Kind::None)
            selection.select(entity, this);
    });
    showState();
}

AccuracyPage::~AccuracyPage() = default;

QWidget *AccuracyPage::makeDetails(const Theme &theme)
{
    m_details = named(new QFrame(this), u"accuracyDetails"_s, {}, u"bar"_s);
    m_closer = selectable(wrapped(named(new QLabel(m_details), u"accuracyCloser"_s)));
    m_expected = new HistogramPicture(
        u"accuracyExpected"_s, tr("As it should be, where it breaks first"), theme, m_details);
    m_computed
        = new HistogramPicture(u"accuracyComputed"_s, tr("As it is computed"), theme, m_details);
    makeRow(m_details, { { m_closer, 1 }, m_expected, m_computed }, 16, { 16, 8, 16, 8 });
    return m_details;
}

void AccuracyPage::setView(const AccuracyView &view)
{
    const bool isOther = view.result != m_view.result;
    m_view = view;
    if (isOther)
        showResult();
    showState();
}

void AccuracyPage::showState()
{
    m_form->setModelDefault(m_view.model);
    m_form->setVisible(m_view.hasCompile);
    m_form->setEnabled(!m_view.isRunning);
    m_colour->setChecked(m_view.isColoured);
    m_tries->show(m_view.tries, m_view.whyNoTries);
    m_measure->setText(tr("Measure again"));
    if (m_view.isRunning)
        m_states->showLoading(tr("Running the program in the simulator and its references…"));
    else if (m_view.error)
        m_states->showError(errorText(*m_view.error), tr("Measure again"));
    else if (m_view.result)
        m_states->showContent();
    else if (!m_view.hasCompile)
        m_states->showEmpty({ u"view-statistics"_s, tr("No compile is open"),
            tr("Open the folder of a compile: its TOSA says what each operator should compute."),
            tr("Open…") });
    else
        m_states->showEmpty({ u"view-statistics"_s, tr("Is every operator right?"),
            tr("The program runs in the simulator; each operator is held against the TOSA "
               "reference model, and with the model's source against the float model."),
            tr("Measure") });
}

void AccuracyPage::showResult()
{
    const auto *result = m_view.result.get();
    m_model->set(result ? result->table.operators() : std::vector<OperatorAccuracy>());
    m_table->fitColumns(240);
    const auto *first = result ? result->table.first() : nullptr;
    const auto *closer = first ? result->table.closer() : nullptr;
    m_details->setVisible(closer != nullptr);
    if (closer) {
        m_closer->setText(closerText(*closer));
        for (const auto &[picture, numbers] :
            { std::pair(m_expected, &closer->expected), std::pair(m_computed, &closer->computed) })
            picture->show({ numbers->smallest, numbers->largest, numbers->counts });
    }
    QStringList sides;
    for (const auto &side : result ? result->sides : std::vector<accuracy::Side>())
        sides += sideText(side);
    bool isBoardRight = true;
    for (const auto &output : result ? result->outputs : std::vector<accuracy::OutputAccuracy>()) {
        if (output.against != accuracy::Against::Board)
            continue;
        isBoardRight = isBoardRight && output.measures.differing() == 0;
        sides += tr("board, output %1: %2 of %3 numbers differ from the simulator's")
                     .arg(output.index)
                     .arg(output.measures.differing())
                     .arg(output.measures.elements());
    }
    m_sides->setText(sides.join(u'\n'));
    const bool isCompared = result && !result->table.operators().empty();
    if (first)
        m_verdict->setText(tr("It breaks first at %1, operation %2 of partition %3, against %4")
                               .arg(first->title())
                               .arg(first->operation)
                               .arg(first->partition)
                               .arg(againstKey(first->against)));
    else if (!isBoardRight)
        m_verdict->setText(
            tr("Every operator is as it should be, and the board gave other outputs"));
    else
        m_verdict->setText(isCompared ? tr("Nothing breaks: every operator is as it should be")
                                      : tr("Nothing was compared"));
    m_verdict->setProperty("verdict", isCompared && !first && isBoardRight ? u"good"_s : u"bad"_s);
    style()->unpolish(m_verdict);
    style()->polish(m_verdict);
}

} // namespace tosaic::views
