// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/workspace/layoutkeeper.h"

#include "app/shell/frame/entitymap.h"
#include "app/shell/frame/mode.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/session.h"
#include "app/shell/frame/shellsettings.h"
#include "app/shell/workspace/keptcolumns.h"
#include "app/shell/workspace/workspacestore.h"
#include "core/base/settings.h"
#include "views/graph/graphpage.h"
#include "views/graph/graphview.h"

#include <QDataStream>
#include <QHeaderView>
#include <QIODevice>
#include <QMainWindow>
#include <QSplitter>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

constexpr int RememberedFiles = 50;
constexpr int ArrangementVersion = 1;
const auto WindowSubject = u"window"_s;

/// A column header goes by the name of its table.
QString partName(const QWidget &widget)
{
    const auto *owner
        = qobject_cast<const QHeaderView *>(&widget) ? widget.parentWidget() : &widget;
    return owner ? owner->objectName() : QString();
}

} // namespace

LayoutKeeper::LayoutKeeper(
    const ShellContext &context, WorkspaceStore &store, QMainWindow &window, QObject *parent)
    : QObject(parent), m_context(context), m_store(store), m_window(window)
{
    connect(&m_context.pages, &Pages::built, this, [this](Mode mode, const QWidget *page) {
        restoreParts(*page, m_context.session.settings().value(settings::PartSizes));
        if (mode == Mode::Model)
            watchGraph();
    });
    connect(&m_context.session.model(), &ModelDocument::changed, this, &LayoutKeeper::takeFile);
    connect(&m_context.session.selection(), &SelectionContext::changed, this,
        &LayoutKeeper::rememberFile);
    connect(&m_store, &WorkspaceStore::changed, this, &LayoutKeeper::readFromWorkspace);
    // After the window has put its parts together.
    QTimer::singleShot(0, this, [this] {
        restoreParts(m_window, m_context.session.settings().value(settings::PartSizes));
    });
}

void LayoutKeeper::watchGraph()
{
    auto &graph = m_context.pages.graph();
    connect(&graph, &views::GraphPage::shown, this, [this] {
        // The page arranges itself after this signal.
        QTimer::singleShot(0, this, &LayoutKeeper::showPlace);
    });
    connect(graph.view(), &views::GraphView::cameraMoved, this, &LayoutKeeper::rememberFile);
}

void LayoutKeeper::takeFile()
{
    const auto &model = m_context.session.model();
    if (model.path() == m_path)
        return;
    m_path = model.path();
    m_pending = m_context.session.settings().value(settings::FileViews).value(m_path).toMap();
    const auto entity = entityFrom(m_pending.value(u"selection"_s).toMap());
    const auto path = m_path;
    if (entity.isEmpty())
        return;
    // Not while the document still tells everybody.
    QTimer::singleShot(0, this, [this, entity, path] {
        if (m_path == path && m_context.session.selection().current().isEmpty())
            m_context.session.selection().select(entity);
    });
}

void LayoutKeeper::showPlace()
{
    if (m_pending.isEmpty() || !m_context.pages.isBuilt(Mode::Model))
        return;
    auto *view = m_context.pages.graph().view();
    const auto place = std::exchange(m_pending, {});
    if (const auto zoom = place.value(u"zoom"_s).toDouble(); zoom > 0)
        view->returnTo(place.value(u"centre"_s).toPointF(), zoom);
}

void LayoutKeeper::rememberFile()
{
    if (m_path.isEmpty() || m_path != m_context.session.model().path())
        return;
    auto views = m_context.session.settings().value(settings::FileViews);
    while (views.size() >= RememberedFiles && !views.contains(m_path))
        views.erase(views.begin());
    auto place = views.value(m_path).toMap();
    place.insert(u"selection"_s, toMap(m_context.session.selection().current()));
    if (m_context.pages.isBuilt(Mode::Model) && m_pending.isEmpty()) {
        const auto *view = m_context.pages.graph().view();
        place.remove(u"zoom"_s);
        if (!view->isFitted()) {
            place.insert(u"zoom"_s, view->zoom());
            place.insert(u"centre"_s, view->visibleScene().center());
        }
    }
    views.insert(m_path, place);
    m_context.session.settings().set(settings::FileViews, views);
}

QVariantMap LayoutKeeper::parts() const
{
    auto parts = m_context.session.settings().value(settings::PartSizes);
    const auto splitters = m_window.findChildren<QSplitter *>();
    for (const auto *splitter : splitters) {
        if (const auto name = partName(*splitter); !name.isEmpty())
            parts.insert(name, splitter->saveState());
    }
    const auto headers = m_window.findChildren<QHeaderView *>();
    for (const auto *header : headers) {
        const auto name = partName(*header);
        const auto columns
            = header->orientation() == Qt::Horizontal ? columnsOf(*header) : QVariantMap();
        if (!name.isEmpty() && !columns.isEmpty())
            parts.insert(name + u"/columns"_s, columns);
    }
    return parts;
}

void LayoutKeeper::restoreParts(const QWidget &within, const QVariantMap &parts)
{
    if (parts.isEmpty())
        return;
    const auto splitters = within.findChildren<QSplitter *>();
    for (auto *splitter : splitters) {
        const auto state = parts.value(partName(*splitter)).toByteArray();
        if (!state.isEmpty())
            splitter->restoreState(state);
    }
    const auto headers = within.findChildren<QHeaderView *>();
    for (auto *header : headers) {
        if (header->orientation() == Qt::Horizontal)
            restoreColumns(*header, parts.value(partName(*header) + u"/columns"_s).toMap());
    }
}

void LayoutKeeper::save()
{
    rememberFile();
    m_context.session.settings().set(settings::PartSizes, parts());
    saveToWorkspace();
}

void LayoutKeeper::saveToWorkspace()
{
    if (!m_store.contents() || m_store.isReadOnly())
        return;
    QByteArray state;
    QDataStream stream(&state, QIODevice::WriteOnly);
    stream << ArrangementVersion << m_window.saveState(ArrangementVersion) << parts();
    m_store.change(tr("Saving the workspace"),
        [state](workspace::Workspace &file) { return file.setLayout(WindowSubject, state); });
}

void LayoutKeeper::readFromWorkspace()
{
    const auto contents = m_store.contents();
    if (!contents) {
        if (m_store.path().isEmpty())
            m_arranged.clear();
        return;
    }
    if (m_arranged == contents->path)
        return;
    m_arranged = contents->path;
    QDataStream stream(contents->windowLayout);
    int version = 0;
    QByteArray state;
    QVariantMap sizes;
    stream >> version >> state >> sizes;
    if (stream.status() != QDataStream::Ok || version != ArrangementVersion)
        return;
    m_window.restoreState(state, ArrangementVersion);
    restoreParts(m_window, sizes);
    Q_EMIT arranged();
}

} // namespace tosaic::shell
