// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tosa/debugrecord.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace tosaic::formats::tosa {

namespace {

/// Frames of the compiler itself follow the model's own; they say nothing about the model.
bool isCompilerFrame(const QString &file)
{
    return file.contains(u"/executorch/backends/"_s) || file.contains(u"/executorch/exir/"_s)
        || file.contains(u"/torch/fx/passes/"_s);
}

/// Python's traceback lines: a place, then the source line.
std::vector<model::SourceFrame> framesOf(const QJsonArray &lines)
{
    static const QRegularExpression place(u"^\\s*File \"(.*)\", line (\\d+), in (.*)$"_s);
    std::vector<model::SourceFrame> frames;
    bool isKept = false;
    for (const auto &entry : lines) {
        const auto line = entry.toString();
        const auto match = place.match(line);
        if (match.hasMatch()) {
            isKept = !isCompilerFrame(match.captured(1));
            if (isKept)
                frames.push_back(
                    { match.captured(1), match.captured(2).toInt(), match.captured(3), {} });
        } else if (isKept && !frames.empty() && frames.back().context.isEmpty()) {
            frames.back().context = line.trimmed();
        }
    }
    return frames;
}

/// The innermost module: the paths are prefixes of each other.
QString moduleOf(const QJsonObject &stack)
{
    QString module;
    for (const auto &entry : stack) {
        const auto path = entry.toArray().at(0).toString();
        if (path.size() > module.size())
            module = path;
    }
    return module;
}

} // namespace

void applyLocation(model::NetworkOperator &op, const QString &text)
{
    const auto record
        = text.startsWith(u'{') ? QJsonDocument::fromJson(text.toUtf8()).object() : QJsonObject();
    if (record.isEmpty()) {
        op.name = text;
        return;
    }
    op.name = record[u"aten_info"_s].toObject()[u"node_name"_s].toString();
    const auto torch = record[u"torch_info"_s].toObject();
    op.stackTrace = framesOf(torch[u"stack_trace"_s].toArray());
    op.module = moduleOf(torch[u"nn_module_stack"_s].toObject());
}

} // namespace tosaic::formats::tosa
