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
#include "views/widgets/statestack.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace tosaic::views {

void IniPage::build()
{
    auto *content = new QWidget(this);
    m_banner = new IniBanner(u"iniBanner"_s, content);
    m_new = new IniNewSection(content);
    auto *rows = new QVBoxLayout(content);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(makeBar());
    rows->addWidget(m_banner);
    rows->addWidget(makeChoice());
    rows->addWidget(m_new);
    rows->addWidget(makeCentre(), 1);
    m_states = new StateStack(content, this);
    m_states->setObjectName(u"iniStates"_s);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_states);
}

QWidget *IniPage::makeBar()
{
    auto *bar = new QFrame(this);
    bar->setProperty("role", u"bar"_s);
    m_title = new QLabel(bar);
    m_title->setObjectName(u"iniTitle"_s);
    m_title->setProperty("role", u"title"_s);
    m_where = new QLabel(bar);
    m_where->setObjectName(u"iniPath"_s);
    m_where->setProperty("role", u"muted"_s);
    m_where->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_where->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    const auto button = [bar](const QString &name, const QString &text, const QString &tip) {
        auto *made = new QPushButton(text, bar);
        made->setObjectName(name);
        made->setToolTip(tip);
        return made;
    };
    auto *open = button(u"iniOpen"_s, tr("Open…"), tr("Open any .ini file of Vela, as it is"));
    auto *fresh = button(u"iniNewFile"_s, tr("New"), tr("An empty file"));
    m_bundledButton = button(u"iniBundled"_s, tr("Arm's file"),
        tr("Arm/vela.ini inside the package of the compilers in use"));
    m_saveButton = button(u"iniSave"_s, tr("Save"), tr("Save (Ctrl+S)"));
    m_saveAsButton = button(u"iniSaveAs"_s, tr("Save as…"), tr("Save under another name"));
    auto *names = new QHBoxLayout; // one line: height is what this page lacks
    names->setSpacing(12);
    names->addWidget(m_title);
    names->addWidget(m_where, 1);
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(16, 6, 16, 6);
    row->setSpacing(8);
    row->addLayout(names, 1);
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
        auto *made = new QComboBox(bar);
        made->setObjectName(name);
        made->setAccessibleName(what);
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
    m_verdict = new QLabel(bar);
    m_verdict->setObjectName(u"iniVerdict"_s);
    m_verdict->setWordWrap(true);
    m_verdict->setTextFormat(Qt::PlainText);
    m_verdict->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_use = new QPushButton(tr("Use in spec"), bar);
    m_use->setObjectName(u"iniUse"_s);
    m_use->setToolTip(tr("The compile spec takes this file, system configuration and memory mode"));
    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(systemLabel);
    line->addWidget(m_system, 1);
    line->addWidget(modeLabel);
    line->addWidget(m_mode, 1);
    line->addWidget(m_use);
    auto *layout = new QVBoxLayout(bar);
    layout->setContentsMargins(16, 6, 16, 6);
    layout->setSpacing(4);
    layout->addLayout(line);
    layout->addWidget(m_verdict);
    return bar;
}

QWidget *IniPage::makeCentre()
{
    auto *whole = new QWidget(this);
    auto *rows = new QVBoxLayout(whole);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    auto *splitter = new QSplitter(Qt::Horizontal, whole);
    splitter->setObjectName(u"iniSplitter"_s);
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
