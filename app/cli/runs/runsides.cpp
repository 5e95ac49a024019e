// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runs/runsides.h"

#include "core/base/try.h"

#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

Result<std::vector<profile::MeasuredRun>> readRunSide(
    workspace::Workspace &file, const QString &text)
{
    const auto ids = TRY(file.runsNamed(text));
    QStringList named;
    for (const auto id : ids)
        named << QString::number(id.value);
    if (ids.size() > 1)
        return fail(ErrorCode::RunUnknown,
            u"several runs are called \"%1\": give one of the ids %2, or several with commas if "
            u"they are repeats"_s.arg(text, named.join(u", "_s)),
            { .file = file.path() });
    std::vector<profile::MeasuredRun> runs;
    for (const auto &part : ids.empty() ? text.split(u',') : named) {
        bool isNumber = false;
        const auto id = part.toUInt(&isNumber);
        auto run = isNumber ? TRY(profile::RunStore(file).find(workspace::RunId(id)))
                            : std::optional<profile::MeasuredRun>();
        if (!run)
            return fail(ErrorCode::RunUnknown,
                u"there is no run \"%1\"; tosaic-cli runs lists them"_s.arg(part),
                { .file = file.path() });
        runs.push_back(std::move(*run));
    }
    return runs;
}

} // namespace tosaic::cli
