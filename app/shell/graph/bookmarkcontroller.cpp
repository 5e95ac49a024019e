// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/graph/parts.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/commandpalette.h"
#include "app/shell/frame/entitymap.h"
#include "app/shell/frame/mode.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/session.h"
#include "app/shell/frame/shellsettings.h"
#include "app/shell/workspace/workspacestore.h"
#include "views/graph/graphpage.h"

#include <QAction>
#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMenu>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

const auto BookmarksKey = u"bookmarks"_s; ///< of the workspace
constexpr qsizetype MostBookmarks = 500; // of a file that anybody may have written
constexpr qsizetype MostModels = 64;

struct Bookmark
{
    model::EntityRef entity;
    QString name;
};

/// Operators that the user wants to find again: kept by model, in the workspace, or where none is
/// open in the settings.
class BookmarkController : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::BookmarkController)
public:
    BookmarkController(const ShellContext &context, WorkspaceStore &store);

private:
    void registerActions();
    void toggle();
    void step(int by);
    void list();
    void go(const model::EntityRef &entity);
    QString modelKey() const;
    QString nameOf(const model::EntityRef &entity);
    void read();
    void takeModel();
    void write();
    void fillMenu();
    void mark();
    void enable();

    ShellContext m_context;
    WorkspaceStore &m_store;
    QMenu *m_menu = nullptr;
    QAction *m_toggle = nullptr;
    QList<QAction *> m_fixed; ///< of the menu, above the bookmarks
    QJsonObject m_all; ///< by model
    QString m_home; ///< the workspace that they come from; empty: the settings
    std::vector<Bookmark> m_marks; ///< of the model that is shown
};

BookmarkController::BookmarkController(const ShellContext &context, WorkspaceStore &store)
    : QObject(&context.window), m_context(context), m_store(store)
{
    registerActions();
    connect(&m_store, &WorkspaceStore::changed, this, &BookmarkController::read);
    connect(&m_store, &WorkspaceStore::pathChanged, this, &BookmarkController::read);
    connect(
        &context.session.model(), &ModelDocument::changed, this, &BookmarkController::takeModel);
    connect(&context.session.selection(), &SelectionContext::changed, this,
        &BookmarkController::enable);
    connect(&context.pages, &Pages::built, this, [this](Mode mode) {
        if (mode != Mode::Model)
            return;
        connect(&m_context.pages.graph(), &views::GraphPage::bookmarkRequested, this,
            &BookmarkController::toggle);
        mark();
    });
    const auto kept = context.session.settings().value(settings::Bookmarks);
    m_all = QJsonDocument::fromJson(kept.toUtf8()).object();
    takeModel();
}

void BookmarkController::registerActions()
{
    m_menu = m_context.actions.addMenu(u"go.bookmarks"_s, tr("Boo&kmarks"));
    m_toggle = m_context.actions.add({ .id = u"go.bookmark"_s,
                                         .text = tr("&Bookmark the selection"),
                                         .shortcut = QKeySequence(u"Ctrl+D"_s),
                                         .tip = tr("Remember what is selected; again: forget it"),
                                         .isCheckable = true },
        [this] { toggle(); });
    m_fixed = { m_toggle,
        m_context.actions.add({ .id = u"go.nextBookmark"_s,
                                  .text = tr("&Next bookmark"),
                                  .shortcut = QKeySequence(u"F8"_s) },
            [this] { step(1); }),
        m_context.actions.add({ .id = u"go.previousBookmark"_s,
                                  .text = tr("&Previous bookmark"),
                                  .shortcut = QKeySequence(u"Shift+F8"_s) },
            [this] { step(-1); }),
        m_context.actions.add({ .id = u"go.listBookmarks"_s,
                                  .text = tr("&List bookmarks..."),
                                  .shortcut = QKeySequence(u"Ctrl+Shift+L"_s),
                                  .tip = tr("Go to a bookmark by typing") },
            [this] { list(); }) };
    for (auto *action : m_fixed)
        m_menu->addAction(action);
    m_menu->addSeparator();
}

/// The same model in every compile; a file that nobody compiled here goes by its path.
QString BookmarkController::modelKey() const
{
    const auto &model = m_context.session.model();
    const auto result = model.compileResult();
    if (result && !result->sourceSha256.isEmpty())
        return u"model:"_s + result->sourceSha256;
    return model.path().isEmpty() ? QString() : u"file:"_s + model.path();
}

QString BookmarkController::nameOf(const model::EntityRef &entity)
{
    if (m_context.pages.isBuilt(Mode::Model)) {
        const auto &graph = m_context.pages.graph().wholeGraph();
        const auto node = std::ranges::find(graph.nodes, entity, &graph::Node::entity);
        if (node != graph.nodes.end())
            return graph::nameOf(*node);
        const auto group = std::ranges::find(graph.groups, entity, &graph::Group::entity);
        if (group != graph.groups.end())
            return group->title;
    }
    return entity.name.isEmpty() ? tr("Place %1").arg(m_marks.size() + 1) : entity.name;
}

