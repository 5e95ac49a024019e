// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphheader.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tosaic::views {

GraphHeader::GraphHeader(QWidget *parent)
    : QFrame(parent), m_layout(new QHBoxLayout(this)), m_sentence(new QLabel(this)),
      m_levels(new QWidget(this)), m_levelGroup(new QButtonGroup(this)),
      m_quantisation(new QToolButton(this))
{
    setObjectName(u"graphHeader"_s);
    setProperty("role", u"bar"_s);
    m_layout->setContentsMargins(12, 4, 8, 4);
    m_layout->setSpacing(4);
    m_sentence->setObjectName(u"graphSentence"_s);
    m_sentence->setAccessibleName(tr("What runs where"));
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_sentence->setWordWrap(true);
    auto font = m_sentence->font();
    font.setWeight(QFont::DemiBold);
    m_sentence->setFont(font);
    m_layout->addWidget(m_sentence, 1);
    addLevels();
    m_quantisation->setObjectName(u"graphQuantisation"_s);
    m_quantisation->setText(tr("Q/DQ"));
    m_quantisation->setCheckable(true);
    m_quantisation->setAutoRaise(true);
    m_quantisation->setAccessibleName(tr("Show quantise and dequantise steps"));
    m_quantisation->setToolTip(tr("Show the quantise and dequantise steps inside partitions"));
    connect(m_quantisation, &QToolButton::toggled, this, &GraphHeader::quantisationToggled);
    m_layout->addWidget(m_quantisation);
    m_expand = addButton(u"graphExpandAll"_s, u"expand-all"_s, tr("Expand all partitions"),
        &GraphHeader::expandAllRequested);
    m_collapse = addButton(u"graphCollapseAll"_s, u"collapse-all"_s, tr("Collapse all partitions"),
        &GraphHeader::collapseAllRequested);
    addButton(u"graphFind"_s, u"edit-find"_s, tr("Find in the graph (Ctrl+F)"),
        &GraphHeader::findRequested);
    addButton(u"graphCopy"_s, u"edit-copy"_s, tr("Copy the graph as a picture"),
        &GraphHeader::copyRequested);
}

void GraphHeader::addLevels()
{
    m_levels->setObjectName(u"graphLevels"_s);
    // One control of two halves: what is chosen is filled, in every theme.
    m_levels->setStyleSheet(
        u"QToolButton { border: 1px solid palette(mid); padding: 3px 10px; background: "
        u"palette(base); }"
        "QToolButton#graphOperators { border-top-left-radius: 4px; border-bottom-left-radius: 4px; "
        "}"
        "QToolButton#graphRuntime { border-top-right-radius: 4px; border-bottom-right-radius: 4px;"
        " border-left: none; }"
        "QToolButton:checked { background: palette(highlight); color: palette(highlighted-text);"
        " border-color: palette(highlight); }"_s);
    auto *row = new QHBoxLayout(m_levels);
    row->setContentsMargins(0, 0, 8, 0);
    row->setSpacing(0);
    const auto add = [&](int id, const QString &name, const QString &text, const QString &tip) {
        auto *button = new QToolButton(m_levels);
        button->setObjectName(name);
        button->setText(text);
        button->setToolTip(tip);
        button->setAccessibleName(tip);
        button->setCheckable(true);
        row->addWidget(button);
        m_levelGroup->addButton(button, id);
    };
    add(1, u"graphOperators"_s, tr("Operators"),
        tr("All operators of the model before it was cut"));
    add(0, u"graphRuntime"_s, tr("Runtime"), tr("The instructions the runtime executes"));
    connect(m_levelGroup, &QButtonGroup::idClicked, this,
        [this](int id) { Q_EMIT operatorsChosen(id == 1); });
    m_layout->addWidget(m_levels);
}

QToolButton *GraphHeader::addButton(
    const QString &name, const QString &icon, const QString &tip, void (GraphHeader::*signal)())
{
    auto *button = new QToolButton(this);
    button->setObjectName(name);
    button->setAutoRaise(true);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    if (!icon.isEmpty())
        button->setIcon(QIcon::fromTheme(icon));
    connect(button, &QToolButton::clicked, this, signal);
    m_layout->addWidget(button);
    m_controls += button;
    return button;
}

void GraphHeader::setSentence(const QString &sentence)
{
    m_sentence->setText(sentence);
}

QString GraphHeader::sentence() const
{
    return m_sentence->text();
}

void GraphHeader::setLevels(bool hasOperators, bool hasRuntime, bool operatorsShown)
{
    m_levels->setVisible(hasOperators && hasRuntime);
    m_levelGroup->button(operatorsShown ? 1 : 0)->setChecked(true);
}

void GraphHeader::setQuantisationAvailable(bool available)
{
    m_quantisation->setVisible(available);
}

void GraphHeader::setGroupsAvailable(bool available)
{
    m_expand->setVisible(available);
    m_collapse->setVisible(available);
}

void GraphHeader::setControlsEnabled(bool enabled)
{
    for (auto *button : m_controls)
        button->setEnabled(enabled);
}

} // namespace tosaic::views
