// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pinsearch/goal.h"
#include "core/sweep/cellresult.h"

#include <QObject>

#include <memory>

namespace tosaic::pinsearch {

/// What the search asks: the tools (ToolEvaluator), or a test. One question at a time; answers
/// never come from inside a question.
class Evaluator : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// The partitioner's decision alone.
    virtual void preview(const spec::CompileSpec &spec) = 0;
    virtual void compile(const spec::CompileSpec &spec) = 0;
    /// Vela's numbers for other memory modes of a compile.
    virtual void estimate(const std::shared_ptr<const compiled::CompileResult> &compiled,
        const std::vector<spec::CompileSpec> &specs)
        = 0;
    /// What is asked is not answered.
    virtual void cancel() = 0;

Q_SIGNALS:
    /// `work`: of a compile. `isKept`: it was known from an earlier search.
    void answered(const std::shared_ptr<const tosaic::compiled::CompileResult> &result,
        const tosaic::pinsearch::Work &work, bool isKept);
    void estimated(const std::vector<tosaic::sweep::CellResult> &rows);
};

struct SearchRequest
{
    spec::CompileSpec spec; ///< where the search starts; a memory mode that it names is kept
    Goal goal;
    CpuCost cpuCost;
    int compiles = 8; ///< at most, that of `spec` among them
    int previews = 160; ///< at most
};

/// Pins that were compiled, in one memory mode.
struct Found
{
    sweep::CellResult row; ///< its spec and Vela's numbers
    Numbers numbers;
    std::shared_ptr<const compiled::CompileResult> compiled;
};

/// Pins that a compile refuted.
struct Refused
{
    spec::KeepOnCpu pins;
    QString reason;
};

struct SearchResult
{
    SearchRequest request;
    std::vector<Found> found; ///< the first is `spec` as it is
    std::vector<std::size_t> front; ///< indexes of `found`, the best for the goal first
    int previews = 0; ///< asked
    int compiles = 0; ///< asked, that of `spec` among them
    int kept = 0; ///< of both: answered by what an earlier search left
    int skippedPreviews = 0; ///< known, but not asked: the budget, or cancelled
    int skippedCompiles = 0; ///< cuts that were previewed and not compiled
    std::vector<Refused> refused;
    std::vector<Diagnostic> problems; ///< why there is nothing
    bool isCancelled = false;
    qint64 elapsedMs = 0;

    /// The best keeps the goal's limit.
    bool isMet() const;
};

/// Looks for pins: moves of the compile as it is, previewed; what gains is joined and previewed
/// again; what looks best for the goal, and what nothing seems to beat, is compiled and told with
/// Vela's numbers. Only what was compiled is proposed. Lives on a thread with an event loop.
class PinSearch : public QObject
{
    Q_OBJECT
public:
    /// `evaluator` must outlive this.
    PinSearch(SearchRequest request, Evaluator &evaluator, QObject *parent = nullptr);
    ~PinSearch() override;

    /// Once for each object.
    void start();
    /// What was found stays in the result.
    void cancel();
    const SearchResult &result() const;

Q_SIGNALS:
    /// A preview or a compile has ended; `all` grows while more is found worth a look.
    void progressed(int done, int all);
    /// Exactly once after start(), never from inside it.
    void finished(const std::shared_ptr<const tosaic::pinsearch::SearchResult> &result);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace tosaic::pinsearch
