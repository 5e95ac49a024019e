// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/constants/constantsubject.h"

#include "core/documents/externaldata.h"
#include "core/documents/modeldocument.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using Kind = model::EntityRef::Kind;

template <typename List>
auto at(const List &list, int index) -> decltype(&list[0])
{
    return index >= 0 && static_cast<size_t>(index) < list.size()
        ? &list[static_cast<size_t>(index)]
        : nullptr;
}

const model::NetworkTensor *networkTensor(
    const model::Network &network, const model::EntityRef &entity)
{
    const auto *subgraph = at(network.subgraphs, entity.method);
    return subgraph ? at(subgraph->tensors, entity.index) : nullptr;
}

void take(ConstantSubject &subject, Result<model::ConstantValues> values)
{
    if (!values) {
        subject.kind = ConstantSubject::Kind::Damaged;
        subject.error = values.error();
        return;
    }
    subject.kind = ConstantSubject::Kind::Constant;
    subject.bytes = values->data();
    subject.values = std::move(*values);
    if (!subject.quantisation || subject.quantisation->scales.empty())
        return;
    auto made = model::Dequantiser::make(*subject.quantisation, *subject.values);
    if (made)
        subject.dequantiser = std::move(*made);
    else
        subject.dequantiserProblem = made.error().detail;
}

ConstantSubject ofValue(const ModelDocument &document, const model::Tensor &tensor, int index)
{
    ConstantSubject subject;
    subject.name = tensor.name.isEmpty() ? ConstantsText::tr("Value %1").arg(index) : tensor.name;
    subject.typeText = model::dtypeName(tensor.dtype);
    subject.shape.assign(tensor.shape.begin(), tensor.shape.end());
    if (tensor.isExternal) {
        const auto external = document.externalData();
        const auto *place = external ? external->find(tensor.name) : nullptr;
        subject.kind = ConstantSubject::Kind::External;
        subject.file = place ? place->path : QString();
        if (place)
            take(subject, model::ConstantValues::of(place->source, place->bytes, tensor));
    } else if (tensor.constant) {
        take(subject, model::ConstantValues::of(*document.program(), tensor));
    }
    return subject;
}

ConstantSubject ofNetworkTensor(
    const model::Network &network, const model::NetworkTensor &tensor, int index)
{
    ConstantSubject subject;
    subject.name = tensor.name.isEmpty() ? ConstantsText::tr("Tensor %1").arg(index) : tensor.name;
    subject.typeText
        = tensor.typeText.isEmpty() ? model::elementTypeName(tensor.type) : tensor.typeText;
    subject.shape = tensor.shape.value_or(std::vector<qint64>());
    subject.quantisation = tensor.quantisation;
    if (tensor.data)
        take(subject, model::ConstantValues::of(network, tensor));
    return subject;
}

std::optional<ConstantSubject> ofBlock(
    const ModelDocument &document, const model::EntityRef &entity)
{
    const auto *method = at(document.program()->methods, entity.method);
    const auto *delegate = method ? at(method->delegates, entity.index) : nullptr;
    const auto *block
        = delegate && delegate->ethosu ? at(delegate->ethosu->blocks, entity.subIndex) : nullptr;
    if (!block || block->name != u"weight_data"_s)
        return std::nullopt;
    const auto external = block->isExternal ? document.externalData() : nullptr;
    const auto *place = external ? external->find(block->externalKey) : nullptr;
    ConstantSubject subject;
    subject.kind = block->isExternal && !place ? ConstantSubject::Kind::External
                                               : ConstantSubject::Kind::Encoded;
    subject.name = block->isExternal ? block->externalKey : block->name;
    if (!block->isExternal)
        subject.bytes = model::ByteRange{ delegate->data.offset + block->offset, block->size };
    if (place) {
        subject.file = place->path;
        subject.bytes = place->bytes;
    }
    return subject;
}

} // namespace

std::vector<model::EntityRef> tensorsOf(
    const ModelDocument &document, const model::EntityRef &entity)
{
    if (subjectOf(document, entity))
        return { entity };
    std::vector<model::EntityRef> tensors;
    const auto program = document.program();
    if (entity.kind == Kind::Instruction && program) {
        const auto *method = at(program->methods, entity.method);
        const auto *instruction = method ? at(method->instructions, entity.index) : nullptr;
        for (const auto index :
            instruction ? model::instructionArguments(*instruction) : std::vector<qint32>()) {
            const auto *tensor = method->tensor(index);
            const auto ref = model::EntityRef::value(entity.method, index);
            if (tensor && (tensor->constant || tensor->isExternal)
                && std::ranges::find(tensors, ref) == tensors.end())
                tensors.push_back(ref);
        }
    }
    const auto network = document.networkOf(entity);
    if (entity.kind == Kind::Operator && network) {
        const auto *subgraph = at(network->subgraphs, entity.method);
        const auto *op = subgraph ? at(subgraph->operators, entity.index) : nullptr;
        for (const auto index : op ? op->inputs : std::vector<qint32>()) {
            const auto *tensor = at(subgraph->tensors, index);
            auto ref = model::EntityRef::networkTensor(entity.method, index);
            ref.name = entity.name; // which network it is in
            if (tensor && tensor->data)
                tensors.push_back(ref);
        }
    }
    return tensors;
}

std::optional<ConstantSubject> subjectOf(
    const ModelDocument &document, const model::EntityRef &entity)
{
    const auto program = document.program();
    if (entity.kind == Kind::Value && program) {
        const auto *method = at(program->methods, entity.method);
        const auto *tensor = method ? method->tensor(entity.index) : nullptr;
        return tensor ? std::optional(ofValue(document, *tensor, entity.index)) : std::nullopt;
    }
    if (entity.kind == Kind::PayloadBlock && program)
        return ofBlock(document, entity);
    const auto network = entity.kind == Kind::NetworkTensor ? document.networkOf(entity) : nullptr;
    const auto *tensor = network ? networkTensor(*network, entity) : nullptr;
    return tensor ? std::optional(ofNetworkTensor(*network, *tensor, entity.index)) : std::nullopt;
}

} // namespace tosaic::views
