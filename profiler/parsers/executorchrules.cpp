// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/linerules.h"

using namespace Qt::StringLiterals;

// Messages of ExecuTorch's Arm runner, old and new, and of ports of it. The tag in front of them
// may be missing.
namespace tosaic::profile {

namespace {

constexpr quint32 Runner = HintExecutorch | HintNpu;

void setPteBytes(ParseState &state, const RuleMatch &match)
{
    state.profiles.close(); // what is measured before a program is loaded is not of that program
    if (const auto bytes = match.number(1)) {
        state.model.model.pteBytes = bytes;
        state.programs.add(*bytes, state.profiles.profiles().size());
    }
}

/// "model_pte_program_size: <n> bytes. (pte size unknown when not baked into elf)"
void setPteProgramSize(ParseState &state, const RuleMatch &match)
{
    if (match.text(2).contains(u"unknown"))
        state.model.unknownPteSize = match.number(1);
    else if (!state.model.model.pteBytes)
        state.model.model.pteBytes = match.number(1);
}

void addPlannedBuffer(ParseState &state, const RuleMatch &match)
{
    const auto number = match.number(1);
    const auto size = match.number(2);
    if (number && size)
        state.plannedBuffers.add(*number, *size);
}

void setMethodAllocator(ParseState &state, const RuleMatch &match)
{
    if (const auto used = match.number(1))
        state.methodAllocator().used = used;
    if (const auto total = match.number(2))
        state.methodAllocator().total = total;
}

void setTempAllocator(ParseState &state, const RuleMatch &match)
{
    if (const auto used = match.number(1))
        state.tempAllocator().used = used;
    if (const auto total = match.number(2))
        state.tempAllocator().total = total;
}

void setMethodPart(ParseState &state, const RuleMatch &match)
{
    const auto bytes = match.number(2);
    if (!bytes)
        return;
    const auto part = match.text(1);
    auto &allocator = state.methodAllocator();
    (part == u"loaded"_s         ? allocator.loaded
            : part == u"input"_s ? allocator.input
                                 : allocator.executor)
        = bytes;
}

std::vector<LineRule> loadRules()
{
    using R = QRegularExpression;
    return {
        { u" loaded. Size: ",
            R(u"(?:Model PTE file|PTE Model data) loaded\\. Size: (\\S+) bytes"_s),
            Runner | HintStarted, setPteBytes },
        { u"Model PTE at ", R(u"Model PTE at \\S+, Size: (\\S+) bytes"_s), Runner | HintStarted,
            setPteBytes },
        { u"model_pte_", R(u"model_pte_(?:program|loaded)_size:\\s+(\\S+) bytes(.*)"_s), Runner,
            setPteProgramSize },
        { u"loaded, has ", R(u"Model (?:buffer )?loaded, has (\\d+) methods"_s),
            Runner | HintStarted,
            [](ParseState &s, const RuleMatch &m) { s.model.model.methodCount = m.number(1); } },
        { u" byte ", R(u"^ExecuTorch \\S.{0,80}: (\\d+) byte (?:model|program)\\b"_s),
            Runner | HintStarted, setPteBytes },
        { u"execute start", {}, HintNpu | HintStarted },
        { u"Running method", {}, Runner | HintStarted },
        { u"Method loaded.", {}, Runner | HintStarted },
        { u"ethod allocator pool", R(u"ethod allocator pool(?:\\. Size| size): (\\d+) bytes"_s),
            Runner | HintStarted,
            [](ParseState &s, const RuleMatch &m) {
                if (const auto total = m.number(1))
                    s.methodAllocator().total = total;
            } },
        { u"Setting up planned buffer",
            R(u"Setting up planned buffer (?:with mem_id=)?(\\d+), size (\\d+)"_s),
            Runner | HintStarted, addPlannedBuffer },
        { u"PTE @ ", {}, Runner | HintStarted },
        { u"ArmBackend::", {}, Runner | HintStarted },
        { u"EthosUBackend::", {}, Runner | HintStarted },
    };
}

std::vector<LineRule> runRules()
{
    using R = QRegularExpression;
    return {
        { u"Starting the model execution", {}, Runner | HintStarted },
        { u"Starting running ", R(u"Starting running \\d+ inferences"_s), Runner | HintStarted },
        { u"Model executed successfully", {}, Runner | HintEnded },
        { u"inferences finished", R(u"(\\d+) inferences finished"_s), Runner | HintEnded,
            [](ParseState &s, const RuleMatch &m) {
                s.inferences.add(&InferenceCounts::finished, m.number(1));
            } },
        { u" outputs:", R(u"^\\s*\\d+ outputs:"_s), Runner | HintEnded },
        { u"Program complete", {}, Runner | HintEnded },
        { u"SERVER_INFERENCE_DONE", {}, Runner | HintEnded },
        { u"execute done status=", R(u"execute done status=0\\b"_s), Runner | HintEnded },
        { u"Model run:", R(u"^Model run: \\d"_s), Runner | HintEnded },
        { u"Test_result:", R(u"(?:^|TEST: BundleIO index\\[\\d+\\] )Test_result: "_s),
            Runner | HintEnded },
        { u"method_allocator_used:", R(u"method_allocator_used:\\s+(\\S+) / (\\S+)"_s), Runner,
            setMethodAllocator },
        { u"method_allocator_planned", R(u"method_allocator_planned:\\s+(\\S+) bytes"_s), Runner,
            [](ParseState &s, const RuleMatch &m) {
                if (!s.memory.plannedBytes)
                    s.memory.plannedBytes = m.number(1);
            } },
        { u"method_allocator_", R(u"method_allocator_(loaded|input|executor):\\s+(\\S+) bytes"_s),
            Runner, setMethodPart },
        { u"temp_allocator_used:", R(u"temp_allocator_used:\\s+(\\S+) / (\\S+)"_s), Runner,
            setTempAllocator },
        { u"peak_temp_allocator:", R(u"peak_temp_allocator:\\s+(\\S+) / (\\S+)"_s), Runner,
            setTempAllocator },
        { u"temp_allocator:", R(u"(?<!peak_)temp_allocator:\\s+(\\d+)"_s), Runner,
            [](ParseState &s, const RuleMatch &m) {
                if (const auto total = m.number(1))
                    s.tempAllocator().total = total;
            } },
    };
}

std::vector<LineRule> failureRules()
{
    using R = QRegularExpression;
    return {
        { u"failed with status", R(u"(?:Loading|Execution) of method .* failed with status"_s),
            Runner | HintFailed },
        { u"execute done status=", R(u"execute done status=(?!0\\b)"_s), Runner | HintFailed },
        { u"Program loading failed", {}, Runner | HintFailed },
        { u"Ethos-U invocation failed", {}, Runner | HintFailed },
        { u"Ethos-U inference failed", {}, Runner | HintFailed },
        { u"Init failed for backend", {}, Runner | HintFailed },
        { u"Method loading failed", {}, Runner | HintFailed },
        { u"failed",
            R(u"^(?:Failed to (?:load|execute) (?:the )?(?:method|model|program)|Model execution failed)"_s,
                QRegularExpression::CaseInsensitiveOption),
            HintNpu | HintFailed },
    };
}

} // namespace

const std::vector<LineRule> &executorchRules()
{
    static const auto rules = [] {
        auto all = loadRules();
        for (auto &&more : { runRules(), failureRules() })
            all.insert(all.end(), more.begin(), more.end());
        return all;
    }();
    return rules;
}

} // namespace tosaic::profile
