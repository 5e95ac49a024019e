// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/network.h"
#include "views/inspector/inspection.h"

#include <QCoreApplication>

namespace tosaic::views {

/// A network's tensor in words.
class NetworkFacts
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::NetworkFacts)
public:
    /// One line for a list of tensors.
    static Fact tensor(
        const QString &label, const model::NetworkTensor &tensor, const model::EntityRef &link);
    /// Type, quantisation and where its bytes are. `hasBytes`: they are in the open file.
    static std::vector<Section> sections(const model::NetworkTensor &tensor, bool hasBytes);

private:
    static Section type(const model::NetworkTensor &tensor, bool hasBytes);
    static Section quantisation(const model::Quantisation &quantisation);
};

} // namespace tosaic::views
