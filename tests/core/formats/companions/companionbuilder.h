// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <vector>

/// Files that accompany a program, made in memory from the readers' own schemas.
namespace tosaic::test {

/// A .ptd of today: "weight" (FLOAT [2, 2]) in segment 0 and a blob under "key" in segment 1.
QByteArray smallFlatTensor();
/// A .ptd of ExecuTorch 0.6: two tensors in one segment and a blob.
QByteArray legacyFlatTensor();
/// As smallFlatTensor(), with an entry that names a segment beyond the list and a tensor larger
/// than its segment.
QByteArray contradictoryFlatTensor();

/// A .bpte with one suite for "forward": a case of every kind of value and one without expected
/// outputs; `program` is the program in it.
QByteArray smallBundle(const QByteArray &program, const char *method = "forward");

/// A VGF container: one SPIR-V module, three resources, one segment, one constant. `isOld`: the
/// layout of constants before version 0.4.
QByteArray smallVgf(bool isOld = false);

} // namespace tosaic::test
