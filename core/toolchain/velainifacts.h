// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/vela/velaini.h"
#include "core/spec/inifacts.h"

namespace tosaic::toolchain {

/// What the rules of a compile spec need of a vela.ini: ports and memory areas with inheritance
/// resolved as Vela's Python side does. What a section does not say is Vela's default (Sram behind
/// both ports, everything at Axi0).
spec::IniFacts iniFacts(const formats::vela::VelaIni &ini);

/// The same of a file. Errors: those of reading it; FormatDamaged where Vela's Python side ends.
Result<spec::IniFacts> readIniFacts(const QString &path);

} // namespace tosaic::toolchain
