// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/registry.h"

#include "core/formats/byteordermark.h"
#include "core/formats/consolemarks.h"
#include "core/formats/ethosu/velastream.h"
#include "core/formats/zip/zipnames.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QtEndian>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::formats {

namespace {

bool has(QByteArrayView bytes, qsizetype at, QByteArrayView magic)
{
    return bytes.size() >= at + magic.size() && bytes.sliced(at, magic.size()) == magic;
}

/// Two letters and a two-digit version, as ExecuTorch's identifiers are.
bool hasVersioned(QByteArrayView bytes, qsizetype at, QByteArrayView letters)
{
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    return has(bytes, at, letters) && bytes.size() >= at + 4 && isDigit(bytes[at + 2])
        && isDigit(bytes[at + 3]);
}

bool isSizePrefixedEtDump(QByteArrayView bytes)
{
    return hasVersioned(bytes, 8, "ED")
        && quint64(qFromLittleEndian<quint32>(bytes.data())) + 4 <= quint64(bytes.size());
}

FileKind recogniseZip(QByteArrayView bytes)
{
    constexpr std::array Order{ std::pair(ZipMark::EtRecord, FileKind::EtRecord),
        std::pair(ZipMark::Pt2, FileKind::Pt2), std::pair(ZipMark::VelaNpz, FileKind::VelaNpz),
        std::pair(ZipMark::NativePackage, FileKind::NativePackage),
        std::pair(ZipMark::TorchArchive, FileKind::TorchArchive) };
    const auto marks = zipMarks(bytes);
    const auto found = std::find_if(
        Order.begin(), Order.end(), [&](const auto &entry) { return marks.has(entry.first); });
    return found == Order.end() ? FileKind::Zip : found->second;
}

/// Consoles end with EOT, may hold single NULs, BELs and escape sequences, or be UTF-16.
bool isText(QByteArrayView head)
{
    std::array<qsizetype, 2> zeros{}; // at even and at odd places: UTF-16 has only one of them
    for (qsizetype i = 0; i < head.size(); ++i) {
        const auto byte = quint8(head[i]);
        if (byte == 0)
            ++zeros[size_t(i & 1)];
        else if (byte < 0x20 && !QByteArrayView("\n\r\t\x1b\f\b\a\x04").contains(head[i]))
            return false;
    }
    const auto [fewer, more] = std::minmax({ zeros[0], zeros[1] });
    const bool isWide = more * 4 >= head.size() && fewer * 16 <= head.size();
    return isWide || (fewer + more) * 4 <= head.size();
}

/// A section header of Vela's configuration at the beginning of a line.
bool hasVelaSection(QByteArrayView head)
{
    for (const QByteArrayView section : { "[System_Config.", "[Memory_Mode." }) {
        const auto at = head.indexOf(section);
        if (at == 0 || (at > 0 && head[at - 1] == '\n'))
            return true;
    }
    return false;
}

bool isCompileSpec(QByteArrayView bytes)
{
    constexpr qsizetype LargestSpec = 262144;
    if (bytes.size() > LargestSpec)
        return false;
    const auto object = QJsonDocument::fromJson(bytes.toByteArray()).object();
    return object[u"target"_s].toString().startsWith("ethos-u"_L1);
}

/// Of Vela in UTF-16, whose readers decode it or say that Vela does not; consoles of an NPU are
/// read as they are.
constexpr qsizetype LargestWideReport = 16 << 20;

FileKind recogniseText(QByteArrayView whole)
{
    const auto bytes = withoutByteOrderMark(whole);
    const auto head = bytes.first(std::min<qsizetype>(bytes.size(), 16384));
    const auto start = head.trimmed();
    if (start.startsWith("experiment,network,"))
        return FileKind::VelaSummary;
    if (start.startsWith("TFLite_operator,") || start.startsWith("TOSA_operator,")
        || start.startsWith("Original Operator,"))
        return FileKind::VelaPerLayer;
    if (start.startsWith("<?xml") || start.startsWith("<debug")) {
        if (head.contains("<debug") && head.contains("<table"))
            return FileKind::VelaDebugDb;
    }
    if (start.startsWith('{') && isCompileSpec(bytes))
        return FileKind::CompileSpec;
    if (hasVelaSection(head))
        return FileKind::VelaIni;
    if (isText(head) && isVelaConsole(bytes))
        return FileKind::VelaConsole;
    if (isUtf16(whole) && whole.size() <= LargestWideReport) {
        const auto kind = recogniseText(utf8Of(whole));
        constexpr std::array Decoded{ FileKind::VelaSummary, FileKind::VelaPerLayer,
            FileKind::VelaConsole, FileKind::VelaDebugDb, FileKind::VelaIni };
        if (std::ranges::find(Decoded, kind) != Decoded.end())
            return kind;
    }
    return isText(head) ? FileKind::Text : FileKind::Unknown;
}

struct KindFacts
{
    FileKind kind;
    const char *format; ///< spelling of the command-line contract
    const char *description;
    const char *advice; ///< what to do with it instead
};
constexpr std::array Kinds{
    KindFacts{ FileKind::Empty, "", "an empty file", "" },
    KindFacts{ FileKind::Text, "", "text", "console logs are imported as runs" },
    KindFacts{ FileKind::Pte, "pte", "an ExecuTorch program (.pte)", "" },
    KindFacts{ FileKind::FlatTensor, "ptd", "a file of external weights (.ptd)",
        "open the .pte that belongs to it" },
    KindFacts{ FileKind::BundledProgram, "bpte", "a bundled program (.bpte)",
        "open the .pte it was made from" },
    KindFacts{ FileKind::EtDump, "etdump", "an ETDump",
        "it holds a run, not a model: import it as a run" },
    KindFacts{ FileKind::EtRecord, "etrecord", "an ETRecord", "open the .pte made beside it" },
    KindFacts{ FileKind::Pt2, "pt2", "an exported PyTorch program (.pt2)", "compile it to a .pte" },
    KindFacts{ FileKind::TorchArchive, "", "a PyTorch archive (torch.save or TorchScript)",
        "export it with torch.export.save first" },
    KindFacts{ FileKind::NativePackage, "", "an ExecuTorch native package (.ptn)",
        "lower the model to a .pte instead" },
    KindFacts{ FileKind::Tosa, "tosa", "a TOSA graph", "compile it with Vela" },
    KindFacts{ FileKind::TfLite, "tflite", "a TensorFlow Lite model",
        "compile it with Vela; what Vela made of it inspect, disasm, operators, findings and "
        "report read" },
    KindFacts{ FileKind::Vgf, "vgf", "a VGF container", "it is made for Vulkan, not for Ethos-U" },
    KindFacts{ FileKind::VelaStream, "", "an Ethos-U delegate payload without its program",
        "open the .pte it was taken from" },
    KindFacts{ FileKind::CommandStream, "", "an Ethos-U command stream without its program",
        "open the .pte it was taken from" },
    KindFacts{ FileKind::VelaNpz, "vela-npz", "Vela's raw result (.npz)",
        "open the .pte that was made from it" },
    KindFacts{ FileKind::Zip, "", "a ZIP archive", "unpack it" },
    KindFacts{ FileKind::Gzip, "", "a gzip-compressed file", "unpack it" },
    KindFacts{ FileKind::VelaDebugDb, "vela-debug-db", "Vela's debug database (XML)",
        "it is read with the compile it belongs to" },
    KindFacts{ FileKind::VelaSummary, "vela-summary", "Vela's summary (CSV)",
        "it is read with the compile it belongs to" },
    KindFacts{ FileKind::VelaPerLayer, "vela-per-layer", "Vela's per-layer table (CSV)",
        "it is read with the compile it belongs to" },
    KindFacts{
        FileKind::VelaIni, "vela-ini", "a Vela configuration file", "name it in a compile spec" },
    KindFacts{ FileKind::VelaConsole, "vela-console", "the console of a Vela run",
        "it belongs to the model that Vela wrote" },
    KindFacts{ FileKind::CompileSpec, "", "a compile spec", "use it to compile a model" },
    KindFacts{
        FileKind::Workspace, "", "an SQLite database", "Tosaic workspaces are opened as such" },
};

const KindFacts *factsOf(FileKind kind)
{
    const auto found = std::find_if(
        Kinds.begin(), Kinds.end(), [&](const KindFacts &facts) { return facts.kind == kind; });
    return found == Kinds.end() ? nullptr : &*found;
}

} // namespace

