// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/network.h"

#include <QHash>

#include <map>
#include <optional>
#include <vector>

namespace tosaic::profile {

/// Which operation does the work of each operator of a block, told by the data flow. An operator
/// without an operation of its own was folded into the one that writes its output; else into the
/// one that does the work of all operators that take its output (a requantisation before an
/// addition); else into the one that makes its input (a reshape at the end).
class Carriers
{
public:
    /// `own`: operations by the index of the operator they come from; `byName`: operations by the
    /// tensor they write.
    Carriers(const model::Subgraph &block, const std::map<qint64, size_t> &own,
        const QHash<QString, size_t> &byName);

    /// Index of the operation; absent if nothing leads to one.
    std::optional<size_t> of(qint64 operatorIndex) const;

private:
    void fromConsumers(const model::Subgraph &block);
    void fromProducers(const model::Subgraph &block);

    std::vector<std::optional<size_t>> m_carriers; ///< parallel to Subgraph::operators
};

} // namespace tosaic::profile
