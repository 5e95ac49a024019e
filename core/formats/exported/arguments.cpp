// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/exported/arguments.h"

#include "core/formats/exported/pythonjson.h"
#include "core/formats/exported/torchtypes.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace tosaic::formats {

namespace {

using model::AttributeValue;
using Converter = AttributeValue (*)(const QJsonValue &);

template <typename Element, typename Convert>
AttributeValue listOf(const QJsonValue &value, Convert convert)
{
    const auto array = value.toArray();
    std::vector<Element> list;
    list.reserve(size_t(array.size()));
    for (const auto &element : array)
        list.push_back(convert(element));
    return list;
}

QString deviceText(const QJsonValue &device)
{
    const auto type = device[u"type"_s].toString();
    const auto index = device[u"index"_s];
    return index.isDouble() ? u"%1:%2"_s.arg(type).arg(index.toInteger()) : type;
}

/// Converters of the kinds that hold their value themselves.
const QHash<QString, Converter> &converters()
{
    static const QHash<QString, Converter> table{
        { u"as_none"_s, [](const QJsonValue &) -> AttributeValue { return std::monostate(); } },
        { u"as_int"_s,
            [](const QJsonValue &v) -> AttributeValue { return qint64(v.toInteger()); } },
        { u"as_float"_s, [](const QJsonValue &v) -> AttributeValue { return numberOf(v); } },
        { u"as_bool"_s, [](const QJsonValue &v) -> AttributeValue { return v.toBool(); } },
        { u"as_string"_s, [](const QJsonValue &v) -> AttributeValue { return v.toString(); } },
        { u"as_operator"_s,
            [](const QJsonValue &v) -> AttributeValue { return operatorName(v.toString()); } },
        { u"as_scalar_type"_s,
            [](const QJsonValue &v) -> AttributeValue { return torchType(v.toInteger()).name; } },
        { u"as_layout"_s,
            [](const QJsonValue &v) -> AttributeValue { return torchLayout(v.toInteger()); } },
        { u"as_memory_format"_s,
            [](const QJsonValue &v) -> AttributeValue {
                return torchMemoryFormat(v.toInteger());
            } },
        { u"as_device"_s, [](const QJsonValue &v) -> AttributeValue { return deviceText(v); } },
        { u"as_complex"_s,
            [](const QJsonValue &v) -> AttributeValue {
                return u"%1%2%3j"_s.arg(numberOf(v[u"real"_s]))
                    .arg(numberOf(v[u"imag"_s]) < 0 ? QString() : u"+"_s)
                    .arg(numberOf(v[u"imag"_s]));
            } },
        { u"as_ints"_s,
            [](const QJsonValue &v) {
                return listOf<qint64>(v, [](const QJsonValue &e) { return e.toInteger(); });
            } },
        { u"as_floats"_s, [](const QJsonValue &v) { return listOf<double>(v, numberOf); } },
        { u"as_bools"_s,
            [](const QJsonValue &v) {
                return listOf<bool>(v, [](const QJsonValue &e) { return e.toBool(); });
            } },
        { u"as_strings"_s,
            [](const QJsonValue &v) {
                return listOf<QString>(v, [](const QJsonValue &e) { return e.toString(); });
            } },
    };
    return table;
}

bool refersToGraph(const QString &kind)
{
    return kind == "as_tensor"_L1 || kind == "as_tensors"_L1 || kind == "as_optional_tensor"_L1
        || kind == "as_optional_tensors"_L1 || kind == "as_nested_tensors"_L1
        || kind == "as_graph"_L1 || kind == "as_custom_obj"_L1 || kind.startsWith("as_sym_"_L1);
}

} // namespace

Argument argumentOf(const QJsonValue &object)
{
    const auto entries = object.toObject();
    for (auto it = entries.begin(); it != entries.end(); ++it) {
        if (!it->isNull())
            return { it.key(), *it };
    }
    return { u"as_none"_s, {} };
}

std::optional<model::AttributeValue> constantOf(const Argument &argument)
{
    if (const auto convert = converters().value(argument.kind))
        return convert(argument.value);
    if (refersToGraph(argument.kind))
        return std::nullopt;
    return jsonText(argument.value);
}

std::vector<qint64> sizesOf(const QJsonValue &sizes)
{
    const auto array = sizes.toArray();
    std::vector<qint64> shape;
    shape.reserve(size_t(array.size()));
    for (const auto &size : array) {
        const auto argument = argumentOf(size);
        const auto isNumber = argument.kind == "as_int"_L1;
        shape.push_back(isNumber ? std::max<qint64>(-1, argument.value.toInteger(-1)) : -1);
    }
    return shape;
}

QString jsonText(const QJsonValue &value)
{
    constexpr qsizetype Longest = 4096;
    if (value.isString())
        return value.toString().left(Longest);
    // A document holds no bare number: they are shown inside a list of one.
    const QJsonDocument document(QJsonArray{ value });
    const auto text = QString::fromUtf8(document.toJson(QJsonDocument::Compact));
    return text.sliced(1, text.size() - 2).left(Longest);
}

} // namespace tosaic::formats
