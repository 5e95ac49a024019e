// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/errortext.h"

#include "core/base/units.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace tosaic::views {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("ErrorText", text);
}

QString titleOf(ErrorCode code, const QString &file)
{
    switch (code) {
    case ErrorCode::IoOpen:
        return tr("%1 cannot be opened").arg(file);
    case ErrorCode::IoRead:
        return tr("%1 cannot be read").arg(file);
    case ErrorCode::IoWrite:
        return tr("%1 cannot be written").arg(file);
    case ErrorCode::IoDiskFull:
        return tr("The disk is full, %1 was not written").arg(file);
    case ErrorCode::FormatUnknown:
        return tr("%1 is of no kind that Tosaic reads").arg(file);
    case ErrorCode::FormatDamaged:
        return tr("%1 is damaged").arg(file);
    case ErrorCode::FormatUnsupported:
        return tr("%1 has something that Tosaic does not read").arg(file);
    case ErrorCode::LimitExceeded:
        return tr("%1 is beyond a safety limit").arg(file);
    case ErrorCode::SpecInvalid:
        return tr("The compile spec is not valid");
    case ErrorCode::RunUnknown:
        return tr("%1 has no such run").arg(file);
    case ErrorCode::ToolMissing:
        return tr("A tool is missing");
    case ErrorCode::ToolFailed:
        return tr("A tool failed");
    case ErrorCode::ToolTimeout:
        return tr("A tool did not answer in time");
    case ErrorCode::WorkspaceDamaged:
        return tr("The workspace %1 is damaged").arg(file);
    case ErrorCode::WorkspaceVersion:
        return tr("The workspace %1 was written by a newer Tosaic").arg(file);
    case ErrorCode::StoreUnreachable:
        return tr("The team's store does not answer");
    case ErrorCode::StoreRefused:
        return tr("The team's store refuses");
    case ErrorCode::StoreVersion:
        return tr("The team's store is of another version of Tosaic");
    case ErrorCode::Cancelled:
        return tr("Cancelled");
    case ErrorCode::Internal:
        return tr("Something unexpected happened inside Tosaic");
    }
    return {};
}

QString nextStepOf(ErrorCode code)
{
    switch (code) {
    case ErrorCode::IoOpen:
        return tr("Check that the file exists and that you may read it, then open it again.");
    case ErrorCode::IoRead:
        return tr("Check the disk or the network share, then open it again.");
    case ErrorCode::IoWrite:
        return tr("Choose a folder that you may write to and save again.");
    case ErrorCode::IoDiskFull:
        return tr("Free some space or choose another disk, then save again. What was saved before "
                  "is unchanged.");
    case ErrorCode::FormatUnknown:
        return tr("Open a .pte program, a model (.py, .pt2, .tosa, .tflite), a compile result or a "
                  "console log.");
    case ErrorCode::FormatDamaged:
        return tr("Export or copy the file again. If it stays like this, report the place named "
                  "above to who made it.");
    case ErrorCode::FormatUnsupported:
        return tr(
            "The cause says what it is. Where a newer tool wrote the file, export it with one that "
            "Tosaic knows.");
    case ErrorCode::LimitExceeded:
        return tr("If you trust the file, report the limit named above; Tosaic refuses it to "
                  "protect memory and time.");
    case ErrorCode::SpecInvalid:
        return tr("Open the Spec mode; the field that is wrong is marked there.");
    case ErrorCode::RunUnknown:
        return tr("Choose one of the runs that the workspace has.");
    case ErrorCode::ToolMissing:
        return tr("Create a tool environment on the Home page, or choose one that exists.");
    case ErrorCode::ToolFailed:
        return tr("Read the job's log in the Jobs panel; the tool's own words are at its end.");
    case ErrorCode::ToolTimeout:
        return tr("Try again. If it happens again, the model may be too large for this tool.");
    case ErrorCode::WorkspaceDamaged:
        return tr("Open a copy of it from a backup; the file was left unchanged.");
    case ErrorCode::WorkspaceVersion:
        return tr("Update Tosaic, then open it again; the file was left unchanged.");
    case ErrorCode::StoreUnreachable:
        return tr(
            "Go on working: everything is in the workspace and is sent when the store answers "
            "again.");
    case ErrorCode::StoreRefused:
        return tr("Ask whoever keeps the store; everything is still in the workspace.");
    case ErrorCode::StoreVersion:
        return tr("Update Tosaic, or have the store updated with \"tosaic-cli store init\".");
    case ErrorCode::Cancelled:
        return tr("Nothing was changed. Start it again when you are ready.");
    case ErrorCode::Internal:
        return tr("Save your work and report the text below.");
    }
    return {};
}

QString placeOf(const Location &location)
{
    QStringList parts;
    if (!location.section.isEmpty())
        parts << location.section;
    if (!location.entity.isEmpty())
        parts << location.entity;
    if (location.line)
        parts << tr("line %1").arg(*location.line);
    if (location.offset) {
        parts << tr("at byte %1 (0x%2)")
                     .arg(formatCount(*location.offset), QString::number(*location.offset, 16));
    }
    const auto inside = parts.join(QStringLiteral(", "));
    if (location.file.isEmpty())
        return inside;
    return inside.isEmpty() ? location.file : tr("%1: %2").arg(location.file, inside);
}

} // namespace

QString ErrorText::toPlainText() const
{
    QStringList lines{ title };
    if (!place.isEmpty())
        lines << tr("Place: %1").arg(place);
    if (!cause.isEmpty())
        lines << tr("Cause: %1").arg(cause);
    if (!nextStep.isEmpty())
        lines << tr("Next step: %1").arg(nextStep);
    return lines.join(QLatin1Char('\n'));
}

ErrorText errorText(const Error &error)
{
    const auto file = QFileInfo(error.location.file).fileName();
    auto cause = error.detail;
    for (auto inner = error.cause; inner; inner = inner->cause)
        cause = tr("%1, because %2").arg(cause, inner->detail);
    return { .title = titleOf(error.code, file.isEmpty() ? tr("The file") : file),
        .place = placeOf(error.location),
        .cause = cause,
        .nextStep = nextStepOf(error.code) };
}

} // namespace tosaic::views
