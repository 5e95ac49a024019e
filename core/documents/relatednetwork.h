// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/networkmatch.h"
#include "core/base/jobslot.h"
#include "core/compiled/compileresult.h"
#include "core/model/entityref.h"
#include "core/model/network.h"

#include <map>
#include <memory>
#include <vector>

namespace tosaic {

/// A network that a delegate was probably made from, and why we think so.
struct RelatedNetwork
{
    enum class Confidence
    {
        Certain, ///< the compile that wrote the delegate's bytes kept this file
        Likely, ///< everything that can be compared agrees, and nothing else fits as well
        Possible ///< nothing contradicts it
    };

    model::EntityRef owner; ///< the delegate
    QString path; ///< absolute, of the network's file
    std::shared_ptr<const model::Network> network;
    Confidence confidence = Confidence::Possible;
    std::vector<analysis::Evidence> evidence; ///< strongest first
};
using RelatedNetworks = std::vector<RelatedNetwork>;

/// The one that a delegate was made from; null if none is known.
const RelatedNetwork *relatedTo(const RelatedNetworks &related, const model::EntityRef &delegate);
/// The network that an operator, tensor or subgraph is in: the open one, or where the entity
/// carries the name of a related one's file, that. Null if it is not there.
std::shared_ptr<const model::Network> networkOf(const std::shared_ptr<const model::Network> &open,
    const RelatedNetworks &related, const model::EntityRef &entity);

/// Looks for TOSA files that the program's delegates were made from: kept by the compile, beside
/// the program, and in folders beside it. Compares contents; names and order of files say nothing.
/// Blocks: for a pool thread.
RelatedNetworks findRelatedNetworks(const QString &programPath, const model::Program &program,
    const compiled::CompileResult *result, const JobControl &control);

/// The TOSA files that a compile kept, by Partition::index; those that are gone or cannot be read
/// are left out. Blocks: for a pool thread or a command line.
std::map<int, std::shared_ptr<const model::Network>> keptNetworks(
    const compiled::CompileResult &result);

} // namespace tosaic
