// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/localrun/array.h"

namespace tosaic::cli {

/// What is done to a picture before a model sees it.
struct Preprocessing
{
    std::vector<double> mean; ///< of channels that run from 0 to 1; empty: 0
    std::vector<double> deviation; ///< that the rest is divided by; empty: 1

    /// "RGB from 0 to 1, less the mean, divided by the deviation", as it is done for this type.
    QString text(model::ScalarType type) const;
};
/// Numbers with commas between; false if one is none, or there are not one or three.
bool readChannels(const QString &text, std::vector<double> &numbers);

/// A picture scaled (smoothly, its sides not kept in proportion) to an input of 1 or 3 channels:
/// 1xCxHxW, or 1xHxWxC where the last size is 1 or 3. Floating point as above; int8 is the byte
/// less 128, uint8 the byte. FormatUnknown if it is no picture that can be read; SpecInvalid if the
/// input is not one for pictures.
Result<localrun::Array> imageArray(const QString &path, model::ScalarType type,
    const std::vector<qint64> &shape, const Preprocessing &preprocessing);

} // namespace tosaic::cli
