// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/readcontext.h"
#include "core/model/program.h"

namespace tosaic::formats::pte {

/// The first bytes of the file: identifier and, if segments carry bytes, the extended header.
struct Head
{
    QString identifier; ///< "ET12"
    std::optional<model::Header> header; ///< absent if missing or not usable
    quint64 programSize = 0; ///< bytes that may hold the FlatBuffer, at most the file
};

/// FormatUnknown if the identifier is not ET + two digits. Contradictions become diagnostics; what
/// follows from them (segments out of reach) is left to the readers of segments.
Result<Head> readHead(ReadContext &context);

} // namespace tosaic::formats::pte
