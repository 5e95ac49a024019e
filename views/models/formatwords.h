// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

namespace tosaic::views {

/// A format of the contract as people write it: "tflite" is "TFLite"; with its version, where the
/// file says one: "TFLite 3".
inline QString formatWord(const QString &format, const QString &version = {})
{
    using namespace Qt::StringLiterals;
    const auto word = format == "tosa"_L1 ? u"TOSA"_s
        : format == "tflite"_L1           ? u"TFLite"_s
        : format == "pt2"_L1      ? QCoreApplication::translate("Formats", "Exported program")
        : format == "etrecord"_L1 ? u"ETRecord"_s
        : format == "etdump"_L1   ? u"ETDump"_s
                                  : format;
    return version.isEmpty() ? word : u"%1 %2"_s.arg(word, version);
}

} // namespace tosaic::views
