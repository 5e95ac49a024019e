// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/readcontext.h"
#include "core/formats/vgf/vgfreader.h"

namespace tosaic::formats::vgf {

/// The bytes of one section, at an address where its tables may be read. Older files do not align
/// sections; those are copied, up to a limit.
class Section
{
public:
    static constexpr quint64 CopyLimit = quint64(64) << 20;

    Section(ReadContext &context, const VgfSection &section);

    bool isReadable() const { return !m_bytes.isEmpty(); }
    QByteArrayView bytes() const { return m_bytes; }
    /// The root table, or null if the section is missing or damaged; damage is reported.
    template <typename Root>
    const Root *root()
    {
        if (!isReadable())
            return nullptr;
        auto verifier = verifierOf(m_bytes);
        if (verifier.VerifyBuffer<Root>(nullptr))
            return flatbuffers::GetRoot<Root>(m_bytes.data());
        reportDamage();
        return nullptr;
    }
    /// Place in the file of something inside the section.
    quint64 fileOffset(const void *inside) const;
    void reportDamage();

private:
    ReadContext &m_context;
    VgfSection m_section;
    QByteArray m_copy;
    QByteArrayView m_bytes;
};

} // namespace tosaic::formats::vgf
