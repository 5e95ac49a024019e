// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teamstore/timeorderedid.h"

#include <QRandomGenerator>
#include <QUuid>
#include <QtEndian>

namespace tosaic::teamstore {

QString timeOrderedId(const QDateTime &when)
{
    constexpr int TimeBits = 48;
    auto *random = QRandomGenerator::system();
    QByteArray bytes(16, Qt::Uninitialized);
    const auto time = static_cast<quint64>(std::max<qint64>(0, when.toMSecsSinceEpoch()));
    qToBigEndian(time << (64 - TimeBits) | 0x7000u | (random->generate() & 0xfffu), bytes.data());
    constexpr quint64 Variant = quint64(2) << 62;
    qToBigEndian(Variant | random->generate64() >> 2, bytes.data() + 8);
    return QUuid::fromRfc4122(bytes).toString(QUuid::WithoutBraces);
}

} // namespace tosaic::teamstore
