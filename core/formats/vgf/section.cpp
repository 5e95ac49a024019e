// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vgf/section.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::formats::vgf {

Section::Section(ReadContext &context, const VgfSection &section)
    : m_context(context), m_section(section)
{
    const auto &[offset, size] = section.range;
    const auto place = context.inSection(section.name, offset);
    if (size == 0)
        return;
    if (offset > context.size() || size > context.size() - offset) {
        context.report(u"vgf.section-outside-file"_s, Severity::Error,
            u"%1 bytes at %2 do not lie inside the file of %3 bytes: not read"_s.arg(size)
                .arg(offset)
                .arg(context.size()),
            place);
        return;
    }
    const auto usable = std::min<quint64>(size, FLATBUFFERS_MAX_BUFFER_SIZE - 1);
    const auto stored = context.bytes().sliced(qsizetype(offset), qsizetype(usable));
    if (offset % 8 == 0) {
        m_bytes = stored;
    } else if (size <= CopyLimit) {
        m_copy = stored.toByteArray();
        m_bytes = m_copy;
    } else {
        context.report(u"limit.exceeded"_s, Severity::Error,
            u"%1 bytes that are not aligned to 8, more than the limit CopyLimit = %2 allows: not read"_s
                .arg(size)
                .arg(CopyLimit),
            place);
    }
}

quint64 Section::fileOffset(const void *inside) const
{
    return m_section.range.offset + quint64(static_cast<const char *>(inside) - m_bytes.data());
}

void Section::reportDamage()
{
    m_context.report(u"vgf.section-damaged"_s, Severity::Error,
        u"its tables contradict themselves: not read"_s,
        m_context.inSection(m_section.name, m_section.range.offset));
}

} // namespace tosaic::formats::vgf
