// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/compile/specsource.h"

#include "core/base/bytesource.h"
#include "core/formats/openprogram.h"
#include "core/formats/registry.h"
#include "core/spec/specjson.h"
#include "core/spec/specprogram.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace {

Result<spec::SpecReading> inFile(Result<spec::SpecReading> reading, const QString &path)
{
    if (reading) {
        for (auto &diagnostic : reading->diagnostics)
            diagnostic.location.file = path;
        return reading;
    }
    auto error = reading.error();
    error.location.file = path;
    return fail(error);
}

Result<spec::SpecReading> jsonSpec(const ByteSource &source)
{
    spec::SpecReading reading;
    const auto spec = spec::fromJsonText(source.bytes().toByteArray(), &reading.diagnostics);
    if (!spec)
        return fail(spec.error());
    reading.spec = *spec;
    return reading;
}

Result<spec::SpecReading> programSpec(const std::shared_ptr<const ByteSource> &source)
{
    const auto program = formats::readProgram(source);
    if (!program)
        return fail(program.error());
    std::optional<spec::SpecReading> first;
    QStringList others; // delegates of other back ends
    int different = 0;
    for (const auto &method : (*program)->methods) {
        for (const auto &delegate : method.delegates) {
            if (!delegate.isEthosU()) {
                others += delegate.id;
                continue;
            }
            spec::ProgramSpecs entries;
            for (const auto &entry : delegate.compileSpecs)
                entries.emplace_back(entry.key, entry.value);
            const auto reading = spec::fromProgramSpecs(entries);
            if (!reading)
                return fail(reading.error());
            if (!first)
                first = *reading;
            else if (reading->spec != first->spec)
                ++different;
        }
    }
    if (!first) {
        const auto damage
            = std::ranges::find((*program)->diagnostics, Severity::Error, &Diagnostic::severity);
        if (damage != (*program)->diagnostics.end())
            return fail(ErrorCode::FormatDamaged,
                u"the program is damaged, so its delegates cannot be read: "_s + damage->text,
                damage->location);
    }
    if (!first)
        return fail(ErrorCode::SpecInvalid,
            u"no delegate for Ethos-U in this program%1, so it holds no compile spec"_s.arg(
                others.isEmpty() ? QString() : u" but "_s + others.join(u", "_s)));
    if (different > 0)
        first->diagnostics.push_back({ u"spec.program-differs"_s, Severity::Warning, {},
            u"delegates of this program were compiled with other specs (%1); this is that of the "
            "first"_s.arg(different) });
    return *first;
}

Result<spec::SpecReading> textSpec(const ByteSource &source)
{
    const auto text = QString::fromUtf8(source.bytes());
    if (text.contains("EthosUCompileSpec"_L1))
        return spec::fromPythonCall(text);
    return spec::fromVelaCommandLine(text);
}

} // namespace

Result<spec::SpecReading> readSpecFile(const QString &path)
{
    const auto source = ByteSource::map(path);
    if (!source)
        return fail(source.error());
    auto reading = jsonSpec(**source);
    return reading ? reading : inFile(std::move(reading), path); // keys stay keys
}

Result<spec::SpecReading> recoverSpec(const QString &path)
{
    const auto source = ByteSource::map(path);
    if (!source)
        return fail(source.error());
    switch (formats::recognise((*source)->bytes())) {
    case formats::FileKind::Pte:
        return inFile(programSpec(*source), path);
    case formats::FileKind::CompileSpec:
        return inFile(jsonSpec(**source), path);
    case formats::FileKind::Text:
        return inFile(textSpec(**source), path);
    default:
        return fail(ErrorCode::FormatUnknown,
            u"neither a program, nor Python, nor a vela command line"_s, { .file = path });
    }
}

} // namespace tosaic::cli
