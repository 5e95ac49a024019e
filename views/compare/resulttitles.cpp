// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/resulttitles.h"

#include "core/spec/pins.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(ResultTitles)
};

} // namespace

QString resultTitle(int number, const compiled::CompileResult &result, const QString &onlyModel)
{
    const auto &spec = result.resolvedSpec.target.isEmpty() ? result.spec : result.resolvedSpec;
    QStringList parts;
    if (onlyModel.isEmpty())
        parts += result.sourceName.isEmpty() ? QFileInfo(result.folder).fileName()
                                             : result.sourceName;
    parts += spec.target;
    if (spec.memoryMode)
        parts += *spec.memoryMode;
    if (const auto pins = spec::pinsOf(result.spec.keepOnCpu).size(); pins > 0)
        parts += Words::tr("%n pin(s)", "of a compile", static_cast<int>(pins));
    const QFileInfo file(result.folder + u"/result.json"_s);
    if (file.exists())
        parts += QLocale().toString(file.lastModified(), u"yyyy-MM-dd HH:mm:ss"_s);
    parts.removeAll(QString());
    return Words::tr("%1: %2", "number of a result, what it is")
        .arg(QString::number(number), parts.join(u" · "_s));
}

QString onlyModelOf(const std::vector<ResultsDocument::Item> &results)
{
    const auto model = results.empty() ? QString() : results.front()->sourceName;
    const bool isOfOne = std::ranges::all_of(
        results, [&model](const auto &result) { return result->sourceName == model; });
    return isOfOne ? model : QString();
}

} // namespace tosaic::views
