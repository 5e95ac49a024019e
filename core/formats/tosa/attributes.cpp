// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tosa/attributes.h"

#include "core/model/constantvalues.h"

#include "tosa_generated.h"

namespace tosaic::formats::tosa {

namespace fb = tosaic::tosa::fb;

namespace {

using flatbuffers::String;
using flatbuffers::Table;
using flatbuffers::Vector;
using flatbuffers::voffset_t;

const Table &tableOf(const fb::AnyAttribute &attribute)
{
    return *reinterpret_cast<const Table *>(&attribute);
}

voffset_t slot(size_t field)
{
    return voffset_t(4 + 2 * field);
}

template <typename T>
bool isVector(const flatbuffers::Verifier &verifier, const Table &table, voffset_t at)
{
    return table.VerifyOffset(verifier, at)
        && verifier.VerifyVector(table.GetPointer<const Vector<T> *>(at));
}

bool fieldFits(
    const flatbuffers::Verifier &verifier, const Table &table, voffset_t at, FieldKind kind)
{
    switch (kind) {
    case FieldKind::Bool:
        return table.VerifyField<quint8>(verifier, at, 1);
    case FieldKind::String:
        return table.VerifyOffset(verifier, at)
            && verifier.VerifyString(table.GetPointer<const String *>(at));
    case FieldKind::Bytes:
    case FieldKind::Value:
        return isVector<quint8>(verifier, table, at);
    case FieldKind::Int16s:
        return isVector<qint16>(verifier, table, at);
    case FieldKind::Int32s:
        return isVector<qint32>(verifier, table, at);
    default:
        return table.VerifyField<quint32>(verifier, at, 4);
    }
}

/// One number from the front of `bytes`, which may be padded to 8 bytes; the bytes themselves if
/// their length says that they are something else.
model::AttributeValue numberIn(const QByteArray &bytes, model::ElementType type)
{
    const auto bits = model::bitsPerElement(type).value_or(0);
    const auto needed = qsizetype((bits + 7) / 8);
    // Float values are stored in the tensor's type, by some 0.80 writers always as 32 bits.
    if (bytes.size() == 4 && needed == 2 && model::numberKind(type) == model::NumberKind::Real)
        return numberIn(bytes, model::ElementType::Float32);
    const auto isPadded = bytes.size() == (needed + 7) / 8 * 8;
    if (needed == 0 || (bytes.size() != needed && !isPadded))
        return bytes;
    const auto values = model::ConstantValues::open(
        ByteSource::fromBytes(bytes), { 0, quint64(needed) }, type, {});
    if (!values || values->count() == 0)
        return bytes;
    if (const auto integer = values->integer(0))
        return *integer;
    return values->real(0);
}

class ValueReader
{
public:
    ValueReader(
        GraphContext &context, const Table &table, Layout layout, model::ElementType valueType)
        : m_context(context), m_table(table), m_layout(layout), m_valueType(valueType)
    {
    }

    model::AttributeValue read(voffset_t at, FieldKind kind)
    {
        switch (kind) {
        case FieldKind::Int32:
            return qint64(m_table.GetField<qint32>(at, 0));
        case FieldKind::Bool:
            return m_table.GetField<quint8>(at, 0) != 0;
        case FieldKind::String:
            return text(at);
        case FieldKind::Bytes:
        case FieldKind::Value:
            return bytes(at, kind);
        case FieldKind::Int16s:
            return numbers<qint16>(at);
        case FieldKind::Int32s:
            return numbers<qint32>(at);
        default:
            return enumerationText(kind, m_layout, m_table.GetField<quint32>(at, 0));
        }
    }

private:
    model::AttributeValue text(voffset_t at)
    {
        const auto *string = m_table.GetPointer<const String *>(at);
        return string ? model::AttributeValue(m_context.text(string)) : model::AttributeValue();
    }

    template <typename T>
    model::AttributeValue numbers(voffset_t at)
    {
        const auto *vector = m_table.GetPointer<const Vector<T> *>(at);
        return vector ? model::AttributeValue(m_context.list<qint64>(vector))
                      : model::AttributeValue();
    }

    model::AttributeValue bytes(voffset_t at, FieldKind kind)
    {
        const auto *vector = m_table.GetPointer<const Vector<quint8> *>(at);
        if (!vector || !m_context.takeText(vector->size()))
            return {};
        const QByteArray bytes(
            reinterpret_cast<const char *>(vector->Data()), qsizetype(vector->size()));
        return kind == FieldKind::Value ? numberIn(bytes, m_valueType) : bytes;
    }

    GraphContext &m_context;
    const Table &m_table;
    Layout m_layout;
    model::ElementType m_valueType;
};

} // namespace

size_t slotCount(const fb::AnyAttribute &table)
{
    const auto size = flatbuffers::ReadScalar<voffset_t>(tableOf(table).GetVTable());
    return size < 4 ? 0 : (size - 4U) / 2;
}

bool fits(const flatbuffers::Verifier &verifier, const fb::AnyAttribute &attribute, Fields fields)
{
    const auto &table = tableOf(attribute);
    if (slotCount(attribute) > fields.size())
        return false;
    for (size_t i = 0; i < fields.size(); ++i) {
        if (!fieldFits(verifier, table, slot(i), fields[i].kind))
            return false;
    }
    return true;
}

std::optional<Fields> fittingFields(const flatbuffers::Verifier &verifier,
    const fb::AnyAttribute &table, const OperatorLayout &layout)
{
    std::optional<Fields> result;
    for (size_t i = 0; i < layout.tables.size(); ++i) {
        const auto fields = layout.tables[i];
        const bool isAlternative = i == 0 || !fields.empty();
        if (!isAlternative || !fits(verifier, table, fields))
            continue;
        if (!result || (result->size() != slotCount(table) && fields.size() == slotCount(table)))
            result = fields;
    }
    return result;
}

std::vector<model::Attribute> readAttributes(GraphContext &context, const fb::AnyAttribute &table,
    Fields fields, Layout layout, model::ElementType valueType)
{
    std::vector<model::Attribute> attributes;
    if (!context.takeElements(fields.size()))
        return attributes;
    ValueReader reader(context, tableOf(table), layout, valueType);
    for (size_t i = 0; i < fields.size(); ++i) {
        auto value = reader.read(slot(i), fields[i].kind);
        if (!std::holds_alternative<std::monostate>(value))
            attributes.push_back({ QString::fromLatin1(fields[i].name), std::move(value) });
    }
    return attributes;
}

} // namespace tosaic::formats::tosa
