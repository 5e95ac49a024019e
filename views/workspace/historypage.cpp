// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/workspace/historypage.h"

#include "core/base/change.h"
#include "core/base/cycletext.h"
#include "views/models/columnmodel.h"
#include "views/widgets/building.h"
#include "views/widgets/changewords.h"
#include "views/widgets/datadelegate.h"
#include "views/widgets/datatable.h"
#include "views/widgets/needwords.h"
#include "views/widgets/statestack.h"

#include <QComboBox>
#include <QFrame>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using analysis::Memory;
using profile::HistoryStep;
using profile::StepChange;

namespace {

constexpr int HashDigits = 8;

QString shortHash(const QString &hash)
{
    return hash.isEmpty() ? HistoryPage::tr("not known")
                          : hash.first(std::min<qsizetype>(HashDigits, hash.size()));
}

QString changeText(const StepChange &change)
{
    const auto arrow = [&change](const QString &what) {
        const auto side
            = [](const QString &text) { return text.isEmpty() ? HistoryPage::tr("none") : text; };
        return HistoryPage::tr("%1 %2 → %3", "what, before, after")
            .arg(what, side(change.before), side(change.after));
    };
    switch (change.kind) {
    case StepChange::Kind::Model:
        return HistoryPage::tr("model edited");
    case StepChange::Kind::Commit:
        return HistoryPage::tr("commit %1 → %2")
            .arg(shortHash(change.before), shortHash(change.after));
    case StepChange::Kind::Spec:
        return arrow(change.what);
    case StepChange::Kind::Tool:
        return arrow(change.what == "vela"_L1    ? u"Vela"_s
                : change.what == "executorch"_L1 ? u"ExecuTorch"_s
                                                 : change.what);
    }
    return {};
}

QString toolOf(const HistoryStep &step, const QString &name)
{
    const auto found = step.job.tools.find(name);
    return found == step.job.tools.end() ? QString() : found->second;
}

QString timeText(const HistoryStep &step)
{
    const auto time = step.time();
    if (!time)
        return {};
    const auto text = formatDuration(time->value * 1e-9);
    return time->origin ? text + u" ("_s + originTag(*time->origin) + u')' : text;
}

/// The newest number that is no time: a counter of the NPU.
const profile::MeasuredNumber *counterOf(const HistoryStep &step)
{
    const auto found = std::find_if(step.measured.rbegin(), step.measured.rend(),
        [](const profile::MeasuredNumber &number) { return number.unit != "ns"_L1; });
    return found == step.measured.rend() ? nullptr : &*found;
}

QString counterText(const HistoryStep &step)
{
    const auto *counter = counterOf(step);
    if (!counter)
        return {};
    auto text = formatCount(static_cast<quint64>(counter->value)) + u' ' + counter->name;
    return counter->origin ? text + u" ("_s + originTag(*counter->origin) + u')' : text;
}

std::optional<double> cyclesChange(const HistoryStep &step)
{
    if (!step.cycles || !step.cyclesBefore || *step.cyclesBefore == 0)
        return {};
    return *step.cycles / *step.cyclesBefore - 1;
}

ColumnOf<HistoryStep> needColumn(const QString &key, const QString &title, Memory memory)
{
    return { key, title, [memory](const HistoryStep &step) { return step.need.bytes(memory); },
        { .unit = column_unit::Bytes,
            .about = HistoryPage::tr("What the model needs of it, in the memory mode of the "
                                     "compile"),
            .text = [memory](const HistoryStep &step) { return needText(step.need, memory); } } };
}

} // namespace

QString changesText(const HistoryStep &step)
{
    if (step.isFirst)
        return HistoryPage::tr("the first for this target");
    QStringList texts;
    for (const auto &change : step.changes)
        texts.append(changeText(change));
    return texts.isEmpty() ? HistoryPage::tr("nothing that is recorded") : texts.join(u"; "_s);
}

Columns<HistoryStep> historyColumns()
{
    using Step = HistoryStep;
    return columnsOf<Step>({
        { u"compiled"_s, HistoryPage::tr("Compiled"),
            [](const Step &step) { return step.job.started.toString(Qt::ISODate); },
            { .text =
                    [](const Step &step) {
                        return step.job.started.toLocalTime().toString(u"yyyy-MM-dd HH:mm"_s);
                    } } },
        { u"target"_s, HistoryPage::tr("Target"), &Step::target },
        { u"cycles"_s, HistoryPage::tr("Cycles (est)"), &Step::cycles,
            { .unit = u"cycles"_s,
                .text =
                    [](const Step &step) {
                        return step.cycles ? formatCycles(*step.cycles) : QString();
                    } } },
        { u"cyclesChange"_s, HistoryPage::tr("Against before"), cyclesChange,
            { .unit = column_unit::Share,
                .about = HistoryPage::tr("Estimated cycles against the compile before for the same "
                                         "target"),
                .text =
                    [](const Step &step) {
                        return cyclesChange(step) ? relativeText(
                                   { .oldValue = step.cyclesBefore, .newValue = step.cycles })
                                                  : QString();
                    },
                .mayBeEmpty = true } },
        needColumn(u"sramBytes"_s, HistoryPage::tr("SRAM (est)"), Memory::Sram),
        needColumn(u"flashBytes"_s, HistoryPage::tr("Flash (est)"), Memory::Flash),
        needColumn(u"dramBytes"_s, HistoryPage::tr("DRAM (est)"), Memory::Dram),
        { u"measuredNs"_s, HistoryPage::tr("Time, measured"),
            [](const Step &step) {
                const auto time = step.time();
                return time ? std::optional(time->value) : std::nullopt;
            },
            { .unit = u"ns"_s,
                .about = HistoryPage::tr("Of the newest run of this program: the median of its "
                                         "repeats"),
                .text = timeText } },
        { u"measuredCount"_s, HistoryPage::tr("Counter, measured"),
            [](const Step &step) {
                const auto *counter = counterOf(step);
                return counter ? std::optional(counter->value) : std::nullopt;
            },
            { .about = HistoryPage::tr("Cycles of an inference, as the newest run counted them"),
                .text = counterText,
                .mayBeEmpty = true } },
        { u"changes"_s, HistoryPage::tr("What changed"), changesText },
        { u"name"_s, HistoryPage::tr("Name"), [](const Step &step) { return step.job.name; },
            { .mayBeEmpty = true } },
        { u"commit"_s, HistoryPage::tr("Commit"), &Step::commit,
            { .text =
                    [](const Step &step) {
                        return step.commit.isEmpty() ? QString() : shortHash(step.commit);
                    } } },
        { u"sourceSha256"_s, HistoryPage::tr("Model"),
            [](const Step &step) { return step.job.sourceSha256; },
            { .about = HistoryPage::tr("SHA-256 of the model's file"),
                .text =
                    [](const Step &step) {
                        return step.job.sourceSha256.isEmpty() ? QString()
                                                               : shortHash(step.job.sourceSha256);
                    } } },
        { u"vela"_s, HistoryPage::tr("Vela"),
            [](const Step &step) { return toolOf(step, u"vela"_s); } },
        { u"executorch"_s, HistoryPage::tr("ExecuTorch"),
            [](const Step &step) { return toolOf(step, u"executorch"_s); },
            { .mayBeEmpty = true } },
    });
}

