// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/exported/stringpool.h"
#include "core/model/network.h"

#include <QJsonObject>
#include <QString>

#include <vector>

namespace tosaic::formats {

/// Frames of a Python traceback, outermost first, as it is written; at most 256.
std::vector<model::SourceFrame> stackFrames(const QString &trace, StringPool &pool);

/// Path and type of the innermost module in "key,path,type;key,path,type".
struct ModulePlace
{
    QString path; ///< "features.3.conv"; empty for the model itself
    QString type; ///< "torch.nn.modules.linear.Linear"
};
ModulePlace modulePlace(const QString &moduleStack);

/// Name of the node from which all passes made this one: the end of the chain in `from_node`.
QString originalNode(const QString &fromNode);

/// Puts what a node's metadata says into the operator. Keys that have no place of their own become
/// attributes with "meta." in front (meta.debug_handle, meta.torch_fn, meta.custom...).
void addMetadata(model::NetworkOperator &op, const QJsonObject &metadata, StringPool &pool);

/// Numbers in meta.debug_handle; empty without. ETRecord and ETDump are joined by them.
std::vector<qint64> debugHandles(const model::NetworkOperator &op);

} // namespace tosaic::formats
