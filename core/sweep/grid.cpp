// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/grid.h"

#include "core/boards/board.h"
#include "core/spec/specrules.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::sweep {

namespace {

constexpr qsizetype LargestText = 1024 * 1024; // bytes of GRID.json

/// Set by the axes, so that they cannot be shared by all cells.
const QStringList AxisKeys{ u"target"_s, u"systemConfig"_s, u"memoryMode"_s };

tl::unexpected<Error> invalid(const QString &key, const QString &what)
{
    return fail(ErrorCode::SpecInvalid, key + u' ' + what, Location{ .entity = key });
}

Result<QStringList> texts(const QJsonValue &value, const QString &key)
{
    if (!value.isArray())
        return invalid(key, u"must be a list of texts"_s);
    QStringList list;
    const auto items = value.toArray();
    for (const auto &item : items) {
        if (!item.isString() || item.toString().isEmpty())
            return invalid(key, u"must be a list of texts"_s);
        list.append(item.toString());
    }
    return list;
}

/// Absent if the key is; each name once.
Result<std::optional<QStringList>> axis(const QJsonObject &object, const QString &key)
{
    if (!object.contains(key))
        return std::optional<QStringList>();
    auto names = texts(object.value(key), key);
    if (!names)
        return fail(names.error());
    if (names->isEmpty())
        return invalid(key, u"is empty: leave it out for everything that exists"_s);
    names->removeDuplicates();
    return std::optional(std::move(*names));
}

Result<std::optional<quint64>> bytes(const QJsonObject &object, const QString &key)
{
    const auto value = object.value(key);
    if (value.isUndefined())
        return std::optional<quint64>();
    const auto number = value.toDouble(-1);
    if (number < 0 || number > 1e15 || number != std::floor(number))
        return invalid(u"budget."_s + key, u"must be a number of bytes"_s);
    return std::optional(static_cast<quint64>(number));
}

std::optional<Error> readTargets(const QJsonObject &object, Grid &grid)
{
    auto targets = axis(object, u"targets"_s);
    if (!targets)
        return targets.error();
    for (const auto &target : targets->value_or(QStringList())) {
        if (!spec::targets().contains(target))
            return invalid(u"targets"_s,
                u"names '%1'; there are: %2"_s.arg(target, spec::targets().join(u", "_s)))
                .value();
    }
    grid.targets = std::move(*targets);
    return {};
}

std::optional<Error> readNames(const QJsonObject &object, Grid &grid)
{
    auto systems = axis(object, u"systemConfigs"_s);
    if (!systems)
        return systems.error();
    grid.systemConfigs = std::move(*systems);
    auto modes = axis(object, u"memoryModes"_s);
    if (!modes)
        return modes.error();
    grid.memoryModes = std::move(*modes);
    auto environments = axis(object, u"environments"_s);
    if (!environments)
        return environments.error();
    grid.environments = std::move(*environments);
    return {};
}

std::optional<Error> readFlags(const QJsonObject &object, Grid &grid)
{
    const auto key = u"extraFlags"_s;
    if (object.contains(key) && !object.value(key).isArray())
        return invalid(key, u"must be a list of lists of flags"_s).value();
    const auto alternatives = object.value(key).toArray();
    for (const auto &alternative : alternatives) {
        auto flags = texts(alternative, key);
        if (!flags)
            return invalid(key, u"must be a list of lists of flags"_s).value();
        if (std::ranges::find(grid.extraFlags, *flags) == grid.extraFlags.end())
            grid.extraFlags.push_back(std::move(*flags));
    }
    auto strategies = axis(object, u"optimise"_s);
    if (!strategies)
        return strategies.error();
    grid.optimise = strategies->value_or(QStringList());
    for (const auto &strategy : std::as_const(grid.optimise)) {
        if (strategy != u"Size"_s && strategy != u"Performance"_s)
            return invalid(
                u"optimise"_s, u"names '%1'; there are: Size, Performance"_s.arg(strategy))
                .value();
    }
    return {};
}

/// What an axis sets cannot be set here.
std::optional<Error> axisKeyIn(const QJsonObject &spec, const QString &path)
{
    for (const auto &axisKey : AxisKeys) {
        if (spec.contains(axisKey))
            return invalid(path + axisKey, u"is an axis of the grid: name it in %1s"_s.arg(axisKey))
                .value();
    }
    return {};
}

std::optional<Error> readShared(const QJsonObject &object, Grid &grid)
{
    const auto key = u"spec"_s;
    if (object.contains(key) && !object.value(key).isObject())
        return invalid(key, u"must be an object"_s).value();
    grid.spec = object.value(key).toObject();
    return axisKeyIn(grid.spec, u"spec."_s);
}

std::optional<Error> readVariants(const QJsonObject &object, Grid &grid)
{
    const auto key = u"variants"_s;
    if (object.contains(key) && !object.value(key).isObject())
        return invalid(key, u"must be an object of names and keys of SPEC.json"_s).value();
    const auto variants = object.value(key).toObject();
    for (auto it = variants.begin(); it != variants.end(); ++it) {
        const auto path = key + u'.' + it.key();
        if (!it->isObject() || it.key().isEmpty())
            return invalid(path, u"must be an object of keys of SPEC.json"_s).value();
        grid.variants.push_back({ it.key(), it->toObject() });
        if (auto problem = axisKeyIn(it->toObject(), path + u'.'))
            return problem;
    }
    return {};
}

std::optional<Error> readSample(const QJsonObject &object, Grid &grid)
{
    const auto key = u"sample"_s;
    if (!object.contains(key))
        return {};
    const auto sample = object.value(key).toObject();
    const auto cells = sample.value(u"cells"_s).toInt(-1);
    const auto seed = sample.value(u"seed"_s).toInteger(1);
    if (cells < 1 || seed < 0)
        return invalid(key, u"must be {\"cells\": number, \"seed\": number}"_s).value();
    grid.sample = Sampling{ cells, static_cast<quint64>(seed) };
    return {};
}

std::optional<Error> readBudget(const QJsonObject &object, Grid &grid)
{
    const auto key = u"budget"_s;
    if (object.contains(key) && !object.value(key).isObject())
        return invalid(key, u"must be an object"_s).value();
    const auto budget = object.value(key).toObject();
    const std::pair<QString, std::optional<quint64> *> parts[] = { { u"sramBytes"_s,
                                                                       &grid.budget.sramBytes },
        { u"flashBytes"_s, &grid.budget.flashBytes }, { u"dramBytes"_s, &grid.budget.dramBytes } };
    for (const auto &[name, into] : parts) {
        auto value = bytes(budget, name);
        if (!value)
            return value.error();
        *into = *value;
    }
    return {};
}

void reportUnknown(const QJsonObject &object, const QString &path, const QStringList &known,
    std::vector<Diagnostic> *diagnostics)
{
    if (!diagnostics)
        return;
    const auto keys = object.keys();
    for (const auto &key : keys) {
        if (!known.contains(key))
            diagnostics->push_back(
                { u"grid.unknown-key"_s, Severity::Warning, Location{ .entity = path + key },
                    u"'%1' is not a key of a grid and has no effect"_s.arg(path + key) });
    }
}

std::optional<quint64> largest(const boards::Board &board, boards::Use use)
{
    std::optional<quint64> bytes;
    const auto memories = board.memoriesFor(use);
    for (const auto *memory : memories) {
        if (memory->isFitted && memory->bytes)
            bytes = std::max(bytes.value_or(0), *memory->bytes);
    }
    return bytes;
}

} // namespace

