// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/exported/signature.h"

#include "core/formats/exported/arguments.h"

#include <QJsonArray>

#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::formats {

namespace {

struct SpecKind
{
    QLatin1StringView spec;
    QLatin1StringView role;
    QLatin1StringView nameKey; ///< where its qualified name stands
};
constexpr std::array SpecKinds{
    SpecKind{ "user_input"_L1, "input"_L1, {} },
    SpecKind{ "parameter"_L1, "parameter"_L1, "parameter_name"_L1 },
    SpecKind{ "buffer"_L1, "buffer"_L1, "buffer_name"_L1 },
    SpecKind{ "tensor_constant"_L1, "constant"_L1, "tensor_constant_name"_L1 },
    SpecKind{ "custom_obj"_L1, "custom object"_L1, "custom_obj_name"_L1 },
    SpecKind{ "constant_input"_L1, "constant"_L1, {} },
    SpecKind{ "token"_L1, "token"_L1, {} },
};

} // namespace

InputFacts inputFacts(const QJsonObject &inputSpec)
{
    if (inputSpec.isEmpty())
        return {};
    const auto spec = argumentOf(inputSpec);
    for (const auto &kind : SpecKinds) {
        if (kind.spec != spec.kind)
            continue;
        InputFacts facts{ kind.role, spec.value[u"name"_s].toString(), {} };
        if (!kind.nameKey.isEmpty())
            facts.qualifiedName = spec.value[kind.nameKey].toString();
        return facts;
    }
    return { spec.kind, {}, {} };
}

QSet<QString> mutatedBuffers(const QJsonObject &signature)
{
    QSet<QString> names;
    for (const auto &output : signature[u"output_specs"_s].toArray()) {
        const auto spec = argumentOf(output);
        if (spec.kind == "buffer_mutation"_L1)
            names.insert(spec.value[u"buffer_name"_s].toString());
    }
    return names;
}

} // namespace tosaic::formats
