// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/spec/memorycontroller.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/mode.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/requests.h"
#include "app/shell/frame/session.h"
#include "app/shell/frame/shellsettings.h"
#include "app/shell/spec/estimatebudget.h"
#include "app/shell/workspace/workspacestore.h"
#include "views/memory/memorypicturepage.h"
#include "views/spec/specpage.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

MemoryController::MemoryController(
    const ShellContext &context, const WorkspaceStore &store, QObject *parent)
    : QObject(parent), m_context(context), m_store(store)
{
    m_context.actions.add({ .id = u"spec.memory"_s,
                              .text = tr("&Memory Picture"),
                              .iconName = u"memory"_s,
                              .tip = tr("Where the memory mode puts the model, and whether that "
                                        "fits a board") },
        [this] { show(); });
    connect(&m_context.pages, &Pages::built, this, [this](Mode mode) {
        if (mode == Mode::Spec)
            makePage();
    });
    connect(&m_store, &WorkspaceStore::pathChanged, this, &MemoryController::readBoards);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &MemoryController::readBoards);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &MemoryController::readBoards);
}

views::MemoryPicturePage *MemoryController::page() const
{
    return m_page;
}

sweep::Budget MemoryController::budget() const
{
    const auto catalogue = boards::boardCatalogue(workspaceFolder());
    const auto *board = catalogue.find(m_context.session.settings().value(settings::MemoryBoard));
    return board ? sweep::budgetOf(*board) : sweep::Budget{};
}

void MemoryController::show()
{
    m_context.modes.show(Mode::Spec);
    m_context.pages.spec().showTab(u"memory"_s);
}

QString MemoryController::workspaceFolder() const
{
    return m_store.path().isEmpty() ? QString() : QFileInfo(m_store.path()).path();
}

void MemoryController::makePage()
{
    auto &session = m_context.session;
    m_page = new views::MemoryPicturePage(
        { session.model(), session.spec(), session.estimate(), session.selection() },
        m_context.theme);
    m_context.pages.spec().addTab(u"memory"_s, m_page, tr("Memory"));
    connect(m_page, &views::MemoryPicturePage::openRequested, &m_context.requests,
        &Requests::openRequested);
    connect(m_page, &views::MemoryPicturePage::ownBoardRequested, this,
        &MemoryController::makeOwnBoard);
    connect(m_page, &views::MemoryPicturePage::boardChosen, this, [this](const QString &id) {
        m_context.session.settings().set(settings::MemoryBoard, id);
        showBudget();
    });
    readBoards();
    m_page->setBoard(session.settings().value(settings::MemoryBoard));
    showBudget();
}

void MemoryController::showBudget()
{
    const auto catalogue = boards::boardCatalogue(workspaceFolder());
    m_context.pages.spec().setBudget(budgetOf(catalogue.find(m_page->board())));
}

void MemoryController::readBoards()
{
    if (!m_page)
        return;
    m_page->setBoards(boards::boardCatalogue(workspaceFolder()));
    // Editors replace files: what is watched has to be said anew.
    QStringList watched{ boards::userBoardsDir() };
    if (const auto folder = workspaceFolder(); !folder.isEmpty())
        watched << QDir(folder).filePath(u"boards"_s);
    for (const auto &folder : QStringList(watched)) {
        for (const auto &name : QDir(folder).entryList({ u"*.json"_s }, QDir::Files))
            watched << QDir(folder).filePath(name);
    }
    for (const auto &path : watched) {
        if (QFileInfo::exists(path))
            m_watcher.addPath(path);
    }
}

void MemoryController::makeOwnBoard()
{
    const auto folder = boards::userBoardsDir();
    const auto file = boards::writeBoardTemplate(folder);
    const auto id = u"memory.own-board"_s;
    if (!file) {
        m_context.notices.show({ id, u"dialog-warning"_s,
            tr("The board file cannot be written: %1").arg(file.error().toText()),
            { { tr("Close"), {} } } });
        return;
    }
    readBoards();
    m_context.notices.show({ id, u"memory"_s,
        tr("Own boards are described in %1. Change the numbers and save: the board appears in the "
           "list.")
            .arg(QDir::toNativeSeparators(*file)),
        { { tr("Open the file"),
              [path = *file] { QDesktopServices::openUrl(QUrl::fromLocalFile(path)); }, true },
            { tr("Open the folder"),
                [folder] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); } },
            { tr("Close"), {} } } });
}

} // namespace tosaic::shell
