// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/specjson.h"

#include "core/spec/specfields.h"

#include <QByteArray>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>
#include <QStringList>

#include <algorithm>
#include <map>
#include <vector>

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

/// An object or array that is open at a place of the text.
struct Level
{
    QString path;
    bool isObject = true;
    bool expectsKey = true;
    qsizetype index = 0; ///< of the current item of an array
    QString key; ///< of the current value of an object
    QSet<QString> keys;

    QString childPath() const
    {
        if (!isObject)
            return u"%1[%2]"_s.arg(path).arg(index);
        return path.isEmpty() ? key : path + u'.' + key;
    }
};

/// Where the text that begins at `begin` ends: its closing quote.
qsizetype endOfText(const QByteArray &json, qsizetype begin)
{
    auto at = begin + 1;
    while (at < json.size() && json[at] != '"')
        at += json[at] == '\\' ? 2 : 1;
    return std::min(at, json.size() - 1);
}

/// Escapes resolved: "\u0061" is the key a.
QString textAt(const QByteArray &json, qsizetype begin, qsizetype end)
{
    const auto list = '[' + json.sliced(begin, end - begin + 1) + ']';
    return QJsonDocument::fromJson(list).array().at(0).toString();
}

/// The keys that one object of a JSON text has more than once, as paths ("quantizer.scheme"), each
/// as often as it comes again. QJsonDocument keeps the last of them and says nothing. `json` must
/// have been parsed without an error.
QStringList repeatedKeys(const QByteArray &json)
{
    QStringList repeated;
    std::vector<Level> open;
    for (qsizetype at = 0; at < json.size(); ++at) {
        const auto c = json[at];
        if (c == '{' || c == '[') {
            open.push_back({ open.empty() ? QString() : open.back().childPath(), c == '{' });
        } else if (open.empty()) {
            continue;
        } else if (c == '}' || c == ']') {
            open.pop_back();
        } else if (c == ',') {
            open.back().expectsKey = true;
            ++open.back().index;
        } else if (c == '"') {
            const auto end = endOfText(json, at);
            auto &level = open.back();
            if (level.isObject && level.expectsKey) {
                level.expectsKey = false;
                level.key = textAt(json, at, end);
                if (level.keys.contains(level.key))
                    repeated += level.childPath();
                level.keys.insert(level.key);
            }
            at = end;
        }
    }
    return repeated;
}

constexpr qsizetype LargestFile = 1024 * 1024; // bytes of SPEC.json

/// Reads the fields of a JSON object, remembers the first thing that is wrong and tells which keys
/// are none.
class SpecReader
{
public:
    explicit SpecReader(const QJsonObject &object) : m_object(object) { }

    Result<CompileSpec> run(std::vector<Diagnostic> *diagnostics)
    {
        if (!m_object.contains(u"target"_s))
            wrong(u"target"_s, u"is missing"_s);
        // Sections that say something by being there.
        if (m_object.value(u"quantizer"_s).isObject())
            m_spec.quantizer.emplace();
        if (m_object.value(u"calibration"_s).isObject())
            readCalibration(m_object.value(u"calibration"_s).toObject());
        for (const auto &field : fields()) {
            if (const auto value = valueAt(field.key); !value.isUndefined() && fits(field, value))
                field.set(m_spec, value);
        }
        if (diagnostics)
            reportUnknown(m_object, {}, *diagnostics);
        return m_error ? fail(*m_error) : Result<CompileSpec>(m_spec);
    }

private:
    void wrong(const QString &path, const QString &what)
    {
        if (!m_error)
            m_error
                = Error{ ErrorCode::SpecInvalid, path + u' ' + what, Location{ .entity = path } };
    }

    QJsonValue valueAt(const QString &key)
    {
        QJsonValue value = m_object;
        for (qsizetype end = 0; end >= 0 && end < key.size() && !value.isUndefined();) {
            const auto next = key.indexOf(u'.', end);
            const auto path = next < 0 ? key : key.first(next);
            value = value[QStringView(path).sliced(end)];
            if (next >= 0 && !value.isObject() && !value.isUndefined()) {
                wrong(path, u"must be an object"_s);
                return QJsonValue::Undefined;
            }
            end = next < 0 ? -1 : next + 1;
        }
        return value;
    }

    void readCalibration(const QJsonObject &calibration)
    {
        m_spec.calibration.emplace();
        if (calibration.contains(u"images"_s)) {
            for (const auto &other : { u"files"_s, u"random"_s }) {
                if (calibration.contains(other))
                    wrong(u"calibration.images"_s, u"and '%1' exclude each other"_s.arg(other));
            }
        }
        if (!calibration.contains(u"files"_s))
            return;
        if (calibration.contains(u"random"_s))
            wrong(u"calibration.files"_s, u"and 'random' exclude each other"_s);
        const auto files = calibration.value(u"files"_s);
        if (files.isArray() && files.toArray().isEmpty())
            wrong(u"calibration.files"_s, u"names no file; leave it out"_s);
    }

