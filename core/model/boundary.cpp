// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/boundary.h"

using namespace Qt::StringLiterals;

namespace tosaic::model {

QString bareOperatorName(const QString &operatorName)
{
    auto name = operatorName;
    if (const auto colons = name.indexOf("::"_L1); colons >= 0)
        name = name.mid(colons + 2).section(u'.', 0, 0);
    else if (name.count(u'.') >= 2)
        name = name.section(u'.', -2, -2);
    while (name.startsWith(u'_'))
        name.remove(0, 1);
    return name;
}

bool isQuantisation(const QString &operatorName)
{
    const auto bare = bareOperatorName(operatorName);
    return bare.startsWith("quantize_"_L1) || bare.startsWith("dequantize_"_L1);
}

bool isBoundaryStep(const Method &method, const Instruction &instruction)
{
    return !method.delegates.empty() && isQuantisation(method.operatorName(instruction));
}

} // namespace tosaic::model
