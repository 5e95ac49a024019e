// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/reprobundle.h"

#include "core/base/bytesource.h"
#include "core/base/savefile.h"
#include "core/base/storedfile.h"
#include "core/compiled/resultreader.h"
#include "core/compiled/resultwriter.h"
#include "core/spec/calibrationpictures.h"
#include "core/spec/specjson.h"
#include "core/spec/specpython.h"
#include "core/toolchain/compilerun.h"
#include "core/toolchain/pathmask.h"
#include "core/toolchain/reprotexts.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <tuple>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

constexpr qint64 LargestText = 64 * 1024 * 1024; // bytes of a console or result that are kept
constexpr qint64 LargestSource = 1024 * 1024; // bytes of a Python module
constexpr qsizetype MostModules = 100;

QByteArray readFile(const QString &path, qint64 limit)
{
    QFile file(path);
    return openStored(file) ? file.read(limit) : QByteArray();
}

QByteArray jsonText(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Indented);
}

PathMask maskOf(const ReproMaterial &material)
{
    PathMask mask;
    mask.add(material.result.folder, u"{OUTPUT}"_s);
    mask.add(QFileInfo(material.request.input).absolutePath(), u"{INPUT}"_s);
    // .../environment/bin/python
    const QFileInfo interpreter(material.request.interpreter);
    if (interpreter.isAbsolute() && interpreter.dir().dirName() == "bin"_L1)
        mask.add(QDir::cleanPath(interpreter.absolutePath() + u"/.."_s), u"{PYTHON_ENV}"_s);
    mask.add(material.request.drivers.isEmpty() ? driversDir() : material.request.drivers,
        u"{DRIVERS}"_s);
    mask.add(QDir::homePath(), u"{HOME}"_s);
    mask.add(QDir::tempPath(), u"{TMP}"_s);
    return mask;
}

/// The model's source and the modules that it imports from its own folder, transitively.
QStringList sourceFiles(const QString &model)
{
    static const QRegularExpression import(
        u"^\\s*(?:import|from)\\s+\\.?([A-Za-z_][\\w]*)"_s, QRegularExpression::MultilineOption);
    const auto folder = QFileInfo(model).absoluteDir();
    QStringList found{ QFileInfo(model).absoluteFilePath() };
    for (qsizetype i = 0; i < found.size() && found.size() < MostModules; ++i) {
        const auto text = QString::fromUtf8(readFile(found[i], LargestSource));
        for (auto it = import.globalMatch(text); it.hasNext();) {
            const QFileInfo module(folder, it.next().captured(1) + u".py"_s);
            if (module.isFile() && !found.contains(module.absoluteFilePath()))
                found.append(module.absoluteFilePath());
        }
    }
    return found;
}

/// Its name beside the model in the bundle.
QString pictureFolder(const QString &folder)
{
    const auto name = QDir(QDir::cleanPath(folder)).dirName();
    return name.isEmpty() ? u"pictures"_s : name;
}

/// Collects entries; each name once.
class Collector
{
public:
    explicit Collector(const ReproMaterial &material)
        : m_material(material), m_mask(maskOf(material)),
          m_kind(inputKindOf(material.request.input))
    {
    }

    std::vector<formats::ZipEntry> collect();

private:
    void addText(const QString &name, const QString &text)
    {
        m_entries.push_back({ name, m_mask.apply(text).toUtf8() });
    }
    /// `name`: below inputs/.
    void addInput(const QString &path, bool mayInclude, QString name = {});
    void addPictures(const QString &folder);
    void addInputs();
    void addSpecs();
    void addRecords();
    void addCommands();
    QString bundled(const QString &path) const { return m_bundled.value(path); }
    bool isVela() const { return m_kind && usesVelaAlone(*m_kind); }

    const ReproMaterial &m_material;
    PathMask m_mask;
    Result<InputKind> m_kind;
    std::vector<formats::ZipEntry> m_entries;
    QHash<QString, QString> m_bundled; ///< absolute path -> name in the archive
    QJsonArray m_inputs;
};

void Collector::addInput(const QString &path, bool mayInclude, QString name)
{
    const auto source = ByteSource::map(path);
    if (name.isEmpty())
        name = QFileInfo(path).fileName();
    QJsonObject entry{ { u"name"_s, name } };
    bool isIncluded = false;
    if (source) {
        isIncluded = mayInclude && (*source)->size() <= ReproInputLimit;
        entry.insert(u"size"_s, static_cast<qint64>((*source)->size()));
        entry.insert(u"sha256"_s, sha256Hex((*source)->bytes()));
        if (isIncluded) {
            const auto stored = u"inputs/"_s + name;
            m_entries.push_back({ stored, (*source)->bytes().toByteArray() });
            m_bundled.insert(QFileInfo(path).absoluteFilePath(), stored);
        }
    } else {
        entry.insert(u"problem"_s, m_mask.apply(source.error().toText()));
    }
    entry.insert(u"included"_s, isIncluded);
    m_inputs.append(entry);
}

/// Those that calibrate, all or none: some of them would calibrate otherwise.
void Collector::addPictures(const QString &folder)
{
    quint64 size = 0; // bytes
    const auto names = spec::chosenPictures(folder);
    for (const auto &name : names)
        size += static_cast<quint64>(QFileInfo(QDir(folder), name).size());
    for (const auto &name : names)
        addInput(QDir(folder).absoluteFilePath(name), size <= ReproInputLimit,
            pictureFolder(folder) + u'/' + name);
}

