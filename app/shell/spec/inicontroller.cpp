// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/spec/parts.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/filedialog.h"
#include "app/shell/frame/mode.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/session.h"
#include "app/shell/frame/shellsettings.h"
#include "app/shell/tools/toolkeeper.h"
#include "views/ini/inipage.h"
#include "views/spec/specpage.h"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QEvent>
#include <QFileInfo>
#include <QMessageBox>
#include <QObject>
#include <QPointer>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

class IniController : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::IniController)
public:
    IniController(const ShellContext &context, ToolKeeper &tools, QObject *parent = nullptr);

    /// Shows the editor with this file; empty: as it is.
    void edit(const QString &path = {});

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void makePage();
    void showBundled();
    void offerEditing();
    void chooseFile();
    void chooseTarget(const QString &suggestion);
    void askBeforeClosing();

    ShellContext m_context;
    ToolKeeper &m_tools;
    QPointer<views::IniPage> m_page;
};

} // namespace

IniController::IniController(const ShellContext &context, ToolKeeper &tools, QObject *parent)
    : QObject(parent), m_context(context), m_tools(tools)
{
    m_context.actions.add({ .id = u"spec.ini"_s,
                              .text = tr("Edit &vela.ini"),
                              .iconName = u"document-properties"_s,
                              .tip = tr("System configurations and memory modes of the compile "
                                        "spec's configuration file") },
        [this] { edit(); });
    connect(&m_context.pages, &Pages::built, this, [this](Mode mode) {
        if (mode == Mode::Spec)
            makePage();
    });
    connect(&m_tools, &ToolKeeper::changed, this, &IniController::showBundled);
    connect(
        &m_context.session.model(), &ModelDocument::changed, this, &IniController::offerEditing);
    m_context.window.installEventFilter(this);
}

void IniController::makePage()
{
    m_page = new views::IniPage(m_context.session.spec(), m_context.theme);
    m_context.pages.spec().addTab(u"ini"_s, m_page, tr("vela.ini"));
    connect(m_page, &views::IniPage::openWanted, this, &IniController::chooseFile);
    connect(m_page, &views::IniPage::saveAsWanted, this, &IniController::chooseTarget);
    showBundled();
}

void IniController::showBundled()
{
    // While the compilers are looked for again the file stays.
    if (m_page && !m_tools.isSearching())
        m_page->setBundled(m_tools.environment() ? m_tools.environment()->velaIni : QString());
}

void IniController::edit(const QString &path)
{
    m_context.modes.show(Mode::Spec);
    auto &spec = m_context.pages.spec(); // makes the page
    spec.showTab(u"ini"_s);
    if (!path.isEmpty() && m_page)
        m_page->open(path);
}

/// A configuration file opened in the window is shown as it is; here it can be changed.
void IniController::offerEditing()
{
    const auto &model = m_context.session.model();
    const auto id = u"ini.edit"_s;
    if (!model.description() || model.description()->format != "vela-ini"_L1) {
        m_context.notices.dismiss(id);
        return;
    }
    m_context.notices.show({ id, u"document-properties"_s,
        tr("%1 is a configuration file of Vela.").arg(QFileInfo(model.path()).fileName()),
        { { tr("Edit"), [this, path = model.path()] { edit(path); }, true },
            { tr("Close"), {} } } });
}

void IniController::chooseFile()
{
    auto &settings = m_context.session.settings();
    askForFile(m_context,
        { .name = u"iniDialog"_s,
            .title = tr("Open a configuration file of Vela"),
            .filter = tr("Vela configuration (*.ini);;All files (*)") },
        this, [this, &settings](const QString &path) {
            settings.set(settings::LastFolder, QFileInfo(path).absolutePath());
            if (m_page)
                m_page->open(path);
        });
}

void IniController::chooseTarget(const QString &suggestion)
{
    askForFile(m_context,
        { .name = u"iniSaveDialog"_s,
            .title = tr("Save the configuration file"),
            .start = suggestion,
            .filter = tr("Vela configuration (*.ini)"),
            .mode = QFileDialog::AnyFile,
            .saveSuffix = u"ini"_s },
        this, [this](const QString &path) {
            if (m_page)
                m_page->saveAs(path);
        });
}

bool IniController::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == &m_context.window && event->type() == QEvent::Close && m_page
        && m_page->isModified()) {
        event->ignore();
        askBeforeClosing();
        return true;
    }
    return QObject::eventFilter(watched, event);
}

void IniController::askBeforeClosing()
{
    const auto name = m_page->path().isEmpty() ? tr("The new configuration file")
                                               : QFileInfo(m_page->path()).fileName();
    auto *box = new QMessageBox(QMessageBox::Question, tr("Keep the configuration file?"),
        tr("%1 has changes that are not saved.").arg(name),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &m_context.window);
    box->setObjectName(u"iniCloseQuestion"_s);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box, &QMessageBox::buttonClicked, this, [this, box](QAbstractButton *button) {
        const auto answer = box->standardButton(button);
        if (!m_page || answer == QMessageBox::Cancel)
            return;
        if (answer == QMessageBox::Discard)
            m_page->discard();
        else if (!m_page->save())
            return; // it asks for a name, or says why not
        m_context.window.close();
    });
    box->open();
}

void addIniEditor(const ShellContext &context, ToolKeeper &tools)
{
    new IniController(context, tools, &context.window);
}

} // namespace tosaic::shell
