// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vgf/vgfconstants.h"

#include "vgf_generated.h"

using namespace Qt::StringLiterals;

namespace tosaic::formats::vgf {

namespace fb = tosaic::vgf::fb;

namespace {

constexpr QByteArrayView RecordsMagic("CONST00\0", 8);
constexpr quint64 RecordsAt = 16;
constexpr quint64 RecordSize = 24;

std::vector<VgfConstant> readRecords(ReadContext &context, Section &section)
{
    const auto bytes = section.bytes();
    const auto size = quint64(bytes.size());
    const auto count = size < RecordsAt ? 0 : qFromLittleEndian<quint64>(bytes.data() + 8);
    if (size < RecordsAt || count > (size - RecordsAt) / RecordSize) {
        section.reportDamage();
        return {};
    }
    std::vector<VgfConstant> result;
    if (!context.takeEntries(count))
        return result;
    const auto payload = RecordsAt + count * RecordSize;
    for (quint64 i = 0; i < count; ++i) {
        const auto *record = bytes.data() + RecordsAt + i * RecordSize;
        VgfConstant constant;
        constant.resource = qFromLittleEndian<quint32>(record);
        constant.sparsityDimension = qFromLittleEndian<qint32>(record + 4);
        const auto length = qFromLittleEndian<quint64>(record + 8);
        const auto offset = qFromLittleEndian<quint64>(record + 16);
        if (offset <= size - payload && length <= size - payload - offset)
            constant.bytes
                = model::ByteRange{ section.fileOffset(bytes.data() + payload + offset), length };
        else
            context.report(u"vgf.constant-outside-section"_s, Severity::Error,
                u"%1 bytes at %2 do not lie inside the section"_s.arg(length).arg(offset),
                context.inEntity(u"constant %1"_s.arg(i)));
        result.push_back(constant);
    }
    return result;
}

} // namespace

std::vector<VgfConstant> readConstants(ReadContext &context, Section &section)
{
    if (section.bytes().startsWith(RecordsMagic))
        return readRecords(context, section);
    std::vector<VgfConstant> result;
    const auto *root = section.root<fb::ConstantSection>();
    const auto *list = root ? root->data() : nullptr;
    for (quint32 i = 0, count = context.count(list); i < count; ++i) {
        const auto *from = list->Get(i);
        VgfConstant constant{ from->mrt_index(), from->sparsity_dimension(), {} };
        if (const auto *raw = from->raw())
            constant.bytes = model::ByteRange{ section.fileOffset(raw->Data()), raw->size() };
        result.push_back(constant);
    }
    return result;
}

} // namespace tosaic::formats::vgf
