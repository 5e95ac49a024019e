// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/entityplace.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace tosaic::analysis {

namespace {

using model::EntityRef;

/// "value 3" inside a method. Inputs and outputs are named by their position.
EntityRef partOf(const model::Method &method, int methodIndex, const QString &kind, int index)
{
    const auto ifThere = [&](size_t count, const EntityRef &entity) {
        return index >= 0 && size_t(index) < count ? entity : EntityRef::ofMethod(methodIndex);
    };
    if (kind == "value"_L1)
        return ifThere(method.values.size(), EntityRef::value(methodIndex, index));
    if (kind == "instruction"_L1)
        return ifThere(method.instructions.size(), EntityRef::instruction(methodIndex, index));
    if (kind == "delegate"_L1)
        return ifThere(method.delegates.size(), EntityRef::delegate(methodIndex, index));
    return EntityRef::ofMethod(methodIndex);
}

} // namespace

model::EntityRef entityAt(const model::Program &program, const Location &location)
{
    static const QRegularExpression inMethod(u"^method (.*?)(?:, ([a-z ]+) (\\d+))?(?:,.*)?$"_s);
    static const QRegularExpression segment(u"^segment (\\d+)"_s);
    if (const auto match = inMethod.match(location.entity); match.hasMatch()) {
        for (size_t i = 0; i < program.methods.size(); ++i) {
            if (program.methods[i].name == match.captured(1))
                return partOf(
                    program.methods[i], int(i), match.captured(2), match.captured(3).toInt());
        }
    }
    if (const auto match = segment.match(location.section); match.hasMatch()) {
        const auto index = match.captured(1).toInt();
        if (size_t(index) < program.segments.size())
            return EntityRef::segment(index);
    }
    if (location.offset)
        return EntityRef::byteRange({ *location.offset, location.length.value_or(1) });
    return {};
}

} // namespace tosaic::analysis
