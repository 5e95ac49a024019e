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

} // namespace tosaic
