// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/modebuttons.h"

#include "views/widgets/building.h"
#include "views/widgets/flowlayout.h"

#include <QButtonGroup>
#include <QRegularExpression>
#include <QStyle>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// "Dedicated, 384 KB" of Dedicated_Sram_384KB: the whole name has no room three times in a row.
QString shortName(const QString &mode)
{
    static const QRegularExpression sized(u"^Dedicated_Sram_(\\d+)KB$"_s);
    const auto match = sized.match(mode);
    return match.hasMatch() ? ModeButtons::tr("Dedicated, %1 KB").arg(match.captured(1)) : mode;
}

} // namespace

ModeButtons::ModeButtons(QWidget *parent)
    : QWidget(parent), m_row(new FlowLayout(this)), m_group(new QButtonGroup(this))
{
    setObjectName(u"memoryModes"_s);
    setAccessibleName(tr("Memory mode"));
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(4);
    m_group->setExclusive(true);
    connect(m_group, &QButtonGroup::idClicked, this,
        [this](int id) { Q_EMIT modeChosen(m_modes.value(id)); });
}

void ModeButtons::rebuild(const std::vector<analysis::ModeChoice> &choices)
{
    for (auto *button : m_group->buttons()) {
        m_group->removeButton(button);
        m_row->removeWidget(button);
        button->deleteLater();
    }
    m_modes.clear();
    for (const auto &choice : choices) {
        auto *button = named(new QToolButton(this), u"mode_"_s + choice.name, choice.name);
        button->setCheckable(true);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setProperty("role", u"segment"_s);
        m_group->addButton(button, static_cast<int>(m_modes.size()));
        m_row->addWidget(button);
        m_modes << choice.name;
    }
}

void ModeButtons::setModes(const std::vector<analysis::ModeChoice> &choices, const QString &current,
    const std::function<QString(const QString &mode)> &need,
    const std::function<QString(analysis::ModeObstacle obstacle)> &reason)
{
    QStringList names;
    for (const auto &choice : choices)
        names << choice.name;
    if (names != m_modes)
        rebuild(choices);
    for (std::size_t i = 0; i < choices.size(); ++i) {
        auto *button = m_group->button(static_cast<int>(i));
        const auto &choice = choices[i];
        const auto size = need(choice.name);
        const bool isPossible = choice.obstacle == analysis::ModeObstacle::None;
        button->setText(shortName(choice.name) + u'\n' + size);
        // The mode in force can be seen, whatever stands in its way.
        button->setEnabled(isPossible || choice.name == current);
        const auto hint = isPossible ? tr("%1: %2").arg(choice.name, size)
                                     : tr("%1: %2").arg(choice.name, reason(choice.obstacle));
        button->setToolTip(hint);
        button->setAccessibleDescription(hint);
        button->setChecked(choice.name == current);
    }
}

} // namespace tosaic::views
