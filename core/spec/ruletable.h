// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/spec/compilespec.h"
#include "core/spec/inifacts.h"

#include <QString>

#include <optional>
#include <vector>

/// What the tools refuse, and above all what they take without a word: one row a rule, each with
/// the place its fact comes from and, where there is one, a correction.
namespace tosaic::spec {

struct RuleContext;

/// A correction as a value. What a button says is made from labelId and argument by the window:
///   "use"      set the key to `argument`
///   "default"  leave the key out, so that the tool takes `argument`
///   "remove"   take `argument` out
///   "add"      add `argument`
///   "replace"  write `argument` instead
struct Fix
{
    QString labelId;
    QString argument;
    CompileSpec fixed; ///< the whole spec after it
};

/// One thing that a rule found.
struct Finding
{
    QString key; ///< of SPEC.json: "memoryMode", "extraFlags[2]"
    QString text;
    std::optional<Fix> fix = {};
};

/// A row of the table.
struct Rule
{
    QString id; ///< of its diagnostics: "spec.memory-mode"
    /// Tells rows of one id apart ("internal-default"); often empty.
    QString variant;
    Severity severity = Severity::Warning;
    QString key; ///< of SPEC.json
    QString source; ///< where the fact was seen: "Vela 5.1.0, 1452 runs: ..."
    QString explanation; ///< for a list of the rules; a finding has its own text
    std::vector<Finding> (*check)(const RuleContext &) = nullptr;

    /// Unique in the table: "spec.memory-mode:internal-default".
    QString name() const { return variant.isEmpty() ? id : id + u':' + variant; }
};

/// A rule that applies to a spec.
struct RuleHit
{
    Diagnostic diagnostic; ///< location.entity is the key of SPEC.json
    QString rule; ///< Rule::name()
    QString source;
    std::optional<CompileSpec> fixed; ///< what a click on the correction makes of the spec
    QString fixLabelId; ///< see Fix; empty without a correction
    QString fixArgument;
};

/// All rows, in the order in which they are checked.
const std::vector<Rule> &rules();

/// Every hit, in the order of the table. `ini` is what the spec's own configIni holds; null:
/// unknown, then only a spec that uses the bundled file has its names checked. Ignored for those.
std::vector<RuleHit> checkRules(const CompileSpec &spec, const IniFacts *ini = nullptr);

} // namespace tosaic::spec
