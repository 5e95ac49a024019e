// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/specdefaults.h"

#include "core/spec/flaglist.h"
#include "core/spec/specfields.h"
#include "core/spec/specpasses.h"
#include "core/spec/specrules.h"

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

const auto ExecuTorch = u"EthosUCompileSpec"_s;
const auto Vela = u"Vela 5.1.0"_s;
const auto Runner = u"ExecuTorch runner build"_s;
const auto Driver = u"Tosaic driver"_s;

/// Collects in the order of the form.
class Collector
{
public:
    void add(const QString &key, const QString &value, const QString &origin,
        std::vector<OtherDefault> elsewhere = {})
    {
        std::erase_if(elsewhere, [&](const OtherDefault &other) { return other.value == value; });
        m_found.push_back({ key, value, origin, std::move(elsewhere) });
    }
    std::vector<SilentDefault> take() { return std::move(m_found); }

private:
    std::vector<SilentDefault> m_found;
};

void addMemory(Collector &collector, const CompileSpec &spec)
{
    const auto defaults = defaultsFor(spec.target);
    if (!defaults)
        return;
    const auto vela = velaDefaultsFor(defaults->family);
    if (!spec.systemConfig)
        collector.add(
            u"systemConfig"_s, defaults->systemConfig, ExecuTorch, { { Vela, vela.systemConfig } });
    if (!spec.memoryMode)
        collector.add(u"memoryMode"_s, defaults->memoryMode, ExecuTorch,
            { { Vela, vela.memoryMode }, { Runner, runnerMemoryMode(defaults->family) } });
    if (!spec.tosaSpec)
        collector.add(u"tosaSpec"_s, defaults->tosaSpec, ExecuTorch);
}

void addPasses(Collector &collector, const CompileSpec &spec)
{
    const CompileSpec standard{ .passes = defaultPasses(spec.target) };
    for (const auto &field : fields()) {
        if (!field.key.startsWith("passPipeline."_L1) || !field.isDefault(spec))
            continue;
        // Without a known target only what does not depend on it.
        if (familyOf(spec.target) || field.key != "passPipeline.softmax"_L1)
            collector.add(field.key, field.value(standard).toVariant().toString(), ExecuTorch);
    }
}

void addFlags(Collector &collector, const CompileSpec &spec)
{
    const FlagList flags(spec.extraFlags);
    for (const auto &name : { u"--optimise"_s, u"--tensor-allocator"_s, u"--cpu-tensor-alignment"_s,
             u"--cop-format"_s, u"--experimental-softmax-int16-neg-exp-range"_s }) {
        if (!flags.last(name))
            collector.add(u"extraFlags"_s,
                name + u'=' + QString::fromUtf16(velaOption(name)->standard), Vela);
    }
}

} // namespace

std::vector<SilentDefault> silentDefaults(const CompileSpec &spec)
{
    Collector collector;
    addMemory(collector, spec);
    if (!spec.configIni)
        collector.add(u"configIni"_s, BundledIni, ExecuTorch);
    addFlags(collector, spec);
    addPasses(collector, spec);
    if (!spec.quantizer) {
        collector.add(u"quantizer.scheme"_s, quantizesByDefault(spec) ? u"symmetric"_s : u"none"_s,
            Driver, { { ExecuTorch, u"none"_s } });
        collector.add(u"quantizer.activations"_s, u"int8"_s, Driver);
        collector.add(u"quantizer.weights"_s, u"int8"_s, Driver);
        collector.add(u"quantizer.perChannel"_s, u"true"_s, Driver);
        collector.add(u"quantizer.io"_s, u"activations"_s, Driver);
    }
    if (!spec.calibration)
        collector.add(u"calibration"_s, u"the model's example inputs, once"_s, Driver);
    return collector.take();
}

} // namespace tosaic::spec
