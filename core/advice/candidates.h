// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advice/catalogue.h"
#include "core/advice/facts.h"
#include "core/spec/inifacts.h"

namespace tosaic::advice {

/// One experiment of one rule, before anybody has tried it.
struct Candidate
{
    Rule rule;
    spec::CompileSpec asked; ///< as it was compiled
    spec::CompileSpec spec; ///< the whole spec with the change
    /// The same as a merge patch (RFC 7396) of SPEC.json as it was asked for; empty: the model
    /// changes, not the spec.
    QJsonObject change;
    QString modelChange; ///< Experiment::model
};

/// Whether all conditions hold.
bool applies(const Rule &rule, const Facts &facts);

/// The experiments of all rules that apply, in the order of the catalogue. Left out: what the tools
/// refuse or what belongs to another family (by the rule table), what changes nothing, and what an
/// earlier rule tries already. `ini` is what the spec's ini file holds.
std::vector<Candidate> candidatesOf(const std::vector<Rule> &rules, const Facts &facts,
    const spec::CompileSpec &asked, const spec::IniFacts &ini = spec::bundledIni());

} // namespace tosaic::advice
