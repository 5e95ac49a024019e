// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runcompare/runcomparepage.h"

#include "profiler/imports/comparableruns.h"
#include "profiler/imports/growthlimit.h"
#include "views/runcompare/differencebar.h"
#include "views/runcompare/operatornames.h"
#include "views/runcompare/runchangemodel.h"
#include "views/runcompare/runchangewords.h"
#include "views/runcompare/runside.h"
#include "views/runcompare/tracedcache.h"
#include "views/runcompare/waterfallpane.h"
#include "views/widgets/building.h"
#include "views/widgets/datatable.h"
#include "views/widgets/searchline.h"
#include "views/widgets/statestack.h"
#include "views/widgets/wrappedlabel.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QTabWidget>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int WidestColumn = 240; // px
constexpr int PlotColumn = 96; // px

void paintText(QLabel *label, const QColor &colour)
{
    auto palette = label->palette();
    palette.setColor(QPalette::WindowText, colour);
    label->setPalette(palette);
}

} // namespace

RunComparePage::RunComparePage(
    RunsDocument &runs, SelectionContext &selection, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_runs(runs), m_selection(selection), m_theme(theme),
      m_traced(std::make_shared<TracedCache>())
{
    setObjectName(u"runComparePage"_s);
    setAccessibleName(tr("Comparison of runs"));
    const auto finder = [this](const profile::ValueChange &change) { return entityOf(change); };
    m_counters = new RunChangeModel(finder, this);
    m_changes = new RunChangeModel(finder, this);
    m_conditions = new ConditionModel(this);
    m_stack = new StateStack(createContent(), this);
    fillWith(this, m_stack);
    connectTables();
    connect(m_stack, &StateStack::actionTriggered, this, &RunComparePage::importRequested);
    connect(m_results, &StateStack::actionTriggered, this, &RunComparePage::onEmptyAction);
    connect(m_results, &StateStack::cancelRequested, this, [this] { compare({}, {}); });
    connect(&m_runs, &RunsDocument::changed, this, &RunComparePage::followDocument);
    connect(&m_runs, &RunsDocument::runChanged, this, [this](int index) {
        m_known[static_cast<size_t>(index)] = m_runs.runs()[static_cast<size_t>(index)].run;
        if (m_old->chosen().contains(index) || m_new->chosen().contains(index))
            refresh();
    });
    connect(&m_selection, &SelectionContext::changed, this, &RunComparePage::followSelection);
    connect(&m_theme, &Theme::changed, this, &RunComparePage::showLimit);
    followDocument();
}

RunComparePage::~RunComparePage() = default;

void RunComparePage::setProfile(const ProfileDocument *profile)
{
    if (m_profile)
        disconnect(m_profile, nullptr, this, nullptr);
    m_profile = profile;
    if (m_profile) {
        connect(m_profile, &ProfileDocument::changed, this, &RunComparePage::learnOperators);
        connect(m_profile, &ProfileDocument::changed, this, &RunComparePage::retryTraces);
    }
    learnOperators();
}

void RunComparePage::setPrograms(std::function<TracedPrograms()> programs)
{
    m_programs = std::move(programs);
}

void RunComparePage::connectTables()
{
    for (const auto *table : { m_counterTable, m_operatorTable }) {
        connect(table, &DataTable::entityChosen, this,
            [this](const model::EntityRef &entity) { m_selection.select(entity, this); });
        connect(table, &DataTable::entityActivated, &m_selection, &SelectionContext::activated);
    }
    connect(m_waterfall->chart(), &WaterfallChart::stepSelected, this, [this](const QString &name) {
        const auto &rows = m_changes->rows();
        const auto found = std::ranges::find(rows, name, &profile::ValueChange::name);
        if (found == rows.end())
            return;
        m_operatorTable->setCurrentSourceRow(static_cast<int>(found - rows.begin()));
        if (const auto entity = entityOf(*found); !entity.isEmpty())
            m_selection.select(entity, this);
    });
}

void RunComparePage::followDocument()
{
    // Runs were added or removed: the sides keep their runs, not their places.
    const auto moved = [this](const QList<int> &side) {
        QList<int> places;
        for (const auto index : side) {
            const auto &run = m_known[static_cast<size_t>(index)];
            const auto found = std::ranges::find(m_runs.runs(), run, &profile::MeasuredRun::run);
            if (found != m_runs.runs().end())
                places << static_cast<int>(found - m_runs.runs().begin());
        }
        return places;
    };
    const auto oldRuns = moved(m_old->chosen());
    const auto newRuns = moved(m_new->chosen());
    m_known.clear();
    for (const auto &run : m_runs.runs())
        m_known.push_back(run.run);
    const bool areSame = !oldRuns.isEmpty() && !newRuns.isEmpty() && oldRuns == m_old->chosen()
        && newRuns == m_new->chosen();
    if (!areSame)
        return compare(oldRuns, newRuns);
    m_old->refresh(); // only others came or went: what is looked at stays
    m_new->refresh();
}

void RunComparePage::compare(const QList<int> &oldRuns, const QList<int> &newRuns)
{
    m_old->set(oldRuns);
    m_new->set(newRuns);
    refresh();
}

void RunComparePage::swapSides()
{
    compare(QList<int>(m_new->chosen()), QList<int>(m_old->chosen()));
}

void RunComparePage::refresh()
{
    m_old->refresh();
    m_new->refresh();
    m_slot.cancel();
    if (m_old->chosen().isEmpty() || m_new->chosen().isEmpty()) {
        m_comparison.reset();
        showEmpty();
        Q_EMIT sidesChanged({}, {}, leastEffect());
        Q_EMIT shown();
        return;
    }
    Q_EMIT sidesChanged(m_old->chosen(), m_new->chosen(), leastEffect());
    const auto runsOf = [this](const QList<int> &side) {
        std::vector<profile::MeasuredRun> runs;
        for (const auto index : side)
            runs.push_back(m_runs.runs()[static_cast<size_t>(index)]);
        return runs;
    };
    m_stack->showContent();
    if (!m_comparison)
        m_results->showLoading(tr("Comparing the runs"));
    struct Answer
    {
        profile::RunComparison comparison;
        QStringList notJoined; ///< traces
    };
    m_slot.start(
        tr("Comparing runs"),
        [before = runsOf(m_old->chosen()), now = runsOf(m_new->chosen()), traced = m_traced,
            programs = m_programs ? std::optional(m_programs()) : std::nullopt,
            options = profile::CompareOptions{ .leastEffect = leastEffect() }](
            const JobControl &control) -> Result<Answer> {
            Answer answer;
            const auto sideOf = [&](const std::vector<profile::MeasuredRun> &runs) {
                std::vector<profile::MeasuredRun> stored;
                for (const auto &run : runs)
                    stored.push_back(withNumbers(run));
                auto side = profile::comparableRun(stored);
                for (const auto &run : runs) {
                    if (!programs || run.kind != "pmu-trace"_L1 || control.isCancelled())
                        continue;
                    if (const auto operators = traced->operatorsOf(run, *programs))
                        addTracedOperators(side, *operators);
                    else
                        answer.notJoined << run.name;
                }
                return side;
            };
            const auto oldSide = sideOf(before);
            answer.comparison = profile::compareRuns(oldSide, sideOf(now), options);
            return answer;
        },
        [this](Result<Answer> answer) {
            if (answer) {
                m_tracedNote->setText(tr("Operators are not compared: nothing that is open is what "
                                         "%1 ran. Open the program, or its compile.")
                                          .arg(answer->notJoined.join(u", "_s)));
                m_tracedNote->setVisible(!answer->notJoined.isEmpty());
                showComparison(std::move(answer->comparison));
            }
            Q_EMIT shown();
        });
}

/// Another program may be open now, which is what a trace ran.
void RunComparePage::retryTraces()
{
    if (m_comparison && !m_tracedNote->isHidden() && m_profile && !m_profile->isLoading())
        refresh();
}

void RunComparePage::showEmpty()
{
    const auto count = m_runs.runs().size();
    if (count < 2) {
        m_stack->showEmpty({ .iconName = u"vcs-diff"_s,
            .title = count == 1 ? tr("One run so far") : tr("Nothing to compare yet"),
            .text = tr("Open two console logs, ETDumps, traces or Vela reports: what changed "
                       "between them stands here, ranked, with what the repeats say about it."),
            .actionText = tr("Open a log or report...") });
        return;
    }
    m_stack->showContent();
    m_results->showEmpty({ .iconName = u"vcs-diff"_s,
        .title = tr("Choose what to compare"),
        .text = tr("Put a run on each side with the plus signs above. Several runs on one side are "
                   "repeats of the same measurement: with four or more on each, a difference can "
                   "be told from chance."),
        .actionText = tr("Compare the two newest runs") });
}

void RunComparePage::onEmptyAction()
{
    const auto newest = static_cast<int>(m_runs.runs().size()) - 1;
    compare({ newest - 1 }, { newest });
}

double RunComparePage::leastEffect() const
{
    return m_leastEffect->value() / 100;
}

QString RunComparePage::originOf(const QList<int> &side) const
{
    std::optional<Origin> origin;
    for (const auto index : side) {
        const auto &run = m_runs.runs()[static_cast<size_t>(index)];
        if (!run.origin || (origin && origin != run.origin))
            return {};
        origin = run.origin;
    }
    return origin ? originTag(*origin) : QString();
}

void RunComparePage::showComparison(profile::RunComparison comparison)
{
    m_comparison = std::move(comparison);
    const auto oldOrigin = originOf(m_old->chosen());
    const auto newOrigin = originOf(m_new->chosen());
    for (auto *model : { m_counters, m_changes })
        model->setOrigins(oldOrigin, newOrigin);
    m_counters->set(m_comparison->counters);
    m_changes->set(m_comparison->operators);
    m_conditions->set(m_comparison->conditions);
    const auto sentence = comparisonSentence(*m_comparison);
    const auto counts = outcomeSentence(*m_comparison);
    m_outcome->setText(sentence == counts ? counts : sentence + u' ' + counts);
    m_outcome->setVisible(!m_outcome->text().isEmpty());
    m_differences->set(*m_comparison);
    m_waterfall->set(profile::waterfallOf(m_comparison->operators));
    for (auto *table : { m_counterTable, m_operatorTable, m_conditionTable })
        table->fitColumns(WidestColumn);
    // One dot on each side says nothing that the numbers do not say.
    const auto isRepeated = [](const profile::ValueChange &change) {
        return change.oldRepeats.size() > 1 || change.newRepeats.size() > 1;
    };
    for (const auto &[table, changes] : { std::pair(m_counterTable, &m_comparison->counters),
             std::pair(m_operatorTable, &m_comparison->operators) }) {
        const auto repeats = table->columnOf(u"repeats");
        table->setColumnWidth(repeats, PlotColumn);
        table->setHasRoom(repeats, std::ranges::any_of(*changes, isRepeated));
    }
    showTitles();
    showLimit();
    m_results->showContent();
    followSelection(m_selection.current(), nullptr);
}

void RunComparePage::showTitles()
{
    const auto title = [](const QString &name, size_t count) {
        return tr("%1 (%2)", "tab, number of rows").arg(name, QLocale().toString(quint64(count)));
    };
    m_tabs->setTabText(0, title(tr("&Counters"), m_comparison->counters.size()));
    m_tabs->setTabText(1, title(tr("O&perators"), m_comparison->operators.size()));
    m_tabs->setTabText(2, tr("&Waterfall"));
    m_tabs->setTabText(3, title(tr("C&onditions that differ"), m_comparison->conditions.size()));
    const auto isSerious = m_comparison->comparability != profile::Comparability::Note;
    m_tabs->setTabIcon(3, isSerious ? QIcon::fromTheme(u"dialog-warning"_s) : QIcon());
}

void RunComparePage::showLimit()
{
    if (!m_comparison)
        return;
    using Outcome = profile::GrowthVerdict::Outcome;
    const auto verdict
        = profile::judgeGrowth(*m_comparison, m_limit->value(), m_judgesOperators->isChecked());
    const auto &colours = m_theme.colors();
    const bool passes = verdict.outcome == Outcome::Passes;
    m_verdict->setText(
        tr("%1 %2", "sign, sentence")
            .arg(passes ? u"\u2713"_s : u"\u2717"_s, limitSentence(verdict, m_limit->value())));
    paintText(m_verdict, passes ? colours.better : colours.worse);
    const bool isBad = m_comparison->comparability == profile::Comparability::NotComparable;
    paintText(m_outcome, isBad ? colours.worse : colours.text);
}

void RunComparePage::learnOperators()
{
    const auto subject = m_profile ? m_profile->subject() : nullptr;
    m_operators = subject ? operatorNames(*subject) : QHash<QString, model::EntityRef>();
}

model::EntityRef RunComparePage::entityOf(const profile::ValueChange &change) const
{
    if (change.kind == profile::ComparedValue::Kind::Counter)
        return model::EntityRef::counter(0, change.name);
    if (const auto found = m_operators.constFind(change.name); found != m_operators.cend())
        return *found;
    return instructionOf(change.name);
}

void RunComparePage::followSelection(const model::EntityRef &entity, const QObject *origin)
{
    if (origin == this || entity.isEmpty() || !m_comparison)
        return;
    for (const auto &[table, model] :
        { std::pair(m_counterTable, m_counters), std::pair(m_operatorTable, m_changes) }) {
        const auto &rows = model->rows();
        const auto found
            = std::ranges::find_if(rows, [&](const auto &row) { return entityOf(row) == entity; });
        table->setCurrentSourceRow(
            found == rows.end() ? -1 : static_cast<int>(found - rows.begin()));
        if (found != rows.end() && model == m_changes)
            m_waterfall->chart()->setSelected(found->name);
    }
}

} // namespace tosaic::views
