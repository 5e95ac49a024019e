// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/ini/inipair.h"

#include "core/base/units.h"
#include "views/widgets/building.h"
#include "views/widgets/theme.h"

#include <QComboBox>
#include <QSignalBlocker>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

void fillBox(QComboBox &box, const QStringList &names, const QStringList &wishes)
{
    const QSignalBlocker quiet(&box);
    box.clear();
    box.addItems(names);
    for (const auto &wish : wishes) {
        if (!wish.isEmpty() && names.contains(wish)) {
            box.setCurrentText(wish);
            return;
        }
    }
}

} // namespace

IniPair::IniPair(const formats::vela::VelaIni &ini, const Theme &theme, QWidget *parent)
    : QFrame(parent), m_ini(ini), m_theme(theme)
{
    setProperty("role", u"bar"_s);
    const auto box = [this](const QString &name, const QString &what) {
        auto *made = named(new QComboBox(this), name, what);
        made->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        made->setMinimumContentsLength(20);
        connect(made, &QComboBox::activated, this, &IniPair::judge);
        return made;
    };
    auto *systemLabel = new QLabel(tr("System"), this);
    m_system = box(u"iniSystem"_s, tr("System configuration"));
    systemLabel->setBuddy(m_system);
    auto *modeLabel = new QLabel(tr("with memory mode"), this);
    m_mode = box(u"iniMode"_s, tr("Memory mode"));
    modeLabel->setBuddy(m_mode);
    m_verdict = selectable(wrapped(named(new QLabel(this), u"iniVerdict"_s)));
    m_use = named(new QPushButton(tr("Use in spec"), this), u"iniUse"_s);
    m_use->setToolTip(tr("The compile spec takes this file, system configuration and memory mode"));
    auto *line
        = makeRow(nullptr, { systemLabel, { m_system, 1 }, modeLabel, { m_mode, 1 }, m_use }, 8);
    makeColumn(this, { line, m_verdict }, 4, { 16, 6, 16, 6 });
    connect(m_use, &QPushButton::clicked, this, &IniPair::useWanted);
    connect(&m_theme, &Theme::changed, this, &IniPair::judge);
}

void IniPair::fill(const QStringList &systems, const QStringList &modes)
{
    fillBox(*m_system, m_ini.systemConfigs, systems);
    fillBox(*m_mode, m_ini.memoryModes, modes);
    judge();
}

void IniPair::choose(const QString &section)
{
    const bool isSystem = section.startsWith(formats::vela::SystemPrefix);
    (isSystem ? m_system : m_mode)->setCurrentText(section.section(u'.', 1));
    judge();
}

QString IniPair::system() const
{
    return m_system->currentText();
}

QString IniPair::mode() const
{
    return m_mode->currentText();
}

void IniPair::judge()
{
    m_problems = m_ini.diagnostics;
    QString text;
    const bool isWhole = m_system->count() > 0 && m_mode->count() > 0;
    bool isBad = false;
    if (!isWhole) {
        text = tr("A compile needs a system configuration and a memory mode in one file.");
    } else if (const auto found = formats::vela::resolveIni(m_ini, system(), mode())) {
        const auto *size = found->setting(u"arena_cache_size"_s);
        const auto limit = size && size->value && std::holds_alternative<qint64>(*size->value)
            ? formatBytes(static_cast<quint64>(std::get<qint64>(*size->value)))
            : tr("without a limit");
        text = tr("Weights in %1, feature maps in %2, fast storage in %3 (%4).")
                   .arg(found->constMemory, found->arenaMemory, found->cacheMemory, limit);
        m_problems.insert(m_problems.end(), found->diagnostics.begin(), found->diagnostics.end());
    } else {
        isBad = true;
        text = tr("Vela refuses this pair: %1").arg(found.error().detail);
    }
    auto palette = m_verdict->palette();
    palette.setColor(
        QPalette::WindowText, isBad ? m_theme.colors().worse : m_theme.colors().mutedText);
    m_verdict->setPalette(palette);
    m_verdict->setText(text);
    m_use->setEnabled(isWhole && !isBad);
    Q_EMIT judged();
}

} // namespace tosaic::views
