// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace tosaic::model {

struct SmallFloat;

/// The fewest digits that give the same number back in its own type: "0.1", "1e-07", "inf", "nan".
/// A point as in source code, independent of the locale.
QString numberText(double value);
QString numberText(float value);
/// `value` is one of `format`'s numbers.
QString numberText(double value, const SmallFloat &format);

/// "1+2i", "0.5-infi" from the texts of both parts.
QString complexText(const QString &real, const QString &imaginary);

} // namespace tosaic::model
