// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QString;

namespace tosaic::shell {

class MainWindow;
class Session;

/// `tosaic --bench-open FILE`: opens the file in the window, and when the picture is complete and
/// the program reacts prints one line of JSON and ends it. Milliseconds count from the start of
/// the process.
void benchOpen(MainWindow &window, Session &session, const QString &path);

} // namespace tosaic::shell
