// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/keepcontroller.h"

#include "app/shell/actionregistry.h"
#include "app/shell/compilecontroller.h"
#include "app/shell/noticebar.h"
#include "app/shell/session.h"

#include <QAction>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

void removeAll(QStringList &from, const QStringList &what)
{
    for (const auto &item : what)
        from.removeAll(item);
}

} // namespace

KeepController::KeepController(
    const ShellContext &context, CompileController &compile, QObject *parent)
    : QObject(parent), m_context(context), m_compile(compile)
{
    registerActions();
    auto &session = m_context.session;
    connect(&session.spec(), &SpecDocument::changed, this, &KeepController::updateActions);
    connect(&session.selection(), &SelectionContext::changed, this, &KeepController::updateActions);
    connect(&session.model(), &ModelDocument::changed, this, &KeepController::updateActions);
    updateActions();
}

void KeepController::registerActions()
{
    auto &actions = m_context.actions;
    m_keep = actions.add({ .id = u"compile.keepOnCpu"_s,
                             .text = tr("&Keep the selected operator on the CPU"),
                             .shortcut = QKeySequence(u"Ctrl+Shift+K"_s),
                             .tip = tr("The next compile leaves this operator on the CPU") },
        [this] { keepOnCpu(selectedNode(false)); });
    m_keepKind = actions.add(
        { .id = u"compile.keepKind"_s,
            .text = tr("Keep &all operators of this kind on the CPU"),
            .tip = tr("The next compile leaves all operators like the selected one on the CPU") },
        [this] { keepOnCpu(selectedNode(true)); });
    m_release = actions.add({ .id = u"compile.release"_s,
                                .text = tr("&Let the NPU take everything again"),
                                .tip = tr("Forget what is kept on the CPU") },
        [this] { release(m_context.session.spec().spec().keepOnCpu); });
}

void KeepController::updateActions()
{
    m_keep->setEnabled(!selectedNode(false).isEmpty());
    m_keepKind->setEnabled(!selectedNode(true).isEmpty());
    m_release->setEnabled(!m_context.session.spec().spec().keepOnCpu.isEmpty());
}

spec::KeepOnCpu KeepController::selectedNode(bool wholeKind) const
{
    const auto &entity = m_context.session.selection().current();
    const auto result = m_context.session.model().compileResult();
    if (entity.kind != model::EntityRef::Kind::Node || !result)
        return {};
    const auto node = std::find_if(result->nodes.begin(), result->nodes.end(),
        [&](const auto &n) { return n.name == entity.name; });
    if (node == result->nodes.end())
        return {};
    return wholeKind ? spec::KeepOnCpu{ .operators = { node->target } }
                     : spec::KeepOnCpu{ .nodes = { node->name } };
}

void KeepController::keepOnCpu(const spec::KeepOnCpu &what)
{
    const auto before = m_context.session.spec().spec();
    m_context.session.spec().keepOnCpu(what);
    if (m_context.session.spec().spec() != before)
        offerCompile();
}

void KeepController::release(const spec::KeepOnCpu &what)
{
    const auto before = m_context.session.spec().spec();
    auto spec = before;
    removeAll(spec.keepOnCpu.nodes, what.nodes);
    removeAll(spec.keepOnCpu.operators, what.operators);
    removeAll(spec.keepOnCpu.modules, what.modules);
    removeAll(spec.keepOnCpu.patterns, what.patterns);
    m_context.session.spec().addStep(spec, u"partition"_s);
    if (spec != before)
        offerCompile();
}

void KeepController::offerCompile()
{
    const auto kept = m_context.session.spec().spec().keepOnCpu;
    const auto nodes = static_cast<int>(kept.nodes.size());
    const auto rules
        = static_cast<int>(kept.operators.size() + kept.modules.size() + kept.patterns.size());
    QString text;
    if (kept.isEmpty())
        text = tr("The NPU may take every operator again. Compile to see what changes.");
    else if (rules == 0)
        text = tr("%n operator(s) kept on the CPU. Compile to see what changes.", nullptr, nodes);
    else
        text = tr("%n rule(s) keep operators on the CPU. Compile to see what changes.", nullptr,
            nodes + rules);
    m_context.notices.show({ u"compile.keep"_s, u"dialog-information"_s, text,
        { { tr("Compile"), [this] { m_compile.compile(); }, true },
            { tr("Undo"), [this] { m_context.session.spec().undo(); } } } });
}

} // namespace tosaic::shell
