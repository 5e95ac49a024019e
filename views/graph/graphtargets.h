// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/graph/graphplace.h"
#include "views/graph/graphscene.h"

namespace tosaic {
struct ProfileSubject;
}

namespace tosaic::views {

/// What of a drawn graph an entity is, also one that the other levels call something else: a
/// partition for its delegate, a call for its partition, a command for the stream's owner. Empty:
/// nothing of it. `subject` knows the relatives of NPU operations; may be null.
GraphTarget targetAt(const GraphScene &scene, const ModelDocument &document,
    const ProfileSubject *subject, const GraphPlace &place, const model::EntityRef &entity);

} // namespace tosaic::views
