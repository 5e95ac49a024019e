// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tflite/verify.h"

#include "tflite_generated.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::formats::tflite {

namespace fb = tosaic::tflite::fb;

namespace {

/// The Verifier asserts on larger buffers; offsets are 32-bit, so no table can lie beyond. Files
/// may be larger: buffers are appended behind the FlatBuffer.
constexpr quint64 LargestFlatBuffer = FLATBUFFERS_MAX_BUFFER_SIZE - 1;

flatbuffers::Verifier verifier(QByteArrayView bytes, quint32 tables = Limits::Tables)
{
    return flatbuffers::Verifier(reinterpret_cast<const quint8 *>(bytes.data()),
        static_cast<size_t>(bytes.size()), Limits::Depth, tables);
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
        const auto rootOffset = m_bytes.size() < 8 ? 0 : verifier(m_bytes).VerifyOffset(0);
        if (rootOffset == 0)
            return m_context.inSection(u"root table offset"_s, 0);
        const auto *root = m_bytes.data() + rootOffset;
        m_found = m_context.inSection(u"root table"_s, rootOffset);
        if (!startIsSound(root))
            return m_found;
        const void *subgraph = nullptr;
        if (isIn<fb::SubGraph>(root, fb::Model::VT_SUBGRAPHS, u"subgraph"_s, Large, &subgraph)) {
            m_isUncertain = subgraph && startIsSound(subgraph) && !searchSubgraph(subgraph);
            return m_found;
        }
        isIn<fb::OperatorCode>(root, fb::Model::VT_OPERATOR_CODES, u"operator code"_s, Small)
            || isIn<fb::Buffer>(root, fb::Model::VT_BUFFERS, u"buffer"_s, Small)
            || isIn<fb::Metadata>(root, fb::Model::VT_METADATA, u"metadata entry"_s, Small)
            || isIn<fb::SignatureDef>(root, fb::Model::VT_SIGNATURE_DEFS, u"signature"_s, Large);
        return m_found;
    }

    /// Whether nothing damaged was found, only more than could be looked at.
    bool isUncertain() const { return m_isUncertain; }

private:
    struct Budget
    {
        quint32 tables; ///< in one entry
        quint32 entries; ///< of one list
    };
    static constexpr Budget Large{ 50'000, 100 };
    static constexpr Budget Small{ 64, 200'000 };

    bool startIsSound(const void *table) const
    {
        auto checker = verifier(m_bytes);
        return static_cast<const flatbuffers::Table *>(table)->VerifyTableStart(checker);
    }

    bool searchSubgraph(const void *subgraph)
    {
        const auto name = m_found.entity + u", "_s;
        const auto *table = static_cast<const flatbuffers::Table *>(subgraph);
        const auto checker = verifier(m_bytes);
        for (const auto field : { fb::SubGraph::VT_INPUTS, fb::SubGraph::VT_OUTPUTS }) {
            if (!table->VerifyOffset(checker, field)
                || !checker.VerifyVector(
                    table->GetPointer<const flatbuffers::Vector<qint32> *>(field)))
                return true;
        }
        return !table->VerifyOffset(checker, fb::SubGraph::VT_NAME)
            || !checker.VerifyString(
                table->GetPointer<const flatbuffers::String *>(fb::SubGraph::VT_NAME))
            || isIn<fb::Tensor>(subgraph, fb::SubGraph::VT_TENSORS, name + u"tensor"_s, Small)
            || isIn<fb::Operator>(
                subgraph, fb::SubGraph::VT_OPERATORS, name + u"operator"_s, Small);
    }

    /// Whether the list in `field` or one of its entries does not verify; then it is noted in
    /// m_found, and `entry` is the entry if it begins inside the file.
    template <typename Child>
    bool isIn(const void *parent, flatbuffers::voffset_t field, const QString &name,
        const Budget &budget, const void **entry = nullptr)
    {
        const auto *table = static_cast<const flatbuffers::Table *>(parent);
        const auto checker = verifier(m_bytes);
        using List = flatbuffers::Vector<flatbuffers::Offset<Child>>;
        const auto offsetIsSound = table->VerifyOffset(checker, field);
        const auto *list = offsetIsSound ? table->GetPointer<const List *>(field) : nullptr;
        if (!offsetIsSound || !checker.VerifyVector(list)) {
            m_found = m_context.inEntity(u"list of %1s"_s.arg(name),
                m_context.offsetOf(list ? static_cast<const void *>(list) : parent));
            return true;
        }
        const auto count = list ? std::min(list->size(), budget.entries) : 0;
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
        m_isUncertain = m_isUncertain || (list && list->size() > budget.entries);
        return false;
    }

    const ReadContext &m_context;
    QByteArrayView m_bytes;
    Location m_found;
    bool m_isUncertain = false;
};

} // namespace

Result<const fb::Model *> verifiedModel(ReadContext &context)
{
    const auto size = std::min(context.size(), LargestFlatBuffer);
    const auto bytes = context.bytes().first(static_cast<qsizetype>(size));
    if (bytes.size() < 8 || bytes.sliced(4, 4) != "TFL3")
        return fail(ErrorCode::FormatUnknown, u"not a TensorFlow Lite model"_s, context.inFile());
    if (!verifier(bytes).VerifyBuffer<fb::Model>(nullptr)) {
        DamageFinder finder(context, bytes);
        const auto place = finder.find();
        if (finder.isUncertain())
            return fail(ErrorCode::LimitExceeded,
                u"the model has more than the limit Tables = %1 allows"_s.arg(Limits::Tables),
                context.inFile());
        return fail(ErrorCode::FormatDamaged,
            u"the FlatBuffer contradicts itself here: the file was cut off, overwritten or is not "
            "a model"_s,
            place);
    }
    const auto *model = flatbuffers::GetRoot<fb::Model>(bytes.data());
    if (model->version() != 3)
        context.report(u"tflite.version"_s, Severity::Warning,
            u"schema version %1, 3 is known: read as if it were 3; runtimes refuse it"_s.arg(
                model->version()),
            context.inFile());
    return model;
}

} // namespace tosaic::formats::tflite
