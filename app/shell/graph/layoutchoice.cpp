// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/graph/parts.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/session.h"
#include "app/shell/frame/shellsettings.h"
#include "core/layout/layered/layeredengine.h"
#include "core/layout/processlayoutengine.h"
#include "views/graph/graphpage.h"

#include <QAction>
#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

class LayoutChoice : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::LayoutChoice)
public:
    explicit LayoutChoice(const ShellContext &context);

private:
    void apply();

    ShellContext m_context;
    QAction *m_action;
};

LayoutChoice::LayoutChoice(const ShellContext &context)
    : QObject(&context.window), m_context(context)
{
    auto &settings = m_context.session.settings();
    m_action = m_context.actions.add({ .id = u"view.graphviz"_s,
                                         .text = tr("Lay out with &Graphviz"),
                                         .tip = tr("Graphviz places the nodes of the graph; slow "
                                                   "from a thousand operators on"),
                                         .isCheckable = true },
        [this] {
            m_context.session.settings().set(settings::LayoutByGraphviz, m_action->isChecked());
            if (m_context.pages.isBuilt(Mode::Model))
                apply();
        });
    m_action->setChecked(settings.value(settings::LayoutByGraphviz));
    connect(&m_context.pages, &Pages::built, this, [this](Mode mode) {
        if (mode == Mode::Model && m_action->isChecked())
            apply();
    });
}

void LayoutChoice::apply()
{
    std::unique_ptr<layout::LayoutEngine> engine;
    if (m_action->isChecked())
        engine = std::make_unique<layout::ProcessLayoutEngine>();
    else
        engine = std::make_unique<layout::LayeredEngine>();
    m_context.pages.graph().setLayoutEngine(std::move(engine));
}

} // namespace

void addLayoutChoice(const ShellContext &context)
{
    new LayoutChoice(context);
}

} // namespace tosaic::shell
