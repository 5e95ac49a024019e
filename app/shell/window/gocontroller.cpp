// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/window/parts.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/commandpalette.h"
#include "app/shell/frame/menus.h"
#include "app/shell/frame/mode.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/requests.h"
#include "app/shell/frame/session.h"
#include "app/shell/frame/shellsettings.h"
#include "core/base/settings.h"
#include "core/graph/graphtransform.h"
#include "core/graph/networkgraph.h"
#include "views/graph/graphpage.h"

#include <QAction>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QMenu>
#include <QObject>
#include <memory>
#include <vector>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

class GoController : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::GoController)
public:
    explicit GoController(const ShellContext &context, QObject *parent = nullptr);
    ~GoController() override;

private:
    void registerHistory();
    void registerPalette();
    void registerModelActions();
    std::vector<PaletteEntry> operatorEntries() const;
    std::vector<PaletteEntry> actionEntries() const;
    std::vector<PaletteEntry> viewEntries();
    std::vector<PaletteEntry> groupEntries();
    std::vector<PaletteEntry> fileEntries() const;
    void showPalette(std::vector<PaletteEntry> entries, const QString &placeholder);

    ShellContext m_context;
};

} // namespace

using model::EntityRef;

namespace {
const auto PanelMenu = u"view.docks"_s;
}

GoController::~GoController() = default;

GoController::GoController(const ShellContext &context, QObject *parent)
    : QObject(parent), m_context(context)
{
    registerHistory();
    registerPalette();
    registerModelActions();
}

void GoController::registerHistory()
{
    auto &selection = m_context.session.selection();
    auto *back = m_context.actions.add({ .id = u"go.back"_s,
                                           .text = tr("&Back"),
                                           .iconName = u"go-previous"_s,
                                           .shortcut = QKeySequence(u"Alt+Left"_s),
                                           .tip = tr("Go to what was selected before") },
        [&selection] { selection.goBack(); });
    auto *forward = m_context.actions.add({ .id = u"go.forward"_s,
                                              .text = tr("&Forward"),
                                              .iconName = u"go-next"_s,
                                              .shortcut = QKeySequence(u"Alt+Right"_s),
                                              .tip = tr("Go to what was selected after") },
        [&selection] { selection.goForward(); });
    const auto enable = [&selection, back, forward] {
        back->setEnabled(selection.canGoBack());
        forward->setEnabled(selection.canGoForward());
    };
    connect(&selection, &SelectionContext::historyChanged, back, enable);
    enable();
}

void GoController::registerPalette()
{
    m_context.actions.add({ .id = u"go.operator"_s,
                              .text = tr("Go to &operator..."),
                              .iconName = u"go-jump"_s,
                              .shortcut = QKeySequence(u"Ctrl+P"_s),
                              .tip = tr("Select an operator by its name") },
        [this] {
            auto entries = operatorEntries();
            for (auto &group : groupEntries())
                entries.push_back(std::move(group));
            showPalette(std::move(entries), tr("Go to operator"));
        });
    m_context.actions.add({ .id = u"help.palette"_s,
                              .text = tr("&Command palette..."),
                              .iconName = u"system-search"_s,
                              .shortcut = QKeySequence(u"Ctrl+K"_s),
                              .tip = tr("Find any action, view, operator or file by typing") },
        [this] {
            auto entries = actionEntries();
            for (auto &more : { viewEntries(), operatorEntries(), groupEntries(), fileEntries() })
                entries.insert(entries.end(), more.begin(), more.end());
            showPalette(std::move(entries), tr("Type an action, a view, an operator or a file"));
        });
}

void GoController::showPalette(std::vector<PaletteEntry> entries, const QString &placeholder)
{
    if (auto *open = m_context.window.findChild<CommandPalette *>())
        open->close();
    new CommandPalette(std::move(entries), placeholder, &m_context.window);
}

std::vector<PaletteEntry> GoController::actionEntries() const
{
    std::vector<PaletteEntry> entries;
    const auto add = [&entries](QAction *action, const QString &place) {
        const auto keys = action->shortcut().toString(QKeySequence::NativeText);
        entries.push_back({ plainText(*action), keys.isEmpty() ? place : place + u"   "_s + keys,
            [action] { action->trigger(); }, action->isEnabled(), action->statusTip() });
    };
    for (const auto &table : menuTables()) {
        const auto title = QString(table.title).remove(u'&');
        for (const auto &id : table.items) {
            if (auto *action = m_context.actions.action(id))
                add(action, title);
            const auto *menu = m_context.actions.menu(id);
            if (!menu || id == PanelMenu)
                continue;
            // Menus that fill themselves are empty until they are opened.
            for (auto *action : menu->actions()) {
                if (!action->isSeparator())
                    add(action, title + u" > "_s + QString(menu->title()).remove(u'&'));
            }
        }
    }
    return entries;
}

