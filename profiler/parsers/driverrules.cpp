// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/linerules.h"

using namespace Qt::StringLiterals;

// The Ethos-U core driver (old and new), start-up banners, names of simulators.
namespace tosaic::profile {

namespace {

constexpr quint32 Driver = HintCoreSoftware | HintNpu;
constexpr quint32 Fault = HintNpu | HintFault | HintError;

NpuFacts &side(ParseState &state, const RuleMatch &match)
{
    return match.text(1) == u"Optimizer"_s ? state.compiledFor : state.npu;
}

/// Groups: 1 whose, 2 product, 3 command stream version, 4 MACs (power of two).
void setConfig(ParseState &state, const RuleMatch &match)
{
    auto &npu = side(state, match);
    if (const auto product = match.number(2))
        npu.setProductNumber(*product);
    if (const auto version = match.number(3); version && &npu == &state.npu)
        npu.setCommandStreamVersion(*version);
    if (const auto macs = match.number(4))
        npu.setMacsLog2(*macs);
}

/// Groups: 1 field, 2 of the NPU, 3 of the command stream.
void setMismatch(ParseState &state, const RuleMatch &match)
{
    const auto hardware = match.number(2);
    const auto compiled = match.number(3);
    if (!hardware || !compiled)
        return;
    if (match.text(1) == u"macs_per_cc"_s) {
        state.npu.setMacsLog2(*hardware);
        state.compiledFor.setMacsLog2(*compiled);
    } else if (match.text(1) == u"product"_s) {
        state.npu.setProductNumber(*hardware);
        state.compiledFor.setProductNumber(*compiled);
    } else if (match.text(1) == u"cmd_stream_version"_s) {
        state.npu.setCommandStreamVersion(*hardware);
    }
}

void setArchMismatch(ParseState &state, const RuleMatch &match)
{
    state.npu.setArch(match.text(1));
    state.compiledFor.setArch(match.text(2));
}

/// Groups 1 to 3: its numbers.
QString versionOf(const RuleMatch &match)
{
    return match.text(1) + u'.' + match.text(2) + u'.' + match.text(3);
}

std::vector<LineRule> configRules()
{
    using R = QRegularExpression;
    return {
        { u"macs_per_cc",
            R(u"(Optimizer|Ethos-U) config\\.? +(?:product=(\\d+), )?cmd_stream_version[:=] ?(\\d+),? macs_per_cc[:=] ?(\\d+)"_s),
            Driver, setConfig },
        { u"ersion",
            R(u"(Optimizer) config\\.? (?:Ethos-U |arch )version[:=] ?(\\d+\\.\\d+\\.\\d+)"_s),
            Driver, [](ParseState &s, const RuleMatch &m) { s.compiledFor.setArch(m.text(2)); } },
        { u"Ethos-U", R(u"^Ethos-U(?: version:|\\. arch version[:=]) ?(\\d+\\.\\d+\\.\\d+)"_s),
            Driver, [](ParseState &s, const RuleMatch &m) { s.npu.setArch(m.text(1)); } },
        { u"cms_length", R(u"cms_length[ =:]+(\\d+)"_s), Driver | HintStarted,
            [](ParseState &s, const RuleMatch &m) {
                if (!s.model.model.commandStreamWords)
                    s.model.model.commandStreamWords = m.number(1);
            } },
        { u"config mismatch",
            R(u"NPU config mismatch[:.] npu\\.(\\w+)=(\\d+),? optimi[sz]er?\\.\\w+=(\\d+)"_s),
            Driver | HintError, setMismatch },
        { u"arch mismatch",
            R(u"NPU arch mismatch[:.] npu\\.arch=(\\d+\\.\\d+\\.\\d+),? optimi[sz]er?\\.arch=(\\d+\\.\\d+\\.\\d+)"_s),
            Driver | HintError, setArchMismatch },
        { u"mismatch", R(u"^NPU (?:config|arch|product) mismatch"_s), Driver | HintError },
    };
}

std::vector<LineRule> driverLines()
{
    using R = QRegularExpression;
    return {
        { u"ethosu_init", {}, Driver },
        { u"ethosu_register_driver", {}, Driver },
        { u"ethosu_invoke", {}, Driver | HintStarted | HintInvoked },
        { u"ethosu_reserve_driver", {}, Driver },
        { u"ethosu_release_driver", {}, Driver },
        { u" released",
            R(u"(?:ethosu_release_driver - Driver|NPU driver handle) 0x[0-9a-fA-F]+ released"_s),
            Driver,
            [](ParseState &s, const RuleMatch &) {
                if (s.hints & HintInvoked)
                    s.hints |= HintReleased;
            } },
        { u"ethosu_find_and_reserve_driver", {}, Driver },
        { u"ethosu_dev_", {}, Driver },
        { u"handle_optimizer_config", {}, Driver },
        { u"handle_command_stream", {}, Driver | HintStarted | HintInvoked },
        { u"Optimizer release nbr", {}, Driver },
        { u"Soft reset NPU", {}, Driver },
        { u"Initializing NPU", {}, Driver },
        { u"New NPU driver registered", {}, Driver },
        { u"Acquiring NPU driver handle", {}, Driver },
        { u"Inference finished successfully", {}, Driver | HintEnded },
        { u"Initializing the Ethos-U", {}, Driver },
        { u"Ethos-U firmware", {}, Driver },
        { u"NPU timeout", {}, Driver | Fault },
        { u"NPU status=", {}, Driver | Fault },
        // Also said by applications that keep nothing else of the driver.
        { u"not at end of stream", R(u"\\bqread \\(\\d+\\) not at end of stream"_s), Fault },
        { u"bus_status_error", R(u"bus_status_error:? 0x0*[1-9a-fA-F]"_s), Driver | Fault, nullptr,
            u"0x" },
        { u"cmd_parse_error", R(u"cmd_parse_error:? 0x0*[1-9a-fA-F]"_s), Driver | Fault, nullptr,
            u"0x" },
        { u"wd_fault", R(u"wd_fault:? 0x0*[1-9a-fA-F]"_s), Driver | Fault, nullptr, u"0x" },
        { u"ecc_fault", R(u"ecc_fault:? 0x0*[1-9a-fA-F]"_s), Driver | Fault, nullptr, u"0x" },
    };
}

/// A counter that is not at its start has counted an inference.
std::optional<quint64> counted(ParseState &state, std::optional<quint64> value)
{
    if (value.value_or(0) > 0)
        state.hints |= HintEnded;
    return value;
}

/// Readings of the counters in a debug build, with the function that says them.
std::vector<LineRule> readingRules()
{
    using R = QRegularExpression;
    const auto reset = [](ParseState &s, const RuleMatch &) { s.driverCounters.reset(); };
    return {
        { u"ETHOSU_PMU_Enable", {}, Driver, reset },
        { u"ETHOSU_PMU_CYCCNT_Reset", {}, Driver, reset },
        { u"ETHOSU_PMU_EVCNTR_ALL_Reset", {}, Driver, reset },
        { u"ETHOSU_PMU_Set_EVTYPER",
            R(u"ETHOSU_PMU_Set_EVTYPER(?:\\(\\))?: num=(\\d+), type=\\d+, val(?:ue)?=(\\d+)"_s),
            Driver,
            [](ParseState &s, const RuleMatch &m) {
                s.driverCounters.setEvent(m.number(1).value_or(0), m.number(2));
            } },
        { u"ETHOSU_PMU_Get_CCNTR", R(u"ETHOSU_PMU_Get_CCNTR(?:\\(\\))?: val(?:ue)?=(\\S+)"_s),
            Driver,
            [](ParseState &s, const RuleMatch &m) {
                s.driverCounters.setCycles(counted(s, m.count(s, 1)));
            } },
        { u"ETHOSU_PMU_Get_EVCNTR",
            R(u"ETHOSU_PMU_Get_EVCNTR(?:\\(\\))?: num=(\\d+), val(?:ue)?=(\\S+)"_s), Driver,
            [](ParseState &s, const RuleMatch &m) {
                if (const auto slot = m.number(1))
                    s.driverCounters.setCounter(*slot, counted(s, m.count(s, 2)));
            } },
    };
}

std::vector<LineRule> bannerRules()
{
    using R = QRegularExpression;
    const auto version = u"v?(\\d+(?:\\.\\d+){1,2}|\\d+ \\d+ \\d+)"_s;
    return {
        { u"Arch:", R(u"^\\s*Arch: +"_s + version), HintNpu,
            [](ParseState &s, const RuleMatch &m) {
                s.npu.setArch(m.text(1).replace(u' ', u'.'));
            } },
        { u"Driver:", R(u"^\\s*Driver: +"_s + version), HintNpu,
            [](ParseState &s, const RuleMatch &m) {
                s.npu.setDriver(m.text(1).replace(u' ', u'.'));
            } },
        { u"MACs/cc:", R(u"MACs/cc: *(\\d+)"_s), HintNpu,
            [](ParseState &s, const RuleMatch &m) {
                if (const auto macs = m.number(1); macs && *macs <= 65536)
                    s.npu.setMacs(*macs);
            } },
        { u"Cmd stream:", R(u"Cmd stream: *v?(\\d+)"_s), HintNpu,
            [](ParseState &s, const RuleMatch &m) {
                if (const auto number = m.number(1))
                    s.npu.setCommandStreamVersion(*number);
            } },
        { u"ersion", R(u"Version[.:] major=(\\d+), minor=(\\d+), patch=(\\d+)"_s), HintNpu,
            [](ParseState &s, const RuleMatch &m) { s.npu.setDriver(versionOf(m)); } },
        { u"Ethos-U", R(u"Ethos-U(55|65|85)"_s), HintNone,
            [](ParseState &s, const RuleMatch &m) { s.npu.addProductName(u'U' + m.text(1)); },
            u"Ethos-U" },
        { u"with config ", R(u"with config [HYZ](\\d{2,4})\\b"_s), HintNpu,
            [](ParseState &s, const RuleMatch &m) {
                if (const auto macs = m.number(1))
                    s.npu.setMacs(*macs);
            } },
        { u"ethosu.num_macs=", R(u"ethosu\\.num_macs=(\\d{2,4})\\b"_s), HintNpu,
            [](ParseState &s, const RuleMatch &m) {
                if (const auto macs = m.number(1))
                    s.npu.setMacs(*macs);
            } },
        { u"Ethos-U rev ", {}, HintNpu },
        { u"Ethos-U version info", {}, HintNpu },
        { u"Ethos-U", R(u"Ethos-U\\d* device"_s), HintNpu },
        { u"FVP_", R(u"FVP_\\w{0,64}Corstone"_s), HintNpu },
    };
}

/// The driver library of Linux boards and its inference_runner.
std::vector<LineRule> linuxRules()
{
    using R = QRegularExpression;
    const auto version = u"\\{ major=(\\d+), minor=(\\d+), patch=(\\d+) \\}"_s;
    // Without the driver, TensorFlow Lite may still run what is no command stream.
    return {
        { u"Failed to create ethos_u driver", {}, Fault },
        { u"(EthosuDelegate) failed to", {}, Fault },
        { u"unresolved custom op: ethos-u", {}, HintNpu | HintFailed | HintError },
        { u"thos-u",
            R(u"\\bNode (?:ethos-u \\(number \\d+\\)|number \\d+ \\(ethos-u\\)) failed to "
              "(?:invoke|prepare)\\b"_s),
            HintNpu | HintFailed | HintError },
        { u"architecture:{", R(u"^\\s*architecture:"_s + version), HintNpu,
            [](ParseState &s, const RuleMatch &m) { s.npu.setArch(versionOf(m)); } },
        { u"driver:{", R(u"^\\s*driver:"_s + version), HintNpu,
            [](ParseState &s, const RuleMatch &m) { s.npu.setDriver(versionOf(m)); } },
        { u"macs_per_cc:", R(u"^\\s*macs_per_cc:(\\d+)\\s*$"_s), HintNpu,
            [](ParseState &s, const RuleMatch &m) {
                if (const auto macs = m.number(1))
                    s.npu.setMacsLog2(*macs);
            } },
        { u"cmd_stream_version:", R(u"^\\s*cmd_stream_version:(\\d+)\\s*$"_s), HintNpu,
            [](ParseState &s, const RuleMatch &m) {
                if (const auto number = m.number(1))
                    s.npu.setCommandStreamVersion(*number);
            } },
        { u"Inference status: ", R(u"^Inference status: running\\b"_s), HintNpu | HintStarted },
        { u"Inference status: ", R(u"^Inference status: (?:ok|success)\\b"_s),
            HintNpu | HintEnded },
        { u"Inference status: ", R(u"^Inference status: (?:error|rejected|aborted)\\b"_s),
            HintNpu | HintFailed | HintError },
    };
}

} // namespace

const std::vector<LineRule> &driverRules()
{
    static const auto rules = [] {
        auto all = configRules();
        for (auto &&more : { driverLines(), readingRules(), bannerRules(), linuxRules() })
            all.insert(all.end(), more.begin(), more.end());
        return all;
    }();
    return rules;
}

} // namespace tosaic::profile
