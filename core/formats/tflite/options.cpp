// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tflite/options.h"

#include "tflite_bfbs_generated.h"

#include <flatbuffers/reflection.h>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::formats::tflite {

namespace {

const reflection::Schema &schema()
{
    return *reflection::GetSchema(tosaic::tflite::fb::ModelBinarySchema::data());
}

bool isInteger(reflection::BaseType type)
{
    return type >= reflection::Byte && type <= reflection::ULong;
}

class OptionsReader
{
public:
    OptionsReader(ReadContext &context, const flatbuffers::Table &table)
        : m_context(context), m_table(table)
    {
    }

    model::AttributeValue value(const reflection::Field &field)
    {
        const auto type = field.type()->base_type();
        if (type == reflection::Bool)
            return flatbuffers::GetAnyFieldI(m_table, field) != 0;
        if (isInteger(type))
            return number(flatbuffers::GetAnyFieldI(m_table, field), *field.type());
        if (type == reflection::Float || type == reflection::Double)
            return flatbuffers::GetAnyFieldF(m_table, field);
        if (type == reflection::String)
            return m_context.text(flatbuffers::GetFieldS(m_table, field));
        if (type == reflection::Vector)
            return list(field);
        return {};
    }

private:
    static model::AttributeValue number(qint64 number, const reflection::Type &type)
    {
        if (type.index() >= 0) {
            const auto *values = schema().enums()->Get(quint32(type.index()))->values();
            if (const auto *known = values->LookupByKey(number))
                return QString::fromLatin1(known->name()->c_str());
        }
        return number;
    }

    model::AttributeValue list(const reflection::Field &field)
    {
        const auto element = field.type()->element();
        using Bytes = flatbuffers::Vector<quint8>;
        if (element == reflection::UByte)
            return m_context.data(m_table.GetPointer<const Bytes *>(field.offset()));
        const auto *vector = flatbuffers::GetFieldAnyV(m_table, field);
        const auto size = vector ? vector->size() : 0;
        if (!m_context.takeElements(size))
            return {};
        if (element == reflection::Float || element == reflection::Double)
            return items<double>(size,
                [&](quint32 i) { return flatbuffers::GetAnyVectorElemF(vector, element, i); });
        const auto at
            = [&](quint32 i) { return flatbuffers::GetAnyVectorElemI(vector, element, i); };
        if (element == reflection::Bool)
            return items<bool>(size, [&](quint32 i) { return at(i) != 0; });
        if (field.type()->index() >= 0)
            return items<QString>(size, [&](quint32 i) {
                const auto named = number(at(i), *field.type());
                const auto *name = std::get_if<QString>(&named);
                return name ? *name : QString::number(at(i));
            });
        return items<qint64>(size, at);
    }

    template <typename Item, typename At>
    static std::vector<Item> items(quint32 size, At at)
    {
        std::vector<Item> result;
        result.reserve(size);
        for (quint32 i = 0; i < size; ++i)
            result.push_back(at(i));
        return result;
    }

    ReadContext &m_context;
    const flatbuffers::Table &m_table;
};

} // namespace

std::vector<model::Attribute> readOptions(ReadContext &context, const char *type, const void *table)
{
    const auto *object
        = schema().objects()->LookupByKey((std::string("tosaic.tflite.fb.") + type).c_str());
    if (!object || !table || !context.takeEntries(object->fields()->size()))
        return {};
    // Stored by name; the order of ids is the one of the schema.
    std::vector<const reflection::Field *> fields(
        object->fields()->begin(), object->fields()->end());
    std::sort(fields.begin(), fields.end(),
        [](const auto *a, const auto *b) { return a->id() < b->id(); });
    std::vector<model::Attribute> result;
    OptionsReader reader(context, *static_cast<const flatbuffers::Table *>(table));
    for (const auto *field : fields) {
        if (!field->deprecated())
            result.push_back({ QString::fromLatin1(field->name()->c_str()), reader.value(*field) });
    }
    return result;
}

std::vector<qint64> subgraphsIn(const std::vector<model::Attribute> &options)
{
    std::vector<qint64> result;
    for (const auto &[name, value] : options) {
        if (!name.contains("subgraph"_L1) && name != "called_computations"_L1)
            continue;
        if (const auto *index = std::get_if<qint64>(&value))
            result.push_back(*index);
        else if (const auto *list = std::get_if<std::vector<qint64>>(&value))
            result.insert(result.end(), list->begin(), list->end());
    }
    return result;
}

} // namespace tosaic::formats::tflite
