// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/tosa/layout.h"

/// The operator tables behind operatorLayout(), one function for each layout.
namespace tosaic::formats::tosa {

OperatorLayout operator080(quint32 number);
OperatorLayout operatorDraft10(quint32 number);
OperatorLayout operatorDraft11(quint32 number);
OperatorLayout operatorFinal(quint32 number);

} // namespace tosaic::formats::tosa
