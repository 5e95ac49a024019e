// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accuracy/accuracyrun.h"

namespace tosaic::accuracy {

/// A set of inputs: each .npy of a folder is a sample of a model with one input, each folder in it
/// a sample with a file for every input, called by its index or name ("0.npy", "audio.npy"). In the
/// order of names. Errors: IoOpen if there is none; those of reading one.
Result<std::vector<Sample>> samplesIn(const QString &folder);

} // namespace tosaic::accuracy
