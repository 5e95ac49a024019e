// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/contents.h"

#include "core/base/try.h"

#include <algorithm>
#include <iterator>

namespace tosaic::workspace {

namespace {

/// Puts a part into its place, or keeps the first error.
template <typename Part>
void put(Part &place, Result<Part> part, std::optional<Error> &error)
{
    if (part)
        place = std::move(*part);
    else if (!error)
        error = part.error();
}

} // namespace

Result<Contents> readContents(Workspace &workspace)
{
    Contents contents{ .path = workspace.path(),
        .changeCounter = Workspace::changeCounter(workspace.path()) };
    std::optional<Error> error;
    put(contents.models, workspace.models(), error);
    put(contents.specs, workspace.specs(), error);
    for (const auto &spec : contents.specs) {
        std::vector<SpecVersion> versions;
        if (spec.versions > 1)
            put(versions, workspace.specHistory(spec.id), error);
        std::move(versions.begin(), versions.end(), std::back_inserter(contents.specVersions));
    }
    put(contents.jobs, workspace.jobHeads(), error);
    put(contents.artefacts, workspace.artefacts(), error);
    put(contents.runs, workspace.runHeads(), error);
    put(contents.notes, workspace.notes(), error);
    put(contents.settings, workspace.settings(), error);
    put(contents.windowLayout, workspace.layout(QStringLiteral("window")), error);
    contents.isReadOnly = workspace.isReadOnly();
    if (error)
        return fail(std::move(*error));
    return contents;
}

Result<Contents> readContents(const QString &path)
{
    auto opened = Workspace::open(path);
    if (opened)
        return readContents(**opened);
    if (opened.error().code != ErrorCode::WorkspaceDamaged)
        return fail(opened.error());
    auto salvaged = TRY(salvage(path));
    auto contents = readContents(*salvaged.workspace);
    if (contents)
        contents->salvage = std::move(salvaged.tables);
    return contents;
}

} // namespace tosaic::workspace
