// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/coverage.h"
#include "core/analysis/instructionaccess.h"
#include "core/analysis/lifetimes.h"
#include "core/model/boundary.h"
#include "views/inspector/facts.h"
#include "views/inspector/tensorfacts.h"
#include "views/models/streamowner.h"

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

class CallInspection
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::CallInspection)
public:
    static std::optional<Inspection> of(
        const InspectionContext &context, const model::EntityRef &entity);

private:
    static Section arguments(const model::Method &method, const model::EntityRef &entity,
        const std::vector<QString> &labels);
    static std::vector<QString> labels(
        const model::Method &method, const model::Instruction &instruction);
    static std::vector<QString> kernelLabels(
        const model::Method &method, const model::KernelCall &call);
    static std::vector<QString> delegateLabels(
        const model::Method &method, const model::DelegateCall &call);
    static void fillKernel(Inspection &out, const model::Method &method,
        const model::Instruction &instruction, const model::EntityRef &entity);
    static void fillDelegate(Inspection &out, const InspectionContext &context,
        const model::DelegateCall &call, const model::EntityRef &entity);
    static void fillControl(
        Inspection &out, const model::Instruction &instruction, const model::EntityRef &entity);
    static Section source(const model::Method &method, size_t index);
};

std::vector<QString> CallInspection::kernelLabels(
    const model::Method &method, const model::KernelCall &call)
{
    const auto written = analysis::accessOf(method, call).writes;
    const auto isOutput = [&](qint32 argument) {
        const auto opened = analysis::openedValue(method, argument);
        return !opened.empty() && std::all_of(opened.begin(), opened.end(), [&](qint32 value) {
            return std::find(written.begin(), written.end(), value) != written.end();
        });
    };
    std::vector<QString> labels;
    const auto count = call.arguments.size();
    bool hasOutput = false;
    for (size_t i = 0; i < count; ++i) {
        if (!isOutput(call.arguments[i]))
            labels.push_back(tr("Argument %1").arg(i));
        else if (hasOutput && i == count - 1)
            labels.push_back({}); // the results repeat the destinations
        else
            labels.push_back(tr("Output"));
        hasOutput = hasOutput || labels.back() == tr("Output");
    }
    return labels;
}

std::vector<QString> CallInspection::delegateLabels(
    const model::Method &method, const model::DelegateCall &call)
{
    // The file does not say where inputs end; the payload of an Ethos-U delegate does.
    const auto at = static_cast<size_t>(call.delegate.value);
    const auto payload = at < method.delegates.size() ? method.delegates[at].ethosu : nullptr;
    std::vector<QString> labels;
    for (size_t i = 0; i < call.arguments.size(); ++i) {
        if (!payload || payload->inputs.size() + payload->outputs.size() != call.arguments.size())
            labels.push_back(tr("Argument %1").arg(i));
        else if (i < payload->inputs.size())
            labels.push_back(tr("Input %1").arg(i));
        else
            labels.push_back(tr("Output %1").arg(i - payload->inputs.size()));
    }
    return labels;
}

std::vector<QString> CallInspection::labels(
    const model::Method &method, const model::Instruction &instruction)
{
    if (const auto *kernel = std::get_if<model::KernelCall>(&instruction))
        return kernelLabels(method, *kernel);
    if (const auto *delegate = std::get_if<model::DelegateCall>(&instruction))
        return delegateLabels(method, *delegate);
    if (std::holds_alternative<model::MoveCall>(instruction))
        return { tr("From"), tr("To") };
    if (std::holds_alternative<model::JumpFalseCall>(instruction))
        return { tr("Condition") };
    return { tr("Value") };
}

Section CallInspection::arguments(
    const model::Method &method, const model::EntityRef &entity, const std::vector<QString> &labels)
{
    Section s{ .id = u"arguments"_s, .title = tr("Arguments") };
    const auto use = analysis::memoryUse(method);
    const auto values
        = model::instructionArguments(method.instructions[static_cast<size_t>(entity.index)]);
    for (size_t i = 0; i < values.size(); ++i) {
        const auto value = values[i];
        if (labels[i].isEmpty())
            continue;
        const auto *tensor = method.tensor(value);
        s.add(labels[i], Facts::value(method, value),
            tensor ? TensorFacts::brief(use, value, *tensor) : QString(),
            model::EntityRef::value(entity.method, value));
    }
    return s;
}

