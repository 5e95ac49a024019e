// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compiled/resultreader.h"

#include "core/base/bytesource.h"
#include "core/base/storedfile.h"
#include "core/base/try.h"
#include "core/compiled/problemjson.h"
#include "core/compiled/storedvaluejson.h"
#include "core/spec/specjson.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::compiled {

namespace {

constexpr qsizetype MostRanks = 64; // dimensions of a shape
constexpr double LargestExact = 9007199254740992.0; // 2^53

std::optional<double> number(const QJsonObject &object, const QString &key)
{
    const auto value = object.value(key);
    if (!value.isDouble() || !std::isfinite(value.toDouble()) || value.toDouble() < 0)
        return {};
    return value.toDouble();
}

std::optional<quint64> count(const QJsonObject &object, const QString &key)
{
    const auto value = number(object, key);
    if (!value || *value > LargestExact)
        return {};
    return static_cast<quint64>(std::llround(*value));
}

std::optional<int> index(const QJsonObject &object, const QString &key)
{
    const auto value = number(object, key);
    if (!value || *value > std::numeric_limits<int>::max())
        return {};
    return static_cast<int>(*value);
}

QString text(const QJsonObject &object, const QString &key)
{
    return object.value(key).toString();
}

QStringList texts(const QJsonArray &array)
{
    QStringList list;
    for (const auto &item : array) {
        if (item.isString())
            list.append(item.toString());
    }
    return list;
}

Summary summaryOf(const QJsonObject &object)
{
    return { number(object, u"cyclesTotal"_s), number(object, u"cyclesNpu"_s),
        count(object, u"macs"_s), count(object, u"sramBytes"_s), count(object, u"dramBytes"_s),
        count(object, u"onChipFlashBytes"_s), count(object, u"offChipFlashBytes"_s),
        count(object, u"npuOperators"_s), count(object, u"cpuOperators"_s) };
}

/// Builds the value, and collects what had to be left out.
class Reader
{
public:
    CompileResult read(const QJsonObject &object)
    {
        const auto status = text(object, u"status"_s);
        m_result.status = status == u"succeeded"_s ? Status::Succeeded
            : status == u"cancelled"_s             ? Status::Cancelled
                                                   : Status::Failed;
        const auto tools = object.value(u"tools"_s).toObject();
        for (const auto &tool : tools.keys())
            m_result.tools.emplace(tool, tools.value(tool).toString());
        const auto source = object.value(u"source"_s).toObject();
        m_result.sourceName = text(source, u"name"_s);
        m_result.sourceSha256 = text(source, u"sha256"_s);
        m_result.summary = summaryOf(object.value(u"summary"_s).toObject());
        for (const auto &problem : object.value(u"problems"_s).toArray())
            m_result.problems.push_back(problemFromJson(problem.toObject()));
        readSpec(object, u"spec"_s, m_result.spec);
        readSpec(object, u"resolvedSpec"_s, m_result.resolvedSpec);
        each(object, u"artefacts"_s, [&](const QJsonObject &o) { return readArtefact(o); });
        each(object, u"partitions"_s, [&](const QJsonObject &o) { return readPartition(o); });
        each(object, u"nodes"_s, [&](const QJsonObject &o) { return readNode(o); });
        each(object, u"rejections"_s, [&](const QJsonObject &o) { return readRejection(o); });
        each(object, u"origins"_s, [&](const QJsonObject &o) { return readOrigin(o); });
        each(object, u"quantised"_s, [&](const QJsonObject &o) { return readStored(o); });
        readEdges(object.value(u"edges"_s).toArray());
        return std::move(m_result);
    }

private:
    template <typename Read>
    void each(const QJsonObject &object, const QString &key, Read read)
    {
        qsizetype leftOut = 0;
        for (const auto &item : object.value(key).toArray())
            leftOut += item.isObject() && read(item.toObject()) ? 0 : 1;
        if (leftOut > 0)
            damaged(key, leftOut);
    }

    void damaged(const QString &key, qsizetype leftOut)
    {
        m_result.problems.push_back({ u"result.damaged"_s, Severity::Warning,
            Location{ .file = QLatin1StringView(ResultFileName), .entity = key },
            u"%1 entries make no sense and are left out"_s.arg(leftOut) });
    }

    void readSpec(const QJsonObject &object, const QString &key, spec::CompileSpec &into)
    {
        if (!object.contains(key))
            return;
        if (auto read = spec::fromJson(object.value(key).toObject()))
            into = std::move(*read);
        else
            damaged(key, 1);
    }

    bool readArtefact(const QJsonObject &object)
    {
        Artefact artefact{ text(object, u"kind"_s), QDir::cleanPath(text(object, u"path"_s)),
            text(object, u"sha256"_s), count(object, u"size"_s).value_or(0),
            index(object, u"partition"_s) };
        if (artefact.kind.isEmpty() || text(object, u"path"_s).isEmpty())
            return false;
        if (QDir::isAbsolutePath(artefact.path) || artefact.path == u".."_s
            || artefact.path.startsWith("../"_L1)) {
            m_result.problems.push_back({ u"result.artefact-outside"_s, Severity::Warning,
                Location{ .file = artefact.path },
                u"an artefact outside the output folder is left out"_s });
            return true;
        }
        m_result.artefacts.push_back(std::move(artefact));
        return true;
    }

