// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/ini/inibar.h"

#include "views/widgets/building.h"

#include <QDir>

using namespace Qt::StringLiterals;

namespace tosaic::views {

IniBar::IniBar(QWidget *parent) : QFrame(parent)
{
    setProperty("role", u"bar"_s);
    m_title = named(new QLabel(this), u"iniTitle"_s, {}, u"title"_s);
    m_where = selectable(named(new QLabel(this), u"iniPath"_s, {}, u"muted"_s));
    m_where->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    // one line: height is what this page lacks
    auto *names = makeRow(nullptr, { m_title, { m_where, 1 } }, 12);
    auto *row = makeRow(this, { { names, 1 } }, 8, { 16, 6, 16, 6 });
    const auto button = [this, row](const QString &name, const QString &text, const QString &tip,
                            void (IniBar::*wanted)()) {
        auto *made = named(new QPushButton(text, this), name);
        made->setToolTip(tip);
        connect(made, &QPushButton::clicked, this, wanted);
        row->addWidget(made);
        return made;
    };
    button(
        u"iniOpen"_s, tr("Open…"), tr("Open any .ini file of Vela, as it is"), &IniBar::openWanted);
    m_bundled = button(u"iniBundled"_s, tr("Arm's file"), {}, &IniBar::bundledWanted);
    button(u"iniNewFile"_s, tr("New"), tr("An empty file"), &IniBar::newWanted);
    m_save = button(u"iniSave"_s, tr("Save"), tr("Save (Ctrl+S)"), &IniBar::saveWanted);
    m_saveAs = button(
        u"iniSaveAs"_s, tr("Save as…"), tr("Save under another name"), &IniBar::saveAsWanted);
}

void IniBar::showFile(const File &file)
{
    m_title->setText(file.isReadOnly ? tr("%1 (read-only)").arg(file.name)
            : file.isModified        ? tr("%1 (not saved)").arg(file.name)
                                     : file.name);
    m_where->setText(QDir::toNativeSeparators(file.path));
    m_where->setToolTip(m_where->text());
    m_save->setEnabled(file.isModified && !file.isReadOnly);
    m_saveAs->setText(file.isReadOnly ? tr("Save a copy…") : tr("Save as…"));
}

void IniBar::setHasBundled(bool has)
{
    m_bundled->setEnabled(has);
    m_bundled->setToolTip(has ? tr("Arm/vela.ini inside the package of the compilers in use")
                              : tr("It comes with the compilers, which were not found"));
}

} // namespace tosaic::views
