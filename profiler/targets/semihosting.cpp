// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"
#include "core/formats/openprogram.h"
#include "profiler/targets/fvpcommand.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

/// The line is cut at spaces and cannot quote.
QString nameInFolder(const QString &path, const QString &otherwise)
{
    const auto name = QFileInfo(path).fileName();
    const bool isPlain = !name.isEmpty()
        && std::none_of(name.begin(), name.end(), [](QChar c) { return c.isSpace() || c == u'"'; });
    return isPlain ? name : otherwise;
}

QString modelName(const FvpTarget &target)
{
    return nameInFolder(target.pte, u"program.pte"_s);
}

std::vector<const model::Tensor *> inputsOf(const model::Program &program)
{
    std::vector<const model::Tensor *> tensors;
    if (program.methods.empty())
        return tensors;
    const auto &method = program.methods.front(); // the runner runs method 0 only
    for (const auto index : method.inputs) {
        if (const auto *tensor = method.tensor(static_cast<qint32>(index.value)))
            tensors.push_back(tensor);
    }
    return tensors;
}

/// One element with the value 1, little-endian; empty for a dtype that the runner does not fill.
QByteArray oneOf(model::ScalarType dtype)
{
    using enum model::ScalarType;
    switch (dtype) {
    case Float:
        return QByteArray::fromHex("0000803f");
    case Double:
        return QByteArray::fromHex("000000000000f03f");
    case Half:
        return QByteArray::fromHex("003c");
    case BFloat16:
        return QByteArray::fromHex("803f");
    default:
        break;
    }
    const auto bits = model::bitsPerElement(dtype);
    if (!bits || *bits % 8 != 0)
        return {};
    return QByteArray(1, '\1') + QByteArray(static_cast<qsizetype>(*bits / 8) - 1, '\0');
}

Result<std::shared_ptr<const model::Program>> programOf(const FvpTarget &target)
{
    auto source = ByteSource::map(target.pte);
    if (!source)
        return fail(source.error());
    return formats::readProgram(*source);
}

/// "in0.bin", ... for the tensors of the program. Without a readable program there are none.
QStringList inputNames(const FvpTarget &target)
{
    QStringList names;
    const auto add = [&names](const QString &path) {
        const auto own = u"in%1.bin"_s.arg(names.size());
        const auto name = nameInFolder(path, own);
        names += names.contains(name) ? own : name; // same name in another folder
    };
    if (!target.inputFiles.isEmpty()) {
        std::ranges::for_each(target.inputFiles, add);
        return names;
    }
    if (const auto program = programOf(target)) {
        for (size_t i = 0; i < inputsOf(**program).size(); ++i)
            add({});
    }
    return names;
}

Result<void> placeLink(const QString &from, const QString &path)
{
    const auto file = QFileInfo(from).absoluteFilePath();
    if (file == QFileInfo(path).absoluteFilePath())
        return {};
    if (!QFile::link(file, path))
        return fail(ErrorCode::IoWrite, u"no link to %1 can be made"_s.arg(file), { .file = path });
    return {};
}

Result<void> writeOnes(const model::Tensor &tensor, const QString &path)
{
    const auto one = oneOf(tensor.dtype);
    const auto count = tensor.elementCount();
    constexpr quint64 most = 256 * 1024 * 1024; // bytes
    if (one.isEmpty() || !count || *count > most / static_cast<quint64>(one.size()))
        return fail(ErrorCode::FormatUnsupported,
            u"no input can be made for a tensor of %1; give a file"_s.arg(
                model::dtypeName(tensor.dtype)));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly) // not over what is not ours
        || file.write(one.repeated(static_cast<qsizetype>(*count))) < 0 || !file.flush())
        return fail(ErrorCode::IoWrite, file.errorString(), { .file = path });
    return {};
}

} // namespace

QString semihostingLine(const FvpTarget &target)
{
    QStringList words{ u"executor_runner"_s, u"-m"_s, modelName(target) };
    const auto names = inputNames(target);
    for (const auto &name : names)
        words += { u"-i"_s, name };
    words += { u"-o"_s, u"out"_s };
    return words.join(u' ');
}

Result<void> prepareSemihosting(const FvpTarget &target, const QString &folder)
{
    const QDir dir(folder);
    if (auto placed = placeLink(target.pte, dir.filePath(modelName(target))); !placed)
        return placed;
    const auto names = inputNames(target);
    for (qsizetype i = 0; i < target.inputFiles.size(); ++i) {
        if (auto placed = placeLink(target.inputFiles[i], dir.filePath(names[i])); !placed)
            return placed;
    }
    if (!target.inputFiles.isEmpty())
        return {};
    const auto program = programOf(target);
    if (!program)
        return fail(program.error());
    const auto tensors = inputsOf(**program);
    for (size_t i = 0; i < tensors.size(); ++i) {
        const auto name = names[static_cast<qsizetype>(i)];
        if (auto written = writeOnes(*tensors[i], dir.filePath(name)); !written)
            return written;
    }
    return {};
}

} // namespace tosaic::profile
