// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/reference/referencepanel.h"

#include "core/base/savefile.h"
#include "views/reference/arraypreview.h"
#include "views/widgets/building.h"
#include "views/widgets/datatable.h"
#include "views/widgets/filedialog.h"
#include "views/widgets/statestack.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using toolchain::ReferenceResult;

QString problemText(const ReferenceResult &result)
{
    for (const auto &problem : result.problems) {
        if (problem.severity == Severity::Error)
            return problem.text;
    }
    return ReferencePanel::tr("it did not say why; the job's log may.");
}

std::vector<ArrayRow> rowsOf(const ReferenceResult &result)
{
    std::vector<ArrayRow> rows;
    const auto add = [&rows](ArrayRow::Role role, const auto &arrays) {
        for (const auto &array : arrays)
            rows.push_back({ .role = role, .array = array });
    };
    add(ArrayRow::Role::Output, result.outputs);
    add(ArrayRow::Role::Input, result.inputs);
    add(ArrayRow::Role::Intermediate, result.intermediates);
    return rows;
}

QFileDialog *openDialog(QWidget *parent, const QString &name, const QString &title,
    QFileDialog::FileMode mode, const QString &file = {})
{
    auto *dialog = named(
        newFileDialog(parent, title, file, ReferencePanel::tr("NumPy arrays (*.npy)")), name);
    dialog->setFileMode(mode);
    if (mode == QFileDialog::AnyFile)
        dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->open();
    return dialog;
}

} // namespace

ReferencePanel::ReferencePanel(QWidget *parent) : QWidget(parent), m_model(new ArraysModel(this))
{
    named(this, u"referencePanel"_s, tr("TOSA reference model"));
    m_states = new StateStack(makeContent(), this);
    makeColumn(this, { m_states });
    connect(m_states, &StateStack::actionTriggered, this, &ReferencePanel::openRequested);
    showEmpty();
    forgetRuns();
}

void ReferencePanel::setGraphs(const std::vector<Graph> &graphs)
{
    if (graphs == m_graphs)
        return;
    const auto before = graphPath();
    m_graphs = graphs;
    {
        const QSignalBlocker blocker(m_graph);
        m_graph->clear();
        for (const auto &graph : graphs)
            m_graph->addItem(graph.title, graph.path);
        m_graph->setCurrentIndex(std::max(m_graph->findData(before), graphs.empty() ? -1 : 0));
    }
    if (graphPath() != before)
        forgetRuns();
    if (!graphs.empty())
        m_states->showContent();
    else
        showEmpty();
}

void ReferencePanel::showEmpty()
{
    m_states->showEmpty({ .iconName = u"accessories-calculator"_s,
        .title = tr("No TOSA graph is open"),
        .text = tr("Open a .tosa file, or compile a model: the reference model then computes here "
                   "what each partition must give, bit for bit."),
        .actionText = tr("Open…") });
}

QString ReferencePanel::graphPath() const
{
    return m_graph->currentData().toString();
}

/// What was computed on another graph says nothing about this one.
void ReferencePanel::forgetRuns()
{
    m_compareSlot.cancel();
    m_inputs.clear();
    m_result.reset();
    m_previous.reset();
    m_model->set({});
    m_preview->clear();
    m_summary->setText(tr("Run it to see what the graph computes, bit for bit."));
    showInputs();
    updateButtons();
}

toolchain::ReferenceRequest ReferencePanel::request() const
{
    return { .tosaPath = graphPath(),
        .inputFiles = m_inputs,
        .seed = m_seed->value(),
        .withIntermediates = m_intermediates->isChecked() };
}

QStringList ReferencePanel::folders() const
{
    QStringList folders;
    for (const auto *result : { &m_result, &m_previous }) {
        if (*result)
            folders += (*result)->folder;
    }
    return folders;
}

void ReferencePanel::setRunning(bool running)
{
    m_isRunning = running;
    if (running) {
        m_runningGraph = graphPath();
        m_summary->setText(tr("Running…"));
    }
    m_run->setText(running ? tr("Cancel") : tr("Run"));
    m_run->setAccessibleName(m_run->text());
    updateButtons();
}

