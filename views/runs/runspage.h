// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/documents/modeldocument.h"
#include "core/documents/resultsdocument.h"
#include "core/documents/selection.h"
#include "profiler/session/runproof.h"
#include "profiler/session/runsdocument.h"
#include "views/widgets/theme.h"

#include <QWidget>

#include <memory>

namespace tosaic::views {

/// The current run: what its log says, counters as table and chart, metrics, repeats; or several
/// runs merged. Runs that are no console lead to the view made for them. Follows and sets the
/// selection (EntityRef::counter).
class RunsPage : public QWidget
{
    Q_OBJECT
public:
    RunsPage(RunsDocument &runs, SelectionContext &selection, const Theme &theme,
        QWidget *parent = nullptr);
    ~RunsPage() override;

    /// The open model, to say whether a run belongs to it and to attach runs; null = none is open.
    /// The document must outlive the page.
    void setModel(ModelDocument *model);
    /// The compiles at hand: what they say of runs of their programs. The document must outlive the
    /// page.
    void setResults(ResultsDocument *results);
    /// What is proven of the current run; absent: not judged yet. Of consoles.
    void setProof(const std::optional<profile::RunProof> &proof);
    /// Shows these runs (indices of the document) as one record, until another run is chosen.
    void showMerged(const QList<int> &runs);

Q_SIGNALS:
    /// The user wants to open a console log.
    void openRequested();
    /// The user wants to open the program, or the folder of its compile, that a run is attached to.
    void modelRequested(const QString &path);
    /// Another view shows this run better: "timeline", "kernels", "operators".
    void tabRequested(const QString &id);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace tosaic::views
