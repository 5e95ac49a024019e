// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/workspace/parts.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/requests.h"
#include "app/shell/frame/session.h"
#include "app/shell/workspace/workspacestore.h"
#include "core/base/jobslot.h"
#include "core/base/try.h"
#include "views/widgets/errortext.h"
#include "views/workspace/historypage.h"

#include <QCoreApplication>
#include <QDialog>
#include <QPointer>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

/// What is read of the workspace at a time.
struct History
{
    std::vector<profile::KnownModel> models;
    std::vector<profile::HistoryStep> steps; ///< of the chosen one
};

QString keyOf(const profile::KnownModel &model)
{
    return model.path.isEmpty() ? model.name : model.path;
}

class HistoryController : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::HistoryController)
public:
    HistoryController(const ShellContext &context, WorkspaceStore &store, QObject *parent);

private:
    void show();
    void read(const QString &model);

    ShellContext m_context;
    WorkspaceStore &m_store;
    QPointer<views::HistoryPage> m_page;
    std::vector<profile::KnownModel> m_models;
    QString m_model; ///< that is looked at
    JobSlot m_reading;
};

} // namespace

HistoryController::HistoryController(
    const ShellContext &context, WorkspaceStore &store, QObject *parent)
    : QObject(parent), m_context(context), m_store(store), m_reading(&context.session.jobs())
{
    m_context.actions.add({ .id = u"model.history"_s,
                              .text = tr("&History of the model..."),
                              .iconName = u"view-history"_s,
                              .tip = tr("Cycles, SRAM and measured time of its compiles in the "
                                        "workspace, with what changed at each") },
        [this] { show(); });
    connect(&m_store, &WorkspaceStore::changed, this, [this] {
        if (m_page && !m_store.isReading())
            read(m_model);
    });
}

/// Beside the window, which stays in use.
void HistoryController::show()
{
    if (auto *open = m_page ? m_page->window() : nullptr) {
        open->raise();
        open->activateWindow();
        return read(m_context.session.compileInput());
    }
    auto *dialog = new QDialog(&m_context.window);
    dialog->setObjectName(u"historyDialog"_s);
    dialog->setWindowTitle(tr("History of the model"));
    dialog->setAccessibleName(dialog->windowTitle());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_page = new views::HistoryPage(m_context.theme, dialog);
    auto *layout = new QVBoxLayout(dialog);
    layout->setContentsMargins({});
    layout->addWidget(m_page);
    connect(m_page, &views::HistoryPage::modelChosen, this, [this](int model) {
        if (model >= 0 && static_cast<std::size_t>(model) < m_models.size())
            read(keyOf(m_models[static_cast<std::size_t>(model)]));
    });
    connect(m_page, &views::HistoryPage::openRequested, &m_context.requests,
        &Requests::openFileRequested);
    dialog->resize(1100, 560);
    dialog->show();
    read(m_context.session.compileInput());
}

/// The model that is asked for; where the workspace has none of it, the newest.
void HistoryController::read(const QString &model)
{
    m_model = model;
    const auto path = m_store.path();
    if (path.isEmpty())
        return;
    m_reading.start(
        {},
        [path, model](const JobControl &) -> Result<History> {
            const auto file = TRY(workspace::Workspace::open(path));
            History history{ .models = TRY(profile::knownModels(*file)), .steps = {} };
            if (!model.isEmpty())
                history.steps = TRY(profile::modelHistory(*file, model));
            if (history.steps.empty() && !history.models.empty())
                history.steps = TRY(profile::modelHistory(*file, keyOf(history.models.front())));
            return history;
        },
        [this](Result<History> history) {
            if (!m_page)
                return;
            if (!history) {
                m_context.notices.show({ u"model.history"_s, u"dialog-error"_s,
                    views::errorText(history.error()).toPlainText(), { { tr("Close"), {} } } });
                return;
            }
            m_models = history->models;
            m_page->setModels(m_models);
            m_page->setSteps(std::move(history->steps));
        });
}

void addHistory(const ShellContext &context, WorkspaceStore &store)
{
    new HistoryController(context, store, &context.window);
}

} // namespace tosaic::shell
