// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/network.h"

#include <memory>

namespace tosaic::test {

/// Blocks of three operators in stages of ten, with names that are paths; a mask feeds all. No two
/// stages are `alike` if not asked for: their numbers are written in their activations.
inline std::shared_ptr<const model::Network> stages(int blocks, bool alike = false)
{
    using namespace Qt::StringLiterals;
    model::Network network{ .format = u"tflite"_s };
    model::Subgraph main{ .name = u"main"_s, .inputs = { 0, 1 } };
    const auto tensor = [&](const QString &name) {
        main.tensors.push_back({ .name = name,
            .type = model::ElementType::Int8,
            .shape = std::vector<qint64>{ 1, 4 } });
        return static_cast<qint32>(main.tensors.size()) - 1;
    };
    tensor(u"input"_s);
    const auto mask = tensor(u"mask"_s);
    qint32 at = 0;
    for (int block = 0; block < blocks; ++block) {
        const auto path = u"stage%1/block%2/"_s.arg(block / 10).arg(block % 10);
        const bool isOther = !alike && ((block / 10) >> (block % 10)) & 1;
        for (const auto &kind : { u"CONV_2D"_s, u"MUL"_s, isOther ? u"RELU6"_s : u"RELU"_s }) {
            const auto out = tensor(path + kind.toLower());
            main.operators.push_back({ .type = kind,
                .inputs
                = kind == "MUL"_L1 ? std::vector<qint32>{ at, mask } : std::vector<qint32>{ at },
                .outputs = { out } });
            at = out;
        }
    }
    main.outputs = { at };
    network.subgraphs = { main };
    return std::make_shared<const model::Network>(std::move(network));
}

} // namespace tosaic::test
