// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tflite/operators.h"

#include "core/formats/tflite/customoptions.h"
#include "core/formats/tflite/ethosuoperator.h"
#include "core/formats/tflite/options.h"

#include "tflite_generated.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::formats::tflite {

namespace fb = tosaic::tflite::fb;

namespace {

constexpr quint64 LargestCustomOptions = 65536; ///< bytes kept; of larger ones only the size

template <typename Appended>
void append(std::vector<model::Attribute> &to, Appended from)
{
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

} // namespace

OperatorReader::OperatorReader(ReadContext &context, const fb::Model &model, const Buffers &buffers)
    : m_context(context), m_model(model), m_buffers(buffers)
{
    readCodes();
}

void OperatorReader::readCodes()
{
    const auto *codes = m_model.operator_codes();
    for (quint32 i = 0, count = m_context.count(codes); i < count; ++i)
        m_codes.push_back({ typeOf(*codes->Get(i)), codes->Get(i)->version() });
}

QString OperatorReader::typeOf(const fb::OperatorCode &code)
{
    // Until 2020 the code was one byte; newer files hold 127 there for codes that do not fit.
    const auto number
        = std::max<qint32>(code.deprecated_builtin_code(), qint32(code.builtin_code()));
    if (number == qint32(fb::BuiltinOperator::CUSTOM))
        return u"CUSTOM:"_s + m_context.text(code.custom_code());
    const auto *name = fb::EnumNameBuiltinOperator(fb::BuiltinOperator(number));
    return *name != '\0' ? QString::fromLatin1(name) : u"BuiltinOperator(%1)"_s.arg(number);
}

void OperatorReader::read(const fb::SubGraph &from, const QString &place, model::Subgraph &to)
{
    to.inputs = m_context.list<qint32>(from.inputs());
    to.outputs = m_context.list<qint32>(from.outputs());
    checkIndices(to.inputs, to.tensors.size(), u"input"_s, place);
    checkIndices(to.outputs, to.tensors.size(), u"output"_s, place);
    std::erase(to.inputs, -1);
    std::erase(to.outputs, -1);
    for (quint32 i = 0, count = m_context.count(from.operators()); i < count; ++i)
        to.operators.push_back(
            readOperator(*from.operators()->Get(i), place + u", operator %1"_s.arg(i), to));
}

model::NetworkOperator OperatorReader::readOperator(
    const fb::Operator &from, const QString &place, const model::Subgraph &subgraph)
{
    model::NetworkOperator result;
    if (from.opcode_index() < m_codes.size()) {
        result.type = m_codes[from.opcode_index()].type;
    } else {
        result.type = u"OperatorCode(%1)"_s.arg(from.opcode_index());
        m_context.report(u"tflite.index-out-of-range"_s, Severity::Error,
            u"operator code %1, the file has %2: runtimes refuse the model"_s
                .arg(from.opcode_index())
                .arg(m_codes.size()),
            m_context.inEntity(place));
    }
    result.inputs = m_context.list<qint32>(from.inputs());
    result.outputs = m_context.list<qint32>(from.outputs());
    checkIndices(result.inputs, subgraph.tensors.size(), u"input"_s, place);
    checkIndices(result.outputs, subgraph.tensors.size(), u"output"_s, place);
    readAttributes(from, place, result);
    followSubgraphs(place, result);
    if (isEthosU(result.type))
        result.ethosu = readEthosU(m_context, m_buffers, subgraph.tensors, result, m_budget, place);
    return result;
}

void OperatorReader::readAttributes(
    const fb::Operator &from, const QString &place, model::NetworkOperator &to)
{
    const auto isUnknown = [&](const char *name, int number) {
        if (number == 0 || *name != '\0')
            return false;
        m_context.report(u"tflite.unknown-options"_s, Severity::Info,
            u"options of type %1 are not known: not shown"_s.arg(number),
            m_context.inEntity(place));
        return true;
    };
    const auto *first = fb::EnumNameBuiltinOptions(from.builtin_options_type());
    if (!isUnknown(first, int(from.builtin_options_type())))
        to.attributes = readOptions(m_context, first, from.builtin_options());
    const auto *second = fb::EnumNameBuiltinOptions2(from.builtin_options_2_type());
    if (!isUnknown(second, int(from.builtin_options_2_type())))
        append(to.attributes, readOptions(m_context, second, from.builtin_options_2()));
    readCustomOptions(from, place, to);
    if (from.mutating_variable_inputs() && from.mutating_variable_inputs()->size() > 0)
        to.attributes.push_back({ u"mutating_variable_inputs"_s,
            m_context.list<bool>(from.mutating_variable_inputs()) });
    if (from.intermediates() && from.intermediates()->size() > 0)
        to.attributes.push_back(
            { u"intermediates"_s, m_context.list<qint64>(from.intermediates()) });
    if (from.opcode_index() < m_codes.size() && m_codes[from.opcode_index()].version != 1)
        to.attributes.push_back(
            { u"operator_version"_s, qint64(m_codes[from.opcode_index()].version) });
}

void OperatorReader::readCustomOptions(
    const fb::Operator &from, const QString &place, model::NetworkOperator &to)
{
    model::ByteRange range;
    if (const auto *options = from.custom_options()) {
        range = { m_context.offsetOf(options->Data()), options->size() };
    } else if (from.large_custom_options_offset() > 1) {
        range = { from.large_custom_options_offset(), from.large_custom_options_size() };
        if (range.size > 0 && m_buffers.bytes(range).isEmpty())
            m_context.report(u"tflite.buffer-outside-file"_s, Severity::Error,
                u"%1 bytes of custom options at %2 do not lie inside the file"_s.arg(range.size)
                    .arg(range.offset),
                m_context.inEntity(place));
    }
    const auto bytes = m_buffers.bytes(range);
    if (bytes.isEmpty())
        return;
    append(to.attributes,
        readFlexBuffer(range.size <= LargestCustomOptions ? bytes : QByteArrayView()));
    to.attributes.push_back({ u"custom_options_size"_s, qint64(range.size) });
    if (range.size <= LargestCustomOptions && m_context.takeText(range.size))
        to.attributes.push_back({ u"custom_options"_s, bytes.toByteArray() });
}

void OperatorReader::followSubgraphs(const QString &place, model::NetworkOperator &to)
{
    const auto count = m_model.subgraphs() ? m_model.subgraphs()->size() : 0;
    for (const auto index : subgraphsIn(to.attributes)) {
        if (index >= 0 && index < qint64(count))
            to.subgraphs.push_back(qint32(index));
        else
            m_context.report(u"tflite.index-out-of-range"_s, Severity::Error,
                u"names subgraph %1, the file has %2"_s.arg(index).arg(count),
                m_context.inEntity(place));
    }
}

void OperatorReader::checkIndices(
    std::vector<qint32> &indices, size_t tensors, const QString &what, const QString &place)
{
    for (auto &index : indices) {
        if (index >= -1 && (index < 0 || size_t(index) < tensors))
            continue;
        m_context.report(u"tflite.index-out-of-range"_s, Severity::Error,
            u"%1 is tensor %2, the subgraph has %3: runtimes refuse the model"_s.arg(what)
                .arg(index)
                .arg(tensors),
            m_context.inEntity(place));
        index = -1;
    }
}

} // namespace tosaic::formats::tflite
