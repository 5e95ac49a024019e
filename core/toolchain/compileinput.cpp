// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/compilejob.h"

#include "core/base/bytesource.h"
#include "core/base/storedfile.h"
#include "core/base/try.h"
#include "core/formats/registry.h"
#include "core/formats/tflite/tflitereader.h"

#include <QFile>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

constexpr QLatin1StringView Inputs{ "TOSA, TFLite, .pt2 or Python (.py)" };

} // namespace

Result<InputKind> inputKindOf(const QString &path)
{
    const Location location{ .file = path };
    QFile file(path);
    TRY(openStored(file));
    const auto head = file.read(8);
    if (file.error() != QFileDevice::NoError)
        return fail(ErrorCode::IoRead, file.errorString(), location);
    // FlatBuffers carry their kind in bytes 4 to 7; a .pt2 is a ZIP archive; Python has no mark.
    if (head.sliced(std::min<qsizetype>(4, head.size())) == "TOSA")
        return InputKind::Tosa;
    if (head.sliced(std::min<qsizetype>(4, head.size())) == "TFL3") {
        if (const auto source = ByteSource::map(path);
            source && formats::isCompiledByVela(**source)) // it would go through with costs of 0
            return fail(ErrorCode::FormatUnsupported,
                u"Vela has compiled this already: compile the .tflite that it was made from"_s,
                location);
        return InputKind::Tflite;
    }
    if (head.startsWith("PK\x03\x04")) {
        using formats::FileKind;
        const auto archive = TRY(ByteSource::map(path));
        const auto kind = formats::recognise(archive->bytes());
        if (kind != FileKind::Pt2 && kind != FileKind::Zip) // what ails a .pt2 its loader says
            return fail(ErrorCode::FormatUnsupported,
                u"%1, not a model that can be compiled: it must be %2"_s.arg(
                    formats::describe(kind), Inputs),
                location);
        return InputKind::ExportedProgram;
    }
    if (path.endsWith(".py"_L1, Qt::CaseInsensitive) && !head.contains('\0'))
        return InputKind::PythonModel;
    return fail(ErrorCode::FormatUnknown,
        u"not a model that can be compiled: it must be %1"_s.arg(Inputs), location);
}

bool usesVelaAlone(InputKind kind)
{
    return kind == InputKind::Tosa || kind == InputKind::Tflite;
}

bool runsCode(InputKind kind)
{
    return kind == InputKind::ExportedProgram || kind == InputKind::PythonModel;
}

} // namespace tosaic::toolchain
