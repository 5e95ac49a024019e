// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/program.h"

#include <vector>

/// What an instruction reads and writes. The file does not say it: the schema of the kernel does
/// (runtimes.h), and the convention of ExecuTorch's emitter (exir/emit/_emitter.py) that a kernel
/// is given the arguments of its schema and then its results, which repeat the destinations: one
/// value, or a list of tensors where there are several.
namespace tosaic::analysis {

struct Access
{
    std::vector<qint32> reads; ///< value indices, lists opened
    std::vector<qint32> writes; ///< as above; the results first
    /// False where the interface of the kernel or delegate is not known: a kernel is then taken to
    /// write its last argument, a delegate what nothing has written yet.
    bool isCertain = true;
};

/// The inputs of a delegate are counted in its payload; where that is not readable, `isDefined`
/// (parallel to Method::values; may be shorter) says what something has written before. Bad indices
/// are left out.
Access accessOf(const model::Method &method, const model::Instruction &instruction,
    const std::vector<bool> &isDefined = {});

/// The value itself, or what a list names: the tensors of a TensorList, the numbers of an IntList.
std::vector<qint32> openedValue(const model::Method &method, qint32 value);
/// Values an instruction names: lists opened, bad indices left out, in the file's order.
std::vector<qint32> namedValues(const model::Method &method, const model::Instruction &instruction);

} // namespace tosaic::analysis
