// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/entityref.h"

#include <optional>

namespace tosaic {
class ModelDocument;
}

namespace tosaic {
class ModelDocument;
}

namespace tosaic::views {

/// Where in the open file the bytes of an entity are: of a program, a network, or the commands and
/// constants of a command stream. Absent for things that have none, or that are in another file.
std::optional<model::ByteRange> bytesOf(
    const ModelDocument &document, const model::EntityRef &entity);

/// As above, of a program; where in the file the bytes of an entity are; absent for things that
/// have none.
std::optional<model::ByteRange> bytesOf(
    const model::Program &program, const model::EntityRef &entity);
/// As above for whatever is open: also tensors of a network, and the operations and commands of a
/// command stream once it is taken apart. Ranges are in ModelDocument::source().
std::optional<model::ByteRange> bytesOf(
    const ModelDocument &document, const model::EntityRef &entity);

} // namespace tosaic::views
