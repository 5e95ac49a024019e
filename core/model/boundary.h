// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/program.h"

/// What is no work of the model but carries data to or from a delegate.
namespace tosaic::model {

/// "add" from "aten::add.out" and "aten.add.Tensor"; leading underscores are dropped.
QString bareOperatorName(const QString &operatorName);

/// Quantise or dequantise, by ExecuTorch's names ("quantized_decomposed::quantize_per_tensor.out",
/// "quantized_decomposed.quantize_per_tensor.default") or short ones ("quantize_per_tensor").
bool isQuantisation(const QString &operatorName);

/// Whether a kernel call is a boundary step: quantise and dequantise in a method that has a
/// delegate. Without one they are work of the CPU; so are copies and permutations everywhere,
/// because what is left of them outside the delegates is what the partitioner refused.
bool isBoundaryStep(const Method &method, const Instruction &instruction);

} // namespace tosaic::model
