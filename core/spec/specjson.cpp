// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/specjson.h"

#include "core/base/knownjson.h"
#include "core/spec/jsonkeys.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

constexpr qsizetype LargestText = 1024 * 1024; // bytes of SPEC.json

/// Takes the values of one JSON object, remembers the first thing that is wrong and which keys
/// nobody asked for.
class ObjectReader
{
public:
    ObjectReader(QJsonObject object, QString path, std::optional<Error> &error)
        : m_object(std::move(object)), m_path(std::move(path)), m_error(error)
    {
    }

    bool has(const QString &key) const { return m_object.contains(key); }
    QString pathOf(const QString &key) const
    {
        return m_path.isEmpty() ? key : m_path + u'.' + key;
    }

    QJsonValue take(const QString &key, QJsonValue::Type type, const QString &wanted)
    {
        m_known.append(key);
        const auto value = m_object.value(key);
        if (value.isUndefined() || value.type() == type)
            return value;
        wrong(key, u"must be "_s + wanted);
        return QJsonValue(QJsonValue::Undefined);
    }

    std::optional<QString> string(const QString &key, const QStringList &choices = {})
    {
        const auto value = take(key, QJsonValue::String, u"a text"_s);
        if (value.isUndefined())
            return {};
        const auto text = value.toString();
        if (!choices.isEmpty() && !choices.contains(text))
            wrong(key, u"is '%1'; it must be one of: %2"_s.arg(text, choices.join(u", "_s)));
        return text;
    }

    void boolean(const QString &key, bool &into)
    {
        const auto value = take(key, QJsonValue::Bool, u"true or false"_s);
        if (!value.isUndefined())
            into = value.toBool();
    }

    void integer(const QString &key, int &into, int smallest, int largest)
    {
        const auto value = take(key, QJsonValue::Double, u"a whole number"_s);
        if (value.isUndefined())
            return;
        const auto number = value.toDouble();
        if (number < smallest || number > largest || number != static_cast<int>(number))
            return wrong(key, u"must be a whole number from %1 to %2"_s.arg(smallest).arg(largest));
        into = static_cast<int>(number);
    }

    void number(const QString &key, std::optional<double> &into)
    {
        const auto value = take(key, QJsonValue::Double, u"a number"_s);
        if (!value.isUndefined())
            into = value.toDouble();
    }

    void strings(const QString &key, QStringList &into)
    {
        for (const auto &item : array(key)) {
            if (!item.isString())
                return wrong(key, u"must be a list of texts"_s);
            into.append(item.toString());
        }
    }

    QJsonArray array(const QString &key)
    {
        return take(key, QJsonValue::Array, u"a list"_s).toArray();
    }

    ObjectReader object(const QString &key)
    {
        return { take(key, QJsonValue::Object, u"an object"_s).toObject(), pathOf(key), m_error };
    }

    void wrong(const QString &key, const QString &what)
    {
        if (m_error)
            return;
        const auto path = pathOf(key);
        m_error = Error{ ErrorCode::SpecInvalid, path + u' ' + what, Location{ .entity = path } };
    }

    void reportUnknown(std::vector<Diagnostic> *diagnostics) const
    {
        if (!diagnostics)
            return;
        for (const auto &key : m_object.keys()) {
            if (!m_known.contains(key))
                diagnostics->push_back({ u"spec.unknown-key"_s, Severity::Warning,
                    Location{ .entity = pathOf(key) },
                    u"'%1' is not a key of a compile spec and has no effect"_s.arg(pathOf(key)) });
        }
    }

private:
    QJsonObject m_object;
    QString m_path;
    std::optional<Error> &m_error;
    QStringList m_known;
};

const QStringList Schemes{ u"none"_s, u"symmetric"_s };
const QStringList Activations{ u"int8"_s, u"int16"_s };

QuantizerOverride readOverride(ObjectReader reader, std::vector<Diagnostic> *diagnostics)
{
    QuantizerOverride rule;
    rule.module = reader.string(u"module"_s).value_or(QString());
    rule.operatorName = reader.string(u"operator"_s).value_or(QString());
    rule.scheme = reader.string(u"scheme"_s, Schemes).value_or(QString());
    rule.activations = reader.string(u"activations"_s, Activations).value_or(QString());
    reader.reportUnknown(diagnostics);
    return rule;
}

Quantizer readQuantizer(
    ObjectReader reader, std::optional<Error> &error, std::vector<Diagnostic> *diagnostics)
{
    Quantizer quantizer;
    quantizer.scheme = reader.string(u"scheme"_s, Schemes).value_or(quantizer.scheme);
    quantizer.activations
        = reader.string(u"activations"_s, Activations).value_or(quantizer.activations);
    reader.boolean(u"perChannel"_s, quantizer.perChannel);
    const auto overrides = reader.array(u"overrides"_s);
    for (qsizetype i = 0; i < overrides.size(); ++i) {
        const auto path = u"overrides[%1]"_s.arg(i);
        if (!overrides[i].isObject())
            reader.wrong(path, u"must be an object"_s);
        quantizer.overrides.push_back(
            readOverride({ overrides[i].toObject(), reader.pathOf(path), error }, diagnostics));
    }
    reader.reportUnknown(diagnostics);
    return quantizer;
}