Section CallInspection::source(const model::Method &method, size_t index)
{
    Section s{ .id = u"source"_s, .title = tr("Source") };
    if (index >= method.stackTraces.size())
        return s;
    for (const auto &frame : method.stackTraces[index])
        s.add(frame.function, u"%1:%2"_s.arg(frame.file).arg(frame.line), Emphasis::Code,
            frame.context);
    return s;
}

void CallInspection::fillKernel(Inspection &out, const model::Method &method,
    const model::Instruction &instruction, const model::EntityRef &entity)
{
    const auto name = method.operatorName(instruction);
    out.kind = tr("Kernel call");
    out.title = name.isEmpty() ? tr("Operator that the method does not have") : name;
    out.subtitle = tr("Instruction %1 of method %2").arg(entity.index).arg(method.name);
    out.placement = model::isBoundaryStep(method, instruction) ? graph::Placement::Boundary
                                                               : graph::Placement::Cpu;
}

void CallInspection::fillDelegate(Inspection &out, const InspectionContext &context,
    const model::DelegateCall &call, const model::EntityRef &entity)
{
    const auto ref
        = model::EntityRef::delegate(entity.method, static_cast<int>(call.delegate.value));
    out.kind = tr("Delegate call");
    out.title = streamOwnerName(ref);
    const auto *delegate = context.delegate(ref);
    if (!delegate)
        return;
    out.subtitle = tr("Instruction %1, %2").arg(entity.index).arg(delegate->id);
    // The call is what a user clicks; everything about the delegate belongs here too.
    if (auto inside = inspectDelegate(context, ref)) {
        out.placement = inside->placement;
        out.payloadOf = inside->payloadOf;
        for (auto &section : inside->sections)
            out.sections.push_back(std::move(section));
    }
}

void CallInspection::fillControl(
    Inspection &out, const model::Instruction &instruction, const model::EntityRef &entity)
{
    out.kind = tr("Instruction");
    out.title = model::instructionKindName(instruction);
    out.subtitle = tr("Instruction %1").arg(entity.index);
    const auto *jump = std::get_if<model::JumpFalseCall>(&instruction);
    if (!jump)
        return;
    Section s{ .id = u"jump"_s, .title = tr("Jump") };
    s.add(tr("When false"), tr("instruction %1").arg(jump->destination), {},
        model::EntityRef::instruction(entity.method, jump->destination));
    out.sections.push_back(std::move(s));
}

std::optional<Inspection> CallInspection::of(
    const InspectionContext &context, const model::EntityRef &entity)
{
    const auto *method = context.method(entity.method);
    if (!method || entity.index < 0
        || static_cast<size_t>(entity.index) >= method->instructions.size())
        return std::nullopt;
    const auto at = static_cast<size_t>(entity.index);
    const auto &instruction = method->instructions[at];
    Inspection out;
    if (std::holds_alternative<model::KernelCall>(instruction))
        fillKernel(out, *method, instruction, entity);
    else if (const auto *call = std::get_if<model::DelegateCall>(&instruction))
        fillDelegate(out, context, *call, entity);
    else
        fillControl(out, instruction, entity);
    // Arguments first for a kernel; a delegate is opened for what is inside.
    const auto front = out.sections.empty() ? out.sections.end() : out.sections.begin() + 1;
    out.sections.insert(front, arguments(*method, entity, labels(*method, instruction)));
    if (auto frames = source(*method, at); !frames.facts.empty())
        out.sections.push_back(std::move(frames));
    return out;
}

} // namespace

std::optional<Inspection> inspectInstruction(
    const InspectionContext &context, const model::EntityRef &entity)
{
    return CallInspection::of(context, entity);
}

} // namespace tosaic::views
