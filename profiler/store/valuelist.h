// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/records.h"

#include <cmath>
#include <map>
#include <optional>
#include <vector>

namespace tosaic::profile {

/// Collects values; the same name again within a repeat is another thing with that name.
class ValueList
{
public:
    void setGroup(const QString &group, quint64 repeat)
    {
        m_group = group;
        m_repeat = repeat;
        m_seen.clear();
    }

    /// What is not finite (Vela prints "inf" where it divides by zero) is no measured value: it is
    /// left out.
    void add(const QString &kind, const QString &name, const QString &unit, double value,
        bool isDerived = false)
    {
        if (!std::isfinite(value))
            return;
        const int before = m_seen[kind + QChar(u'\n') + name]++;
        const auto unique = before == 0 ? name : QStringLiteral("%1 #%2").arg(name).arg(before + 1);
        values.push_back({ kind, m_group, unique, unit, m_repeat, value, isDerived });
    }

    template <typename T>
    void add(const QString &kind, const QString &name, const QString &unit,
        const std::optional<T> &value)
    {
        if (value)
            add(kind, name, unit, static_cast<double>(*value));
    }

    std::vector<workspace::RunValue> values;

private:
    QString m_group;
    quint64 m_repeat = 0;
    std::map<QString, int> m_seen;
};

} // namespace tosaic::profile
