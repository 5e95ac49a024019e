// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accuracy/triespane.h"

#include "core/base/units.h"
#include "views/models/columnmodel.h"
#include "views/widgets/building.h"
#include "views/widgets/datatable.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using accuracy::Try;

constexpr int MostRows = 5; ///< of the table before it scrolls

struct TryWords
{
    Q_DECLARE_TR_FUNCTIONS(AccuracyTries)
};

QString stateText(const TryRow &row)
{
    switch (row.state) {
    case TryRow::State::Open:
        return TryWords::tr("not tried");
    case TryRow::State::Running:
        return TryWords::tr("compiling and measuring…");
    case TryRow::State::Done:
        break;
    }
    const auto &tried = row.tried;
    if (!tried.problem.isEmpty())
        return tried.problem;
    if (!tried.sqnrDb || !tried.sqnrBeforeDb)
        return TryWords::tr("no difference from the float model to measure");
    return *tried.sqnrDb > *tried.sqnrBeforeDb ? TryWords::tr("closer to the float model")
                                               : TryWords::tr("no closer to the float model");
}

} // namespace

QString tryTitle(const Try &change)
{
    switch (change.kind) {
    case Try::Kind::PerChannel:
        return TryWords::tr("a weight scale for each channel");
    case Try::Kind::Int16:
        return change.subject.isEmpty()
            ? TryWords::tr("16-bit activations")
            : TryWords::tr("16-bit activations in %1").arg(change.subject);
    case Try::Kind::Calibration:
        return change.spec.calibration && change.spec.calibration->isRandom()
            ? TryWords::tr("calibrated with %1 random samples").arg(change.subject)
            : TryWords::tr("calibrated with the samples it is measured with");
    case Try::Kind::KeepOnCpu:
        break;
    }
    return TryWords::tr("%1 on the CPU, in float").arg(change.subject);
}

Columns<TryRow> tryColumns()
{
    const auto tr = [](const char *text) { return TryWords::tr(text); };
    const auto origin = originTag(Origin::Estimate);
    return columnsOf<TryRow>({
        { u"change"_s, tr(QT_TR_NOOP("Change")),
            [](const TryRow &row) { return tryTitle(row.tried.change); } },
        { u"sqnrBeforeDb"_s, tr(QT_TR_NOOP("SQNR dB before")),
            [](const TryRow &row) { return row.tried.sqnrBeforeDb; },
            { .about = tr(QT_TR_NOOP("The outputs against those of the float model")) } },
        { u"sqnrDb"_s, tr(QT_TR_NOOP("SQNR dB")),
            [](const TryRow &row) { return row.tried.sqnrDb; },
            { .about = tr(QT_TR_NOOP("The outputs against those of the float model")) } },
        { u"cyclesBefore"_s, TryWords::tr("Cycles before, %1").arg(origin),
            [](const TryRow &row) { return row.tried.cyclesBefore; } },
        { u"cycles"_s, TryWords::tr("Cycles, %1").arg(origin),
            [](const TryRow &row) { return row.tried.cycles; } },
        { u"cpuOperators"_s, tr(QT_TR_NOOP("On the CPU")),
            [](const TryRow &row) { return row.tried.cpuOperators; },
            { .about = tr(QT_TR_NOOP("Operators of the compile that the CPU runs")) } },
        { u"state"_s, tr(QT_TR_NOOP("Result")), stateText },
    });
}

TriesPane::TriesPane(QWidget *parent)
    : QWidget(parent), m_model(new ColumnModel<TryRow>(tryColumns(), this))
{
    named(this, u"accuracyTries"_s, tr("What to try"));
    auto *title
        = named(new QLabel(tr("What to try"), this), u"accuracyTriesTitle"_s, {}, u"section"_s);
    m_note = wrapped(named(new QLabel(this), u"accuracyTriesNote"_s, {}, u"muted"_s));
    m_try = makeButton(this, u"accuracyTry"_s, tr("Try"), tr("Compile and measure the selected"));
    m_all = makeButton(this, u"accuracyTryAll"_s, tr("Try all"), tr("Compile and measure all"));
    m_table = new DataTable(u"accuracyTryTable"_s, tr("What to try"), this);
    m_table->setSortedModel(m_model);
    makeColumn(this, { makeRow(nullptr, { title, { m_note, 1 }, m_try, m_all }, 8), m_table }, 4,
        { 16, 6, 16, 6 });
    connect(m_try, &QPushButton::clicked, this, &TriesPane::ask);
    connect(m_table, &DataTable::sourceRowActivated, this, &TriesPane::ask);
    connect(m_all, &QPushButton::clicked, this, [this] {
        QList<int> open;
        for (size_t i = 0; i < m_rows.size(); ++i) {
            if (m_rows[i].state == TryRow::State::Open)
                open.append(int(i));
        }
        if (isRunning())
            Q_EMIT stopRequested();
        else if (m_whyNot.isEmpty() && !open.isEmpty())
            Q_EMIT tryRequested(open);
    });
    connect(m_table, &DataTable::currentSourceRowChanged, this,
        [this] { m_try->setEnabled(!isRunning() && m_whyNot.isEmpty()); });
}

bool TriesPane::isRunning() const
{
    return std::ranges::find(m_rows, TryRow::State::Running, &TryRow::state) != m_rows.end();
}

void TriesPane::ask()
{
    const int row = m_table->currentSourceRow();
    if (row >= 0 && m_whyNot.isEmpty() && !isRunning())
        Q_EMIT tryRequested({ row });
}

void TriesPane::show(const std::vector<TryRow> &rows, const QString &whyNot)
{
    const int current = m_table->currentSourceRow();
    m_rows = rows;
    m_whyNot = whyNot;
    m_model->set(rows);
    m_table->setCurrentSourceRow(current);
    m_table->fitColumns(360);
    m_table->fitHeight(MostRows);
    QStringList changes;
    for (int row = 0; row < m_model->rowCount(); ++row)
        changes += m_model->index(row, 0).data().toString();
    // Rows that nobody can try would only take the room of the operators.
    m_table->setVisible(whyNot.isEmpty());
    m_note->setText(whyNot.isEmpty()
            ? tr("Each is compiled from the model's source and measured with the same inputs.")
            : tr("%1 There are: %2.").arg(whyNot, changes.join(u"; "_s)));
    m_try->setEnabled(!isRunning() && whyNot.isEmpty() && m_table->currentSourceRow() >= 0);
    m_all->setText(isRunning() ? tr("Stop") : tr("Try all"));
    m_all->setEnabled(isRunning() || whyNot.isEmpty());
    setVisible(!rows.empty());
}

} // namespace tosaic::views
