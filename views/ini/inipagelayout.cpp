// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of IniPage that builds its widgets.
#include "views/ini/inibanner.h"
#include "views/ini/inieditor.h"
#include "views/ini/iniform.h"
#include "views/ini/ininewsection.h"
#include "views/ini/inipage.h"
#include "views/ini/iniproblems.h"
#include "views/ini/inisections.h"
#include "views/widgets/building.h"
#include "views/widgets/statestack.h"

#include <QComboBox>
#include <QSplitter>

using namespace Qt::StringLiterals;

namespace tosaic::views {

void IniPage::build()
{
    auto *content = new QWidget(this);
    m_banner = new IniBanner(u"iniBanner"_s, content);
    m_new = new IniNewSection(content);
    makeColumn(content, { makeBar(), m_banner, makeChoice(), m_new, { makeCentre(), 1 } }, 0);
    m_states = named(new StateStack(content, this), u"iniStates"_s);
    makeColumn(this, { m_states });
}

QWidget *IniPage::makeBar()
{
    auto *bar = new QFrame(this);
    bar->setProperty("role", u"bar"_s);
    m_title = named(new QLabel(bar), u"iniTitle"_s, {}, u"title"_s);
    m_where = selectable(named(new QLabel(bar), u"iniPath"_s, {}, u"muted"_s));
    m_where->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    const auto button = [bar](const QString &name, const QString &text, const QString &tip) {
        auto *made = named(new QPushButton(text, bar), name);
        made->setToolTip(tip);
        return made;
    };
    auto *open = button(u"iniOpen"_s, tr("Open…"), tr("Open any .ini file of Vela, as it is"));
    auto *fresh = button(u"iniNewFile"_s, tr("New"), tr("An empty file"));
    m_bundledButton = button(u"iniBundled"_s, tr("Arm's file"),
        tr("Arm/vela.ini inside the package of the compilers in use"));
    m_saveButton = button(u"iniSave"_s, tr("Save"), tr("Save (Ctrl+S)"));
    m_saveAsButton = button(u"iniSaveAs"_s, tr("Save as…"), tr("Save under another name"));
    // one line: height is what this page lacks
    auto *names = makeRow(nullptr, { m_title, { m_where, 1 } }, 12);
    auto *row = makeRow(bar, { { names, 1 } }, 8, { 16, 6, 16, 6 });
    for (auto *one : { open, m_bundledButton, fresh, m_saveButton, m_saveAsButton })
        row->addWidget(one);
    connect(open, &QPushButton::clicked, this, &IniPage::openWanted);
    connect(fresh, &QPushButton::clicked, this, [this] { guard([this] { newFile(); }); });
    connect(m_bundledButton, &QPushButton::clicked, this, [this] { this->open(m_bundled); });
    connect(m_saveButton, &QPushButton::clicked, this, &IniPage::save);
    connect(m_saveAsButton, &QPushButton::clicked, this,
        [this] { Q_EMIT saveAsWanted(suggestedPath()); });
    return bar;
}

QWidget *IniPage::makeChoice()
{
    auto *bar = new QFrame(this);
    bar->setProperty("role", u"bar"_s);
    const auto box = [bar](const QString &name, const QString &what) {
        auto *made = named(new QComboBox(bar), name, what);
        made->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        made->setMinimumContentsLength(20);
        return made;
    };
    auto *systemLabel = new QLabel(tr("System"), bar);
    m_system = box(u"iniSystem"_s, tr("System configuration"));
    systemLabel->setBuddy(m_system);
    auto *modeLabel = new QLabel(tr("with memory mode"), bar);
    m_mode = box(u"iniMode"_s, tr("Memory mode"));
    modeLabel->setBuddy(m_mode);
    m_verdict = selectable(wrapped(named(new QLabel(bar), u"iniVerdict"_s)));
    m_use = named(new QPushButton(tr("Use in spec"), bar), u"iniUse"_s);
    m_use->setToolTip(tr("The compile spec takes this file, system configuration and memory mode"));
    auto *line
        = makeRow(nullptr, { systemLabel, { m_system, 1 }, modeLabel, { m_mode, 1 }, m_use }, 8);
    makeColumn(bar, { line, m_verdict }, 4, { 16, 6, 16, 6 });
    return bar;
}

QWidget *IniPage::makeCentre()
{
    auto *whole = new QWidget(this);
    auto *rows = new QVBoxLayout(whole);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    auto *splitter = named(new QSplitter(Qt::Horizontal, whole), u"iniSplitter"_s);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(1);
    m_sections = new IniSections(splitter);
    m_sections->setMinimumWidth(212); // both columns of buttons
    m_form = new IniForm(m_theme, splitter);
    m_form->setMinimumWidth(420);
    m_editor = new IniEditor(m_theme, splitter);
    m_editor->setMinimumWidth(240);
    splitter->setStretchFactor(0, 0);
    splitter->setStretchFactor(1, 3);
    splitter->setStretchFactor(2, 3);
    splitter->setSizes({ 212, 510, 400 });
    m_problems = new IniProblems(whole); // as wide as the page: its rows are sentences
    rows->addWidget(splitter, 1);
    rows->addWidget(m_problems);
    return whole;
}

} // namespace tosaic::views
