// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/workspace/parts.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/mode.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/session.h"
#include "app/shell/frame/shellsettings.h"
#include "app/shell/tools/toolkeeper.h"
#include "app/shell/workspace/workspacestore.h"
#include "core/teamstore/storetrust.h"
#include "core/workspace/settingkeys.h"
#include "views/doctor/doctorpage.h"
#include "views/spec/specpage.h"

#include <QCoreApplication>
#include <QDialog>
#include <QPointer>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

class DoctorController : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::DoctorController)
public:
    DoctorController(const ShellContext &context, const ToolKeeper &tools,
        const WorkspaceStore &store, QObject *parent);

private:
    void show();
    void checkAll();

    ShellContext m_context;
    const ToolKeeper &m_tools;
    const WorkspaceStore &m_store;
    QPointer<views::DoctorPage> m_page;
    std::unique_ptr<profile::Checkup> m_checkup; ///< goes with the dialog
};

} // namespace

DoctorController::DoctorController(const ShellContext &context, const ToolKeeper &tools,
    const WorkspaceStore &store, QObject *parent)
    : QObject(parent), m_context(context), m_tools(tools), m_store(store)
{
    m_context.actions.add(
        { .id = u"help.doctor"_s,
            .text = tr("&What this machine has..."),
            .iconName = u"dialog-ok-apply"_s,
            .tip = tr("Compilers, toolchain, FVPs, boards, cluster, store: what is "
                      "here, whether it fits, how to get what is missing "
                      "(doctor)") },
        [this] { show(); });
}

/// Beside the window, which stays in use.
void DoctorController::show()
{
    if (auto *open = m_page ? m_page->window() : nullptr) {
        open->raise();
        open->activateWindow();
        return;
    }
    auto *dialog = new QDialog(&m_context.window);
    dialog->setObjectName(u"doctorDialog"_s);
    dialog->setWindowTitle(tr("What this machine has"));
    dialog->setAccessibleName(dialog->windowTitle());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_page = new views::DoctorPage(m_context.theme, dialog);
    auto *layout = new QVBoxLayout(dialog);
    layout->setContentsMargins({});
    layout->addWidget(m_page);
    connect(m_page, &views::DoctorPage::checkAllRequested, this, &DoctorController::checkAll);
    connect(m_page, &views::DoctorPage::checkRequested, this, [this](int row) {
        if (row >= 0 && m_checkup)
            m_page->setBusy(m_checkup->checkAgain(static_cast<std::size_t>(row)));
    });
    connect(m_page, &views::DoctorPage::compilersRequested, this, [this] {
        m_context.modes.show(Mode::Spec);
        m_context.pages.spec().showEnvironment();
        m_context.window.activateWindow();
    });
    connect(dialog, &QObject::destroyed, this, [this] { m_checkup.reset(); });
    dialog->resize(980, 620);
    dialog->show();
    checkAll();
}

void DoctorController::checkAll()
{
    m_checkup = std::make_unique<profile::Checkup>();
    const auto take = [this] {
        if (!m_page)
            return;
        m_page->setTools(m_checkup->tools());
        m_page->setBusy(false);
    };
    connect(m_checkup.get(), &profile::Checkup::finished, this, take);
    connect(m_checkup.get(), &profile::Checkup::checkedAgain, this, take);
    m_page->setBusy(true);
    const auto address = m_store.setting(workspace::StoreKey);
    const bool mayAsk
        = teamstore::isApproved(m_context.session.approvals(), m_store.path(), address);
    m_checkup->start({ .places = m_tools.places(),
        .checkout = m_context.session.settings().value(settings::ExecuTorchCheckout),
        .store = mayAsk ? address : QString() });
}

void addDoctor(const ShellContext &context, const ToolKeeper &tools, const WorkspaceStore &store)
{
    new DoctorController(context, tools, store, &context.window);
}

} // namespace tosaic::shell
