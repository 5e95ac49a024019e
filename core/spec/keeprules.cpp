// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/keeprules.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::spec {

bool isStep(const QString &target)
{
    return target.startsWith("quantized_decomposed."_L1) || target == "getitem"_L1;
}

bool matchesOperator(const OperatorKey &key, const QString &wanted)
{
    const auto dots = QString(wanted).replace("::"_L1, "."_L1);
    return !dots.isEmpty()
        && (key.target == dots
            || (dots.count(u'.') == 1 && key.target.section(u'.', 0, -2) == dots));
}

bool matchesPattern(const OperatorKey &key, const QString &pattern)
{
    if (pattern.isEmpty())
        return false;
    // As Python's fnmatch: a star also stands for dots and slashes.
    auto expression = QRegularExpression::escape(pattern);
    expression.replace("\\*"_L1, ".*"_L1).replace("\\?"_L1, "."_L1);
    expression.replace("\\["_L1, "["_L1).replace("\\]"_L1, "]"_L1).replace("[\\!"_L1, "[^"_L1);
    const QRegularExpression glob(QRegularExpression::anchoredPattern(expression));
    if (glob.match(key.name).hasMatch())
        return true;
    const auto modules = enclosingModules(key.module);
    return std::any_of(modules.begin(), modules.end(),
        [&](const QString &module) { return glob.match(module).hasMatch(); });
}

bool matchesModule(const OperatorKey &key, const QString &module)
{
    return !module.isEmpty() && (key.module == module || key.module.startsWith(module + u'.'));
}

KeepOnCpu hittingRules(const OperatorKey &key, const KeepOnCpu &rules)
{
    KeepOnCpu hits;
    if (rules.nodes.contains(key.name))
        hits.nodes.append(key.name);
    if (isStep(key.target))
        return hits;
    for (const auto &wanted : rules.operators) {
        if (matchesOperator(key, wanted))
            hits.operators.append(wanted);
    }
    for (const auto &module : rules.modules) {
        if (matchesModule(key, module))
            hits.modules.append(module);
    }
    for (const auto &pattern : rules.patterns) {
        if (matchesPattern(key, pattern))
            hits.patterns.append(pattern);
    }
    return hits;
}

QStringList enclosingModules(const QString &module)
{
    QStringList modules;
    for (auto path = module; !path.isEmpty();) {
        modules.append(path);
        const auto dot = path.lastIndexOf(u'.');
        path = dot < 0 ? QString() : path.left(dot);
    }
    return modules;
}

} // namespace tosaic::spec
