// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/compilespec.h"

#include <QJsonValue>

#include <functional>
#include <limits>

/// The fields of a compile spec, each told once: where it stands in SPEC.json, what it can hold,
/// and which spellings say it. Whoever reads, writes, shows or compares specs goes by this table.
namespace tosaic::spec {

struct Field
{
    enum class Kind
    {
        Text,
        Switch,
        Integer,
        Number,
        Texts,
        Overrides ///< of the quantizer, objects
    };
    /// Spellings besides SPEC.json that say the field.
    enum Spelled
    {
        Nowhere = 0,
        InVela = 1, ///< Vela's command line
        InPython = 2, ///< the call of EthosUCompileSpec and its methods
        InQuantizer = 4, ///< around it: EthosUQuantizer
        InPartitioner = 8 ///< around it: EthosUPartitioner
    };

    QString key; ///< path in SPEC.json: "passPipeline.softmax"
    Kind kind = Kind::Text;
    /// As in SPEC.json; undefined: left to the tools. Switches and choices always have a value.
    std::function<QJsonValue(const CompileSpec &)> value;
    /// Undefined: leaves it to the tools again. The value must be of the kind and among the
    /// choices.
    std::function<void(CompileSpec &, const QJsonValue &)> set;
    int spelled = Nowhere;
    QStringList choices = {}; ///< empty: any text
    int smallest = 0; ///< of an integer
    int largest = std::numeric_limits<int>::max();

    bool isDefault(const CompileSpec &spec) const;
};

/// In the order in which they are read.
const std::vector<Field> &fields();
/// Null if no field has exactly that key.
const Field *fieldOf(QStringView key);
/// Whether a field, or one in a section ("partition"), says something of its own.
bool isSet(const CompileSpec &spec, QStringView key);
/// Leaves a field, or all of a section, to the tools. A quantizer without anything of its own goes.
void reset(CompileSpec &spec, QStringView key);
/// Sets a field as a person does: as reset() where the value is undefined or the default.
void setField(CompileSpec &spec, QStringView key, const QJsonValue &value);

} // namespace tosaic::spec
