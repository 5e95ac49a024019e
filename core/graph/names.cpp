// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/names.h"

#include "core/base/units.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::graph {

QString shortName(const QString &target)
{
    auto name = target;
    if (name.startsWith(u'<') && name.endsWith(u'>')) // Python's own repr of a builtin
        return name.mid(1, name.size() - 2).section(u' ', -1);
    if (const auto colons = name.indexOf("::"_L1); colons >= 0)
        name = name.mid(colons + 2).section(u'.', 0, 0);
    else if (name.count(u'.') >= 2)
        name = name.section(u'.', -2, -2);
    while (name.startsWith(u'_'))
        name.remove(0, 1);
    return name.isEmpty() ? target : name;
}

QString instructionName(const model::Method &method, size_t index)
{
    const auto &instruction = method.instructions[index];
    auto name = shortName(method.operatorName(instruction));
    if (const auto *call = std::get_if<model::DelegateCall>(&instruction);
        call && call->delegate.value < method.delegates.size())
        name = method.delegates[call->delegate.value].id;
    if (name.isEmpty())
        name = model::instructionKindName(instruction);
    return u"%1 #%2"_s.arg(name).arg(index);
}

QString lastPart(const QString &path, int parts)
{
    qsizetype at = path.size();
    for (; parts > 0 && at > 0; --parts)
        at = std::max(path.lastIndexOf(u'.', at - 1), path.lastIndexOf(u'/', at - 1));
    return path.mid(at > 0 ? at + 1 : 0);
}

QString labelOf(const Edge &edge)
{
    if (edge.crossing == 0)
        return edge.label;
    const auto what = edge.crossing == 1 ? edge.label : u"%1 tensors"_s.arg(edge.crossing);
    return edge.crossingBytes == 0 ? what : u"%1 · %2"_s.arg(what, formatBytes(edge.crossingBytes));
}

} // namespace tosaic::graph
