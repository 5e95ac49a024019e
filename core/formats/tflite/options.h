// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/tflite/verify.h"
#include "core/model/network.h"

namespace tosaic::formats::tflite {

/// The fields of an options table as attributes, in the schema's order, defaults included: numbers,
/// names of enumerators, lists. `type` is the table's name: "Conv2DOptions". The table must be
/// verified.
std::vector<model::Attribute> readOptions(
    ReadContext &context, const char *type, const void *table);

/// Subgraph indices among options: branches, bodies, computations.
std::vector<qint64> subgraphsIn(const std::vector<model::Attribute> &options);

} // namespace tosaic::formats::tflite
