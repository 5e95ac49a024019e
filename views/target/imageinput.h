// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/localrun/array.h"
#include "core/localrun/programnames.h"

namespace tosaic::views {

/// What is done to a picture before a model sees it.
struct Preprocessing
{
    std::vector<double> mean; ///< of channels that run from 0 to 1; empty: 0
    std::vector<double> deviation; ///< that the rest is divided by; empty: 1
    bool isBgr = false; ///< blue first
    int shortSide = 0; ///< pixels it is scaled to before the middle is cut out; 0: stretched

    /// "RGB from 0 to 1, less the mean, divided by the deviation", as it is done for this type.
    QString text(model::ScalarType type) const;
};
/// Numbers with commas between; false if one is none, or there are not one or three.
bool readChannels(const QString &text, std::vector<double> &numbers);

/// A picture scaled (smoothly, its sides kept in proportion only for a short side) to an input of 1
/// or 3 channels: 1xCxHxW, or 1xHxWxC where the last size is 1 or 3. Floating point as above; int8
/// is the byte less 128, uint8 the byte. FormatUnknown if it is no picture that can be read;
/// SpecInvalid if the input is not one for pictures.
Result<localrun::Array> imageArray(const QString &path, model::ScalarType type,
    const std::vector<qint64> &shape, const Preprocessing &preprocessing);

struct GivenInputs
{
    std::map<QString, localrun::Array> arrays; ///< by index or name
    std::vector<std::pair<QString, QString>> pictures; ///< the same, and what was done to each
};
/// Each file by the index or name of its input; .npz also without one. Arrays as they are; what is
/// none must be a picture. `method` is null for what has none: then there are no pictures. Errors:
/// of localrun::readArrays and imageArray.
Result<GivenInputs> readInputFiles(const std::vector<std::pair<QString, QString>> &files,
    const model::Method *method, const localrun::ProgramNames &names,
    const Preprocessing &preprocessing);

} // namespace tosaic::views