void BookmarkController::toggle()
{
    const auto &entity = m_context.session.selection().current();
    const auto kept = std::ranges::find(m_marks, entity, &Bookmark::entity);
    if (kept != m_marks.end())
        m_marks.erase(kept);
    else if (!entity.isEmpty() && !modelKey().isEmpty())
        m_marks.push_back({ entity, nameOf(entity) });
    write();
    fillMenu();
}

void BookmarkController::step(int by)
{
    if (m_marks.empty())
        return;
    const auto count = static_cast<int>(m_marks.size());
    const auto at
        = std::ranges::find(m_marks, m_context.session.selection().current(), &Bookmark::entity);
    const auto here = static_cast<int>(at - m_marks.begin());
    const auto next = at == m_marks.end() ? (by > 0 ? 0 : count - 1) : (here + by + count) % count;
    go(m_marks[static_cast<size_t>(next)].entity);
}

void BookmarkController::go(const model::EntityRef &entity)
{
    if (m_context.modes.current() != Mode::Partition) {
        m_context.modes.show(Mode::Model);
        m_context.pages.showGraph();
    }
    m_context.session.selection().select(entity);
    if (entity.isPartOfStream()) // goes inside the delegate, which is all that is marked outside
        Q_EMIT m_context.session.selection().activated(entity);
}

void BookmarkController::list()
{
    std::vector<PaletteEntry> entries;
    for (const auto &mark : m_marks)
        entries.push_back({ mark.name, {}, [this, entity = mark.entity] { go(entity); } });
    if (auto *open = m_context.window.findChild<CommandPalette *>())
        open->close();
    new CommandPalette(std::move(entries),
        m_marks.empty() ? tr("No bookmarks in this model: Ctrl+D sets one") : tr("Go to bookmark"),
        &m_context.window);
}

/// What was marked before there was a workspace goes into it.
void BookmarkController::read()
{
    const auto home = m_store.contents() ? m_store.path() : QString();
    if (home.isEmpty() && !m_store.path().isEmpty())
        return; // it is being read
    const auto isOther = home != std::exchange(m_home, home);
    const auto kept = home.isEmpty() ? m_context.session.settings().value(settings::Bookmarks)
                                     : m_store.setting(BookmarksKey);
    if (kept.isEmpty() && isOther && !home.isEmpty() && !m_marks.empty())
        return write();
    m_all = QJsonDocument::fromJson(kept.toUtf8()).object();
    takeModel();
}

void BookmarkController::takeModel()
{
    m_marks.clear();
    const auto kept = m_all.value(modelKey()).toArray();
    for (const auto &value : kept) {
        const auto entity = entityFrom(value[u"entity"_s].toObject().toVariantMap());
        if (!entity.isEmpty() && std::ssize(m_marks) < MostBookmarks)
            m_marks.push_back({ entity, value[u"name"_s].toString() });
    }
    fillMenu();
}

void BookmarkController::write()
{
    QJsonArray marks;
    for (const auto &mark : m_marks)
        marks.append(QJsonObject{ { u"name"_s, mark.name },
            { u"entity"_s, QJsonObject::fromVariantMap(toMap(mark.entity)) } });
    if (marks.isEmpty())
        m_all.remove(modelKey());
    else if (m_all.size() < MostModels || m_all.contains(modelKey()))
        m_all.insert(modelKey(), marks);
    const auto text = QString::fromUtf8(QJsonDocument(m_all).toJson(QJsonDocument::Compact));
    if (m_home.isEmpty())
        m_context.session.settings().set(settings::Bookmarks, text);
    else
        m_store.setSetting(BookmarksKey, text);
}

void BookmarkController::fillMenu()
{
    for (auto *action : m_menu->actions()) {
        if (!m_fixed.contains(action) && !action->isSeparator())
            delete action;
    }
    for (const auto &mark : m_marks) {
        auto *action = m_menu->addAction(QString(mark.name).replace(u'&', u"&&"_s));
        connect(action, &QAction::triggered, this, [this, entity = mark.entity] { go(entity); });
    }
    enable();
    mark();
}

/// In the graph.
void BookmarkController::mark()
{
    if (!m_context.pages.isBuilt(Mode::Model))
        return;
    QSet<model::EntityRef> places;
    for (const auto &mark : m_marks)
        places.insert(mark.entity);
    m_context.pages.graph().setBookmarks(places);
}

void BookmarkController::enable()
{
    const auto &entity = m_context.session.selection().current();
    m_toggle->setEnabled(!entity.isEmpty() && !modelKey().isEmpty());
    m_toggle->setChecked(std::ranges::find(m_marks, entity, &Bookmark::entity) != m_marks.end());
    for (auto *action : m_fixed.mid(1, 2))
        action->setEnabled(!m_marks.empty());
}

} // namespace

void addBookmarks(const ShellContext &context, WorkspaceStore &store)
{
    new BookmarkController(context, store);
}

} // namespace tosaic::shell