Budget budgetOf(const boards::Board &board)
{
    return { largest(board, boards::Use::Sram), largest(board, boards::Use::Flash),
        largest(board, boards::Use::Dram) };
}

Result<Grid> readGrid(const QByteArray &text, std::vector<Diagnostic> *diagnostics)
{
    if (text.size() > LargestText)
        return fail(ErrorCode::LimitExceeded, u"a grid of more than 1 MiB"_s);
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(text, &error);
    if (error.error != QJsonParseError::NoError)
        return fail(ErrorCode::SpecInvalid, error.errorString(),
            Location{ .offset = static_cast<quint64>(error.offset) });
    if (!document.isObject())
        return fail(ErrorCode::SpecInvalid, u"a grid is a JSON object"_s);
    const auto object = document.object();
    Grid grid;
    for (const auto read :
        { readTargets, readNames, readFlags, readVariants, readSample, readShared, readBudget }) {
        if (auto problem = read(object, grid))
            return fail(std::move(*problem));
    }
    reportUnknown(object, {},
        { u"targets"_s, u"systemConfigs"_s, u"memoryModes"_s, u"extraFlags"_s, u"optimise"_s,
            u"environments"_s, u"variants"_s, u"sample"_s, u"spec"_s, u"budget"_s },
        diagnostics);
    reportUnknown(object.value(u"budget"_s).toObject(), u"budget."_s,
        { u"sramBytes"_s, u"flashBytes"_s, u"dramBytes"_s }, diagnostics);
    return grid;
}

QByteArray gridSchema()
{
    QFile file(u":/sweep/grid.schema.json"_s);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace tosaic::sweep
