// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/compilespec.h"

#include <QString>
#include <QStringList>

/// Which operators the entries of a KeepOnCpu hit, as the compiler driver matches them.
namespace tosaic::spec {

struct OperatorKey
{
    QString name; ///< of the edge graph node
    QString target; ///< "aten.relu.default"
    QString module; ///< "features.3.conv"; empty if unknown
};

/// Quantise and dequantise steps and getitem: they follow the operators around them.
bool isStep(const QString &target);
/// The overload may be left out: "aten.relu" hits "aten.relu.default".
bool matchesOperator(const OperatorKey &key, const QString &wanted);
/// A glob on the name and on the paths of the modules it is in.
bool matchesPattern(const OperatorKey &key, const QString &pattern);
/// A module holds what is below it.
bool matchesModule(const OperatorKey &key, const QString &module);
/// The entries of `rules` that hit this operator; empty if none does.
KeepOnCpu hittingRules(const OperatorKey &key, const KeepOnCpu &rules);
/// "features.3.conv" -> "features.3.conv", "features.3", "features".
QStringList enclosingModules(const QString &module);

} // namespace tosaic::spec
