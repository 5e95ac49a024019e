// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"

#include <QString>

namespace tosaic::views {

/// An error as a person reads it: what happened, where, why, and what to do next.
struct ErrorText
{
    QString title;
    QString place;
    QString cause;
    QString nextStep;

    /// All of it, one part a line, for the clipboard.
    QString toPlainText() const;
};

ErrorText errorText(const Error &error);

} // namespace tosaic::views
