// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/pythonspecbuilder.h"

#include "core/spec/specpasses.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

using Kind = PythonValue::Kind;

/// The calls of a chain, the first one first.
std::vector<const PythonValue *> chainOf(const PythonValue &value)
{
    std::vector<const PythonValue *> calls;
    for (const auto *call = &value; call;
         call = call->receiver.empty() ? nullptr : &call->receiver.front())
        calls.push_back(call);
    std::reverse(calls.begin(), calls.end());
    return calls;
}

QString describe(const PythonValue &value)
{
    switch (value.kind) {
    case Kind::None:
        return u"None"_s;
    case Kind::Bool:
        return value.number != 0 ? u"True"_s : u"False"_s;
    case Kind::Number:
        return QString::number(value.number);
    case Kind::Text:
        return u"a text"_s;
    case Kind::List:
        return u"a list"_s;
    case Kind::Name:
        return u"'%1', whose value is not in this text"_s.arg(value.text);
    case Kind::Call:
        return u"%1(...)"_s.arg(value.text);
    }
    return {};
}

} // namespace

PythonSpecBuilder::PythonSpecBuilder(const QString &source) : m_source(source) { }

tl::unexpected<Error> PythonSpecBuilder::refuse(const PythonValue &value, const QString &what) const
{
    return fail(ErrorCode::SpecInvalid, what, placeIn(m_source, value.offset));
}

void PythonSpecBuilder::say(
    const PythonValue &value, const QString &id, Severity severity, const QString &text)
{
    m_reading.diagnostics.push_back({ id, severity, placeIn(m_source, value.offset), text });
}

Result<QString> PythonSpecBuilder::text(const PythonValue &value, const QString &what) const
{
    if (value.kind == Kind::Text)
        return value.text;
    return refuse(value, u"%1 must be a text, not %2"_s.arg(what, describe(value)));
}

Result<QStringList> PythonSpecBuilder::texts(const PythonValue &value, const QString &what) const
{
    if (value.kind != Kind::List)
        return refuse(value, u"%1 must be a list, not %2"_s.arg(what, describe(value)));
    QStringList list;
    for (const auto &item : value.items) {
        auto one = text(item, u"each of %1"_s.arg(what));
        if (!one)
            return fail(one.error());
        list.append(*one);
    }
    return list;
}

Result<void> PythonSpecBuilder::construct(const PythonValue &value, const QString &variable)
{
    const auto calls = chainOf(value);
    if (!calls.front()->isCall(u"EthosUCompileSpec"))
        return refuse(value, u"this is no call of EthosUCompileSpec"_s);
    if (++m_constructed > 1)
        say(value, u"spec.python-several"_s, Severity::Warning,
            u"there is more than one EthosUCompileSpec(...); the last one counts"_s);
    CompileSpec fresh;
    fresh.calibration = m_reading.spec.calibration;
    m_reading.spec = fresh;
    m_specName = variable;
    if (const auto done = arguments(*calls.front()); !done)
        return done;
    for (std::size_t i = 1; i < calls.size(); ++i) {
        if (const auto done = method(*calls[i]); !done)
            return done;
    }
    return {};
}

Result<void> PythonSpecBuilder::arguments(const PythonValue &call)
{
    static const QStringList names{ u"target"_s, u"system_config"_s, u"memory_mode"_s,
        u"extra_flags"_s, u"config_ini"_s, u"external_block_placements"_s };
    if (call.items.size() > static_cast<std::size_t>(names.size()))
        return refuse(call.items[static_cast<std::size_t>(names.size())],
            u"EthosUCompileSpec takes at most %1 arguments"_s.arg(names.size()));
    QStringList seen;
    for (std::size_t i = 0; i < call.items.size(); ++i) {
        seen.append(names[static_cast<qsizetype>(i)]);
        if (const auto done = argument(seen.back(), call.items[i]); !done)
            return done;
    }
    for (const auto &[name, value] : call.keywords) {
        if (!names.contains(name))
            return refuse(value, u"EthosUCompileSpec has no argument '%1'"_s.arg(name));
        if (seen.contains(name))
            return refuse(value, u"'%1' is given twice"_s.arg(name));
        seen.append(name);
        if (const auto done = argument(name, value); !done)
            return done;
    }
    if (!seen.contains(u"target"_s))
        return refuse(call, u"EthosUCompileSpec needs a target"_s);
    return {};
}

Result<void> PythonSpecBuilder::argument(const QString &name, const PythonValue &value)
{
    auto &spec = m_reading.spec;
    if (value.kind == Kind::None && name != u"target"_s)
        return {}; // the same as leaving it out
    if (name == u"extra_flags"_s)
        return flags(value);
    if (name == u"external_block_placements"_s)
        return placements(value);
    const auto read = text(value, name);
    if (!read)
        return fail(read.error());
    if (name == u"target"_s)
        spec.target = *read;
    else if (name == u"system_config"_s)
        spec.systemConfig = *read;
    else if (name == u"memory_mode"_s)
        spec.memoryMode = *read;
    else
        spec.configIni = *read;
    return {};
}

Result<void> PythonSpecBuilder::flags(const PythonValue &value)
{
    if (value.kind == Kind::Text) {
        say(value, u"spec.python-flag-text"_s, Severity::Error,
            u"extra_flags is one text; Python would hand Vela its letters one by one. Read here "
            "as a list of its words"_s);
        m_reading.spec.extraFlags = value.text.split(u' ', Qt::SkipEmptyParts);
        return {};
    }
    const auto list = texts(value, u"extra_flags"_s);
    if (!list)
        return fail(list.error());
    m_reading.spec.extraFlags = *list;
    return {};
}

