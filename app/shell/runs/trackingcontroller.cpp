// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/runs/parts.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/requests.h"
#include "app/shell/frame/session.h"
#include "app/shell/frame/shellsettings.h"
#include "core/base/jobslot.h"
#include "core/base/try.h"
#include "core/sweep/sweepwriter.h"
#include "core/workspace/workspace.h"
#include "profiler/exports/tracking.h"
#include "views/report/trackingdialog.h"
#include "views/widgets/errortext.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QPointer>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

using Runs = std::vector<profile::TrackedRun>;

/// Something that can be sent; made on a pool thread.
struct Choice
{
    QString name;
    std::function<Result<Runs>()> make;
};

class TrackingController : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::TrackingController)
public:
    TrackingController(const ShellContext &context, QObject *parent);

private:
    void show();
    void look();
    void send(int choice, const QUrl &server, const QString &experiment);

    ShellContext m_context;
    QPointer<views::TrackingDialog> m_dialog;
    std::vector<Choice> m_choices;
    std::shared_ptr<const sweep::SweepResult> m_grid; ///< the last that ended
    JobSlot m_slot;
};

} // namespace

TrackingController::TrackingController(const ShellContext &context, QObject *parent)
    : QObject(parent), m_context(context), m_slot(&context.session.jobs())
{
    m_context.actions.add({ .id = u"report.mlflow"_s,
                              .text = tr("Send to &MLflow..."),
                              .iconName = u"document-export"_s,
                              .tip = tr("The open compile, the what-if grid or a run into an "
                                        "experiment of an MLflow server") },
        [this] { show(); });
    connect(&m_context.requests, &Requests::gridEstimated, this, [this](const auto &result) {
        m_grid = result;
        look();
    });
    connect(&m_context.session.model(), &ModelDocument::changed, this, &TrackingController::look);
    connect(
        &m_context.session.runs(), &RunsDocument::currentChanged, this, &TrackingController::look);
}

void TrackingController::show()
{
    if (m_dialog) {
        m_dialog->raise();
        m_dialog->activateWindow();
        return;
    }
    const auto &settings = m_context.session.settings();
    const auto server = settings.value(settings::TrackingServer);
    m_dialog = new views::TrackingDialog(
        server.isEmpty() ? qEnvironmentVariable("MLFLOW_TRACKING_URI") : server,
        settings.value(settings::TrackingExperiment), &m_context.window);
    connect(m_dialog, &views::TrackingDialog::sendRequested, this, &TrackingController::send);
    m_dialog->show();
    look();
}

/// What is open now.
void TrackingController::look()
{
    if (!m_dialog)
        return;
    m_choices.clear();
    if (const auto result = m_context.session.model().compileResult();
        result && result->status == compiled::Status::Succeeded)
        m_choices.push_back(
            { tr("The compile of %1 for %2").arg(result->sourceName, result->spec.target),
                [result] { return Result<Runs>(Runs{ profile::trackedCompile(*result) }); } });
    if (const auto *run = m_context.session.runs().current();
        run && run->stored && !run->storedIn.isEmpty())
        m_choices.push_back({ tr("The run %1").arg(run->name),
            [path = run->storedIn, id = run->stored]() -> Result<Runs> {
                const auto file = TRY(workspace::Workspace::open(path));
                return Runs{ profile::trackedRun(
                    TRY(file->runFacts(id)), TRY(file->runValues(id))) };
            } });
    if (m_grid)
        m_choices.push_back({ tr("The what-if grid"), [grid = m_grid] {
                                 return Result<Runs>(
                                     profile::trackedSweep(sweep::toJson(*grid), {}));
                             } });
    QStringList names;
    for (const auto &choice : m_choices)
        names.append(choice.name);
    m_dialog->setChoices(names);
}

void TrackingController::send(int choice, const QUrl &server, const QString &experiment)
{
    if (choice < 0 || static_cast<std::size_t>(choice) >= m_choices.size())
        return;
    auto &settings = m_context.session.settings();
    settings.set(settings::TrackingServer, server.toString());
    settings.set(settings::TrackingExperiment, experiment);
    m_slot.start(
        tr("Sending to MLflow"),
        [make = m_choices[static_cast<std::size_t>(choice)].make, server, experiment](
            const JobControl &) -> Result<profile::TrackingAnswer> {
            return profile::exportToMlflow(server, experiment, TRY(make()));
        },
        [this](const Result<profile::TrackingAnswer> &sent) {
            if (!m_dialog)
                return;
            if (!sent)
                return m_dialog->setState(views::errorText(sent.error()).toPlainText(), false);
            QStringList lines{
                tr("Sent: %1 of experiment %2.").arg(sent->runIds.value(0), sent->experimentId)
            };
            for (const auto &problem : sent->problems)
                lines.append(problem.text);
            m_dialog->setState(lines.join(u'\n'), false);
        });
    m_dialog->setState(tr("Sending..."), true);
}

void addTracking(const ShellContext &context)
{
    new TrackingController(context, &context.window);
}

} // namespace tosaic::shell
