// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/runproof.h"

#include "core/base/try.h"
#include "profiler/session/modelmatch.h"

#include <QtEndian>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

ProofFact proven(QString why)
{
    return { {}, ProofState::Proven, std::move(why) };
}

ProofFact refuted(QString why)
{
    return { {}, ProofState::Refuted, std::move(why) };
}

ProofFact unproven(QString why)
{
    return { {}, ProofState::Unproven, std::move(why) };
}

ProofFact started(const ProofEvidence &evidence)
{
    if (const auto *host = evidence.host)
        return host->failedStage == "import"_L1 ? refuted(u"ExecuTorch could not be loaded"_s)
                                                : proven(u"ExecuTorch's runtime was loaded"_s);
    const auto *run = evidence.run;
    if (!run || (run->family == LogFamily::Other && run->status == RunStatus::NoInference))
        return unproven(u"nothing of a runner was printed"_s);
    return proven(u"a runner printed"_s);
}

ProofFact rightElf(const ProofEvidence &evidence)
{
    if (evidence.isFileItself)
        return proven(u"the runtime was given the file itself"_s);
    if (evidence.elf.isEmpty())
        return unproven(u"the ELF of the runner is not known"_s);
    if (!evidence.program)
        return unproven(u"the program is not known"_s);
    const auto elf = ByteSource::map(evidence.elf);
    if (!elf)
        return unproven(elf.error().detail);
    return (*elf)->bytes().indexOf(evidence.program->source->bytes()) >= 0
        ? proven(u"the program lies in the ELF"_s)
        : unproven(u"the program does not lie in the ELF: it is loaded from elsewhere, or the ELF "
                   "has another one"_s);
}

ProofFact rightProgram(const ProofEvidence &evidence)
{
    if (evidence.host && !evidence.host->pteSha256.isEmpty()) {
        if (!evidence.program)
            return unproven(u"the program is not known"_s);
        const auto isSame
            = sha256Hex(evidence.program->source->bytes()) == evidence.host->pteSha256;
        return isSame ? proven(u"the program has the hash that the runtime was given"_s)
                      : refuted(u"the runtime was given a file with another hash"_s);
    }
    if (evidence.isFileItself)
        return proven(u"the runtime was given the file itself"_s);
    if (!evidence.program || !evidence.run)
        return unproven(u"the program is not known"_s);
    const auto match = matchModel(*evidence.run, *evidence.program);
    if (match.verdict == ModelMatch::Belongs)
        return proven(match.reason());
    return match.verdict == ModelMatch::Differs
        ? refuted(match.reason())
        : unproven(u"the console says nothing that tells programs apart"_s);
}

ProofFact finished(const ProofEvidence &evidence)
{
    if (const auto *host = evidence.host) {
        if (host->status == "succeeded"_L1)
            return proven(u"the runtime came to the end of every call"_s);
        return host->failedStage.isEmpty()
            ? refuted(u"the run ended as \"%1\""_s.arg(host->status))
            : refuted(u"the run ended as \"%1\" at %2"_s.arg(host->status, host->failedStage));
    }
    switch (evidence.run ? evidence.run->status : RunStatus::NoInference) {
    case RunStatus::Complete:
        return proven(u"an inference was complete"_s);
    case RunStatus::Failed:
        return refuted(u"the console says that it failed"_s);
    case RunStatus::Truncated:
        return refuted(u"the console ends before an inference was complete"_s);
    case RunStatus::NoInference:
        break;
    }
    return unproven(u"the console shows no inference"_s);
}

bool isSame(double printed, double right)
{
    constexpr double Tolerance = 1e-6;
    return printed == right
        || std::abs(printed - right) <= Tolerance * std::max(1.0, std::abs(right));
}

/// An output that came out of a run, whole.
struct GivenOutput
{
    size_t index = 0;
    std::vector<double> numbers;
};

std::vector<GivenOutput> outputsOf(const HostFacts &facts)
{
    std::vector<GivenOutput> outputs;
    for (size_t i = 0; i < facts.outputs.size(); ++i) {
        const auto &output = facts.outputs[i];
        bool isNumber = false;
        const auto number = output.value.toDouble(&isNumber);
        if (isNumber)
            outputs.push_back({ i, { number } });
        else if (const auto array = output.file ? localrun::readArray(*output.file)
                                                : Result<localrun::Array>(fail(Error())))
            outputs.push_back({ i, localrun::numbersOf(*array) });
    }
    return outputs;
}

std::vector<GivenOutput> outputsOf(const Run &run)
{
    std::vector<GivenOutput> outputs;
    size_t next = 0;
    for (const auto &output : run.outputs) {
        const auto index = size_t(output.index.value_or(next++));
        if (output.values)
            outputs.push_back({ index, *output.values });
    }
    return outputs;
}

ProofFact rightOutputs(const ProofEvidence &evidence)
{
    const auto &right = evidence.outputs;
    if (right.empty())
        return unproven(evidence.whyNoOutputs.isEmpty()
                ? u"nothing is known of what they should be"_s
                : evidence.whyNoOutputs);
    std::vector<bool> seen(right.size());
    const auto given = evidence.host ? outputsOf(*evidence.host)
        : evidence.run               ? outputsOf(*evidence.run)
                                     : std::vector<GivenOutput>();
    for (const auto &[index, numbers] : given) {
        if (index >= right.size() || numbers.size() != right[index].size())
            return refuted(u"output %1 has %2 numbers, the program gives %3"_s.arg(index)
                               .arg(numbers.size())
                               .arg(index < right.size() ? right[index].size() : 0));
        seen[index] = true;
        size_t differing = 0;
        for (size_t i = 0; i < right[index].size(); ++i)
            differing += isSame(numbers[i], right[index][i]) ? 0U : 1U;
        if (differing > 0)
            return refuted(u"output %1: %2 of %3 numbers differ"_s.arg(index).arg(differing).arg(
                right[index].size()));
    }
    const auto missing = std::ranges::count(seen, false);
    if (missing == 0)
        return proven(u"all numbers are equal"_s);
    return unproven(evidence.host
            ? u"%1 of %2 outputs of the run are not at hand"_s.arg(missing).arg(right.size())
            : u"%1 of %2 outputs are not printed whole"_s.arg(missing).arg(right.size()));
}

