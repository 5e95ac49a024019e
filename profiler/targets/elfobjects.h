// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

#include <map>

namespace tosaic::profile {

/// Data objects (arrays, structures) that the symbol table of an ELF names: offset of the first
/// byte in the file -> size, both in bytes. Of 32-bit little-endian files, as those for Cortex-M
/// are; empty for others and for stripped ones. Nothing in the file is trusted: what lies outside
/// is left out, and a million symbols are read at most. Facts: System V ABI, gABI chapter 4.
std::map<quint64, quint64> elfObjects(QByteArrayView elf);

} // namespace tosaic::profile
