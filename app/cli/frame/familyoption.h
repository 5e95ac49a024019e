// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/frame/commandline.h"

/// --family FILE of commands that read consoles.
namespace tosaic::cli {

QCommandLineOption familyOption();

/// From now on consoles are read with these families too. Errors of the first file that is none.
Result<void> useFamilies(const Input &in);

} // namespace tosaic::cli
