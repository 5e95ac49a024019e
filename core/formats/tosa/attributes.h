// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/tosa/graphcontext.h"
#include "core/formats/tosa/layout.h"

#include <vector>

namespace tosaic::tosa::fb {
struct AnyAttribute;
}

namespace tosaic::formats::tosa {

/// Whether the table's fields can be those: every one lies inside the file, lists and strings end
/// there, and no unknown field follows. The table itself must have been verified.
bool fits(const flatbuffers::Verifier &verifier, const tosaic::tosa::fb::AnyAttribute &table,
    Fields fields);
/// Fields the table has room for, set or not.
size_t slotCount(const tosaic::tosa::fb::AnyAttribute &table);

/// The fields that fit best: the exact number, else the first that fits; empty optional if none do.
std::optional<Fields> fittingFields(const flatbuffers::Verifier &verifier,
    const tosaic::tosa::fb::AnyAttribute &table, const OperatorLayout &layout);

/// Values in the order of the fields. Numbers that the file leaves out have the format's default;
/// lists and texts that it leaves out are left out here. `valueType` is what FieldKind::Value
/// holds.
std::vector<model::Attribute> readAttributes(GraphContext &context,
    const tosaic::tosa::fb::AnyAttribute &table, Fields fields, Layout layout,
    model::ElementType valueType);

} // namespace tosaic::formats::tosa