class HistoryModel : public ColumnModel<HistoryStep>
{
public:
    explicit HistoryModel(QObject *parent) : ColumnModel(historyColumns(), parent) { }
};

HistoryPage::HistoryPage(const Theme &theme, QWidget *parent)
    : QWidget(parent), m_model(new HistoryModel(this))
{
    named(this, u"historyPage"_s, tr("History of a model"));
    auto *content = new QWidget(this);
    auto *bar = named(new QFrame(content), u"historyBar"_s, {}, u"bar"_s);
    m_models = named(new QComboBox(bar), u"historyModels"_s, tr("Model"));
    m_models->setMinimumWidth(320);
    auto *label = new QLabel(tr("&Model"), bar);
    label->setBuddy(m_models);
    makeRow(bar, { label, m_models, stretch(1) }, 8, { 16, 6, 16, 6 });
    m_table = new DataTable(u"historyTable"_s, tr("Compiles, the newest first"), content);
    m_table->setSortedModel(m_model);
    m_table->setItemDelegate(new DataDelegate(theme, m_table));
    auto *line = new QFrame(content);
    m_details = makeText(line, u"historyDetails"_s);
    m_details->setMinimumHeight(2 * fontMetrics().lineSpacing()); // nothing jumps with a choice
    m_open = makeButton(line, u"historyOpen"_s, tr("&Open this compile"));
    makeRow(line, { { m_details, 1 }, m_open }, 8, { 16, 6, 16, 6 });
    makeColumn(content, { bar, { m_table, 1 }, line }, 0);
    m_states = named(new StateStack(content, this), u"historyStates"_s);
    makeColumn(this, { m_states });
    connect(m_models, &QComboBox::activated, this, &HistoryPage::modelChosen);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
        &HistoryPage::showDetails);
    connect(m_table, &DataTable::sourceRowActivated, this, &HistoryPage::open);
    connect(m_open, &QPushButton::clicked, this, &HistoryPage::open);
    setModels({});
}

HistoryPage::~HistoryPage() = default;

void HistoryPage::setModels(const std::vector<profile::KnownModel> &models)
{
    const auto chosen = m_models->currentText();
    m_models->clear();
    for (const auto &model : models) {
        m_models->addItem(model.path.isEmpty() ? model.name : model.path);
        m_models->setItemData(m_models->count() - 1, model.path, Qt::ToolTipRole);
    }
    m_models->setCurrentIndex(models.empty() ? -1 : std::max(0, m_models->findText(chosen)));
    if (models.empty()) {
        setSteps({});
        return m_states->showEmpty({ u"mode-compare"_s, tr("No history yet"),
            tr("The compiles of each model stand here, with what changed at each: cycles, SRAM and "
               "measured times over commits and versions. A workspace keeps them: save one, and "
               "compile."),
            {} });
    }
    m_states->showContent();
}

int HistoryPage::model() const
{
    return m_models->currentIndex();
}

void HistoryPage::setSteps(std::vector<HistoryStep> steps)
{
    std::ranges::reverse(steps); // what is new is looked at first
    m_model->set(std::move(steps));
    m_table->fitColumns(260);
    if (m_model->rowCount() > 0)
        m_table->setCurrentSourceRow(0);
    showDetails();
}

const HistoryStep *HistoryPage::current() const
{
    const auto row = m_table->currentSourceRow();
    return row < 0 ? nullptr : &m_model->rows()[static_cast<size_t>(row)];
}

void HistoryPage::showDetails()
{
    const auto *step = current();
    m_open->setEnabled(step && !step->job.folder.isEmpty());
    m_details->setText(!step ? QString()
                             : tr("Changed against the compile before for %1: %2.\n%3")
                                   .arg(step->target, changesText(*step), step->job.folder));
}

void HistoryPage::open()
{
    const auto *step = current();
    if (step && !step->job.folder.isEmpty())
        Q_EMIT openRequested(step->job.folder);
}

} // namespace tosaic::views
