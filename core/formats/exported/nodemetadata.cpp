// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/exported/nodemetadata.h"

#include "core/formats/exported/pythonjson.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::formats {

namespace {

constexpr size_t MaxFrames = 256;
constexpr qsizetype MaxText = 4096; ///< of a metadata text that is kept as an attribute
constexpr int MaxChain = 64; ///< passes that a node went through

/// `File "path", line 12, in forward`, or nothing.
std::optional<model::SourceFrame> frameHead(QStringView line, StringPool &pool)
{
    line = line.trimmed();
    constexpr auto Open = "File \""_L1;
    constexpr auto Middle = "\", line "_L1;
    if (!line.startsWith(Open))
        return std::nullopt;
    const auto end = line.indexOf(Middle, Open.size());
    if (end < 0)
        return std::nullopt;
    const auto rest = line.sliced(end + Middle.size());
    const auto comma = rest.indexOf(u',');
    model::SourceFrame frame;
    frame.file = pool(line.sliced(Open.size(), end - Open.size()).toString());
    frame.line = (comma < 0 ? rest : rest.first(comma)).trimmed().toInt();
    constexpr auto In = ", in "_L1;
    if (const auto in = rest.indexOf(In); in >= 0)
        frame.function = pool(rest.sliced(in + In.size()).trimmed().toString());
    return frame;
}

QString clipped(const QString &text)
{
    return text.size() <= MaxText ? text : text.first(MaxText) + u"..."_s;
}

QString asText(const QJsonValue &value)
{
    if (value.isString())
        return value.toString();
    if (value.isDouble())
        return QString::number(value.toInteger());
    QJsonDocument document;
    if (value.isArray())
        document.setArray(value.toArray());
    else
        document.setObject(value.toObject());
    return QString::fromUtf8(document.toJson(QJsonDocument::Compact));
}

} // namespace

std::vector<model::SourceFrame> stackFrames(const QString &trace, StringPool &pool)
{
    std::vector<model::SourceFrame> frames;
    for (const auto line : QStringView(trace).tokenize(u'\n')) {
        if (auto frame = frameHead(line, pool)) {
            if (frames.size() == MaxFrames)
                break;
            frames.push_back(std::move(*frame));
        } else if (!frames.empty() && frames.back().context.isEmpty()) {
            frames.back().context = pool(line.trimmed().toString());
        }
    }
    return frames;
}

ModulePlace modulePlace(const QString &moduleStack)
{
    const auto entry = moduleStack.section(u';', -1);
    // Paths may hold commas ("layers.slice(0, 2, None)"); keys and types do not.
    const auto first = entry.indexOf(u',');
    const auto last = entry.lastIndexOf(u',');
    if (first < 0)
        return {};
    if (first == last)
        return { entry.sliced(first + 1), {} };
    return { entry.sliced(first + 1, last - first - 1), entry.sliced(last + 1) };
}

QString originalNode(const QString &fromNode)
{
    // An object is wanted; the text is a list.
    const auto text = "{\"from_node\":" + fromNode.toUtf8() + '}';
    auto node = readPythonJson(text, {}).value_or(QJsonObject{});
    QString name;
    for (int i = 0; i < MaxChain; ++i) {
        const auto before = node[u"from_node"_s].toArray();
        if (before.isEmpty())
            break;
        node = before.first().toObject();
        name = node[u"name"_s].toString();
    }
    return name;
}

void addMetadata(model::NetworkOperator &op, const QJsonObject &metadata, StringPool &pool)
{
    for (auto it = metadata.begin(); it != metadata.end(); ++it) {
        const auto key = it.key();
        const auto add = [&](const QString &name, const QString &text) {
            if (!text.isEmpty())
                op.attributes.push_back({ pool(u"meta."_s + name), pool(clipped(text)) });
        };
        if (key == "stack_trace"_L1) {
            op.stackTrace = stackFrames(it->toString(), pool);
        } else if (key == "nn_module_stack"_L1) {
            const auto place = modulePlace(it->toString());
            op.module = pool(place.path);
            add(u"module_type"_s, place.type);
        } else if (key == "from_node"_L1) {
            add(key, originalNode(it->toString()));
        } else if (!it->isNull()) {
            add(key, asText(*it));
        }
    }
}

std::vector<qint64> debugHandles(const model::NetworkOperator &op)
{
    std::vector<qint64> handles;
    const auto found = std::find_if(op.attributes.begin(), op.attributes.end(),
        [](const model::Attribute &attribute) { return attribute.name == "meta.debug_handle"_L1; });
    if (found == op.attributes.end() || !std::holds_alternative<QString>(found->value))
        return handles;
    // One decimal number; newer passes write a list of them.
    auto text = std::get<QString>(found->value);
    for (const auto bracket : { u'[', u']', u'(', u')' })
        text.remove(bracket);
    for (const auto &part : text.split(u',', Qt::SkipEmptyParts)) {
        bool isNumber = false;
        const auto handle = part.trimmed().toLongLong(&isNumber);
        if (isNumber)
            handles.push_back(handle);
    }
    return handles;
}

} // namespace tosaic::formats