/// Panels and colours of the graph: what is looked at, by the words on it.
std::vector<PaletteEntry> GoController::viewEntries()
{
    std::vector<PaletteEntry> entries;
    for (auto *action : m_context.actions.menu(PanelMenu)->actions()) {
        const auto id = action->parent()->objectName(); // of the dock
        entries.push_back({ tr("Panel: %1").arg(plainText(*action)), tr("View"),
            [this, id] { Q_EMIT m_context.requests.panelRequested(id); } });
    }
    const bool hasGraph = m_context.pages.isBuilt(Mode::Model);
    for (const auto metric : views::allGraphMetrics()) {
        entries.push_back({ tr("Graph, colour: %1").arg(views::metricName(metric)), tr("Model"),
            [this, metric] {
                m_context.modes.show(Mode::Model);
                m_context.pages.graph().setMetric(metric);
            },
            hasGraph && m_context.pages.graph().knows(metric) });
    }
    return entries;
}

std::vector<PaletteEntry> GoController::operatorEntries() const
{
    std::vector<PaletteEntry> entries;
    auto &selection = m_context.session.selection();
    auto &modes = m_context.modes;
    const auto add = [&](const QString &text, const QString &detail, const EntityRef &entity,
                         const QString &words = {}) {
        entries.push_back({ text, detail,
            [&selection, &modes, entity] {
                if (modes.current() != Mode::Partition)
                    modes.show(Mode::Model);
                selection.select(entity);
            },
            true, words });
    };
    if (const auto result = m_context.session.model().compileResult()) {
        for (const auto &node : result->nodes)
            add(node.name, node.module.isEmpty() ? node.target : node.module,
                EntityRef::node(node.name), node.target + u' ' + node.source);
    }
    const auto program = m_context.session.model().program();
    for (size_t m = 0; program && m < program->methods.size(); ++m) {
        const auto &method = program->methods[m];
        for (size_t i = 0; i < method.instructions.size(); ++i) {
            if (const auto name = method.operatorName(method.instructions[i]); !name.isEmpty())
                add(name, tr("%1, instruction %2").arg(method.name, QString::number(i)),
                    EntityRef::instruction(static_cast<int>(m), static_cast<int>(i)));
        }
        for (size_t d = 0; d < method.delegates.size(); ++d)
            add(method.delegates[d].id, tr("%1, delegate %2").arg(method.name, QString::number(d)),
                EntityRef::delegate(static_cast<int>(m), static_cast<int>(d)));
    }
    const auto network = m_context.session.model().network();
    for (size_t s = 0; network && s < network->subgraphs.size(); ++s) {
        const auto &operators = network->subgraphs[s].operators;
        for (size_t i = 0; i < operators.size(); ++i) {
            const auto &op = operators[i];
            // As the graph and the find call it.
            const auto name = graph::nameOf(network->subgraphs[s], op);
            const auto text = !name.isEmpty() ? name : op.name.isEmpty() ? op.type : op.name;
            add(text, tr("%1, operator %2").arg(op.type, QString::number(i)),
                EntityRef::networkOperator(static_cast<int>(s), static_cast<int>(i)),
                op.name + u' ' + op.module);
        }
    }
    return entries;
}

/// Groups of the graph that is shown: partitions, modules, sections.
std::vector<PaletteEntry> GoController::groupEntries()
{
    std::vector<PaletteEntry> entries;
    if (!m_context.pages.isBuilt(Mode::Model))
        return entries;
    const auto &graph = m_context.pages.graph().wholeGraph();
    for (size_t i = 0; i < graph.groups.size(); ++i) {
        const auto &group = graph.groups[i];
        const auto outer = graph::pathOf(graph, group.parent).replace(u'\n', u" > "_s);
        entries.push_back({ tr("Group: %1").arg(group.title),
            outer.isEmpty() ? group.subtitle : outer, [this, i] {
                m_context.modes.show(Mode::Model);
                m_context.pages.graph().showGroup(graph::GroupId(i));
            } });
    }
    return entries;
}

std::vector<PaletteEntry> GoController::fileEntries() const
{
    std::vector<PaletteEntry> entries;
    for (const auto &path : m_context.session.recentFiles()) {
        const QFileInfo info(path);
        entries.push_back({ info.fileName(), info.absolutePath(),
            [this, path] { Q_EMIT m_context.requests.openFileRequested(path); } });
    }
    return entries;
}

void GoController::registerModelActions()
{
    auto *bytes = m_context.actions.add({ .id = u"model.showBytes"_s,
                                            .text = tr("Show the &bytes of the selection"),
                                            .iconName = u"view-grid"_s,
                                            .shortcut = QKeySequence(u"Ctrl+Shift+H"_s),
                                            .tip = tr("Show what is selected in the hex view") },
        [this] { Q_EMIT m_context.requests.panelRequested(u"hex"_s); });
    auto *copy = m_context.actions.add({ .id = u"model.copyPicture"_s,
                                           .text = tr("&Copy the graph as a picture"),
                                           .iconName = u"edit-copy"_s,
                                           .shortcut = QKeySequence(u"Ctrl+Shift+C"_s),
                                           .tip = tr("Put the whole graph on the clipboard") },
        [this] { m_context.pages.graph().copyPicture(); });
    const auto enable = [this, bytes, copy] {
        const auto &model = m_context.session.model();
        const bool hasGraph = model.program() || model.compileResult() || model.network();
        bytes->setEnabled(model.source() != nullptr);
        copy->setEnabled(hasGraph);
    };
    connect(&m_context.session.model(), &ModelDocument::changed, this, enable);
    enable();
}

void addNavigation(const ShellContext &context)
{
    new GoController(context, &context.window);
}

} // namespace tosaic::shell
