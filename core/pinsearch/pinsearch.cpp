// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pinsearch/pinsearch.h"

#include "core/pinsearch/moves.h"
#include "core/spec/pins.h"
#include "core/spec/specrules.h"
#include "core/sweep/expansion.h"

#include <QElapsedTimer>
#include <QSet>

#include <algorithm>
#include <deque>

using namespace Qt::StringLiterals;

namespace tosaic::pinsearch {

namespace {

constexpr std::size_t Joined = 6; // moves of which every pair is tried, in each round
constexpr int Rounds = 3;

using compiled::CompileResult;

/// What runs where, whatever the pins are called.
QString signatureOf(const CompileResult &cut)
{
    QString signature;
    for (const auto &node : cut.nodes)
        signature += QString::number(node.partition.value_or(-1)) + u' ';
    return signature;
}

/// The spec in every memory mode that the target has, unless it names one.
std::vector<spec::CompileSpec> modesOf(const spec::CompileSpec &spec)
{
    std::vector<spec::CompileSpec> specs{ spec };
    if (spec.memoryMode || spec.configIni)
        return specs;
    const sweep::Grid grid{ .targets = QStringList{ spec.target },
        .systemConfigs = QStringList{ spec.systemConfig.value_or(u"default"_s) } };
    const auto others = sweep::expand(grid, spec, { spec.target });
    const auto own = spec::defaultsFor(spec.target)->memoryMode;
    for (std::size_t i = 0; others && i < others->cells.size(); ++i) {
        if (others->cells[i].spec.memoryMode != own)
            specs.push_back(others->cells[i].spec);
    }
    return specs;
}

QString whyFailed(const CompileResult &result)
{
    const auto error = std::ranges::find(result.problems, Severity::Error, &Diagnostic::severity);
    return error == result.problems.end() ? u"it was not delegated"_s : error->text;
}

} // namespace

class PinSearch::Private : public QObject
{
public:
    Private(PinSearch &search, SearchRequest asked, Evaluator &tools) : q(search), evaluator(tools)
    {
        result.request = std::move(asked);
    }

    struct Cut
    {
        Move move;
        Numbers guess;
        QString signature;
    };

    void begin();
    void next();
    void take(const std::shared_ptr<const CompileResult> &answer, const Work &more, bool isKept);
    void takeBase(const CompileResult &base);
    void takePreview(const CompileResult &cut);
    void takeRows(const std::vector<sweep::CellResult> &rows);
    void propose(const Move &move);
    bool join();
    void choose();
    void finish();
    spec::CompileSpec specOf(const Move &move) const;
    const SearchRequest &request() const { return result.request; }

