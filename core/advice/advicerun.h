// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advice/advice.h"
#include "core/toolchain/cellstore.h"

#include <QObject>

#include <memory>

namespace tosaic::advice {

/// What the experiments came to.
struct AdviceResult
{
    Costs baseline; ///< of the spec as it is, by the same Vela
    std::vector<Advice> advice; ///< ranked
    /// Why there is none, or less: "advice.no-tosa", "tool.missing", what Vela said of the spec as
    /// it is; "advice.refused" (Info) for an experiment that Vela did not compile.
    std::vector<Diagnostic> problems;
    QString velaVersion; ///< empty: nothing was run
    int untried = 0; ///< experiments that need no lowering and have no numbers
    bool isCancelled = false; ///< what was tried until then is there
    qint64 elapsedMs = 0;
};

struct AdviceRequest
{
    Subject subject;
    QString interpreter; ///< Python of the tool environment
    QString drivers; ///< empty: driversDir()
    int jobs = 2; ///< workers at a time
    std::shared_ptr<toolchain::CellStore> store; ///< looked up first; null: nothing is kept
};

/// What a store knows of the experiments already, by the Vela of the compile: nothing is run.
/// Without a store (null) all are untried. Reads and hashes files: for a pool thread.
AdviceResult keptAdvice(const Subject &subject, toolchain::CellStore *store);

/// Tries what the catalogue advises: each experiment is a run of the real Vela on the kept TOSA in
/// warm workers, and so is the spec as it is. What needs a lowering is not guessed: it comes
/// without numbers. Nothing blocks; lives on a thread with an event loop. To show it:
///
///     auto *run = new advice::AdviceRun({ subject, interpreter }, this);
///     connect(run, &AdviceRun::progressed, ...); connect(run, &AdviceRun::finished, ...);
///     run->start(); // run->cancel() at any time
///
/// `Advice::candidate.spec` is what one click takes over; views::adviceSentence() words it.
class AdviceRun : public QObject
{
    Q_OBJECT
public:
    explicit AdviceRun(AdviceRequest request, QObject *parent = nullptr);
    /// Kills the workers.
    ~AdviceRun() override;

    /// Once for each object.
    void start();
    /// Ends the workers; finished() tells what was tried until then.
    void cancel();

Q_SIGNALS:
    void progressed(int done, int all);
    /// Exactly once after start(), never from inside it.
    void finished(const std::shared_ptr<const tosaic::advice::AdviceResult> &result);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace tosaic::advice
