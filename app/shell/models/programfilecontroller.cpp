// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/filedialog.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/session.h"
#include "app/shell/models/parts.h"
#include "core/base/bytesource.h"
#include "core/base/savefile.h"
#include "views/widgets/errortext.h"

#include <QAction>
#include <QCoreApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QObject>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

/// The file of the shown model, for use elsewhere.
class ProgramFileController : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::ProgramFileController)
public:
    ProgramFileController(const ShellContext &context, QObject *parent)
        : QObject(parent), m_context(context), m_slot(&context.session.jobs())
    {
        auto &actions = m_context.actions;
        auto *save = actions.add({ .id = u"file.saveProgram"_s,
                                     .text = tr("Save pro&gram as..."),
                                     .iconName = u"document-save-as"_s,
                                     .tip = tr("Copy the file of the shown model elsewhere") },
            [this] { askWhere(); });
        auto *show = actions.add({ .id = u"file.showInFolder"_s,
                                     .text = tr("Show in &folder"),
                                     .iconName = u"folder-open"_s,
                                     .tip = tr("Open the folder that holds the shown model") },
            [this] { showFolderOf(m_context.session.aside().file()); });
        const auto enable = [this, save, show] {
            save->setEnabled(m_context.session.model().source() != nullptr);
            show->setEnabled(!m_context.session.aside().file().isEmpty());
        };
        auto &session = m_context.session;
        connect(&session.model(), &ModelDocument::changed, this, enable);
        connect(&session, &Session::compileInputChanged, this, enable);
        enable();
    }

private:
    static void showFolderOf(const QString &path)
    {
        const QFileInfo info(path);
        QDesktopServices::openUrl(QUrl::fromLocalFile(info.isDir() ? path : info.absolutePath()));
    }

    void askWhere()
    {
        const QFileInfo shown(m_context.session.model().path());
        askForFile(m_context,
            { .name = u"saveProgramDialog"_s,
                .title = tr("Save program as"),
                .start = shown.absoluteFilePath(),
                .filter = tr("This kind of file (*.%1);;All files (*)").arg(shown.suffix()),
                .saveSuffix = shown.suffix() },
            this, [this](const QString &path) { saveAs(path); });
    }

    void saveAs(const QString &path)
    {
        const auto &model = m_context.session.model();
        if (QFileInfo(path) == QFileInfo(model.path()))
            return;
        m_slot.start(
            tr("Saving %1").arg(QFileInfo(path).fileName()),
            [source = model.source(), path](const JobControl &) {
                const auto bytes = source->bytes();
                return ifIntact(*source, saveFile(path, { bytes.data(), std::ssize(bytes) }));
            },
            [this, path, needsData = model.externalData() != nullptr](const Result<void> &saved) {
                auto &notices = m_context.notices;
                if (!saved) {
                    notices.show({ u"file.saved"_s, u"dialog-error"_s,
                        views::errorText(saved.error()).toPlainText(), { { tr("Close"), {} } } });
                    return;
                }
                auto text = tr("Saved as %1.").arg(QDir::toNativeSeparators(path));
                if (needsData)
                    text += u' ' + tr("Its .ptd files have to lie beside it.");
                notices.show({ u"file.saved"_s, u"dialog-ok-apply"_s, text,
                    { { tr("Show in folder"), [path] { showFolderOf(path); } },
                        { tr("Close"), {} } } });
            });
    }

    ShellContext m_context;
    JobSlot m_slot;
};

} // namespace

void addProgramFile(const ShellContext &context)
{
    new ProgramFileController(context, &context.window);
}

} // namespace tosaic::shell