Result<void> PythonSpecBuilder::placements(const PythonValue &value)
{
    if (!value.isCall(u"VelaExternalBlockPlacements") || !value.receiver.empty())
        return refuse(value,
            u"external_block_placements must be VelaExternalBlockPlacements(...), not %1"_s.arg(
                describe(value)));
    std::vector<PythonKeyword> all;
    static const QStringList names{ u"cmd_data"_s, u"weight_data"_s };
    if (value.items.size() > 2)
        return refuse(value.items[2], u"VelaExternalBlockPlacements takes two arguments"_s);
    for (std::size_t i = 0; i < value.items.size(); ++i)
        all.push_back({ names[static_cast<qsizetype>(i)], value.items[i] });
    all.insert(all.end(), value.keywords.begin(), value.keywords.end());
    for (const auto &[name, tag] : all) {
        if (!names.contains(name))
            return refuse(tag, u"VelaExternalBlockPlacements has no argument '%1'"_s.arg(name));
        if (tag.kind == Kind::None)
            continue;
        const auto read = text(tag, name);
        if (!read)
            return fail(read.error());
        if (read->isEmpty())
            return refuse(tag, u"ExecuTorch refuses an empty placement"_s);
        (name == u"cmd_data"_s ? m_reading.spec.externalCommandTag
                               : m_reading.spec.externalWeightTag)
            = *read;
    }
    return {};
}

bool PythonSpecBuilder::knows(const QString &variable) const
{
    return !variable.isEmpty() && (variable == m_specName || variable == m_quantizerName);
}

Result<void> PythonSpecBuilder::call(const PythonValue &value)
{
    for (const auto *one : chainOf(value)) {
        const auto owner = one->text.section(u'.', 0, 0);
        const bool isQuantizer = one->receiver.empty()
            ? owner == m_quantizerName && owner != m_specName
            : chainOf(value).front()->text.section(u'.', 0, 0) == m_quantizerName;
        if (one->kind != Kind::Call)
            return {}; // only mentioned
        if (const auto done = isQuantizer ? quantizerMethod(*one) : method(*one); !done)
            return done;
    }
    return {};
}

Result<void> PythonSpecBuilder::method(const PythonValue &call)
{
    const auto name = call.lastName();
    if (name.startsWith("_get_"_L1) || name == u"_to_list"_s)
        return {}; // only looks
    if (name == u"_set_preserve_io_quantization"_s) {
        say(call, u"spec.python-left-out"_s, Severity::Info,
            u"_set_preserve_io_quantization() has no effect for Ethos-U and is left out"_s);
        return {};
    }
    if (call.items.size() + call.keywords.size() != 1)
        return refuse(call, u"%1() takes one argument"_s.arg(name));
    const auto &value = call.items.empty() ? call.keywords.front().value : call.items.front();
    if (name == u"dump_debug_info"_s)
        return debugMode(value);
    if (name == u"set_pass_pipeline_config"_s)
        return pipeline(value);
    if (name != u"dump_intermediate_artifacts_to"_s)
        return refuse(call, u"what %1() does to the spec is known only to Python"_s.arg(name));
    m_reading.spec.intermediatesFolder.clear();
    if (value.kind == Kind::None)
        return {};
    const auto path = text(value, u"the folder"_s);
    if (!path)
        return fail(path.error());
    m_reading.spec.intermediatesFolder = *path;
    return {};
}

Result<void> PythonSpecBuilder::debugMode(const PythonValue &value)
{
    auto &mode = m_reading.spec.debug;
    if (value.kind == Kind::None)
        mode = DebugMode::None;
    else if (value.kind == Kind::Name && value.text.endsWith("DebugMode.JSON"_L1))
        mode = DebugMode::Json;
    else if (value.kind == Kind::Name && value.text.endsWith("DebugMode.TOSA"_L1))
        mode = DebugMode::Tosa;
    else
        return refuse(value,
            u"the debug mode must be EthosUCompileSpec.DebugMode.JSON, .TOSA or None, not %1"_s.arg(
                describe(value)));
    return {};
}

Result<void> PythonSpecBuilder::setAttribute(const PythonToken &attribute, const PythonValue &value)
{
    if (attribute.text == u"tosa_spec"_s)
        return tosaSpec(value);
    if (attribute.text == u"target"_s)
        return argument(u"target"_s, value);
    return fail(ErrorCode::SpecInvalid,
        u"what setting '%1' does to the spec is known only to Python"_s.arg(attribute.text),
        placeIn(m_source, attribute.offset));
}

Result<void> PythonSpecBuilder::tosaSpec(const PythonValue &value)
{
    if (value.kind == Kind::Call && value.text.endsWith("create_from_string"_L1)
        && value.items.size() == 1) {
        const auto read = text(value.items.front(), u"the TOSA specification"_s);
        if (!read)
            return fail(read.error());
        m_reading.spec.tosaSpec = *read;
        return {};
    }
    return refuse(value,
        u"tosa_spec must be TosaSpecification.create_from_string(\"...\"), not %1"_s.arg(
            describe(value)));
}

Result<SpecReading> PythonSpecBuilder::take()
{
    if (m_constructed == 0)
        return fail(ErrorCode::SpecInvalid, u"there is no EthosUCompileSpec(...) in this text"_s,
            placeIn(m_source, 0));
    return std::move(m_reading);
}

} // namespace tosaic::spec
