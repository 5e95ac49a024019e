// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/specfields.h"

#include "core/base/knownjson.h"

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

using FieldKind = Field::Kind;

const CompileSpec &standard()
{
    static const CompileSpec spec;
    return spec;
}

/// Of a part that may be absent: to look at, its defaults; to change, it is made.
template <typename Part>
const Part &part(const std::optional<Part> &present)
{
    static const Part defaults;
    return present ? *present : defaults;
}
template <typename Part>
Part &part(std::optional<Part> &present)
{
    return present ? *present : present.emplace();
}

QJsonValue toValue(const QString &text)
{
    return text.isEmpty() ? QJsonValue(QJsonValue::Undefined) : QJsonValue(text);
}
QJsonValue toValue(const QStringList &texts)
{
    return texts.isEmpty() ? QJsonValue(QJsonValue::Undefined) : QJsonArray::fromStringList(texts);
}
QJsonValue toValue(bool isOn)
{
    return isOn;
}
QJsonValue toValue(int number)
{
    return number;
}
template <typename Value>
QJsonValue toValue(const std::optional<Value> &value)
{
    return value ? QJsonValue(*value) : QJsonValue(QJsonValue::Undefined);
}

void fromValue(const QJsonValue &value, QString &into)
{
    into = value.toString();
}
void fromValue(const QJsonValue &value, std::optional<QString> &into)
{
    into = value.isUndefined() ? std::nullopt : std::optional(value.toString());
}
void fromValue(const QJsonValue &value, QStringList &into)
{
    into = value.toVariant().toStringList();
}
void fromValue(const QJsonValue &value, bool &into)
{
    into = value.toBool();
}
void fromValue(const QJsonValue &value, int &into)
{
    into = value.toInt();
}
void fromValue(const QJsonValue &value, std::optional<double> &into)
{
    into = value.isUndefined() ? std::nullopt : std::optional(value.toDouble());
}

constexpr std::pair<const char16_t *, QString QuantizerOverride::*> OverrideKeys[] = {
    { u"module", &QuantizerOverride::module },
    { u"operator", &QuantizerOverride::operatorName },
    { u"scheme", &QuantizerOverride::scheme },
    { u"activations", &QuantizerOverride::activations },
};

QJsonValue toValue(const std::vector<QuantizerOverride> &overrides)
{
    QJsonArray array;
    for (const auto &rule : overrides) {
        QJsonObject item;
        for (const auto &[key, member] : OverrideKeys)
            insertKnown(item, QString::fromUtf16(key), rule.*member);
        array.append(item);
    }
    return array.isEmpty() ? QJsonValue(QJsonValue::Undefined) : array;
}
void fromValue(const QJsonValue &value, std::vector<QuantizerOverride> &into)
{
    into.clear();
    for (const auto &item : value.toArray()) {
        auto &rule = into.emplace_back();
        for (const auto &[key, member] : OverrideKeys)
            rule.*member = item[QStringView(key)].toString();
    }
}

/// `member` gives the place of the value in a spec, to look at and to change.
template <typename Member>
Field field(
    const QString &key, FieldKind kind, int spelled, Member member, const QStringList &choices = {})
{
    return { .key = key,
        .kind = kind,
        .value = [member](const CompileSpec &spec) { return toValue(member(spec)); },
        .set =
            [member](CompileSpec &spec, const QJsonValue &value) {
                if (value.isUndefined())
                    member(spec) = member(standard());
                else
                    fromValue(value, member(spec));
            },
        .spelled = spelled,
        .choices = choices };
}

/// A choice that the spec keeps as an enumeration, in the order of its values.
template <typename Enum>
Field choice(const QString &key, int spelled, Enum CompileSpec::*member, const QStringList &names)
{
    return { .key = key,
        .value = [=](const CompileSpec &spec) { return names[static_cast<int>(spec.*member)]; },
        .set =
            [=](CompileSpec &spec, const QJsonValue &value) {
                const auto at = std::max<qsizetype>(0, names.indexOf(value.toString()));
                spec.*member = static_cast<Enum>(at);
            },
        .spelled = spelled,
        .choices = names };
}

Field within(Field field, int smallest, int largest)
{
    field.smallest = smallest;
    field.largest = largest;
    return field;
}

// The place of a value in a spec that may be constant.
#define PLACE(member)                                                                              \
    [](auto &s) -> auto &                                                                          \
    {                                                                                              \
        return s.member;                                                                           \
    }
#define PLACE_IN(optional, member)                                                                 \
    [](auto &s) -> auto &                                                                          \
    {                                                                                              \
        return part(s.optional).member;                                                            \
    }