FileKind recognise(QByteArrayView bytes)
{
    if (bytes.isEmpty())
        return FileKind::Empty;
    if (hasVersioned(bytes, 4, "ET"))
        return FileKind::Pte;
    if (has(bytes, 4, "FT01"))
        return FileKind::FlatTensor;
    if (hasVersioned(bytes, 4, "BP"))
        return FileKind::BundledProgram;
    if (hasVersioned(bytes, 4, "ED") || isSizePrefixedEtDump(bytes))
        return FileKind::EtDump;
    if (has(bytes, 4, "TOSA"))
        return FileKind::Tosa;
    if (has(bytes, 4, "TFL3"))
        return FileKind::TfLite;
    if (has(bytes, 4, "VGF1") || has(bytes, 0, "VGF1"))
        return FileKind::Vgf;
    if (ethosu::isVelaStream(bytes))
        return FileKind::VelaStream;
    if (has(bytes, 0, "COP1") || has(bytes, 0, "COP2"))
        return FileKind::CommandStream;
    if (has(bytes, 0, "PK\x03\x04") || has(bytes, 0, "PK\x05\x06"))
        return recogniseZip(bytes);
    if (has(bytes, 0, "\x1f\x8b"))
        return FileKind::Gzip;
    if (has(bytes, 0, "SQLite format 3"))
        return FileKind::Workspace;
    return recogniseText(bytes);
}

QString describe(FileKind kind)
{
    const auto *facts = factsOf(kind);
    return facts ? QString::fromLatin1(facts->description) : u"of an unknown kind"_s;
}

Error notAProgram(FileKind kind, const QString &file)
{
    const auto *facts = factsOf(kind);
    const auto isForeign = facts && *facts->format != '\0';
    auto detail = facts ? u"this is %1, not an ExecuTorch program (.pte)"_s.arg(describe(kind))
                        : u"nothing recognises this content"_s;
    if (facts && *facts->advice != '\0')
        detail += u"; "_s + QString::fromLatin1(facts->advice);
    return { isForeign ? ErrorCode::FormatUnsupported : ErrorCode::FormatUnknown, detail,
        { .file = file } };
}

std::optional<Error> nothingToRead(FileKind kind, const ByteSource &source)
{
    const Location place{ .file = source.name() };
    if (kind == FileKind::Empty)
        return Error{ ErrorCode::FormatUnknown, u"the file is empty"_s, place };
    if (kind != FileKind::Zip)
        return std::nullopt;
    if (const auto damage = zipDamage(source.bytes()))
        return Error{ ErrorCode::FormatDamaged, *damage, place };
    return std::nullopt;
}

Error notAProgram(FileKind kind, const ByteSource &source)
{
    if (auto error = nothingToRead(kind, source))
        return *error;
    auto error = notAProgram(kind, source.name());
    if (kind == FileKind::Zip)
        error.detail += u" (%1)"_s.arg(zipMembersText(source.bytes()));
    return error;
}

} // namespace tosaic::formats