void ReferencePanel::showResult(const ReferenceResult &result)
{
    if (!m_runningGraph.isEmpty() && m_runningGraph != graphPath())
        return;
    if (result.status == compiled::Status::Cancelled) {
        m_summary->setText(
            m_result ? tr("Cancelled; what was shown before is still here.") : tr("Cancelled."));
        return;
    }
    if (result.status == compiled::Status::Failed) {
        m_summary->setText(tr("The run failed: %1").arg(problemText(result)));
        return;
    }
    m_compareSlot.cancel(); // its rows are going
    if (m_result && m_result->folder != result.folder)
        m_previous = std::move(m_result);
    m_result = result;
    m_model->set(rowsOf(result));
    fitColumns();
    m_table->selectRow(0);
    showCurrent();
    m_summary->setText(tr("%n output(s) computed by the reference model on this machine.", nullptr,
        static_cast<int>(result.outputs.size())));
}

void ReferencePanel::chooseInputs()
{
    auto *dialog
        = openDialog(this, u"referenceInputsDialog"_s, tr("Inputs"), QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &ReferencePanel::setInputFiles);
}

void ReferencePanel::setInputFiles(const QStringList &files)
{
    QStringList free;
    if (m_result) {
        for (const auto &input : m_result->inputs)
            free += input.name;
    }
    m_inputs.clear();
    QStringList others;
    for (const auto &file : files) {
        const auto stem = QFileInfo(file).completeBaseName();
        if (free.removeOne(stem) || !m_result)
            m_inputs[stem] = file;
        else
            others += file;
    }
    for (const auto &file : others)
        m_inputs[free.isEmpty() ? QFileInfo(file).completeBaseName() : free.takeFirst()] = file;
    showInputs();
}

void ReferencePanel::showInputs()
{
    QStringList lines{ tr("Choose .npy files: each is given to the input that has its name.") };
    for (const auto &[name, file] : m_inputs)
        lines += u"%1: %2"_s.arg(name, file);
    m_inputButton->setToolTip(lines.join(u'\n'));
    m_inputButton->setText(m_inputs.empty()
            ? tr("Inputs…")
            : tr("%n input file(s)…", nullptr, static_cast<int>(m_inputs.size())));
    m_clearInputs->setVisible(!m_inputs.empty());
}

QString ReferencePanel::absolutePath(int row) const
{
    return m_result->absolutePath(m_model->rows()[static_cast<std::size_t>(row)].array);
}

int ReferencePanel::currentRow() const
{
    return m_table->selectionModel()->hasSelection() ? m_table->currentSourceRow() : -1;
}

void ReferencePanel::showCurrent()
{
    const int row = m_table->currentSourceRow();
    if (m_result && row >= 0)
        m_preview->show(
            m_model->rows()[static_cast<std::size_t>(row)].array.name, absolutePath(row));
    else
        m_preview->clear();
    updateButtons();
}

void ReferencePanel::chooseExpected()
{
    auto *dialog = openDialog(
        this, u"referenceCompareDialog"_s, tr("Compare with"), QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this,
        [this, row = currentRow(), folder = m_result->folder](const QString &path) {
            if (m_result && m_result->folder == folder) // no other run has come meanwhile
                compareWith(row, path);
        });
}

void ReferencePanel::compareWith(int row, const QString &path)
{
    if (m_result && row >= 0 && row < m_model->rowCount())
        compare({ pairOf(row, path) });
}

ArrayPair ReferencePanel::pairOf(int row, const QString &theirs) const
{
    const auto &array = m_model->rows()[static_cast<std::size_t>(row)].array;
    return { row, array.name, m_result->absolutePath(array), theirs };
}

