// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/inspector/inspection.h"

#include <QCoreApplication>

namespace tosaic::analysis {
struct MemoryUse;
}

namespace tosaic::views {

/// A tensor in words: type, layout, where its bytes are and how long they live.
class TensorFacts
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::TensorFacts)
public:
    static std::vector<Section> sections(
        const model::Method &method, const model::EntityRef &entity, const model::Tensor &tensor);
    /// The same in two lines, for a call's argument.
    static QString brief(const analysis::MemoryUse &use, int value, const model::Tensor &tensor);

private:
    static Section type(const model::Tensor &tensor);
    static Section place(const model::Method &method, int index, const model::Tensor &tensor);
    static QString strides(const model::Tensor &tensor);
    static QString dimOrder(const model::Tensor &tensor);
    static QString dynamism(const model::Tensor &tensor);
    static QString where(const model::Tensor &tensor);
    static QString lifetime(const analysis::MemoryUse &use, int value);
};

} // namespace tosaic::views
