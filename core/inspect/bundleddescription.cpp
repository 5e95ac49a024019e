// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/bundleddescription.h"

#include "core/base/jsonlist.h"
#include "core/inspect/descriptionparts.h"
#include "core/inspect/programfacts.h"
#include "core/inspect/programjson.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::inspect {

namespace {

/// The schema's spelling.
QString kindName(const formats::BundledValue &value)
{
    constexpr std::array Names{ "NONE", "Tensor", "Int", "Bool", "Double" };
    return QString::fromLatin1(Names.at(value.index()));
}

QString valueText(const formats::BundledValue &value)
{
    if (const auto *tensor = std::get_if<formats::BundledTensor>(&value))
        return u"%1 %2"_s.arg(model::dtypeName(tensor->dtype), nameText(shapeText(tensor->shape)));
    if (const auto *integer = std::get_if<qint64>(&value))
        return QString::number(*integer);
    if (const auto *boolean = std::get_if<bool>(&value))
        return *boolean ? u"true"_s : u"false"_s;
    if (const auto *real = std::get_if<double>(&value))
        return QString::number(*real, 'g', 17);
    return u"none"_s;
}

QString valuesText(const std::vector<formats::BundledValue> &values)
{
    constexpr size_t Shown = 8;
    if (values.empty())
        return u"none"_s;
    QStringList texts;
    for (size_t i = 0; i < std::min(values.size(), Shown); ++i)
        texts << valueText(values[i]);
    if (values.size() > Shown)
        texts << u"..."_s;
    return texts.join(u", "_s);
}

class BundleJson
{
public:
    QJsonArray suites(const formats::BundledFile &file)
    {
        QJsonArray result;
        for (const auto &suite : file.suites) {
            QJsonArray counts;
            QJsonArray values;
            for (const auto &test : suite.cases) {
                counts.append(qint64(test.inputs.size()));
                values.append(QJsonObject{
                    { u"inputs"_s, list(test.inputs) }, { u"expected"_s, list(test.expected) } });
            }
            if (m_room.take(suite.method.size()))
                result.append(QJsonObject{ { u"method"_s, suite.method }, { u"cases"_s, counts },
                    { u"values"_s, values } });
        }
        return result;
    }

private:
    QJsonArray list(const std::vector<formats::BundledValue> &values)
    {
        return jsonList(values, [this](const auto &value) { return valueJson(value); });
    }

    QJsonObject valueJson(const formats::BundledValue &value)
    {
        QJsonObject result{ { u"kind"_s, kindName(value) } };
        if (const auto *tensor = std::get_if<formats::BundledTensor>(&value)) {
            result[u"dtype"_s] = model::scalarTypeName(tensor->dtype);
            result[u"shape"_s] = jsonList(tensor->shape);
            result[u"dimOrder"_s] = jsonList(tensor->dimOrder);
            result[u"size"_s] = qint64(tensor->data.size);
        } else if (const auto *integer = std::get_if<qint64>(&value)) {
            result[u"value"_s] = *integer;
        } else if (const auto *boolean = std::get_if<bool>(&value)) {
            result[u"value"_s] = *boolean;
        } else if (const auto *real = std::get_if<double>(&value)) {
            result[u"value"_s] = realToJson(*real);
        }
        return result;
    }

    JsonRoom m_room;
};

DescriptionSection suiteSection(const formats::BundledSuite &suite)
{
    auto result = section(QT_TRANSLATE_NOOP("Description", "Test cases"));
    result.facts = { fact(QT_TRANSLATE_NOOP("Description", "Method"), nameText(suite.method)),
        fact(QT_TRANSLATE_NOOP("Description", "Cases"), countText(suite.cases.size())) };
    result.table.columns = { column(QT_TRANSLATE_NOOP("Description", "Case"), true),
        column(QT_TRANSLATE_NOOP("Description", "Inputs")),
        column(QT_TRANSLATE_NOOP("Description", "Expected outputs")) };
    for (size_t i = 0; i < suite.cases.size(); ++i)
        addRow(result.table,
            { QString::number(i), valuesText(suite.cases[i].inputs),
                valuesText(suite.cases[i].expected) });
    return result;
}

DescriptionSection fileSection(const formats::BundledFile &file)
{
    auto result = section(QT_TRANSLATE_NOOP("Description", "Bundled program"));
    result.facts = {
        fact(QT_TRANSLATE_NOOP("Description", "Schema version"), QString::number(file.version)),
        fact(QT_TRANSLATE_NOOP("Description", "Test suites"), countText(file.suites.size())),
        fact(QT_TRANSLATE_NOOP("Description", "Program"), bytesText(file.programRange.size)),
    };
    if (file.program) {
        for (const auto &method : file.program->methods) {
            if (result.facts.size() < 50)
                result.facts.push_back(fact(QT_TRANSLATE_NOOP("Description", "Method"),
                    u"%1: %2"_s.arg(nameText(method.name), coverageSentence(method))));
        }
    }
    return result;
}

} // namespace

Description describeBundled(const formats::BundledFile &file)
{
    constexpr size_t MostSuites = 50;
    Description result;
    result.format = u"bpte"_s;
    result.formatVersion = file.identifier;
    result.json
        = { { u"version"_s, qint64(file.version) }, { u"testSuites"_s, BundleJson().suites(file) },
              { u"programOffset"_s, qint64(file.programRange.offset) },
              { u"programSize"_s, qint64(file.programRange.size) } };
    result.diagnostics = file.diagnostics;
    if (file.program) {
        result.json[u"program"_s] = programToJson(*file.program);
        const auto &inner = file.program->diagnostics;
        result.diagnostics.insert(result.diagnostics.end(), inner.begin(), inner.end());
    }
    result.sections.push_back(fileSection(file));
    for (size_t i = 0; i < std::min(file.suites.size(), MostSuites); ++i)
        result.sections.push_back(suiteSection(file.suites[i]));
    return result;
}

} // namespace tosaic::inspect
