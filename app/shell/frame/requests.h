// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/entityref.h"
#include "core/spec/compilespec.h"
#include "views/report/reportpage.h"

#include <QObject>

#include <memory>

namespace tosaic::sweep {
struct SweepResult;
}

namespace tosaic::shell {

/// What pages, panels and controllers wish of the window. Whoever wishes emits; the window says in
/// one place who answers (MainWindow::connectRequests).
class Requests : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

Q_SIGNALS:
    /// A panel is to be brought to the front: "jobs", "hex", ...
    void panelRequested(const QString &id);
    void openRequested();
    void openFileRequested(const QString &path);
    /// What the shown model is compiled from.
    void inputFileRequested(const QString &path);
    void compileRequested();
    void inputChosen(const QString &path);
    void specWanted();
    /// What the last compile changed.
    void compareRequested();
    /// Both sides of the comparison as graphs.
    void graphsRequested();
    void keepOnCpuRequested(const tosaic::spec::KeepOnCpu &what);
    void releaseRequested(const tosaic::spec::KeepOnCpu &what);
    /// The spec becomes this one, in one step, and is previewed.
    void specProposed(const tosaic::spec::CompileSpec &spec);
    void pinSearchRequested();
    void previewRequested();
    /// A line of the model's Python; `file` as a compile recorded it.
    void sourceRequested(const QString &file, int line);
    void bytesRequested(const tosaic::model::EntityRef &entity);
    void createEnvironmentRequested();
    void chooseEnvironmentRequested();
    /// A what-if grid has ended, as far as it came; null: it is about another model.
    void gridEstimated(const std::shared_ptr<const tosaic::sweep::SweepResult> &result);
    void saveReportRequested(tosaic::views::ReportPage::Format format);
};

} // namespace tosaic::shell
