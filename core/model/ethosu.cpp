// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/ethosu.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::model {

QString productName(NpuProduct product)
{
    switch (product) {
    case NpuProduct::U55:
        return u"U55"_s;
    case NpuProduct::U65:
        return u"U65"_s;
    case NpuProduct::U85:
        return u"U85"_s;
    }
    return {};
}

QString NpuConfig::name() const
{
    return u"Ethos-%1-%2"_s.arg(productName(product)).arg(macs);
}

const PayloadBlock *EthosUPayload::block(const QString &name) const
{
    const auto found = std::find_if(
        blocks.begin(), blocks.end(), [&](const PayloadBlock &b) { return b.name == name; });
    return found == blocks.end() ? nullptr : &*found;
}

} // namespace tosaic::model
