// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/ini/inisections.h"

#include "views/widgets/building.h"
#include "views/widgets/searchline.h"

#include <QGridLayout>
#include <QSignalBlocker>
#include <QTreeWidget>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int NameRole = Qt::UserRole; // full name of the section
}

IniSections::IniSections(QWidget *parent)
    : QWidget(parent), m_search(new SearchLine(tr("Filter sections"), this)),
      m_tree(new QTreeWidget(this))
{
    named(this, u"iniSections"_s, tr("Sections of the configuration file"));
    named(m_search, u"iniSearch"_s, tr("Filter sections"));
    m_search->setTarget(m_tree);
    named(m_tree, u"iniSectionTree"_s, tr("System configurations and memory modes"));
    m_tree->setHeaderHidden(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setIndentation(12);
    m_tree->setRootIsDecorated(false);
    m_tree->setUniformRowHeights(true);
    makeColumn(this, { m_search, { m_tree, 1 }, makeButtons() }, 8, { 16, 8, 8, 8 });
    connect(m_search, &QLineEdit::textChanged, this, &IniSections::filter);
    connect(m_tree, &QTreeWidget::currentItemChanged, this, [this] {
        updateButtons();
        if (!current().isEmpty())
            Q_EMIT chosen(current());
    });
    updateButtons();
}

QWidget *IniSections::makeButtons()
{
    auto *row = new QWidget(this);
    auto *grid = new QGridLayout(row);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(4);
    int place = 0;
    const auto add = [&](const QString &name, const QString &text, const QString &tip) {
        auto *button = named(new QPushButton(text, row), name);
        button->setToolTip(tip);
        grid->addWidget(button, place / 2, place % 2);
        ++place;
        return button;
    };
    m_new = add(u"iniNew"_s, tr("New…"), tr("A new section from a template"));
    m_duplicate = add(u"iniDuplicate"_s, tr("Duplicate"), tr("A copy under another name"));
    m_rename = add(u"iniRename"_s, tr("Rename…"), tr("Also in the sections that inherit from it"));
    m_remove = add(u"iniRemove"_s, tr("Remove"),
        tr("Sections that inherit from it keep the values they had from it"));
    connect(m_new, &QPushButton::clicked, this, &IniSections::newWanted);
    connect(
        m_duplicate, &QPushButton::clicked, this, [this] { Q_EMIT duplicateWanted(current()); });
    connect(m_rename, &QPushButton::clicked, this, [this] { Q_EMIT renameWanted(current()); });
    connect(m_remove, &QPushButton::clicked, this, [this] { Q_EMIT removeWanted(current()); });
    return row;
}

void IniSections::setSections(const formats::vela::VelaIni &ini)
{
    const auto kept = current();
    {
        const QSignalBlocker quiet(m_tree);
        m_tree->clear();
        const auto addGroup
            = [&](const QString &title, QLatin1StringView prefix, const QStringList &names) {
                  auto *group = new QTreeWidgetItem(m_tree, { title });
                  group->setFlags(Qt::ItemIsEnabled);
                  auto font = group->font(0);
                  font.setWeight(QFont::DemiBold);
                  group->setFont(0, font);
                  for (const auto &name : names) {
                      auto *item = new QTreeWidgetItem(group, { name });
                      item->setData(0, NameRole, QString(prefix) + name);
                      item->setToolTip(0, name);
                  }
                  group->setExpanded(true);
              };
        addGroup(tr("System configurations"), formats::vela::SystemPrefix, ini.systemConfigs);
        addGroup(tr("Memory modes"), formats::vela::ModePrefix, ini.memoryModes);
    }
    filter();
    setCurrent(kept);
}

QString IniSections::current() const
{
    const auto *item = m_tree->currentItem();
    return item ? item->data(0, NameRole).toString() : QString();
}

QTreeWidgetItem *IniSections::itemOf(const QString &section) const
{
    for (int group = 0; group < m_tree->topLevelItemCount(); ++group) {
        auto *parent = m_tree->topLevelItem(group);
        for (int i = 0; i < parent->childCount(); ++i) {
            if (parent->child(i)->data(0, NameRole).toString() == section)
                return parent->child(i);
        }
    }
    return nullptr;
}

void IniSections::setCurrent(const QString &section)
{
    const QSignalBlocker quiet(m_tree);
    auto *item = itemOf(section);
    m_tree->setCurrentItem(item);
    if (item)
        m_tree->scrollToItem(item);
    updateButtons();
}

void IniSections::setEditable(bool on)
{
    m_isEditable = on;
    updateButtons();
}

void IniSections::updateButtons()
{
    if (!m_remove)
        return;
    const bool hasOne = m_isEditable && !current().isEmpty();
    m_new->setEnabled(m_isEditable);
    for (auto *button : { m_duplicate, m_rename, m_remove })
        button->setEnabled(hasOne);
}

void IniSections::filter()
{
    const auto wanted = m_search->text().trimmed();
    for (int group = 0; group < m_tree->topLevelItemCount(); ++group) {
        auto *parent = m_tree->topLevelItem(group);
        int shown = 0;
        for (int i = 0; i < parent->childCount(); ++i) {
            auto *item = parent->child(i);
            const bool fits = item->text(0).contains(wanted, Qt::CaseInsensitive);
            item->setHidden(!fits);
            shown += fits ? 1 : 0;
        }
        parent->setHidden(shown == 0);
    }
}

} // namespace tosaic::views
