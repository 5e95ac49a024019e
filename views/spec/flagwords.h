// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace tosaic::views {

/// What an option of Vela does, one sentence; empty if it is not known.
QString flagHelp(const QString &option);

/// The same about a flag as typed ("--optimise=Size"), with what speaks against it: deprecated,
/// overridden by the spec, without effect.
QString flagRemark(const QString &flag);

} // namespace tosaic::views
