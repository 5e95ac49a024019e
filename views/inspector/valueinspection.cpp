// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/lifetimes.h"
#include "core/base/units.h"
#include "views/inspector/facts.h"
#include "views/inspector/tensorfacts.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

class ValueInspection
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::ValueInspection)
public:
    static Section elements(
        const model::Method &method, int methodIndex, const model::Value &value);
    static Section uses(const model::Method &method, int methodIndex, int index);
    static Section plain(const model::Method &method, int index, const model::Value &value);
    static QString title(int index) { return tr("Value %1").arg(index); }
    static QString instructionText(
        const model::Method &method, const model::Instruction &instruction);
};

QString ValueInspection::instructionText(
    const model::Method &method, const model::Instruction &instruction)
{
    if (const auto *call = std::get_if<model::DelegateCall>(&instruction))
        return tr("delegate %1").arg(call->delegate.value);
    const auto name = method.operatorName(instruction);
    return name.isEmpty() ? model::instructionKindName(instruction) : name;
}

Section ValueInspection::plain(const model::Method &method, int index, const model::Value &value)
{
    Section s{ .id = u"value"_s, .title = tr("Value") };
    s.add(tr("Kind"), model::valueKindName(value));
    s.add(tr("Content"), Facts::value(method, index));
    return s;
}

Section ValueInspection::elements(
    const model::Method &method, int methodIndex, const model::Value &value)
{
    Section s{ .id = u"elements"_s, .title = tr("Elements, each a value of its own") };
    const auto add = [&](qint64 at) {
        const auto element = static_cast<qint32>(at);
        s.add(tr("Element %1").arg(s.facts.size()),
            element < 0 ? u"None"_s : Facts::value(method, element), {},
            element < 0 ? model::EntityRef() : model::EntityRef::value(methodIndex, element));
    };
    if (const auto *ints = std::get_if<model::IntList>(&value)) {
        for (const auto at : ints->values)
            add(at);
    } else if (const auto *tensors = std::get_if<model::TensorList>(&value)) {
        for (const auto at : tensors->values)
            add(at);
    } else if (const auto *some = std::get_if<model::OptionalTensorList>(&value)) {
        for (const auto at : some->values)
            add(at);
    }
    return s;
}

Section ValueInspection::uses(const model::Method &method, int methodIndex, int index)
{
    Section s{ .id = u"uses"_s, .title = tr("Used by") };
    for (size_t i = 0; i < method.instructions.size(); ++i) {
        const auto arguments = model::instructionArguments(method.instructions[i]);
        if (std::find(arguments.begin(), arguments.end(), index) == arguments.end())
            continue;
        s.add(tr("Instruction %1").arg(i), instructionText(method, method.instructions[i]), {},
            model::EntityRef::instruction(methodIndex, static_cast<int>(i)));
    }
    if (s.facts.empty())
        s.add(tr("Instructions"), tr("None"));
    return s;
}

} // namespace

std::optional<Inspection> inspectValue(
    const InspectionContext &context, const model::EntityRef &entity)
{
    const auto *method = context.method(entity.method);
    if (!method || entity.index < 0 || static_cast<size_t>(entity.index) >= method->values.size())
        return std::nullopt;
    const auto &value = method->values[static_cast<size_t>(entity.index)];
    Inspection out{ .kind = model::valueKindName(value),
        .title = ValueInspection::title(entity.index),
        .subtitle = Facts::value(*method, entity.index) };
    if (const auto *tensor = std::get_if<model::Tensor>(&value)) {
        if (!tensor->name.isEmpty())
            out.title = tensor->name;
        out.sections = TensorFacts::sections(*method, entity, *tensor);
    } else {
        out.sections.push_back(ValueInspection::plain(*method, entity.index, value));
        auto elements = ValueInspection::elements(*method, entity.method, value);
        if (!elements.facts.empty())
            out.sections.push_back(std::move(elements));
    }
    out.sections.push_back(ValueInspection::uses(*method, entity.method, entity.index));
    return out;
}

} // namespace tosaic::views
