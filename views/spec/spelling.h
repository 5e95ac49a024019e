// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/spec/spectext.h"

#include <QString>

#include <vector>

namespace tosaic::views {

/// One way to write a spec down.
enum class Spelling
{
    Json,
    Python,
    Vela
};

inline constexpr Spelling Spellings[] = { Spelling::Json, Spelling::Python, Spelling::Vela };

QString spellingTitle(Spelling spelling); ///< "JSON"
/// What this way of writing leaves out; empty if nothing.
QString spellingHint(Spelling spelling);

/// `input`: the model, for the command line.
QString writeSpec(Spelling spelling, const spec::CompileSpec &spec, const QString &input);

/// The spec that a text stands for; what this way of writing cannot say is taken from `current`.
/// Errors as spec::fromJsonText and its siblings.
Result<spec::SpecReading> readSpec(
    Spelling spelling, const QString &text, const spec::CompileSpec &current);

/// Which of them a text is, by how it looks. Absent if it is none.
std::optional<Spelling> recognise(const QString &text);

/// Where in the text an error is, in UTF-16 units; absent if it does not say.
std::optional<int> errorPosition(Spelling spelling, const QString &text, const Location &location);

} // namespace tosaic::views
