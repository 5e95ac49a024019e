// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QVariant>

#include <memory>

class QSettings;

namespace tosaic {

/// A setting is declared once: its key, type and default stand together and nowhere else.
///     inline const Setting<bool> FollowSystemTheme { "view/followSystemTheme", true };
template <typename T>
struct Setting
{
    const char *key;
    T fallback;
};

/// Reads and writes settings; injected, never global. Tests pass a path of their own.
class SettingsStore : public QObject
{
    Q_OBJECT
public:
    /// The user's own settings.
    explicit SettingsStore(QObject *parent = nullptr);
    /// Settings in one INI file.
    explicit SettingsStore(const QString &iniPath, QObject *parent = nullptr);
    ~SettingsStore() override;

    template <typename T>
    T value(const Setting<T> &setting) const
    {
        const auto stored = raw(QLatin1StringView(setting.key));
        return stored.isValid() && stored.canConvert<T>() ? stored.value<T>() : setting.fallback;
    }

    template <typename T>
    void set(const Setting<T> &setting, const T &value)
    {
        setRaw(QLatin1StringView(setting.key), QVariant::fromValue(value));
    }

    /// Where the settings are kept, for the user to look at.
    QString fileName() const;
    void sync();

Q_SIGNALS:
    void changed(const QString &key);

private:
    QVariant raw(QLatin1StringView key) const;
    void setRaw(QLatin1StringView key, const QVariant &value);

    std::unique_ptr<QSettings> m_settings;
};

} // namespace tosaic
