// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/settings.h"

#include <QSettings>

using namespace Qt::StringLiterals;

namespace tosaic {

SettingsStore::SettingsStore(QObject *parent)
    : QObject(parent), m_settings(std::make_unique<QSettings>(
                           QSettings::IniFormat, QSettings::UserScope, u"tosaic"_s, u"tosaic"_s))
{
}

SettingsStore::SettingsStore(const QString &iniPath, QObject *parent)
    : QObject(parent), m_settings(std::make_unique<QSettings>(iniPath, QSettings::IniFormat))
{
}

SettingsStore::~SettingsStore() = default;

QString SettingsStore::fileName() const
{
    return m_settings->fileName();
}

void SettingsStore::sync()
{
    m_settings->sync();
}

QVariant SettingsStore::raw(QLatin1StringView key) const
{
    return m_settings->value(key);
}

void SettingsStore::setRaw(QLatin1StringView key, const QVariant &value)
{
    if (raw(key) == value)
        return;
    m_settings->setValue(key, value);
    Q_EMIT changed(key);
}

} // namespace tosaic
