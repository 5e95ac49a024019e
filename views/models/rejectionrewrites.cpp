// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/rejectionrewrites.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

struct Entry
{
    QRegularExpression check;
    QRegularExpression reason;
    bool isOfModelInput = false; ///< the reason's last word must be an input of the model
    Rewrite rewrite;
};

std::vector<Entry> readEntries()
{
    QFile file(u":/rewrites/rewrites.json"_s);
    std::vector<Entry> entries;
    if (!file.open(QIODevice::ReadOnly))
        return entries;
    const auto document = QJsonDocument::fromJson(file.readAll());
    for (const auto &item : document[u"rewrites"].toArray())
        entries.push_back(
            { QRegularExpression(QRegularExpression::anchoredPattern(item[u"check"].toString())),
                QRegularExpression(
                    item[u"reason"].toString(), QRegularExpression::CaseInsensitiveOption),
                item[u"ofModelInput"].toBool(),
                { item[u"key"].toString(), item[u"before"].toString(), item[u"after"].toString(),
                    item[u"source"].toString() } });
    return entries;
}

} // namespace

const Rewrite *rewriteFor(
    const QString &check, const QString &reason, const compiled::CompileResult &result)
{
    static const auto entries = readEntries();
    const auto named = reason.section(u' ', -1);
    const bool isOfNode = std::ranges::find(result.nodes, named, &compiled::ModelNode::name)
        != result.nodes.end(); // which are all but inputs and constants
    const auto found = std::ranges::find_if(entries, [&](const Entry &entry) {
        return !(entry.isOfModelInput && isOfNode) && entry.check.match(check).hasMatch()
            && entry.reason.match(reason).hasMatch();
    });
    return found == entries.end() ? nullptr : &found->rewrite;
}

QString pythonOf(const Rewrite &rewrite)
{
    return u"# instead of: %1\n%2\n"_s.arg(rewrite.before, rewrite.after);
}

} // namespace tosaic::views
