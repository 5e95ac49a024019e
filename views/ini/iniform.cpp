// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/ini/iniform.h"

#include "core/base/units.h"
#include "core/formats/vela/iniform.h"
#include "views/ini/iniformrow.h"
#include "views/widgets/building.h"
#include "views/widgets/discard.h"
#include "views/widgets/theme.h"

#include <QGridLayout>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace tosaic::views {

IniForm::IniForm(const Theme &theme, QWidget *parent) : QScrollArea(parent), m_theme(theme)
{
    named(this, u"iniForm"_s, tr("The section as fields"));
    setFrameShape(NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *content = new QWidget(this);
    m_title = selectable(named(new QLabel(content), u"iniFormTitle"_s, {}, u"title"_s));
    m_facts = selectable(wrapped(named(new QLabel(content), u"iniFacts"_s, {}, u"muted"_s)));
    m_facts->setToolTip(tr("Nominal bandwidth by Vela's rule: AXI bytes a beat (8 if the name "
                           "begins with Ethos_U55, else 16) × ports × clock scale × core clock"));
    makeColumn(content, { m_title, m_facts, stretch() }, 8, { 12, 12, 12, 12 });
    setWidget(content);
}

void IniForm::setEditable(bool on)
{
    m_isEditable = on;
    for (auto *row : m_rows)
        row->setEditable(on);
}

void IniForm::rebuild(const QStringList &keys)
{
    m_keys = keys;
    qDeleteAll(m_rows);
    m_rows.clear();
    if (m_body)
        discard(m_body);
    m_body = new QWidget(widget());
    auto *grid = new QGridLayout(m_body);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    int line = 0;
    for (const auto &key : keys) {
        auto *row = new IniFormRow(
            key, m_section.startsWith(formats::vela::SystemPrefix), m_theme, *grid, line, this);
        connect(row, &IniFormRow::edited, this, &IniForm::edited);
        connect(row, &IniFormRow::cleared, this, &IniForm::cleared);
        connect(row, &IniFormRow::lineWanted, this, &IniForm::lineWanted);
        m_rows.push_back(row);
        line += 2; // the second for its note
    }
    static_cast<QVBoxLayout *>(widget()->layout())->insertWidget(2, m_body);
    m_body->show();
}

void IniForm::showSection(const formats::vela::VelaIni &ini, const QString &section)
{
    const auto rows = formats::vela::iniRows(ini, section);
    QStringList keys;
    for (const auto &row : rows)
        keys.append(row.key);
    const bool isSame = section == m_section && keys == m_keys;
    m_section = section;
    if (!isSame)
        rebuild(keys);
    m_title->setText(section.isEmpty() ? tr("Choose a section") : section.section(u'.', 1));
    m_title->setToolTip(section);
    QStringList earlier; // sections that the C++ core can inherit from
    const auto prefix = section.section(u'.', 0, 0) + u'.';
    for (const auto &other : ini.python.sections) {
        if (other.name == section)
            break;
        if (other.name.startsWith(prefix))
            earlier.append(other.name);
    }
    for (size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].key == u"inherit"_s)
            m_rows[i]->setChoices(earlier);
        m_rows[i]->show(rows[i], section);
        m_rows[i]->setEditable(m_isEditable);
    }
    showFacts(ini);
}

void IniForm::showFacts(const formats::vela::VelaIni &ini)
{
    const QLocale locale;
    QStringList lines;
    for (const auto &one :
        formats::vela::iniBandwidths(m_section, formats::vela::iniRows(ini, m_section)))
        lines.append(tr("%1: %2 GB/s at most = %3 bytes × %4 × %5 × %6")
                         .arg(one.memory, locale.toString(one.bytesPerSecond() / 1e9, 'g', 4))
                         .arg(one.bytesPerBeat)
                         .arg(one.ports)
                         .arg(locale.toString(one.clockScale, 'g', 6), formatClock(one.clock)));
    m_facts->setText(lines.join(u'\n'));
    m_facts->setVisible(!lines.isEmpty());
}

} // namespace tosaic::views