void Collector::addInputs()
{
    const auto &request = m_material.request;
    if (m_kind && *m_kind == InputKind::PythonModel) {
        for (const auto &path : sourceFiles(request.input))
            addInput(path, m_material.withSource);
    } else {
        addInput(request.input, true);
    }
    const auto folder = QFileInfo(request.input).absolutePath();
    const auto spec = withOwnIni(request.spec, folder);
    if (spec.configIni && QFileInfo(*spec.configIni).isFile())
        addInput(QFileInfo(*spec.configIni).absoluteFilePath(), true);
    if (spec.calibration) {
        for (const auto &file : spec.calibration->files)
            addInput(QFileInfo(QDir(folder), file).absoluteFilePath(), true);
        if (const auto &pictures = spec.calibration->images.folder; !pictures.isEmpty())
            addPictures(QDir(folder).absoluteFilePath(pictures));
    }
    m_entries.push_back({ u"inputs.json"_s, jsonText({ { u"inputs"_s, m_inputs } }) });
}

/// Paths in it lead into the bundle.
void Collector::addSpecs()
{
    const auto moved = [this](spec::CompileSpec spec) {
        const auto folder = QFileInfo(m_material.request.input).absolutePath();
        spec = withOwnIni(std::move(spec), folder);
        if (spec.configIni && !bundled(*spec.configIni).isEmpty())
            spec.configIni = QFileInfo(*spec.configIni).fileName(); // beside the input
        if (spec.calibration) {
            for (auto &file : spec.calibration->files)
                file = QFileInfo(file).fileName();
            if (auto &pictures = spec.calibration->images.folder; !pictures.isEmpty())
                pictures = pictureFolder(QDir(folder).absoluteFilePath(pictures));
        }
        return QString::fromUtf8(jsonText(spec::toJson(spec)));
    };
    addText(u"spec.json"_s, moved(m_material.request.spec));
    addText(u"spec-resolved.json"_s, moved(m_material.result.resolvedSpec));
}

void Collector::addRecords()
{
    const QDir folder(m_material.result.folder);
    for (const auto *name : { compiled::ResultFileName, ConsoleFileName }) {
        const auto file = QString::fromLatin1(name);
        const auto text = readFile(folder.filePath(file), LargestText);
        if (!text.isEmpty())
            addText(file, QString::fromUtf8(text));
    }
    if (!folder.exists(QString::fromLatin1(compiled::ResultFileName)))
        addText(QString::fromLatin1(compiled::ResultFileName),
            QString::fromUtf8(jsonText(compiled::toJson(m_material.result))));
    QString problems;
    for (const auto &problem : m_material.result.problems)
        problems += problem.toText() + u'\n';
    addText(u"problems.txt"_s, problems);
}

void Collector::addCommands()
{
    const auto &request = m_material.request;
    // Whatever it is that is not a known input: the driver would have been asked.
    const auto command
        = isVela() ? velaCommand(request, *m_kind) : driverCommand(request, u"job.json"_s);
    if (!isVela())
        addText(u"job.json"_s, QString::fromUtf8(jsonText(driverJob(request))));
    QStringList exact{ request.interpreter.isEmpty() ? u"python3"_s : command.program };
    exact += command.arguments;
    QStringList again;
    if (isVela()) {
        again = command.arguments;
        for (auto &word : again) {
            const auto value = word.startsWith("--config="_L1) ? word.sliced(9) : word;
            if (const auto stored = bundled(value); !stored.isEmpty())
                // Vela looks for "folder/file.ini" among its own files first.
                word.replace(value, u"./"_s + stored);
            else if (word == "--output-dir=."_L1)
                word = u"--output-dir=out"_s;
        }
        if (bundled(again.last()).isEmpty())
            again.last() = u"inputs/"_s + QFileInfo(request.input).fileName();
    }
    addText(u"command.txt"_s, repro::commandText(exact, again, request));
    addText(
        u"environment.txt"_s, repro::environmentText(m_material.environment, m_material.result));
    addText(u"platform.json"_s, repro::platformText(command.environment));
    addText(u"README.txt"_s, repro::readmeText(m_material, isVela(), m_kind && runsCode(*m_kind)));
}

std::vector<formats::ZipEntry> Collector::collect()
{
    addInputs();
    addSpecs();
    addRecords();
    addCommands();
    // The first thing one sees.
    std::rotate(m_entries.begin(), m_entries.end() - 1, m_entries.end());
    return std::move(m_entries);
}

} // namespace

std::vector<formats::ZipEntry> reproEntries(const ReproMaterial &material)
{
    return Collector(material).collect();
}

Result<void> writeReproBundle(const QString &path, const ReproMaterial &material)
{
    const auto archive = formats::zipArchive(reproEntries(material));
    return archive ? saveFile(path, *archive) : fail(archive.error());
}

void keepReproBundle(const CompileRequest &request, const compiled::CompileResult &result,
    const ToolEnvironment &environment)
{
    if (result.status != compiled::Status::Failed)
        return;
    // Whether it fits or not changes nothing about the compile.
    std::ignore = writeReproBundle(QDir(result.folder).filePath(QLatin1StringView(ReproFileName)),
        { .request = request, .result = result, .environment = environment, .withSource = true });
}

} // namespace tosaic::toolchain
