// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/pte/verify.h"

#include "program_generated.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::formats::pte {

namespace fb = tosaic::pte::fb;

namespace {

/// The Verifier asserts on larger buffers; offsets are 32-bit, so nothing can lie beyond.
constexpr quint64 LargestFlatBuffer = FLATBUFFERS_MAX_BUFFER_SIZE - 1;

flatbuffers::Verifier verifier(QByteArrayView bytes, quint32 tables = Limits::Tables)
{
    return flatbuffers::Verifier(reinterpret_cast<const quint8 *>(bytes.data()),
        static_cast<size_t>(bytes.size()), Limits::Depth, tables);
}

bool isSound(QByteArrayView bytes, quint32 tables = Limits::Tables)
{
    return verifier(bytes, tables).VerifyBuffer<fb::Program>(nullptr);
}

/// Finds the smallest thing that does not verify. Only on the error path. Parts may be shared, so
/// each is looked at with a budget of its own and the number of parts is bounded: a hostile file
/// must not make the search longer than a read.
class DamageFinder
{
public:
    DamageFinder(const ReadContext &context, QByteArrayView bytes)
        : m_context(context), m_bytes(bytes)
    {
    }

    Location find()
    {
        if (m_bytes.size() < 8)
            return m_context.inFile(static_cast<quint64>(m_bytes.size()));
        const auto rootOffset = verifier(m_bytes).VerifyOffset(0);
        if (rootOffset == 0)
            return m_context.inSection(u"root table offset"_s, 0);
        const auto *root = m_bytes.data() + rootOffset;
        if (!startIsSound(root))
            return m_context.inSection(u"root table"_s, rootOffset);
        m_found = m_context.inSection(u"root table"_s, rootOffset);
        const void *plan = nullptr;
        if (isIn<fb::ExecutionPlan>(
                root, fb::Program::VT_EXECUTION_PLAN, u"method"_s, Large, &plan))
            searchPlan(plan);
        else
            isIn<fb::Buffer>(root, fb::Program::VT_CONSTANT_BUFFER, u"constant"_s, Small)
                || isIn<fb::BackendDelegateInlineData>(
                    root, fb::Program::VT_BACKEND_DELEGATE_DATA, u"delegate data"_s, Small)
                || isIn<fb::DataSegment>(root, fb::Program::VT_SEGMENTS, u"segment"_s, Small)
                || isIn<fb::NamedData>(root, fb::Program::VT_NAMED_DATA, u"named data"_s, Small);
        return m_found;
    }

private:
    struct Budget
    {
        quint32 tables; ///< in one entry
        quint32 entries; ///< of one list
    };
    static constexpr Budget Large{ 200'000, 100 };
    static constexpr Budget Small{ 64, 200'000 };

    bool startIsSound(const void *table)
    {
        auto checker = verifier(m_bytes);
        return static_cast<const flatbuffers::Table *>(table)->VerifyTableStart(checker);
    }

    void searchPlan(const void *plan)
    {
        if (!plan || !startIsSound(plan))
            return;
        const auto method = m_found.entity + u", "_s;
        isIn<fb::EValue>(plan, fb::ExecutionPlan::VT_VALUES, method + u"value"_s, Small)
            || isIn<fb::Chain>(plan, fb::ExecutionPlan::VT_CHAINS, method + u"chain"_s, Large)
            || isIn<fb::Operator>(
                plan, fb::ExecutionPlan::VT_OPERATORS, method + u"operator"_s, Small)
            || isIn<fb::BackendDelegate>(
                plan, fb::ExecutionPlan::VT_DELEGATES, method + u"delegate"_s, Large);
    }

    /// Whether the list in `field` or one of its entries does not verify; then it is noted in
    /// m_found, and `entry` is the entry if it begins inside the buffer.
    template <typename Child>
    bool isIn(const void *parent, flatbuffers::voffset_t field, const QString &name,
        const Budget &budget, const void **entry = nullptr)
    {
        const auto *table = static_cast<const flatbuffers::Table *>(parent);
        const auto checker = verifier(m_bytes);
        using List = flatbuffers::Vector<flatbuffers::Offset<Child>>;
        if (!table->VerifyOffset(checker, field)) {
            m_found = m_context.inEntity(u"list of %1s"_s.arg(name), m_context.offsetOf(parent));
            return true;
        }
        const auto *list = table->GetPointer<const List *>(field);
        if (!list)
            return false;
        if (!checker.VerifyVector(list)) {
            m_found = m_context.inEntity(u"list of %1s"_s.arg(name), m_context.offsetOf(list));
            return true;
        }
        const auto count = std::min(list->size(), budget.entries);
        for (flatbuffers::uoffset_t i = 0; i < count; ++i) {
            auto whole = verifier(m_bytes, budget.tables);
            if (list->Get(i)->Verify(whole))
                continue;
            const auto offset = m_context.offsetOf(list->Get(i));
            m_found = m_context.inEntity(u"%1 %2"_s.arg(name).arg(i), offset);
            if (entry && offset < static_cast<quint64>(m_bytes.size()))
                *entry = list->Get(i);
            return true;
        }
        return false;
    }

    const ReadContext &m_context;
    QByteArrayView m_bytes;
    Location m_found;
};

} // namespace

Result<const fb::Program *> verifiedRoot(ReadContext &context, const Head &head)
{
    const auto view = [&](quint64 size) {
        return context.bytes().first(static_cast<qsizetype>(std::min(size, LargestFlatBuffer)));
    };
    auto bytes = view(head.programSize);
    if (!isSound(bytes)) {
        if (isSound(view(context.size()))) {
            bytes = view(context.size());
            context.report(u"pte.header-contradiction"_s, Severity::Error,
                u"the program does not fit into the %1 bytes that the header states; the whole "
                u"file "
                "was searched instead, the runtime refuses it"_s.arg(head.programSize),
                context.inSection(u"extended header"_s, 16));
        } else if (isSound(bytes, 8 * Limits::Tables)) {
            return fail(ErrorCode::LimitExceeded,
                u"the program has more than the limit Tables = %1 allows"_s.arg(Limits::Tables),
                context.inFile());
        } else {
            return fail(ErrorCode::FormatDamaged,
                u"the FlatBuffer contradicts itself here: the file was cut off, overwritten or is "
                "not a program"_s,
                DamageFinder(context, bytes).find());
        }
    }
    return flatbuffers::GetRoot<fb::Program>(bytes.data());
}

} // namespace tosaic::formats::pte
