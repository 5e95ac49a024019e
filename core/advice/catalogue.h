// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

/// Advice about a compile that the compiler itself has proven: rules as data, each with an
/// experiment, and the difference that Vela measured for it.
namespace tosaic::advice {

/// What a rule is for where an experiment lowers one number and raises the other.
enum class Goal
{
    Speed,
    Memory,
    Either
};

/// About one fact. One that is not known meets no condition.
struct Condition
{
    QString fact; ///< key of a Fact: "cpuOperators"
    QStringList is; ///< any of these; empty: not asked
    QStringList isNot; ///< none of these; empty: not asked
    std::optional<double> atLeast;
    std::optional<double> atMost;
};

/// What to change. One of them is given.
struct Experiment
{
    QString each; ///< "memoryMode": each other value that exists; "pin": each by itself taken away
    QString keep; ///< fact with the names of the model's nodes that are to stay on the CPU
    QStringList flags; ///< an option of Vela with its value
    std::optional<double> arenaCacheShare; ///< of the scratch that is needed now
    QJsonObject patch; ///< merge patch (RFC 7396) of SPEC.json
    QString model; ///< "channels-last": of the model, no key of the spec
};

struct Rule
{
    QString id; ///< "optimise.size"
    Goal goal = Goal::Speed;
    QStringList sources; ///< documents that say so
    std::vector<Condition> conditions; ///< all must hold
    QStringList evidence; ///< facts shown with it
    std::vector<Experiment> experiments; ///< each by itself
};

/// Of rules.json. Errors: FormatDamaged with the rule or key as location.entity.
Result<std::vector<Rule>> readRules(const QByteArray &text);

/// Those that come with the program, in the order of the file.
const std::vector<Rule> &rules();

} // namespace tosaic::advice
