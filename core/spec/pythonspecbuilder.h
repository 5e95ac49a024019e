// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/pythonvalue.h"
#include "core/spec/spectext.h"

namespace tosaic::spec {

/// Turns the calls of a Python source into a spec. Every error has the place in the source.
class PythonSpecBuilder
{
public:
    explicit PythonSpecBuilder(const QString &source);

    /// EthosUCompileSpec(...) with the methods chained to it, assigned to `variable` or to nothing.
    Result<void> construct(const PythonValue &value, const QString &variable);
    /// A name got a value: a quantizer, or something else that is no spec any more.
    void assigned(const QString &name, const PythonValue *value);
    /// A variable that holds the spec or its quantizer.
    bool knows(const QString &variable) const;
    /// spec.method(...), quantizer.method(...)
    Result<void> call(const PythonValue &value);
    /// spec.attribute = value
    Result<void> setAttribute(const PythonToken &attribute, const PythonValue &value);

    /// EthosUPartitioner(...) and EthosUQuantizer(...)
    static bool isRecipeCall(const PythonToken &token);
    Result<void> recipe(const PythonValue &value);
    /// Words whose presence says something: partitioner=None, QuantizeInputs(...)
    void note(const PythonToken &token, const PythonToken &next, const QString &afterNext);

    /// SpecInvalid if there was no EthosUCompileSpec(...).
    Result<SpecReading> take();

private:
    Result<void> arguments(const PythonValue &call);
    Result<void> argument(const QString &name, const PythonValue &value);
    Result<void> method(const PythonValue &call);
    Result<void> placements(const PythonValue &value);
    Result<void> flags(const PythonValue &value);
    Result<void> debugMode(const PythonValue &value);
    Result<void> pipeline(const PythonValue &value);
    Result<void> pass(const QString &name, const PythonValue &value);
    Result<void> infinities(const PythonValue &value);
    Result<void> tosaSpec(const PythonValue &value);
    Result<void> quantizerMethod(const PythonValue &call);
    Result<void> quantizerOverride(const PythonValue &call, QString QuantizerOverride::*field);
    Result<std::optional<Quantizer>> quantizerConfig(const PythonValue &value) const;
    Result<void> partitionCheck(const PythonValue &value);
    void readCalibration(const QString &name, const PythonValue &value);

    Result<QString> text(const PythonValue &value, const QString &what) const;
    Result<QStringList> texts(const PythonValue &value, const QString &what) const;
    tl::unexpected<Error> refuse(const PythonValue &value, const QString &what) const;
    void say(const PythonValue &value, const QString &id, Severity severity, const QString &text);

    const QString &m_source;
    SpecReading m_reading;
    QString m_specName;
    QString m_quantizerName;
    int m_constructed = 0;
};

} // namespace tosaic::spec