std::vector<Field> makeFields()
{
    using enum Field::Spelled;
    constexpr int Call = InVela | InPython;
    const QStringList schemes{ u"symmetric"_s, u"none"_s };
    const QStringList activations{ u"int8"_s, u"int16"_s };
    return {
        field(u"target"_s, FieldKind::Text, Call, PLACE(target)),
        field(u"systemConfig"_s, FieldKind::Text, Call, PLACE(systemConfig)),
        field(u"memoryMode"_s, FieldKind::Text, Call, PLACE(memoryMode)),
        field(u"configIni"_s, FieldKind::Text, Call, PLACE(configIni)),
        field(u"extraFlags"_s, FieldKind::Texts, Call, PLACE(extraFlags)),
        field(u"externalBlocks.cmdData"_s, FieldKind::Text, InPython, PLACE(externalCommandTag)),
        field(u"externalBlocks.weightData"_s, FieldKind::Text, InPython, PLACE(externalWeightTag)),
        choice(u"debug"_s, InPython, &CompileSpec::debug, { u"none"_s, u"tosa"_s, u"json"_s }),
        field(u"delegate"_s, FieldKind::Switch, InPartitioner, PLACE(delegate)),
        field(u"quantizer.scheme"_s, FieldKind::Text, InQuantizer, PLACE_IN(quantizer, scheme),
            schemes),
        field(u"quantizer.activations"_s, FieldKind::Text, InQuantizer,
            PLACE_IN(quantizer, activations), activations),
        field(u"quantizer.weights"_s, FieldKind::Text, InQuantizer, PLACE_IN(quantizer, weights),
            { u"int8"_s, u"int4"_s }),
        field(u"quantizer.perChannel"_s, FieldKind::Switch, InQuantizer,
            PLACE_IN(quantizer, perChannel)),
        field(u"quantizer.io"_s, FieldKind::Text, InQuantizer, PLACE_IN(quantizer, io),
            { u"activations"_s, u"uint8"_s }),
        field(u"quantizer.overrides"_s, FieldKind::Overrides, InQuantizer,
            PLACE_IN(quantizer, overrides)),
        field(u"calibration.files"_s, FieldKind::Texts, Nowhere, PLACE_IN(calibration, files)),
        field(u"calibration.images.folder"_s, FieldKind::Text, Nowhere,
            PLACE_IN(calibration, images.folder)),
        field(u"calibration.images.mean"_s, FieldKind::Text, Nowhere,
            PLACE_IN(calibration, images.mean)),
        field(u"calibration.images.std"_s, FieldKind::Text, Nowhere,
            PLACE_IN(calibration, images.deviation)),
        field(u"calibration.images.order"_s, FieldKind::Text, Nowhere,
            PLACE_IN(calibration, images.order), { u"rgb"_s, u"bgr"_s }),
        within(field(u"calibration.images.resize"_s, FieldKind::Integer, Nowhere,
                   PLACE_IN(calibration, images.resize)),
            0, LargestPictureSide),
        within(field(u"calibration.random.samples"_s, FieldKind::Integer, Nowhere,
                   PLACE_IN(calibration, samples)),
            1, LargestSampleCount),
        field(
            u"calibration.random.seed"_s, FieldKind::Integer, Nowhere, PLACE_IN(calibration, seed)),
        field(u"partition.keepOnCpu.nodes"_s, FieldKind::Texts, InPartitioner,
            PLACE(keepOnCpu.nodes)),
        field(u"partition.keepOnCpu.operators"_s, FieldKind::Texts, InPartitioner,
            PLACE(keepOnCpu.operators)),
        field(u"partition.keepOnCpu.modules"_s, FieldKind::Texts, InPartitioner,
            PLACE(keepOnCpu.modules)),
        field(u"partition.keepOnCpu.patterns"_s, FieldKind::Texts, InPartitioner,
            PLACE(keepOnCpu.patterns)),
        field(u"intermediates"_s, FieldKind::Text, InPython, PLACE(intermediatesFolder)),
        field(u"tosaSpec"_s, FieldKind::Text, InPython, PLACE(tosaSpec)),
        field(u"passPipeline.softmax"_s, FieldKind::Text, InPython, PLACE(passes.softmax),
            { u"masked"_s, u"stable"_s }),
        field(u"passPipeline.leakyRelu"_s, FieldKind::Text, InPython, PLACE(passes.leakyRelu),
            { u"decompose"_s, u"table"_s }),
        field(u"passPipeline.quantizeInf.negative"_s, FieldKind::Number, InPython,
            PLACE(passes.quantizeNegativeInfinity)),
        field(u"passPipeline.quantizeInf.positive"_s, FieldKind::Number, InPython,
            PLACE(passes.quantizePositiveInfinity)),
        field(u"passPipeline.sdpaSafeSoftmaxGuard"_s, FieldKind::Text, InPython,
            PLACE(passes.sdpaSafeSoftmaxGuard),
            { u"preserve"_s, u"remove"_s, u"remove-when-proven"_s }),
        choice(
            u"cpuKernels"_s, Nowhere, &CompileSpec::cpuKernels, { u"portable"_s, u"cortex-m"_s }),
        field(u"integerIo"_s, FieldKind::Switch, Nowhere, PLACE(integerIo)),
    };
}

#undef PLACE
#undef PLACE_IN

bool isIn(const QString &field, QStringView key)
{
    return field == key || (field.startsWith(key) && field[key.size()] == u'.');
}

} // namespace

bool Field::isDefault(const CompileSpec &spec) const
{
    return value(spec) == value(standard());
}

const std::vector<Field> &fields()
{
    static const auto all = makeFields();
    return all;
}

const Field *fieldOf(QStringView key)
{
    const auto found = std::ranges::find(fields(), key, &Field::key);
    return found == fields().end() ? nullptr : &*found;
}

bool isSet(const CompileSpec &spec, QStringView key)
{
    if (key == u"calibration")
        return spec.calibration.has_value();
    return std::ranges::any_of(fields(),
        [&](const Field &field) { return isIn(field.key, key) && !field.isDefault(spec); });
}

void reset(CompileSpec &spec, QStringView key)
{
    if (key == u"calibration")
        return spec.calibration.reset();
    for (const auto &field : fields()) {
        if (isIn(field.key, key))
            setField(spec, field.key, QJsonValue::Undefined);
    }
}

void setField(CompileSpec &spec, QStringView key, const QJsonValue &value)
{
    fieldOf(key)->set(spec, value);
    if (key.startsWith(u"quantizer") && spec.quantizer == Quantizer())
        spec.quantizer.reset();
}

} // namespace tosaic::spec