    bool fits(const Field &field, const QJsonValue &value)
    {
        using enum Field::Kind;
        static const std::map<Field::Kind, std::pair<QJsonValue::Type, QString>> types{
            { Text, { QJsonValue::String, u"a text"_s } },
            { Switch, { QJsonValue::Bool, u"true or false"_s } },
            { Integer, { QJsonValue::Double, u"a whole number"_s } },
            { Number, { QJsonValue::Double, u"a number"_s } },
            { Texts, { QJsonValue::Array, u"a list"_s } },
            { Overrides, { QJsonValue::Array, u"a list"_s } },
        };
        const auto &[type, wanted] = types.at(field.kind);
        if (value.type() != type) {
            wrong(field.key, u"must be "_s + wanted);
            return false;
        }
        if (field.kind == Text)
            return isChoice(field.key, value.toString(), field.choices);
        if (field.kind == Overrides)
            return checkOverrides(field.key, value.toArray());
        const auto number = value.toDouble();
        if (field.kind == Integer
            && (number < field.smallest || number > field.largest
                || number != static_cast<int>(number)))
            wrong(field.key,
                u"must be a whole number from %1 to %2"_s.arg(field.smallest).arg(field.largest));
        const auto items = value.toArray();
        if (field.kind == Texts
            && !std::ranges::all_of(items, [](const auto &item) { return item.isString(); }))
            wrong(field.key, u"must be a list of texts"_s);
        return !m_error;
    }

    bool isChoice(const QString &key, const QString &text, const QStringList &choices)
    {
        if (choices.isEmpty() || choices.contains(text))
            return true;
        wrong(key, u"is '%1'; it must be one of: %2"_s.arg(text, choices.join(u", "_s)));
        return false;
    }

    bool checkOverrides(const QString &key, const QJsonArray &rules)
    {
        for (qsizetype i = 0; i < rules.size(); ++i) {
            const auto path = u"%1[%2]"_s.arg(key).arg(i);
            if (!rules[i].isObject())
                wrong(path, u"must be an object"_s);
            for (const auto &name : OverrideKeys) {
                const auto value = rules[i][name];
                if (!value.isString() && !value.isUndefined())
                    wrong(path + u'.' + name, u"must be a text"_s);
                if (const auto *choices = fieldOf(u"quantizer."_s + name);
                    choices && value.isString())
                    isChoice(path + u'.' + name, value.toString(), choices->choices);
            }
        }
        return !m_error;
    }

    static void reportUnknown(
        const QJsonObject &object, const QString &section, std::vector<Diagnostic> &diagnostics)
    {
        for (auto at = object.begin(); at != object.end(); ++at) {
            const auto path = section + at.key();
            const auto *field = fieldOf(path);
            const bool isSection = !field && std::ranges::any_of(fields(), [&](const Field &other) {
                return other.key.startsWith(path + u'.');
            });
            if (isSection) {
                reportUnknown(at->toObject(), path + u'.', diagnostics);
            } else if (!field) {
                tellUnknown(path, diagnostics);
            } else if (field->kind == Field::Kind::Overrides) {
                const auto rules = at->toArray();
                for (qsizetype i = 0; i < rules.size(); ++i) {
                    for (const auto &name : rules[i].toObject().keys()) {
                        if (!OverrideKeys.contains(name))
                            tellUnknown(u"%1[%2].%3"_s.arg(path).arg(i).arg(name), diagnostics);
                    }
                }
            }
        }
    }

    static void tellUnknown(const QString &path, std::vector<Diagnostic> &diagnostics)
    {
        diagnostics.push_back(
            { u"spec.unknown-key"_s, Severity::Warning, Location{ .entity = path },
                u"'%1' is not a key of a compile spec and has no effect"_s.arg(path) });
    }

    static inline const QStringList OverrideKeys{ u"module"_s, u"operator"_s, u"scheme"_s,
        u"activations"_s };

    const QJsonObject &m_object;
    CompileSpec m_spec;
    std::optional<Error> m_error;
};

/// Makes the sections on the way.
void insertAt(QJsonObject &object, const QString &path, const QJsonValue &value)
{
    const auto cut = path.indexOf(u'.');
    if (cut < 0) {
        object.insert(path, value);
        return;
    }
    auto section = object.value(path.first(cut)).toObject();
    insertAt(section, path.sliced(cut + 1), value);
    object.insert(path.first(cut), section);
}

} // namespace

Result<CompileSpec> fromJson(const QJsonObject &object, std::vector<Diagnostic> *diagnostics)
{
    return SpecReader(object).run(diagnostics);
}

Result<CompileSpec> fromJsonText(const QByteArray &text, std::vector<Diagnostic> *diagnostics)
{
    if (text.size() > LargestFile)
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
    const bool isRandom = spec.calibration && spec.calibration->isRandom();
    for (const auto &field : fields()) {
        const bool isOfRandom = field.key.startsWith("calibration.random"_L1);
        const bool goesAlong = isOfRandom || (spec.quantizer && field.key == "quantizer.scheme"_L1);
        if (goesAlong ? isRandom || !isOfRandom : !field.isDefault(spec))
            insertAt(object, field.key, field.value(spec));
    }
    return object;
}

} // namespace tosaic::spec
