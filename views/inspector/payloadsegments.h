// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/ethosu.h"

#include <QCoreApplication>

#include <vector>

namespace tosaic::views {

/// A piece of a delegate's payload as it is drawn: the pieces together are the payload, byte for
/// byte.
struct PayloadSegment
{
    enum class Role
    {
        Commands,
        Weights,
        Scratch,
        Io,
        Other,
        Structure ///< block headers and padding
    };

    Role role = Role::Other;
    QString label;
    quint64 size = 0; ///< bytes
    int block = -1; ///< index into EthosUPayload::blocks; -1 for headers and padding
};

class PayloadSegments
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::PayloadSegments)
public:
    /// `payloadBytes`: size of the delegate's data.
    static std::vector<PayloadSegment> of(
        const model::EthosUPayload &payload, quint64 payloadBytes);
    static QString blockWord(const QString &blockName);
    static PayloadSegment::Role role(const QString &blockName);
};

} // namespace tosaic::views
