// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/pins.h"

#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

using List = QStringList KeepOnCpu::*;

constexpr std::array<std::pair<QLatin1StringView, List>, 4> Kinds{ {
    { "node"_L1, &KeepOnCpu::nodes },
    { "module"_L1, &KeepOnCpu::modules },
    { "kind"_L1, &KeepOnCpu::operators },
    { "pattern"_L1, &KeepOnCpu::patterns },
} };

} // namespace

QStringList pinsOf(const KeepOnCpu &kept)
{
    QStringList pins;
    for (const auto &[name, list] : Kinds) {
        for (const auto &entry : kept.*list)
            pins.append(name + u':' + entry);
    }
    return pins;
}

std::optional<KeepOnCpu> pinOf(const QString &text)
{
    const auto what = text.section(u':', 1);
    for (const auto &[name, list] : Kinds) {
        if (name != text.section(u':', 0, 0) || what.isEmpty())
            continue;
        KeepOnCpu kept;
        (kept.*list).append(what);
        return kept;
    }
    return {};
}

KeepOnCpu united(KeepOnCpu kept, const KeepOnCpu &more)
{
    for (const auto &[name, list] : Kinds) {
        (kept.*list) += more.*list;
        (kept.*list).removeDuplicates();
    }
    return kept;
}

KeepOnCpu without(KeepOnCpu kept, const KeepOnCpu &less)
{
    for (const auto &[name, list] : Kinds) {
        for (const auto &entry : less.*list)
            (kept.*list).removeAll(entry);
    }
    return kept;
}

} // namespace tosaic::spec
