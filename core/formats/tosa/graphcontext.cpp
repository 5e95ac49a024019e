// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tosa/graphcontext.h"

using namespace Qt::StringLiterals;

namespace tosaic::formats::tosa {

GraphContext::GraphContext(const ByteSource &source)
    : ReadContext(source,
        { .subject = u"graph"_s,
            .entries = 500'000,
            .listElements = 8'000'000,
            .textBytes = quint64(64) << 20 })
{
}

void GraphContext::noteLongData(const QString &text, const Location &place)
{
    if (m_longData++ > 0)
        return;
    m_longDataText = text;
    m_longDataPlace = place;
}

void GraphContext::reportLongData()
{
    if (m_longData > 0)
        report(u"tosa.data-too-long"_s, Severity::Info,
            m_longData == 1
                ? m_longDataText
                : u"%1 constants hold more bytes than their shapes take, which is harmless; the "
                  "first: %2"_s.arg(QString::number(m_longData), m_longDataText),
            m_longDataPlace);
}

} // namespace tosaic::formats::tosa
