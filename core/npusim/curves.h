// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <array>

namespace tosaic::npusim {

/// A piece of a curve: value at its beginning, and what it gains until its end.
struct CurvePiece
{
    qint16 base = 0;
    qint16 slope = 0;
};
using Curve = std::array<CurvePiece, 512>;

/// What U55 and U65 have in hardware for TANH and SIGMOID. That they hold the numbers which Vela
/// gives U85 as a table, TFLite's table of sigmoid(i / 24), is an assumption: TFLite's results come
/// out of it bit for bit.
const Curve &hardwareCurve(bool isSigmoid);

} // namespace tosaic::npusim
