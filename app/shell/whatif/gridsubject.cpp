// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/whatif/gridsubject.h"

#include "app/shell/frame/session.h"
#include "core/base/try.h"
#include "core/spec/specrules.h"
#include "core/toolchain/compilejob.h"

#include <QFileInfo>

#include <algorithm>
#include <iterator>

namespace tosaic::shell {

namespace {

bool isCompilable(const QString &path)
{
    const auto kind
        = path.isEmpty() ? fail(ErrorCode::FormatUnknown, QString()) : toolchain::inputKindOf(path);
    return kind && toolchain::runsCode(*kind);
}

/// What the shown model is compiled from. What was compiled before has to be the same still.
GridSubject::Input shownInput(Session &session, bool isLowered)
{
    const auto path = session.compileInput();
    if (!isCompilable(path))
        return {};
    const auto result = session.model().compileResult();
    if (isLowered)
        return { path, {}, true };
    return result && !result->sourceSha256.isEmpty()
        ? GridSubject::Input{ path, result->sourceSha256, false }
        : GridSubject::Input();
}

} // namespace

bool GridSubject::hasSource(const QString &model) const
{
    return std::ranges::find(sources, model, &sweep::SweepSource::model) != sources.end();
}

GridSubject gridSubject(Session &session, const GridModels &models, const EstimateSource &shown,
    const std::vector<GridModels::Model> &others, const GridCompiles &compiles)
{
    QStringList paths{ models.shownPath() };
    for (const auto &other : others)
        paths.append(other.path);
    const auto names = sweep::modelNames(paths);
    GridSubject subject;
    const auto add = [&](const sweep::SweptModel &model, const GridSubject::Input &input) {
        subject.models.push_back(model);
        subject.inputs.push_back(input);
        for (auto source : compiles.sourcesOf(input.path)) {
            source.model = model.name;
            subject.sources.push_back(std::move(source));
        }
    };
    const auto spec = session.spec().spec();
    if (!shown.isEmpty()) {
        // A .tosa or .tflite by itself was lowered for nothing in particular.
        const bool isLoweredFor
            = shown.baseline && (shown.baseline->isCompiled || shown.respec.has_value());
        subject.sources.push_back(
            { shown.inputs, isLoweredFor ? std::optional(shown.baseline->spec) : std::nullopt,
                shown.baseFolder, {}, names.front() });
        add({ names.front(), spec, spec::targets(), shown.baseFolder }, shownInput(session, false));
    } else {
        add({ names.front(), spec, spec::targets(), QFileInfo(paths.front()).absolutePath() },
            shownInput(session, true));
    }
    for (const auto &[path, source, edited, isLowered] : others) {
        const auto name = names[static_cast<qsizetype>(subject.models.size())];
        if (isLowered) {
            add({ name, edited, spec::targets(), QFileInfo(path).absolutePath() },
                { path, {}, true });
            continue;
        }
        subject.sources.push_back(
            { source.inputs, source.baseline ? std::optional(source.baseline->spec) : std::nullopt,
                source.baseFolder, {}, name });
        add({ name, edited, spec::targets(), source.baseFolder }, {});
    }
    return subject;
}

Result<sweep::Expansion> expansionOf(
    const sweep::Grid &grid, const GridSubject &subject, const QStringList &environments)
{
    std::vector<std::pair<QString, sweep::Expansion>> parts;
    for (const auto &model : subject.models)
        parts.emplace_back(model.name, TRY(sweep::expand(grid, model)));
    return sweep::inEnvironments(TRY(sweep::together(std::move(parts))), environments);
}

std::vector<GridCompiles::Wanted> compilesFor(
    const GridSubject &subject, const std::vector<sweep::Cell> &cells)
{
    std::vector<GridCompiles::Wanted> wanted;
    for (std::size_t i = 0; i < subject.models.size(); ++i) {
        const auto &input = subject.inputs[i];
        std::vector<sweep::Cell> own;
        std::ranges::copy_if(cells, std::back_inserter(own), [&](const sweep::Cell &cell) {
            return !input.path.isEmpty() && cell.model == subject.models[i].name;
        });
        if (!own.empty())
            wanted.push_back({ input.path, input.sha256, sweep::lowerings(own) });
    }
    return wanted;
}

int countOf(const std::vector<GridCompiles::Wanted> &wanted)
{
    std::size_t count = 0;
    for (const auto &one : wanted)
        count += one.specs.size();
    return static_cast<int>(count);
}

} // namespace tosaic::shell
