// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/ruletable.h"
#include "core/spec/specdefaults.h"

#include <QString>

#include <vector>

/// What the form and the window's menus call the keys of SPEC.json, in the user's words.
namespace tosaic::views {

/// "Memory mode" for "memoryMode", "Extra flags" for "extraFlags[2]". The key itself if it has no
/// name here.
QString fieldName(const QString &key);

/// The key of the next larger thing: "quantizer.overrides" of "quantizer.overrides[1]"; empty at
/// the top.
QString parentKey(const QString &key);

/// What an edit between these two is about: the name of the one field that differs, or "several
/// fields". `what`: a key that is known already.
QString changeName(
    const spec::CompileSpec &before, const spec::CompileSpec &after, const QString &what = {});

/// What the button of a correction says; empty if the hit has none.
QString fixText(const spec::RuleHit &hit);

/// Where the defaults of one field come from, and who would take another value: "Default of
/// EthosUCompileSpec for Ethos-U55 · Vela 5.1.0 alone takes internal-default"; empty without any.
QString defaultText(const std::vector<spec::SilentDefault> &fallbacks, const QString &target);

} // namespace tosaic::views
