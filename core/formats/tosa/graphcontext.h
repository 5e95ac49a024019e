// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/readcontext.h"

namespace tosaic::formats::tosa {

/// With limits for graphs (ExecuTorch's largest partitions have some ten thousand operators) and
/// what is told once for a file.
class GraphContext : public ReadContext
{
public:
    explicit GraphContext(const ByteSource &source);

    flatbuffers::Verifier verifier(quint32 tables = Limits::Tables) const
    {
        return verifierOf(flatBuffer(), tables);
    }

    /// A constant with more bytes than its shape takes. ExecuTorch writes all its zero points for
    /// each channel so: it is told once for the file, with the place of the first.
    void noteLongData(const QString &text, const Location &place);
    void reportLongData();

private:
    quint64 m_longData = 0; ///< constants with more bytes than their shape takes
    QString m_longDataText; ///< of the first
    Location m_longDataPlace;
};

} // namespace tosaic::formats::tosa
