// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QStringList>

#include <cmath>
#include <map>
#include <optional>
#include <type_traits>

namespace tosaic {

/// What is not known is absent in JSON: these add an entry only if there is a value, a text or an
/// element. Whole numbers stay whole up to 2^63.
inline void insertKnown(QJsonObject &object, const QString &key, const QString &text)
{
    if (!text.isEmpty())
        object.insert(key, text);
}

inline void insertKnown(QJsonObject &object, const QString &key, const QStringList &list)
{
    if (!list.isEmpty())
        object.insert(key, QJsonArray::fromStringList(list));
}

inline void insertKnown(QJsonObject &object, const QString &key, const QJsonArray &list)
{
    if (!list.isEmpty())
        object.insert(key, list);
}

inline void insertKnown(QJsonObject &object, const QString &key, const QJsonObject &entries)
{
    if (!entries.isEmpty())
        object.insert(key, entries);
}

inline void insertKnown(
    QJsonObject &object, const QString &key, const std::map<QString, QString> &texts)
{
    QJsonObject entries;
    for (const auto &[name, text] : texts)
        entries.insert(name, text);
    insertKnown(object, key, entries);
}

/// `Value` is a number, a bool or a text. An infinity or NaN, which JSON cannot say, is not known.
template <typename Value>
void insertKnown(QJsonObject &object, const QString &key, const std::optional<Value> &value)
{
    if (!value)
        return;
    if constexpr (std::is_floating_point_v<Value>) {
        if (std::isfinite(*value))
            object.insert(key, *value);
    } else if constexpr (std::is_integral_v<Value> && !std::is_same_v<Value, bool>) {
        object.insert(key, static_cast<qint64>(*value));
    } else {
        object.insert(key, *value);
    }
}

} // namespace tosaic
