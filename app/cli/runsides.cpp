// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runsides.h"

#include "core/base/try.h"

#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

Result<std::vector<profile::MeasuredRun>> readRunSide(
    workspace::Workspace &file, const QString &text)
{
    const auto heads = TRY(file.runHeads());
    std::vector<workspace::RunId> ids;
    QStringList named;
    for (const auto &head : heads) {
        if (head.name == text) {
            ids.push_back(head.id);
            named << QString::number(head.id.value);
        }
    }
    if (ids.size() > 1)
        return fail(ErrorCode::IoOpen,
            u"several runs are called \"%1\": give one of the ids %2, or several with commas if "
            u"they are repeats"_s.arg(text, named.join(u", "_s)),
            { .file = file.path() });
    for (const auto &part : ids.empty() ? text.split(u',') : QStringList()) {
        bool isNumber = false;
        const auto id = part.toUInt(&isNumber);
        const auto isThis = [id](const auto &head) { return head.id.value == id; };
        if (!isNumber || std::none_of(heads.begin(), heads.end(), isThis))
            return fail(ErrorCode::IoOpen,
                u"there is no run \"%1\"; tosaic-cli runs lists them"_s.arg(part),
                { .file = file.path() });
        ids.push_back(workspace::RunId(id));
    }
    std::vector<profile::MeasuredRun> runs;
    for (const auto id : ids) {
        auto run = TRY(profile::RunStore(file).load(id));
        runs.push_back(std::move(run));
    }
    return runs;
}

} // namespace tosaic::cli