    bool readPartition(const QJsonObject &object)
    {
        const auto at = index(object, u"index"_s);
        if (!at)
            return false;
        m_result.partitions.push_back({ *at, text(object, u"name"_s),
            texts(object.value(u"operators"_s).toArray()),
            summaryOf(object.value(u"summary"_s).toObject()), text(object, u"payloadSha256"_s) });
        return true;
    }

    bool readNode(const QJsonObject &object)
    {
        ModelNode node{ text(object, u"name"_s), text(object, u"target"_s),
            text(object, u"module"_s), text(object, u"stack"_s), text(object, u"placement"_s),
            index(object, u"partition"_s), text(object, u"dtype"_s), {} };
        if (node.name.isEmpty())
            return false;
        if (object.contains(u"shape"_s)) {
            const auto shape = object.value(u"shape"_s).toArray();
            node.shape.emplace();
            for (qsizetype i = 0; i < std::min(shape.size(), MostRanks); ++i)
                node.shape->push_back(shape[i].toInteger(-1));
        }
        m_result.nodes.push_back(std::move(node));
        return true;
    }

    bool readOrigin(const QJsonObject &object)
    {
        const auto partition = index(object, u"partition"_s);
        TosaOrigin origin{ partition.value_or(-1), text(object, u"tensor"_s),
            text(object, u"operator"_s), text(object, u"node"_s) };
        if (!partition || origin.tensor.isEmpty() || origin.node.isEmpty())
            return false;
        m_result.origins.push_back(std::move(origin));
        return true;
    }

    bool readStored(const QJsonObject &object)
    {
        if (auto value = storedValueFromJson(object)) {
            m_result.stored.push_back(std::move(*value));
            return true;
        }
        return false;
    }

    bool readRejection(const QJsonObject &object)
    {
        if (text(object, u"node"_s).isEmpty())
            return false;
        m_result.rejections.push_back({ text(object, u"node"_s), text(object, u"target"_s),
            text(object, u"module"_s), texts(object.value(u"reasons"_s).toArray()),
            texts(object.value(u"checks"_s).toArray()) });
        return true;
    }

    void readEdges(const QJsonArray &edges)
    {
        qsizetype leftOut = 0;
        for (const auto &item : edges) {
            const auto pair = item.toArray();
            if (pair.size() == 2 && pair[0].isString() && pair[1].isString())
                m_result.edges.push_back({ pair[0].toString(), pair[1].toString() });
            else
                ++leftOut;
        }
        if (leftOut > 0)
            damaged(u"edges"_s, leftOut);
    }

    CompileResult m_result;
};

void checkArtefacts(CompileResult &result)
{
    const QDir folder(result.folder);
    for (const auto &artefact : result.artefacts) {
        const QFileInfo file(folder.filePath(artefact.path));
        const Location location{ .file = artefact.path };
        if (!file.isFile())
            result.problems.push_back({ u"result.artefact-missing"_s, Severity::Warning, location,
                u"the file is no longer in the output folder"_s });
        else if (artefact.size != 0 && static_cast<quint64>(file.size()) != artefact.size)
            result.problems.push_back({ u"result.artefact-changed"_s, Severity::Warning, location,
                u"has %1 bytes, the compiler wrote %2"_s.arg(file.size()).arg(artefact.size) });
    }
}

/// What Vela compiled, if it is still there and the same.
QString velaSourceOf(const CompileResult &result)
{
    const auto name = QFileInfo(result.sourceName).fileName();
    if (!name.endsWith(".tosa"_L1) && !name.endsWith(".tflite"_L1))
        return {};
    const QDir folder(result.folder);
    for (const auto &path : { folder.filePath(name), folder.filePath(u"../"_s + name) }) {
        const auto source = ByteSource::map(path);
        if (source && sha256Hex((*source)->bytes()) == result.sourceSha256)
            return QDir::cleanPath(path);
    }
    return {};
}

} // namespace

CompileResult compileResultFromJson(const QJsonObject &object, const QString &folder)
{
    auto result = Reader().read(object);
    result.folder = QDir(folder).absolutePath();
    return result;
}

Result<CompileResult> readCompileResult(const QString &folder)
{
    const auto path = QDir(folder).absoluteFilePath(QLatin1StringView(ResultFileName));
    if (QFileInfo(folder).isDir() && !QFileInfo::exists(path))
        return fail(ErrorCode::IoOpen,
            u"the folder is no result of a compile (it has no result.json): name a file in it"_s,
            Location{ .file = folder });
    const auto bytes = TRY(readStored(path, LargestResult));
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(bytes, &error);
    if (error.error != QJsonParseError::NoError || !document.isObject())
        return fail(ErrorCode::FormatDamaged,
            error.error == QJsonParseError::NoError ? u"not a JSON object"_s : error.errorString(),
            Location{ .file = path, .offset = static_cast<quint64>(std::max(0, error.offset)) });
    auto result = compileResultFromJson(document.object(), folder);
    checkArtefacts(result);
    result.sourcePath = velaSourceOf(result);
    return result;
}

} // namespace tosaic::compiled
