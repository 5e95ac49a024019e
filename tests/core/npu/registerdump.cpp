// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/npu/registerdump.h"

#include <QFile>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace tosaic::test {

std::vector<std::vector<DumpedCommand>> readRegisterDump(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    static const QRegularExpression line(
        u"^0x([0-9a-f]{6}): ([0-9a-f]{8}|        ) ([0-9a-f]{4}) ([0-9a-f]{4}) - "
        "(cmd[01]\\.)?(\\w+) +-?\\d+(?:, (.*))?$"_s);
    std::vector<std::vector<DumpedCommand>> streams;
    while (!file.atEnd()) {
        const auto text = QString::fromUtf8(file.readLine()).trimmed();
        const auto match = line.match(text);
        if (!match.hasMatch())
            continue;
        DumpedCommand command;
        command.offset = match.captured(1).toUInt(nullptr, 16);
        command.hasPayload = !match.captured(2).trimmed().isEmpty();
        command.payload = match.captured(2).toUInt(nullptr, 16);
        command.parameter = match.captured(3).toUInt(nullptr, 16);
        command.code = match.captured(4).toUInt(nullptr, 16);
        command.isOld = !match.captured(5).isEmpty();
        command.name = match.captured(6);
        command.fields = match.captured(7);
        if (command.offset == 0)
            streams.emplace_back();
        if (!streams.empty())
            streams.back().push_back(std::move(command));
    }
    return streams;
}

} // namespace tosaic::test