Calibration readCalibration(ObjectReader reader, std::vector<Diagnostic> *diagnostics)
{
    Calibration calibration;
    if (reader.has(u"random"_s) && reader.has(u"files"_s))
        reader.wrong(u"files"_s, u"and 'random' exclude each other"_s);
    reader.strings(u"files"_s, calibration.files);
    if (reader.has(u"files"_s) && calibration.files.isEmpty())
        reader.wrong(u"files"_s, u"names no file; leave it out"_s);
    auto random = reader.object(u"random"_s);
    random.integer(u"samples"_s, calibration.samples, 1, LargestSampleCount);
    random.integer(u"seed"_s, calibration.seed, 0, std::numeric_limits<int>::max());
    random.reportUnknown(diagnostics);
    reader.reportUnknown(diagnostics);
    return calibration;
}

KeepOnCpu readPartition(ObjectReader reader, std::vector<Diagnostic> *diagnostics)
{
    KeepOnCpu keep;
    auto lists = reader.object(u"keepOnCpu"_s);
    lists.strings(u"nodes"_s, keep.nodes);
    lists.strings(u"operators"_s, keep.operators);
    lists.strings(u"modules"_s, keep.modules);
    lists.strings(u"patterns"_s, keep.patterns);
    lists.reportUnknown(diagnostics);
    reader.reportUnknown(diagnostics);
    return keep;
}

PassPipeline readPasses(ObjectReader reader, std::vector<Diagnostic> *diagnostics)
{
    PassPipeline passes;
    passes.softmax = reader.string(u"softmax"_s, { u"masked"_s, u"stable"_s });
    passes.leakyRelu = reader.string(u"leakyRelu"_s, { u"table"_s, u"decompose"_s });
    passes.sdpaSafeSoftmaxGuard = reader.string(
        u"sdpaSafeSoftmaxGuard"_s, { u"preserve"_s, u"remove"_s, u"remove-when-proven"_s });
    auto infinities = reader.object(u"quantizeInf"_s);
    infinities.number(u"negative"_s, passes.quantizeNegativeInfinity);
    infinities.number(u"positive"_s, passes.quantizePositiveInfinity);
    infinities.reportUnknown(diagnostics);
    reader.reportUnknown(diagnostics);
    return passes;
}

CpuKernels readCpuKernels(ObjectReader &reader)
{
    const auto text = reader.string(u"cpuKernels"_s, { u"portable"_s, u"cortex-m"_s });
    return text == u"cortex-m"_s ? CpuKernels::CortexM : CpuKernels::Portable;
}

DebugMode readDebug(ObjectReader &reader)
{
    const auto text = reader.string(u"debug"_s, { u"none"_s, u"tosa"_s, u"json"_s });
    if (text == u"tosa"_s)
        return DebugMode::Tosa;
    return text == u"json"_s ? DebugMode::Json : DebugMode::None;
}

QJsonObject quantizerJson(const Quantizer &quantizer)
{
    const Quantizer standard;
    QJsonObject object{ { u"scheme"_s, quantizer.scheme } };
    if (quantizer.activations != standard.activations)
        object.insert(u"activations"_s, quantizer.activations);
    if (quantizer.perChannel != standard.perChannel)
        object.insert(u"perChannel"_s, quantizer.perChannel);
    QJsonArray overrides;
    for (const auto &rule : quantizer.overrides) {
        QJsonObject item;
        insertKnown(item, u"module"_s, rule.module);
        insertKnown(item, u"operator"_s, rule.operatorName);
        insertKnown(item, u"scheme"_s, rule.scheme);
        insertKnown(item, u"activations"_s, rule.activations);
        overrides.append(item);
    }
    if (!overrides.isEmpty())
        object.insert(u"overrides"_s, overrides);
    return object;
}

QJsonObject passesJson(const PassPipeline &passes)
{
    QJsonObject object;
    insertKnown(object, u"softmax"_s, passes.softmax);
    insertKnown(object, u"leakyRelu"_s, passes.leakyRelu);
    QJsonObject infinities;
    if (passes.quantizeNegativeInfinity)
        infinities.insert(u"negative"_s, *passes.quantizeNegativeInfinity);
    if (passes.quantizePositiveInfinity)
        infinities.insert(u"positive"_s, *passes.quantizePositiveInfinity);
    if (!infinities.isEmpty())
        object.insert(u"quantizeInf"_s, infinities);
    insertKnown(object, u"sdpaSafeSoftmaxGuard"_s, passes.sdpaSafeSoftmaxGuard);
    return object;
}

QJsonObject calibrationJson(const Calibration &calibration)
{
    if (!calibration.files.isEmpty())
        return { { u"files"_s, QJsonArray::fromStringList(calibration.files) } };
    return { { u"random"_s,
        QJsonObject{ { u"samples"_s, calibration.samples }, { u"seed"_s, calibration.seed } } } };
}

} // namespace