    PinSearch &q;
    Evaluator &evaluator;
    SearchResult result;
    Work work;
    std::deque<Move> moves; ///< to be previewed
    std::deque<Cut> chosen; ///< to be compiled
    std::vector<Cut> cuts; ///< each once; the first is the compile as it is
    QSet<QStringList> proposed;
    Move current;
    std::shared_ptr<const CompileResult> compiled;
    QElapsedTimer clock;
    int round = 0;
    bool isCompiling = false; ///< what is asked now
    bool hasChosen = false;
    bool isFinished = false;
};

spec::CompileSpec PinSearch::Private::specOf(const Move &move) const
{
    auto spec = request().spec;
    spec.keepOnCpu = move.appliedTo(spec.keepOnCpu);
    return spec;
}

void PinSearch::Private::begin()
{
    if (result.isCancelled)
        return;
    connect(&evaluator, &Evaluator::answered, this, &Private::take);
    connect(&evaluator, &Evaluator::estimated, this, &Private::takeRows);
    isCompiling = true;
    ++result.compiles;
    evaluator.compile(request().spec);
}

void PinSearch::Private::next()
{
    Q_EMIT q.progressed(result.previews + result.compiles,
        result.previews + result.compiles + static_cast<int>(moves.size() + chosen.size()));
    while (!hasChosen && (moves.empty() || result.previews >= request().previews)) {
        if (result.previews >= request().previews || !join())
            choose();
    }
    isCompiling = hasChosen;
    if (!hasChosen) {
        current = moves.front();
        moves.pop_front();
        ++result.previews;
        return evaluator.preview(specOf(current));
    }
    if (chosen.empty())
        return finish();
    current = chosen.front().move;
    chosen.pop_front();
    ++result.compiles;
    evaluator.compile(specOf(current));
}

void PinSearch::Private::take(
    const std::shared_ptr<const CompileResult> &answer, const Work &more, bool isKept)
{
    if (isFinished || result.isCancelled)
        return;
    result.kept += isKept ? 1 : 0;
    const bool isGood
        = answer->status == compiled::Status::Succeeded && !answer->partitions.empty();
    if (!isCompiling) {
        if (isGood)
            takePreview(*answer);
        return next();
    }
    if (!isGood && result.found.empty()) {
        result.problems = answer->problems;
        if (answer->status == compiled::Status::Succeeded)
            result.problems.push_back({ u"pinsearch.nothing-delegated"_s, Severity::Error, {},
                u"nothing of the model runs on the NPU, so there is nothing to pin"_s });
        return finish();
    }
    if (!isGood) {
        result.refused.push_back({ specOf(current).keepOnCpu, whyFailed(*answer) });
        return next();
    }
    work.insert(more);
    compiled = answer;
    evaluator.estimate(answer, modesOf(specOf(current)));
}

void PinSearch::Private::takeBase(const CompileResult &base)
{
    cuts.push_back({ {}, guessOf(base, work, request().cpuCost), signatureOf(base) });
    proposed.insert(spec::pinsOf(request().spec.keepOnCpu));
    for (const auto &move : movesOf(base, request().spec.keepOnCpu))
        propose(move);
}

void PinSearch::Private::takePreview(const CompileResult &cut)
{
    auto signature = signatureOf(cut);
    if (std::ranges::find(cuts, signature, &Cut::signature) == cuts.end())
        cuts.push_back({ current, guessOf(cut, work, request().cpuCost), std::move(signature) });
}

void PinSearch::Private::takeRows(const std::vector<sweep::CellResult> &rows)
{
    if (isFinished || result.isCancelled)
        return;
    const bool isBase = result.found.empty();
    for (const auto &row : rows) {
        if (row.status != sweep::CellStatus::Estimated) {
            result.refused.push_back({ row.cell.spec.keepOnCpu,
                row.problems.empty() ? QString() : row.problems.front().text });
            continue;
        }
        result.found.push_back({ row, {}, compiled });
    }
    if (isBase && result.found.empty()) {
        if (!rows.empty())
            result.problems = rows.front().problems;
        return finish();
    }
    if (isBase)
        takeBase(*compiled);
    next();
}

void PinSearch::Private::propose(const Move &move)
{
    auto pins = spec::pinsOf(specOf(move).keepOnCpu);
    pins.sort();
    if (proposed.contains(pins))
        return;
    proposed.insert(pins);
    moves.push_back(move);
}

/// Pairs of what gains most; false: there is nothing new.
bool PinSearch::Private::join()
{
    if (++round >= Rounds)
        return false;
    std::vector<Cut> gains;
    for (const auto &cut : cuts) {
        if (isBetter(request().goal, cut.guess, cuts.front().guess))
            gains.push_back(cut);
    }
    std::ranges::stable_sort(gains, [&](const Cut &one, const Cut &other) {
        return isBetter(request().goal, one.guess, other.guess);
    });
    gains.resize(std::min(gains.size(), Joined));
    for (std::size_t i = 0; i < gains.size(); ++i) {
        for (std::size_t j = i + 1; j < gains.size(); ++j)
            propose(gains[i].move.with(gains[j].move));
    }
    return !moves.empty();
}

/// One half for the goal, the other for what nothing seems to beat.
void PinSearch::Private::choose()
{
    hasChosen = true;
    std::vector<Numbers> guesses;
    for (const auto &cut : cuts)
        guesses.push_back(cut.guess);
    std::vector<std::size_t> order(cuts.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::ranges::stable_sort(order, [&](std::size_t one, std::size_t other) {
        return isBetter(request().goal, guesses[one], guesses[other]);
    });
    const auto most = static_cast<std::size_t>(std::max(0, request().compiles - result.compiles));
    QSet<std::size_t> taken{ 0 };
    const auto add = [&](const std::vector<std::size_t> &some, std::size_t limit) {
        for (const auto i : some) {
            if (chosen.size() >= limit)
                return;
            if (!taken.contains(i))
                chosen.push_back(cuts[i]);
            taken.insert(i);
        }
    };
    add(order, (most + 1) / 2);
    add(frontOf(request().goal, guesses), most);
}

void PinSearch::Private::finish()
{
    if (std::exchange(isFinished, true))
        return;
    std::vector<Numbers> all;
    for (auto &found : result.found) {
        // Later compiles may have told what an operator of the first one's CPU would cost.
        found.numbers = guessOf(*found.compiled, work, request().cpuCost);
        found.numbers.cycles = found.row.value(sweep::Metric::Cycles);
        found.numbers.sramBytes = found.row.value(sweep::Metric::Sram);
        all.push_back(found.numbers);
    }
    result.front = frontOf(request().goal, all);
    result.skippedPreviews = static_cast<int>(moves.size());
    result.skippedCompiles
        = std::max(0, static_cast<int>(cuts.size()) - static_cast<int>(result.compiles));
    result.elapsedMs = clock.elapsed();
    Q_EMIT q.finished(std::make_shared<const SearchResult>(result));
}

bool SearchResult::isMet() const
{
    return !front.empty() && pinsearch::isMet(request.goal, found[front.front()].numbers);
}

PinSearch::PinSearch(SearchRequest request, Evaluator &evaluator, QObject *parent)
    : QObject(parent), d(std::make_unique<Private>(*this, std::move(request), evaluator))
{
}

PinSearch::~PinSearch() = default;

void PinSearch::start()
{
    d->clock.start();
    QMetaObject::invokeMethod(
        d.get(), [this] { d->begin(); }, Qt::QueuedConnection);
}

void PinSearch::cancel()
{
    if (d->isFinished || std::exchange(d->result.isCancelled, true))
        return;
    d->evaluator.cancel();
    QMetaObject::invokeMethod(
        d.get(), [this] { d->finish(); }, Qt::QueuedConnection);
}

const SearchResult &PinSearch::result() const
{
    return d->result;
}

} // namespace tosaic::pinsearch
