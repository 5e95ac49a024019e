// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/target/hereresult.h"

#include "core/base/savefile.h"
#include "core/base/sizestext.h"
#include "core/base/units.h"
#include "core/formats/npy/npyarray.h"
#include "views/widgets/building.h"
#include "views/widgets/datatable.h"
#include "views/widgets/errortext.h"
#include "views/widgets/filedialog.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHeaderView>
#include <QLabel>
#include <QStyle>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using localrun::Verdict;

struct ResultWords
{
    Q_DECLARE_TR_FUNCTIONS(HereResult)
};

bool isRefused(const HereOutcome &outcome)
{
    return outcome.error || !outcome.result.refused.empty();
}

QString placeOf(quint64 index, const std::vector<quint64> &shape)
{
    QStringList places;
    for (auto size = shape.rbegin(); size != shape.rend(); ++size) {
        const auto length = std::max<quint64>(*size, 1);
        places.prepend(QString::number(index % length));
        index /= length;
    }
    return places.join(u", "_s);
}

QString differenceText(const localrun::Judged &one)
{
    auto text = ResultWords::tr("output %1: %2 of %3 numbers differ")
                    .arg(one.output)
                    .arg(formatCount(one.differing), formatCount(one.elements));
    if (one.largest)
        text += ResultWords::tr(" by up to %1").arg(*one.largest);
    return text;
}

/// What ran where, and what was found.
QString factsText(const HereOutcome &outcome)
{
    QStringList facts;
    for (const auto &run : outcome.result.delegates) {
        facts << (run.isSimulated
                ? ResultWords::tr("Delegate %1: simulated, %2 commands, %3 operations")
                      .arg(run.index)
                      .arg(formatCount(run.commands), formatCount(run.kicks))
                : ResultWords::tr("Delegate %1: %2 in ExecuTorch's runtime")
                      .arg(run.index)
                      .arg(run.backend));
    }
    for (const auto &[delegate, why] : outcome.result.refused)
        facts << ResultWords::tr("Delegate %1 stopped at %2, offset %3: %4")
                     .arg(delegate)
                     .arg(why.command)
                     .arg(why.offset)
                     .arg(why.error.detail);
    if (outcome.cases > 1)
        facts << ResultWords::tr("%n case(s) of the bundle; the outputs are those of the first",
            nullptr, int(outcome.cases));
    for (const auto &[input, done] : outcome.pictures)
        facts << ResultWords::tr("Input %1: picture scaled to the input, %2").arg(input, done);
    for (const auto &one : outcome.judged) {
        if (one.differing > 0)
            facts << differenceText(one);
    }
    if (outcome.error)
        facts << errorText(*outcome.error).toPlainText();
    return facts.join(u'\n');
}

} // namespace

QString verdictText(const HereOutcome &outcome)
{
    if (outcome.error && outcome.error->code == ErrorCode::Cancelled)
        return ResultWords::tr("Stopped: nothing is proven");
    if (outcome.error)
        return ResultWords::tr("It could not be run");
    if (!outcome.result.refused.empty())
        return ResultWords::tr("The simulator refused a command: no outputs");
    switch (localrun::verdictOf(outcome.judged)) {
    case Verdict::Pass:
        return outcome.judged.size() == outcome.outputs.size() * outcome.cases
            ? ResultWords::tr("Pass: all outputs are as expected")
            : ResultWords::tr("Pass: the outputs that were judged are as expected");
    case Verdict::Fail:
        return ResultWords::tr("Fail: outputs differ from what is expected");
    case Verdict::NotJudged:
        break;
    }
    return ResultWords::tr("Finished, not judged: no output was expected");
}

QString verdictProperty(const HereOutcome &outcome)
{
    if (isRefused(outcome))
        return u"bad"_s;
    return localrun::verdictOf(outcome.judged) == Verdict::Pass ? u"good"_s : u"bad"_s;
}

