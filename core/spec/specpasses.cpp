// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/specpasses.h"

#include "core/spec/specrules.h"

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

template <typename Value>
void dropEqual(std::optional<Value> &value, const std::optional<Value> &standard)
{
    if (value == standard)
        value.reset();
}

} // namespace

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
    const auto standard = defaultPasses(spec.target);
    dropEqual(spec.passes.softmax, standard.softmax);
    dropEqual(spec.passes.leakyRelu, standard.leakyRelu);
    dropEqual(spec.passes.quantizeNegativeInfinity, standard.quantizeNegativeInfinity);
    dropEqual(spec.passes.quantizePositiveInfinity, standard.quantizePositiveInfinity);
    dropEqual(spec.passes.sdpaSafeSoftmaxGuard, standard.sdpaSafeSoftmaxGuard);
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
