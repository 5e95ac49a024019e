// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/window/summarybar.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/session.h"
#include "core/spec/specrules.h"

#include <QAction>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QToolBar>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

SummaryBar::SummaryBar(Session &session, ActionRegistry &actions, QToolBar &bar)
    : QObject(&bar), m_session(session), m_bar(bar), m_sentence(new QLabel(&bar))
{
    for (const auto &id : { u"file.open"_s, u"go.back"_s, u"go.forward"_s })
        bar.addAction(actions.action(id));
    bar.addSeparator();
    m_sentence->setObjectName(u"inputSentence"_s);
    m_sentence->setAccessibleName(tr("Model to compile"));
    m_sentence->setProperty("role", u"muted"_s);
    m_sentence->setContentsMargins(4, 0, 4, 0);
    m_sentence->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_sentence->setMinimumWidth(0);
    bar.addWidget(m_sentence);
    m_target = addChip(u"targetChip"_s, tr("Target"));
    m_memory = addChip(u"memoryChip"_s, tr("Memory mode"));
    connect(m_target->menu(), &QMenu::aboutToShow, this, &SummaryBar::fillTargets);
    connect(m_memory->menu(), &QMenu::aboutToShow, this, &SummaryBar::fillMemoryModes);

    auto *compile = new QToolButton(&bar);
    compile->setObjectName(u"compileButton"_s);
    compile->setDefaultAction(actions.action(u"compile.run"_s));
    compile->setAccessibleName(tr("Compile"));
    compile->setProperty("role", u"primary"_s);
    compile->setToolButtonStyle(Qt::ToolButtonTextOnly);
    compile->setToolTip(tr("Compile the model as the spec says (Ctrl+B)"));
    bar.addWidget(compile);
    connect(&session.spec(), &SpecDocument::changed, this, &SummaryBar::showSpec);
    connect(&session, &Session::compileInputChanged, this, &SummaryBar::showSentence);
    showSpec();
    showSentence();
}

QToolButton *SummaryBar::addChip(const QString &name, const QString &accessibleName)
{
    auto *chip = new QToolButton(&m_bar);
    chip->setObjectName(name);
    chip->setAccessibleName(accessibleName);
    chip->setProperty("role", u"chip"_s);
    chip->setPopupMode(QToolButton::InstantPopup);
    chip->setToolButtonStyle(Qt::ToolButtonTextOnly);
    auto *menu = new QMenu(chip);
    menu->setObjectName(name + u"Menu"_s);
    chip->setMenu(menu);
    m_bar.addWidget(chip);
    return chip;
}

void SummaryBar::fillTargets()
{
    auto *menu = m_target->menu();
    menu->clear();
    for (const auto &target : spec::targets()) {
        auto *action
            = menu->addAction(target, this, [this, target] { m_session.spec().setTarget(target); });
        action->setCheckable(true);
        action->setChecked(target == m_session.spec().spec().target);
    }
}

void SummaryBar::fillMemoryModes()
{
    auto *menu = m_memory->menu();
    menu->clear();
    const auto current = m_session.spec().spec().memoryMode;
    const auto add = [&](const QString &text, const std::optional<QString> &mode) {
        auto *action = menu->addAction(text, this, [this, mode] {
            auto spec = m_session.spec().spec();
            spec.memoryMode = mode;
            m_session.spec().addStep(spec, u"memoryMode"_s);
        });
        action->setCheckable(true);
        action->setChecked(mode == current);
    };
    const auto defaults = spec::defaultsFor(m_session.spec().spec().target);
    add(defaults ? tr("Default (%1)").arg(defaults->memoryMode) : tr("Default"), std::nullopt);
    for (const auto &mode : spec::memoryModes())
        add(mode, mode);
}

void SummaryBar::showSpec()
{
    const auto &spec = m_session.spec().spec();
    const auto defaults = spec::defaultsFor(spec.target);
    m_target->setText(spec.target.isEmpty() ? tr("No target") : spec.target);
    m_target->setToolTip(tr("Target of the next compile"));
    m_memory->setText(spec.memoryMode.value_or(defaults ? defaults->memoryMode : tr("Default")));
    m_memory->setToolTip(tr("Memory mode of the next compile"));
}

void SummaryBar::showSentence()
{
    const auto input = m_session.compileInput();
    m_sentence->setText(input.isEmpty() ? tr("No model to compile is chosen")
                                        : tr("Compiles %1").arg(QFileInfo(input).fileName()));
    m_sentence->setToolTip(input);
}

} // namespace tosaic::shell
