// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/specpasses.h"

#include "core/spec/specfields.h"
#include "core/spec/specrules.h"

using namespace Qt::StringLiterals;

namespace tosaic::spec {

PassPipeline defaultPasses(const QString &target)
{
    const auto family = familyOf(target);
    const bool isU55Subset = family == Family::U55 || family == Family::U65;
    return { .softmax = isU55Subset ? u"stable"_s : u"masked"_s,
        .leakyRelu = u"decompose"_s,
        .quantizeNegativeInfinity = -256.0,
        .quantizePositiveInfinity = 255.0,
        .sdpaSafeSoftmaxGuard = u"preserve"_s };
}

void dropDefaultPasses(CompileSpec &spec)
{
    const CompileSpec standard{ .passes = defaultPasses(spec.target) };
    for (const auto &field : fields()) {
        if (field.key.startsWith("passPipeline."_L1) && field.value(spec) == field.value(standard))
            field.set(spec, QJsonValue::Undefined);
    }
}

bool hasPasses(const PassPipeline &passes)
{
    return passes != PassPipeline();
}

QString passFromPython(const QString &name)
{
    return name.toLower().replace(u'_', u'-');
}

QString passToPython(const QString &name)
{
    return name.toUpper().replace(u'-', u'_');
}

} // namespace tosaic::spec
