// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/operatornames.h"

#include "profiler/join/operationtable.h"

namespace tosaic {

std::map<std::pair<int, QString>, QString> operatorNames(const ProfileSubject &subject)
{
    std::map<std::pair<int, QString>, QString> names;
    if (!subject.table)
        return names;
    for (const auto &operation : subject.table->operations) {
        const auto stream = size_t(operation.stream);
        if (operation.stream < 0 || stream >= subject.streams.size() || operation.name.isEmpty())
            continue;
        if (const auto partition = subject.streams[stream].partition)
            names.emplace(std::pair(*partition, operation.name), profile::operatorName(operation));
    }
    return names;
}

std::vector<QString> operatorNamesOf(
    const ProfileSubject &subject, const model::EntityRef &owner, size_t operations)
{
    std::vector<QString> names(operations);
    if (!subject.table || owner.isEmpty())
        return names;
    const auto all = profile::operationNames(*subject.table);
    for (size_t i = 0; i < all.size(); ++i) {
        const auto &operation = subject.table->operations[i];
        if (operation.role == profile::TimedOperation::Role::Dma
            || subject.table->ownerOf(operation.stream) != owner)
            continue;
        for (const auto kick : operation.kicks) {
            if (kick < operations)
                names[kick] = all[i];
        }
    }
    return names;
}

} // namespace tosaic
