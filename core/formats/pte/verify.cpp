// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/pte/verify.h"

#include "core/formats/damagesearch.h"

#include "program_generated.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::formats::pte {

namespace fb = tosaic::pte::fb;

namespace {

bool isSound(QByteArrayView bytes, quint32 tables = Limits::Tables)
{
    return verifierOf(bytes, tables).VerifyBuffer<fb::Program>(nullptr);
}

class DamageFinder : private DamageSearch
{
public:
    DamageFinder(const ReadContext &context, QByteArrayView bytes)
        : DamageSearch(context, bytes) { }

    Location find()
    {
        if (m_bytes.size() < 8)
            return m_context.inFile(static_cast<quint64>(m_bytes.size()));
        const auto rootOffset = verifierOf(m_bytes).VerifyOffset(0);
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
    static constexpr Budget Large{ 200'000, 100 };

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
};

} // namespace

Result<const fb::Program *> verifiedRoot(ReadContext &context, const Head &head)
{
    auto bytes = context.flatBuffer(head.programSize);
    if (!isSound(bytes)) {
        if (isSound(context.flatBuffer())) {
            bytes = context.flatBuffer();
            context.report(u"pte.header-contradiction"_s, Severity::Error,
                u"the program does not fit into the %1 bytes that the header states; the whole "
                u"file "
                "was searched instead, the runtime refuses it"_s.arg(head.programSize),
                context.inSection(u"extended header"_s, 16));
        } else if (isSound(bytes, 8 * Limits::Tables)) {
            return fail(ErrorCode::LimitExceeded,
                u"the program has more than the limit Tables = %1 allows"_s.arg(tableLimit(bytes)),
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
