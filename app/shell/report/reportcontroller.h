// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/shellcontext.h"
#include "core/advice/advicerun.h"
#include "core/base/jobslot.h"
#include "core/layout/layoutengine.h"
#include "core/report/report.h"
#include "profiler/session/runsdocument.h"
#include "views/report/reportpage.h"

#include <QList>
#include <QObject>
#include <QTimer>

#include <memory>

namespace tosaic::shell {

class EstimateController;
class WindowCells;
class WorkspaceStore;

/// Keeps the report page up to date while it is looked at, and writes the report into a file.
class ReportController : public QObject
{
    Q_OBJECT
public:
    /// `store`: what was chosen for the report is kept there; `estimate`, `cells`: what is known of
    /// advice without having tried it, answers of Vela that the workspace keeps.
    ReportController(const ShellContext &context, WorkspaceStore &store,
        const EstimateController &estimate, const WindowCells &cells, QObject *parent = nullptr);
    ~ReportController() override;

    /// Two sides of runs that the report compares, by their places in the document; none: no
    /// comparison.
    void compareRuns(const QList<int> &oldRuns, const QList<int> &newRuns, double leastEffect);
    /// Runs that the user merged: of one program, whatever their logs leave open. The report merges
    /// them where their conditions agree.
    void mergeRuns(const QList<int> &runs);
    /// What was tried of the open compile; null: nothing.
    void setAdvice(const std::shared_ptr<const advice::AdviceResult> &result);
    /// Asks where; writes it as soon as it is there.
    void saveAs(views::ReportPage::Format format);
    /// Writes the shown report; a problem row if it cannot.
    void save(const QString &path);

Q_SIGNALS:
    /// The report page holds the newest report.
    void built();

private:
    void registerActions();
    void noticeChange();
    void rebuildSoon();
    void layOutPicture();
    void drawTime();
    void build();
    void askWhere(const QString &suffix);
    void readTemplate();
    void connectPage();

    ShellContext m_context;
    JobSlot m_slot;
    std::unique_ptr<layout::LayoutEngine> m_engine;
    JobId m_layoutJob;
    QTimer m_soon;
    bool m_isStale = true; ///< the page does not show what is open
    bool m_isBuilding = false;
    QByteArray m_graph; ///< its picture
    bool m_isByCycles = false; ///< the same
    std::optional<report::Picture> m_timeline;
    const EstimateController &m_estimate;
    const WindowCells &m_cells;
    std::shared_ptr<const advice::AdviceResult> m_advice;
    QString m_saveWhenBuilt;
    WorkspaceStore &m_store;
    QString m_templateOf; ///< workspace whose template the page has; empty: none
    double m_leastEffect = 0; ///< share below which a difference does not count
    std::vector<profile::MeasuredRun> m_oldRuns; ///< that are compared
    std::vector<profile::MeasuredRun> m_newRuns;
    std::vector<std::shared_ptr<const profile::Run>> m_merged;
};

} // namespace tosaic::shell
