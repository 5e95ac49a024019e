// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/jsonkeys.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>

#include <algorithm>
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

} // namespace

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

} // namespace tosaic::spec
