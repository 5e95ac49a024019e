// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/compilespec.h"

#include <QString>

#include <vector>

/// What a spec leaves out, and what the tools then take without saying so.
namespace tosaic::spec {

/// Another tool that fills in the same gap with another value.
struct OtherDefault
{
    QString origin; ///< "Vela 5.1.0", "ExecuTorch runner build"
    QString value;
    bool operator==(const OtherDefault &) const = default;
};

struct SilentDefault
{
    QString key; ///< of SPEC.json: "memoryMode", "quantizer.activations"
    QString value; ///< as SPEC.json would spell it
    QString origin; ///< who fills it in: "EthosUCompileSpec", "Vela 5.1.0", "Tosaic driver"
    std::vector<OtherDefault> elsewhere; ///< only those that differ
};

/// In the order of the form. Keys with a value in the spec are not in it; of an unknown target only
/// what does not depend on it.
std::vector<SilentDefault> silentDefaults(const CompileSpec &spec);

} // namespace tosaic::spec