Result<CompileSpec> fromJson(const QJsonObject &object, std::vector<Diagnostic> *diagnostics)
{
    std::optional<Error> error;
    ObjectReader reader(object, {}, error);
    CompileSpec spec;
    if (const auto target = reader.string(u"target"_s))
        spec.target = *target;
    else
        reader.wrong(u"target"_s, u"is missing"_s);
    spec.systemConfig = reader.string(u"systemConfig"_s);
    spec.memoryMode = reader.string(u"memoryMode"_s);
    spec.configIni = reader.string(u"configIni"_s);
    reader.strings(u"extraFlags"_s, spec.extraFlags);
    auto external = reader.object(u"externalBlocks"_s);
    spec.externalCommandTag = external.string(u"cmdData"_s).value_or(QString());
    spec.externalWeightTag = external.string(u"weightData"_s).value_or(QString());
    external.reportUnknown(diagnostics);
    spec.debug = readDebug(reader);
    reader.boolean(u"delegate"_s, spec.delegate);
    if (reader.has(u"quantizer"_s))
        spec.quantizer = readQuantizer(reader.object(u"quantizer"_s), error, diagnostics);
    if (reader.has(u"calibration"_s))
        spec.calibration = readCalibration(reader.object(u"calibration"_s), diagnostics);
    spec.keepOnCpu = readPartition(reader.object(u"partition"_s), diagnostics);
    spec.intermediatesFolder = reader.string(u"intermediates"_s).value_or(QString());
    spec.tosaSpec = reader.string(u"tosaSpec"_s);
    spec.passes = readPasses(reader.object(u"passPipeline"_s), diagnostics);
    spec.cpuKernels = readCpuKernels(reader);
    reader.boolean(u"integerIo"_s, spec.integerIo);
    reader.reportUnknown(diagnostics);
    if (error)
        return fail(*error);
    return spec;
}

Result<CompileSpec> fromJsonText(const QByteArray &text, std::vector<Diagnostic> *diagnostics)
{
    if (text.size() > LargestText)
        return fail(ErrorCode::LimitExceeded, u"a compile spec of more than 1 MiB"_s);
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(text, &error);
    if (error.error != QJsonParseError::NoError)
        return fail(ErrorCode::SpecInvalid, u"not JSON: "_s + error.errorString(),
            Location{ .offset = static_cast<quint64>(std::max(0, error.offset)) });
    if (!document.isObject())
        return fail(ErrorCode::SpecInvalid, u"a compile spec is a JSON object"_s);
    if (diagnostics) {
        for (const auto &path : repeatedKeys(text))
            diagnostics->push_back(
                { u"spec.duplicate-key"_s, Severity::Warning, Location{ .entity = path },
                    u"'%1' is there more than once; the last one counts"_s.arg(path) });
    }
    return fromJson(document.object(), diagnostics);
}

QByteArray specSchema()
{
    QFile file(u":/spec/spec.schema.json"_s);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QJsonObject toJson(const CompileSpec &spec)
{
    QJsonObject object{ { u"target"_s, spec.target } };
    insertKnown(object, u"systemConfig"_s, spec.systemConfig);
    insertKnown(object, u"memoryMode"_s, spec.memoryMode);
    insertKnown(object, u"configIni"_s, spec.configIni);
    insertKnown(object, u"extraFlags"_s, spec.extraFlags);
    QJsonObject external;
    insertKnown(external, u"cmdData"_s, spec.externalCommandTag);
    insertKnown(external, u"weightData"_s, spec.externalWeightTag);
    if (!external.isEmpty())
        object.insert(u"externalBlocks"_s, external);
    if (spec.debug != DebugMode::None)
        object.insert(u"debug"_s, spec.debug == DebugMode::Tosa ? u"tosa"_s : u"json"_s);
    if (!spec.delegate)
        object.insert(u"delegate"_s, false);
    if (spec.quantizer)
        object.insert(u"quantizer"_s, quantizerJson(*spec.quantizer));
    if (spec.calibration)
        object.insert(u"calibration"_s, calibrationJson(*spec.calibration));
    QJsonObject keep;
    insertKnown(keep, u"nodes"_s, spec.keepOnCpu.nodes);
    insertKnown(keep, u"operators"_s, spec.keepOnCpu.operators);
    insertKnown(keep, u"modules"_s, spec.keepOnCpu.modules);
    insertKnown(keep, u"patterns"_s, spec.keepOnCpu.patterns);
    if (!keep.isEmpty())
        object.insert(u"partition"_s, QJsonObject{ { u"keepOnCpu"_s, keep } });
    insertKnown(object, u"intermediates"_s, spec.intermediatesFolder);
    insertKnown(object, u"tosaSpec"_s, spec.tosaSpec);
    if (const auto passes = passesJson(spec.passes); !passes.isEmpty())
        object.insert(u"passPipeline"_s, passes);
    if (spec.cpuKernels == CpuKernels::CortexM)
        object.insert(u"cpuKernels"_s, u"cortex-m"_s);
    if (spec.integerIo)
        object.insert(u"integerIo"_s, true);
    return object;
}

} // namespace tosaic::spec
