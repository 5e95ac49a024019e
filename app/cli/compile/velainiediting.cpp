// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/compile/velainiediting.h"

#include "core/base/bytesource.h"
#include "core/base/savefile.h"
#include "core/base/try.h"
#include "core/formats/vela/iniedit.h"
#include "core/formats/vela/initemplates.h"
#include "core/formats/vela/velaini.h"

#include <QStringDecoder>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace {

using namespace formats::vela;

Result<QString> textOf(const QString &path)
{
    if (path.isEmpty())
        return QString();
    const auto source = TRY(ByteSource::map(path));
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::ConvertInitialBom);
    const QString text = decoder(source->bytes());
    if (decoder.hasError())
        return fail(ErrorCode::FormatDamaged, u"not UTF-8"_s, Location{ .file = path });
    return text;
}

/// What the lint says of a text that is not written yet.
Result<std::vector<Diagnostic>> lintOf(const QString &text, const QString &path)
{
    const auto ini = TRY(readVelaIni({ ByteSource::fromBytes(text.toUtf8(), path) }));
    DiagnosticSink sink;
    lintIni(ini, sink);
    return sink.take();
}

/// Whether `after` has an error that `before` has not; lines may have moved.
bool hasNewError(const std::vector<Diagnostic> &before, std::vector<Diagnostic> after)
{
    const auto isSame = [](const Diagnostic &a, const Diagnostic &b) {
        return a.id == b.id && a.text == b.text && a.location.entity == b.location.entity;
    };
    for (const auto &known : before) {
        const auto found = std::find_if(
            after.begin(), after.end(), [&](const Diagnostic &one) { return isSame(one, known); });
        if (found != after.end())
            after.erase(found);
    }
    return std::any_of(after.begin(), after.end(),
        [](const Diagnostic &one) { return one.severity == Severity::Error; });
}

Result<IniSectionText> newSection(const IniChanges &changes)
{
    const auto *from = findIniTemplate(changes.templateId);
    if (!from) {
        QStringList known;
        for (const auto &one : iniTemplates())
            known.append(one.id);
        return fail(ErrorCode::SpecInvalid,
            u"there is no template \"%1\"; there are %2"_s.arg(
                changes.templateId, known.join(u", "_s)));
    }
    return iniFromTemplate(*from, changes.newSystem);
}

Result<IniEdits> changed(const QString &text, const QString &setting)
{
    const auto equals = setting.indexOf(u'=');
    const auto place = setting.left(equals);
    const auto dot = place.lastIndexOf(u'.');
    if (equals < 0 || dot < 0)
        return fail(
            ErrorCode::SpecInvalid, u"\"%1\" is not of the form SECTION.KEY=VALUE"_s.arg(setting));
    const auto value = setting.sliced(equals + 1).trimmed();
    const auto section = place.left(dot).trimmed();
    const auto key = place.sliced(dot + 1).trimmed();
    return value.isEmpty() ? removeIniKey(text, section, key)
                           : setIniKey(text, section, key, value);
}

} // namespace

Result<IniChanged> changeIni(const QString &input, const IniChanges &changes)
{
    auto text = textOf(input);
    if (!text)
        return fail(text.error());
    const auto before = lintOf(*text, changes.output);
    IniChanged result;
    if (!changes.newSystem.isEmpty()) {
        const auto section = TRY(newSection(changes));
        const auto edits = TRY(addIniSection(*text, section));
        text = applied(*text, edits);
        result.newSection = section.name;
    }
    for (const auto &setting : changes.settings) {
        const auto edits = TRY(changed(*text, setting));
        text = applied(*text, edits);
    }
    auto after = TRY(lintOf(*text, changes.output));
    result.diagnostics = std::move(after);
    if (hasNewError(before ? *before : std::vector<Diagnostic>(), result.diagnostics))
        return result;
    TRY(saveFile(changes.output, text->toUtf8()));
    result.isWritten = true;
    return result;
}

} // namespace tosaic::cli