/// Everything that was computed in both.
void ReferencePanel::compareWithPrevious()
{
    std::vector<ArrayPair> pairs;
    const auto add = [this, &pairs](int row, const std::vector<toolchain::ReferenceArray> &before) {
        const auto &name = m_model->rows()[static_cast<std::size_t>(row)].array.name;
        const auto found = std::find_if(before.begin(), before.end(),
            [&name](const toolchain::ReferenceArray &array) { return array.name == name; });
        if (found != before.end())
            pairs.push_back(pairOf(row, m_previous->absolutePath(*found)));
    };
    for (int row = 0; m_previous && row < m_model->rowCount(); ++row) {
        const auto role = m_model->rows()[static_cast<std::size_t>(row)].role;
        if (role == ArrayRow::Role::Output)
            add(row, m_previous->outputs);
        else if (role == ArrayRow::Role::Intermediate)
            add(row, m_previous->intermediates);
    }
    compare(pairs);
}

void ReferencePanel::compare(const std::vector<ArrayPair> &pairs)
{
    const analysis::Tolerance tolerance{ m_absolute->value(), m_relative->value() };
    m_compareSlot.start(
        tr("Comparing arrays"),
        [pairs, tolerance](const JobControl &control) -> Result<std::vector<PairOutcome>> {
            return comparePairs(pairs, tolerance, control);
        },
        [this](const Result<std::vector<PairOutcome>> &outcomes) { showOutcomes(*outcomes); });
}

void ReferencePanel::showOutcomes(const std::vector<PairOutcome> &outcomes)
{
    for (const auto &outcome : outcomes) {
        auto shown = m_model->rows()[static_cast<std::size_t>(outcome.pair.row)];
        shown.comparedWith = outcome.pair.theirs;
        shown.difference = outcome.difference;
        shown.problem = outcome.problem;
        m_model->replace(outcome.pair.row, shown);
    }
    fitColumns();
    m_summary->setText(outcomeText(outcomes));
}

/// Names of tensors are long, and what came of a comparison is to be seen beside them.
void ReferencePanel::fitColumns()
{
    constexpr int LongestName = 200; // px
    const auto &rows = m_model->rows();
    const bool isCompared = std::any_of(
        rows.begin(), rows.end(), [](const ArrayRow &row) { return !row.comparedWith.isEmpty(); });
    for (const auto column : { u"outcome", u"different", u"largest" })
        m_table->setColumnHidden(m_table->columnOf(column), !isCompared);
    m_table->resizeColumnsToContents();
    const auto width = m_table->columnWidth(m_table->columnOf(u"name"));
    m_table->setColumnWidth(m_table->columnOf(u"name"), std::min(width, LongestName));
}

void ReferencePanel::saveArray()
{
    const auto source = absolutePath(currentRow());
    auto *dialog = openDialog(this, u"referenceSaveDialog"_s, tr("Save the array"),
        QFileDialog::AnyFile, QFileInfo(source).fileName());
    dialog->setDefaultSuffix(u"npy"_s);
    connect(dialog, &QFileDialog::fileSelected, this, [this, source](const QString &path) {
        m_saveSlot.start(
            tr("Saving an array"),
            [source, path](const JobControl &) -> Result<void> {
                const auto bytes = ByteSource::map(source);
                if (!bytes)
                    return fail(bytes.error());
                return saveFile(path, (*bytes)->bytes());
            },
            [this, path](const Result<void> &saved) {
                m_summary->setText(saved
                        ? tr("Saved as %1.").arg(path)
                        : tr("%1 cannot be written: %2").arg(path, saved.error().detail));
            });
    });
}

void ReferencePanel::updateButtons()
{
    const bool hasRow = m_result && currentRow() >= 0;
    m_compare->setEnabled(hasRow);
    m_save->setEnabled(hasRow);
    m_comparePrevious->setEnabled(m_result && m_previous);
    m_run->setEnabled(m_isRunning || m_graph->count() > 0);
    m_graph->setEnabled(!m_isRunning);
    m_inputButton->setEnabled(m_graph->count() > 0 && !m_isRunning);
}

} // namespace tosaic::views
