// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QCoreApplication;

namespace tosaic {

/// Installs Tosaic's catalogue for the user's language (English plural forms where there is none)
/// and Qt's own. Call once, before any text is made.
void installTranslations(QCoreApplication &application);

} // namespace tosaic
