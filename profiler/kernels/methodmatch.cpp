// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/kernels/methodmatch.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

/// As the runtime names the call of an instruction; kernels are named by their operator.
QString callName(const model::Instruction &instruction)
{
    if (std::holds_alternative<model::DelegateCall>(instruction))
        return u"DELEGATE_CALL"_s;
    if (std::holds_alternative<model::MoveCall>(instruction))
        return u"MOVE_CALL"_s;
    if (std::holds_alternative<model::JumpFalseCall>(instruction))
        return u"JF_CALL"_s;
    if (std::holds_alternative<model::FreeCall>(instruction))
        return u"FREE_CALL"_s;
    return u"OPERATOR_CALL"_s;
}

bool isCallName(const QString &text)
{
    return text.endsWith("_CALL"_L1);
}

/// Without namespace, as native_call_* has it: "add.out" of "aten::add.out".
QString bareName(const QString &operatorName)
{
    const auto colon = operatorName.lastIndexOf("::"_L1);
    return colon < 0 ? operatorName : operatorName.sliced(colon + 2);
}

} // namespace

MethodMatch::MethodMatch(const model::Program *program, QString stated)
    : m_program(program), m_stated(std::move(stated))
{
}

MethodProfile &MethodMatch::methodOf(
    const EtDumpRun &run, std::vector<MethodProfile> &methods, DiagnosticSink &sink)
{
    const auto signature = signatureOf(run);
    const auto fitting = candidates(signature);
    for (size_t i = 0; i < methods.size(); ++i) {
        if (m_candidates[i] == fitting && canBeOneMethod(signature, m_signatures[i])) {
            m_signatures[i].insert(signature.begin(), signature.end());
            return methods[i];
        }
    }
    m_signatures.push_back(signature);
    m_candidates.push_back(fitting);
    MethodProfile profile{ .name = m_program ? QString() : m_stated };
    const auto stated = std::ranges::find_if(fitting, [this](int method) {
        return m_program->methods[static_cast<size_t>(method)].name == m_stated;
    });
    if (stated != fitting.end()) {
        profile.method = *stated;
        profile.evidence = MethodEvidence::Stated;
    } else if (fitting.size() == 1) {
        profile.method = fitting.front();
        profile.evidence = MethodEvidence::Only;
    } else if (fitting.size() > 1) {
        profile.evidence = MethodEvidence::Ambiguous;
    } else if (m_program) {
        sink.add(u"kernels.method-differs"_s, Severity::Warning,
            u"no method of the program has the instructions that ran; it may be another program"_s);
    }
    if (profile.method)
        profile.name = m_program->methods[static_cast<size_t>(*profile.method)].name;
    methods.push_back(std::move(profile));
    return methods.back();
}

bool MethodMatch::fits(const ExecutionSignature &signature, const model::Method &method) const
{
    return std::ranges::all_of(signature, [&method](const auto &entry) {
        const auto &[index, name] = entry;
        if (index < 0 || static_cast<size_t>(index) >= method.instructions.size())
            return false;
        const auto &instruction = method.instructions[static_cast<size_t>(index)];
        if (isCallName(name))
            return callName(instruction) == name;
        return bareName(method.operatorName(instruction)) == name;
    });
}

std::vector<int> MethodMatch::candidates(const ExecutionSignature &signature) const
{
    std::vector<int> fitting;
    for (size_t i = 0; m_program && i < m_program->methods.size(); ++i) {
        if (fits(signature, m_program->methods[i]))
            fitting.push_back(static_cast<int>(i));
    }
    return fitting;
}

} // namespace tosaic::profile