Result<localrun::Array> onesFor(const model::Tensor &tensor)
{
    localrun::Array array{ tensor.dtype, { tensor.shape.begin(), tensor.shape.end() }, {} };
    const auto elements = localrun::Array::elementsOf(array.shape).value_or(0);
    const auto fill = [&]<typename Number>(Number) {
        array.bytes.resize(qsizetype(elements * sizeof(Number)));
        for (quint64 i = 0; i < elements; ++i)
            qToLittleEndian(Number(1), array.bytes.data() + i * sizeof(Number));
    };
    switch (tensor.dtype) {
    case model::ScalarType::Byte:
    case model::ScalarType::Char:
    case model::ScalarType::Bool:
        fill(quint8());
        break;
    case model::ScalarType::Short:
        fill(qint16());
        break;
    case model::ScalarType::Int:
        fill(qint32());
        break;
    case model::ScalarType::Long:
        fill(qint64());
        break;
    case model::ScalarType::Float:
        fill(float());
        break;
    case model::ScalarType::Double:
        fill(double());
        break;
    default:
        return fail(ErrorCode::FormatUnsupported,
            u"an input of type %1 is not filled with ones"_s.arg(model::dtypeName(tensor.dtype)));
    }
    return array;
}

} // namespace

QString proofKey(ProofStep step)
{
    switch (step) {
    case ProofStep::Started:
        return u"started"_s;
    case ProofStep::Elf:
        return u"elf"_s;
    case ProofStep::Program:
        return u"program"_s;
    case ProofStep::Finished:
        return u"finished"_s;
    case ProofStep::Outputs:
        break;
    }
    return u"outputs"_s;
}

QString proofKey(ProofState state)
{
    switch (state) {
    case ProofState::Proven:
        return u"proven"_s;
    case ProofState::Refuted:
        return u"refuted"_s;
    case ProofState::Unproven:
        break;
    }
    return u"unproven"_s;
}

ProofState RunProof::state() const
{
    const auto has = [this](ProofState state) {
        return std::ranges::find(facts, state, &ProofFact::state) != facts.end();
    };
    if (has(ProofState::Refuted))
        return ProofState::Refuted;
    return facts.empty() || has(ProofState::Unproven) ? ProofState::Unproven : ProofState::Proven;
}

RunProof proofOf(const ProofEvidence &evidence)
{
    RunProof proof;
    const auto add = [&](ProofStep step, ProofFact fact) {
        fact.step = step;
        proof.facts.push_back(std::move(fact));
    };
    add(ProofStep::Started, started(evidence));
    add(ProofStep::Elf, rightElf(evidence));
    add(ProofStep::Program, rightProgram(evidence));
    add(ProofStep::Finished, finished(evidence));
    add(ProofStep::Outputs, rightOutputs(evidence));
    return proof;
}

RunProof proofOf(ProofEvidence evidence, const Simulation &simulate)
{
    const auto *run = evidence.run;
    const bool isGiven
        = evidence.host || (run && std::ranges::any_of(run->outputs, [](const LogOutput &output) {
              return output.values.has_value();
          }));
    if (evidence.program && !isGiven)
        evidence.whyNoOutputs = u"no output is printed whole"_s;
    if (evidence.program && isGiven) {
        auto outputs = simulate();
        if (outputs)
            evidence.outputs = std::move(*outputs);
        else
            evidence.whyNoOutputs
                = u"the program could not be run here: %1"_s.arg(outputs.error().detail);
    }
    return proofOf(evidence);
}

Result<std::map<QString, localrun::Array>> inputsOf(const HostFacts &facts)
{
    std::map<QString, localrun::Array> inputs;
    for (size_t i = 0; i < facts.inputs.size(); ++i) {
        if (const auto &file = facts.inputs[i].file)
            inputs.emplace(QString::number(i), TRY(localrun::readArray(*file)));
    }
    return inputs;
}

Result<std::vector<std::vector<double>>> simulatedOutputs(
    const std::shared_ptr<const model::Program> &program, localrun::LocalRequest request)
{
    const auto method = std::ranges::find(program->methods, request.method, &model::Method::name);
    const auto inputs = method == program->methods.end() ? 0 : method->inputs.size();
    for (size_t i = 0; i < inputs; ++i) {
        const auto *tensor = method->tensor(qint32(method->inputs[i].value));
        const auto key = QString::number(i);
        const auto &names = request.names.inputs;
        const bool isNamed = tensor
            && (request.inputs.contains(tensor->name)
                || (i < names.size() && request.inputs.contains(names[i])));
        if (tensor && !isNamed && !request.inputs.contains(key))
            request.inputs.emplace(key, TRY(onesFor(*tensor)));
    }
    const auto result = TRY(localrun::runHere(program->source, request));
    if (!result.refused.empty())
        return fail(result.refused.front().second.error);
    std::vector<std::vector<double>> outputs;
    for (const auto &output : result.outputs)
        outputs.push_back(localrun::numbersOf(output));
    return outputs;
}

} // namespace tosaic::profile
