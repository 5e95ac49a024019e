// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/flaglist.h"
#include "core/spec/ruletable.h"
#include "core/spec/specrules.h"

#include <algorithm>

namespace tosaic::spec {

/// What a rule looks at, worked out once for a spec.
struct RuleContext
{
    RuleContext(const CompileSpec &spec, const IniFacts *customIni);

    const CompileSpec &spec;
    CompileSpec full; ///< with the tools' defaults
    std::optional<Family> family;
    bool usesBundledIni = true;
    const IniFacts *ini = nullptr; ///< of the file in use; null: not known
    const IniSystem *system = nullptr; ///< null: not in the file, or the file is not known
    const IniMode *mode = nullptr;
    FlagList flags;

    QString familyText() const;
    std::optional<Defaults> defaults() const { return defaultsFor(spec.target); }
};

using Findings = std::vector<Finding>;

/// A copy of the spec after an edit, as a correction.
template <typename Edit>
Fix fixOf(const RuleContext &context, const QString &labelId, const QString &argument, Edit edit)
{
    Fix fix{ labelId, argument, context.spec };
    edit(fix.fixed);
    return fix;
}

/// The choice of the same letters in another case, or none.
QString withOtherCase(const QString &text, const QStringList &choices);
bool hasBlank(const QString &text);
/// Takes the target's default system configuration, and a memory mode that works with it.
void useDefaultSystem(CompileSpec &spec);

// The rows, by what they are about.
std::vector<Rule> targetRules();
std::vector<Rule> iniRules();
std::vector<Rule> memoryRules();
std::vector<Rule> flagRules();
std::vector<Rule> flagValueRules();
std::vector<Rule> outputRules();
std::vector<Rule> modelRules();
std::vector<Rule> partitionRules();

} // namespace tosaic::spec
