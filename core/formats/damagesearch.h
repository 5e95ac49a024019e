// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/readcontext.h"

#include <algorithm>

namespace tosaic::formats {

/// Finds the smallest thing of a FlatBuffer that does not verify. Only on the error path. Parts may
/// be shared, so each is looked at with a budget of its own and the number of parts is bounded: a
/// hostile file must not make the search longer than a read. What a format looks at, and in which
/// order, is in the class derived from this.
class DamageSearch
{
protected:
    struct Budget
    {
        quint32 tables; ///< in one entry
        quint32 entries; ///< of one list
    };
    static constexpr Budget Small{ 64, 200'000 };

    DamageSearch(const ReadContext &context, QByteArrayView bytes)
        : m_context(context), m_bytes(bytes)
    {
    }

    bool startIsSound(const void *table) const
    {
        auto checker = verifierOf(m_bytes);
        return static_cast<const flatbuffers::Table *>(table)->VerifyTableStart(checker);
    }

    /// Whether the list in `field` or one of its entries does not verify; then it is noted in
    /// m_found, and `entry` is the entry if it begins inside the buffer.
    template <typename Child>
    bool isIn(const void *parent, flatbuffers::voffset_t field, const QString &name,
        const Budget &budget, const void **entry = nullptr)
    {
        const auto *table = static_cast<const flatbuffers::Table *>(parent);
        const auto checker = verifierOf(m_bytes);
        using List = flatbuffers::Vector<flatbuffers::Offset<Child>>;
        const auto offsetIsSound = table->VerifyOffset(checker, field);
        const auto *list = offsetIsSound ? table->GetPointer<const List *>(field) : nullptr;
        if (!offsetIsSound || !checker.VerifyVector(list)) {
            m_found = m_context.inEntity(QStringLiteral("list of %1s").arg(name),
                m_context.offsetOf(list ? static_cast<const void *>(list) : parent));
            return true;
        }
        const auto count = list ? std::min(list->size(), budget.entries) : 0;
        for (flatbuffers::uoffset_t i = 0; i < count; ++i) {
            auto whole = verifierOf(m_bytes, budget.tables);
            if (list->Get(i)->Verify(whole))
                continue;
            const auto offset = m_context.offsetOf(list->Get(i));
            m_found = m_context.inEntity(QStringLiteral("%1 %2").arg(name).arg(i), offset);
            if (entry && offset < static_cast<quint64>(m_bytes.size()))
                *entry = list->Get(i);
            return true;
        }
        m_isUncertain = m_isUncertain || (list && list->size() > budget.entries);
        return false;
    }

    const ReadContext &m_context;
    QByteArrayView m_bytes;
    Location m_found;
    bool m_isUncertain = false; ///< nothing damaged was found, but there is more than was looked at
};

} // namespace tosaic::formats