HereResult::HereResult(QWidget *parent) : QWidget(parent)
{
    named(this, u"hereResult"_s, tr("Result of the run"));
    m_verdict = wrapped(named(new QLabel(this), u"hereVerdict"_s));
    m_facts = selectable(wrapped(named(new QLabel(this), u"hereFacts"_s, {}, u"muted"_s)));
    m_problems
        = makeButton(this, u"hereProblems"_s, tr("Checks"), tr("Show what the checks found"));
    m_output = named(new QComboBox(this), u"hereOutput"_s, tr("Output"));
    m_save = makeButton(this, u"hereSave"_s, tr("Save…"), tr("Save the output as .npy"));
    m_cut = named(new QLabel(this), u"hereCut"_s, {}, u"muted"_s);
    const auto number = [](const Value &row) { return row.number; };
    const ColumnMore<Value> asText{ .text = [](const Value &row) { return row.text; } };
    m_values = new ColumnModel<Value>(columnsOf<Value>({ { u"place"_s, tr("Place"), &Value::place },
                                          { u"value"_s, tr("Value"), number, asText } }),
        this);
    m_largest = new ColumnModel<Value>(
        columnsOf<Value>({ { u"place"_s, tr("Largest at"), &Value::index },
            { u"label"_s, tr("Label"), &Value::label, { .mayBeEmpty = true } },
            { u"value"_s, tr("Value"), number, asText } }),
        this);
    m_valueTable = new DataTable(u"hereValues"_s, tr("Numbers of the output"), this);
    m_valueTable->setSortedModel(m_values);
    m_largestTable = new DataTable(u"hereLargest"_s, tr("Largest numbers of the output"), this);
    m_largestTable->setSortedModel(m_largest);
    m_tables = new QWidget(this);
    auto *tables = makeRow(m_tables, { { m_valueTable, 1 }, { m_largestTable, 1 } }, 8);
    auto *head = makeRow(nullptr, { m_output, m_cut, stretch(1), m_problems, m_save }, 8);
    makeColumn(this, { m_verdict, m_facts, head, { m_tables, 1 }, stretch() }, 6, { 10, 0, 0, 0 });
    static_cast<void>(tables);
    connect(m_output, &QComboBox::currentIndexChanged, this, &HereResult::showOutput);
    connect(m_save, &QPushButton::clicked, this, &HereResult::save);
    connect(m_problems, &QPushButton::clicked, this, &HereResult::problemsRequested);
    show({});
    m_verdict->setText(tr("F5 runs the program here: outputs, verdict and checks appear below."));
    m_verdict->setProperty("verdict", u"unknown"_s);
}

void HereResult::showRunning()
{
    show({});
    m_verdict->setText(tr("Running…"));
    m_verdict->setProperty("verdict", u"unknown"_s);
    style()->polish(m_verdict);
}

void HereResult::show(const HereOutcome &outcome)
{
    m_outcome = outcome;
    m_verdict->setText(verdictText(outcome));
    m_verdict->setProperty("verdict", verdictProperty(outcome));
    style()->unpolish(m_verdict);
    style()->polish(m_verdict);
    m_facts->setText(factsText(outcome));
    m_facts->setVisible(!m_facts->text().isEmpty());
    const auto checks = int(outcome.result.findings.size());
    m_problems->setText(tr("%n check(s)…", nullptr, checks));
    m_problems->setVisible(checks > 0);
    const QSignalBlocker blocker(m_output);
    m_output->clear();
    for (size_t i = 0; i < outcome.outputs.size(); ++i)
        m_output->addItem(tr("Output %1").arg(i));
    showOutput();
}

void HereResult::showOutput()
{
    const int index = m_output->currentIndex();
    const bool hasOutput = index >= 0;
    for (QWidget *widget : std::initializer_list<QWidget *>{ m_output, m_save, m_tables })
        widget->setVisible(hasOutput);
    m_cut->clear();
    std::vector<Value> values;
    std::vector<Value> largest;
    const auto array = hasOutput ? formats::NpyArray::read(*m_outcome.outputs[size_t(index)])
                                 : Result<formats::NpyArray>(fail(ErrorCode::Cancelled, {}));
    if (array) {
        const auto &header = array->header();
        const auto row = [&](quint64 at) {
            return Value{ at, placeOf(at, header.shape), double(array->at(at)), array->text(at),
                m_outcome.labels.value(qsizetype(at)) };
        };
        for (quint64 i = 0; i < std::min(array->elements(), MostValues); ++i)
            values.push_back(row(i));
        for (const auto &one : m_outcome.largest[size_t(index)])
            largest.push_back(row(one.index));
        const auto sizes = sizesText(header.shape, u" × "_s);
        m_cut->setText(array->elements() > MostValues
                ? tr("%1 %2, the first %3 of %4 numbers")
                      .arg(header.dtype, sizes, formatCount(MostValues),
                          formatCount(array->elements()))
                : u"%1 %2"_s.arg(header.dtype, sizes));
    }
    m_values->set(std::move(values));
    m_largest->set(std::move(largest));
    m_largestTable->setColumnHidden(m_largestTable->columnOf(u"label"), m_outcome.labels.isEmpty());
    m_valueTable->fitColumns(200);
    m_largestTable->fitColumns(200);
}

void HereResult::save()
{
    const auto &output = m_outcome.outputs[size_t(m_output->currentIndex())];
    auto *dialog = newFileDialog(this, tr("Save the output"),
        u"output%1.npy"_s.arg(m_output->currentIndex()), tr("Arrays (*.npy)"));
    named(dialog, u"hereSaveDialog"_s);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"npy"_s);
    connect(dialog, &QFileDialog::fileSelected, this, [this, output](const QString &path) {
        const auto saved = saveFile(path, output->bytes().toByteArray());
        m_cut->setText(saved ? tr("Saved") : errorText(saved.error()).toPlainText());
    });
    dialog->open();
}

} // namespace tosaic::views
