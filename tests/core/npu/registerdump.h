// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace tosaic::test {

/// A line of Vela's --verbose-register-command-stream.
struct DumpedCommand
{
    quint32 offset = 0; ///< bytes
    quint32 code = 0; ///< lower half of the first word
    quint32 parameter = 0;
    quint32 payload = 0;
    bool hasPayload = false;
    QString name;
    QString fields; ///< "name = VALUE, ..."; empty in dumps of the old core
    bool isOld = false; ///< the old core prints no fields
};

/// Command streams in the order in which Vela printed them.
std::vector<std::vector<DumpedCommand>> readRegisterDump(const QString &path);

} // namespace tosaic::test
