// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/graph/parts.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/session.h"
#include "core/analysis/comparison.h"
#include "core/analysis/pinholds.h"
#include "views/graph/graphpage.h"

#include <QAction>
#include <QCoreApplication>
#include <QObject>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

class ChangeMarks : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::ChangeMarks)
public:
    explicit ChangeMarks(const ShellContext &context, QObject *parent = nullptr);

private:
    void update();

    ShellContext m_context;
    QAction *m_action;
};

} // namespace

namespace {

/// What the next compile moves: by its preview, until that is there by the pins alone.
graph::Changes plannedChanges(const compiled::CompileResult &shown, const spec::KeepOnCpu &kept,
    const compiled::CompileResult *preview)
{
    graph::Changes changes;
    if (preview && preview->nodes.size() == shown.nodes.size()) {
        for (size_t i = 0; i < shown.nodes.size(); ++i) {
            const auto &now = shown.nodes[i];
            const auto &then = preview->nodes[i];
            if (now.name == then.name && now.partition.has_value() != then.partition.has_value())
                changes.insert(
                    now.name, then.partition ? graph::Change::ToNpu : graph::Change::ToCpu);
        }
        return changes;
    }
    for (const auto &node : shown.nodes) {
        const auto state = analysis::pinStateOf(shown, node, kept);
        if (state == analysis::PinState::Pending)
            changes.insert(node.name, graph::Change::ToCpu);
        else if (state == analysis::PinState::Released)
            changes.insert(node.name, graph::Change::ToNpu);
    }
    return changes;
}

graph::Changes changesOf(const analysis::Comparison &comparison)
{
    graph::Changes changes;
    if (comparison.matchedOperators == 0) // two other models: all of it would be new
        return changes;
    for (const auto &move : comparison.moves)
        changes.insert(
            move.node, move.newPlacement == "npu"_L1 ? graph::Change::ToNpu : graph::Change::ToCpu);
    for (const auto &node : comparison.onlyNew)
        changes.insert(node, graph::Change::New);
    return changes;
}

} // namespace

ChangeMarks::ChangeMarks(const ShellContext &context, QObject *parent)
    : QObject(parent), m_context(context)
{
    m_action = m_context.actions.add({ .id = u"view.changes"_s,
                                         .text = tr("&Mark changes in the graph"),
                                         .shortcut = QKeySequence(u"Ctrl+Shift+D"_s),
                                         .tip = tr("Mark operators that moved since the compile "
                                                   "that this one is compared with, or would "
                                                   "move with the next"),
                                         .isCheckable = true },
        [this] { update(); });
    m_action->setChecked(true);
    auto &session = m_context.session;
    connect(&session.results(), &ResultsDocument::comparisonChanged, this, &ChangeMarks::update);
    connect(&session.results(), &ResultsDocument::changed, this, &ChangeMarks::update);
    connect(&session.model(), &ModelDocument::changed, this, &ChangeMarks::update);
    connect(&session.spec(), &SpecDocument::changed, this, &ChangeMarks::update);
    connect(&session.preview(), &PreviewDocument::changed, this, &ChangeMarks::update);
    connect(&m_context.pages, &Pages::built, this, &ChangeMarks::update);
}

void ChangeMarks::update()
{
    if (!m_context.pages.isBuilt(Mode::Model))
        return;
    const auto &results = m_context.session.results();
    const auto shown = m_context.session.model().compileResult();
    const auto &kept = m_context.session.spec().spec().keepOnCpu;
    const auto preview = m_context.session.preview().result();
    const bool isPlanned = shown && preview && preview->spec != shown->spec;
    if (shown && (isPlanned || kept != shown->spec.keepOnCpu))
        return m_context.pages.graph().setChanges(
            m_action->isChecked() ? plannedChanges(*shown, kept, preview.get()) : graph::Changes(),
            views::ChangeBase::NextCompile);
    graph::Changes changes;
    // The marks speak of the new side only; another model that is open has none.
    if (m_action->isChecked() && results.oldSide() && results.newSide() && shown
        && shown->folder == results.newSide()->folder)
        changes = changesOf(analysis::compareResults(*results.oldSide(), *results.newSide()));
    m_context.pages.graph().setChanges(changes);
}

void addChangeMarks(const ShellContext &context)
{
    new ChangeMarks(context, &context.window);
}

} // namespace tosaic::shell
