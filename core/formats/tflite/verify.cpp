// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tflite/verify.h"

#include "core/formats/damagesearch.h"

#include "tflite_generated.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::formats::tflite {

namespace fb = tosaic::tflite::fb;

namespace {

class DamageFinder : private DamageSearch
{
public:
    DamageFinder(const ReadContext &context, QByteArrayView bytes)
        : DamageSearch(context, bytes) { }

    Location find()
    {
        const auto rootOffset = m_bytes.size() < 8 ? 0 : verifierOf(m_bytes).VerifyOffset(0);
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
    static constexpr Budget Large{ 50'000, 100 };

    bool searchSubgraph(const void *subgraph)
    {
        const auto name = m_found.entity + u", "_s;
        const auto *table = static_cast<const flatbuffers::Table *>(subgraph);
        const auto checker = verifierOf(m_bytes);
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
};

} // namespace

Result<const fb::Model *> verifiedModel(ReadContext &context)
{
    const auto bytes = context.flatBuffer(); // others may be appended behind it
    if (bytes.size() < 8 || bytes.sliced(4, 4) != "TFL3")
        return fail(ErrorCode::FormatUnknown, u"not a TensorFlow Lite model"_s, context.inFile());
    if (!verifierOf(bytes).VerifyBuffer<fb::Model>(nullptr)) {
        DamageFinder finder(context, bytes);
        const auto place = finder.find();
        if (finder.isUncertain())
            return fail(ErrorCode::LimitExceeded,
                u"the model has more than the limit Tables = %1 allows"_s.arg(tableLimit(bytes)),
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
