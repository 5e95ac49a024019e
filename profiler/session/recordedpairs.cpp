// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/recordedpairs.h"

namespace tosaic {

graph::RecordedPairs recordedPairs(const ProfileSubject &subject)
{
    graph::RecordedPairs pairs;
    for (const auto &entities : subject.entities) {
        for (const auto &from : entities) {
            for (const auto &to : entities) {
                if (from.kind != to.kind)
                    pairs.emplace_back(from, to);
            }
        }
    }
    for (const auto &carried : subject.carried) {
        for (const auto &entity : subject.entities[carried.operation]) {
            if (entity.kind == carried.entity.kind)
                continue;
            pairs.emplace_back(carried.entity, entity);
            pairs.emplace_back(entity, carried.entity);
        }
    }
    return pairs;
}

} // namespace tosaic
