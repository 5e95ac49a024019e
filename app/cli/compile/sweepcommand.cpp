// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/compile/sweeprun.h"
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"
#include "app/cli/frame/toolcommand.h"
#include "app/cli/keep/teamcopy.h"
#include "core/compiled/problemjson.h"
#include "core/sweep/clusterrun.h"
#include "core/sweep/grid.h"

#include <QFileInfo>
#include <QThread>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace sweepcommand {
namespace {

Answer answer(const Input &in)
{
    if (in.isSet(u"schema"_s)) {
        in.streams.out << QString::fromUtf8(sweep::gridSchema());
        return Fine;
    }
    if (in.names.isEmpty() || !in.isSet(u"grid"_s) || !in.isSet(u"output"_s))
        return misuse(u"give an INPUT or several, --grid GRID.json and -o DIR"_s);
    std::optional<int> jobs;
    if (!in.number(u"jobs"_s, jobs, 1))
        return misuse(u"--jobs is a number of workers"_s);
    const auto engine = in.value(u"engine"_s) == "local"_L1 ? QString() : in.value(u"engine"_s);
    if (const auto why = engine.isEmpty() ? QString() : sweep::clusterProblem(engine);
        !why.isEmpty())
        return misuse(why);
    QStringList inputs;
    for (const auto &name : in.names)
        inputs.append(QFileInfo(name).absoluteFilePath());
    if (inputs.removeDuplicates() > 0)
        return misuse(u"one INPUT is named twice"_s);
    sweep::SweepForm form;
    const auto fronted = in.value(u"front"_s).split(u',', Qt::SkipEmptyParts);
    for (const auto &key : fronted) {
        const auto metric = sweep::metricFromKey(key.trimmed());
        if (!metric || std::ranges::count(form.front, *metric) > 0)
            return misuse(u"--front takes two or three of cycles, time, sram, flash, dram"_s);
        form.front.push_back(*metric);
    }
    if (in.isSet(u"front"_s) && (form.front.size() < 2 || form.front.size() > 3))
        return misuse(u"--front takes two or three of cycles, time, sram, flash, dram"_s);
    if (in.isSet(u"against"_s)) {
        auto choice = sweep::readChoice(in.value(u"against"_s));
        if (!choice)
            return misuse(choice.error().detail);
        form.choice = std::move(*choice);
    }
    std::optional<int> cells;
    std::optional<int> seed;
    if (!in.number(u"sample"_s, cells, 1) || !in.number(u"seed"_s, seed, 0))
        return misuse(u"--sample is a number of cells, --seed a number"_s);
    if (seed && !cells)
        return misuse(u"--seed belongs to --sample"_s);
    const auto copy = TeamCopy::open(in.value(u"workspace"_s), in.streams);
    if (!copy)
        return refused(copy.error(), in.streams);
    const int code = runSweep({ .inputs = inputs,
                                  .gridPath = in.value(u"grid"_s),
                                  .folder = QFileInfo(in.value(u"output"_s)).absoluteFilePath(),
                                  .board = in.value(u"board"_s),
                                  .workspace = copy->path(),
                                  .interpreter = interpreterOf(in),
                                  .environments = in.values(u"environment"_s),
                                  .form = std::move(form),
                                  .sample = cells ? std::optional(sweep::Sampling{
                                                *cells, static_cast<quint64>(seed.value_or(1)) })
                                                  : std::nullopt,
                                  .engine = engine,
                                  .jobs = jobs.value_or(QThread::idealThreadCount()),
                                  .isTrusted = in.isSet(u"trust"_s),
                                  .isJson = in.wantsJson() },
        in.streams);
    const auto sent = copy->send(in.streams);
    return sent ? Answer(code) : refused(sent.error(), in.streams);
}

} // namespace
} // namespace sweepcommand

Command sweepCommand()
{
    return commandOf({ .name = u"sweep"_s,
        .summary = u"estimates a grid of targets, memory modes and flags; Pareto front"_s,
        .description
        = u"Estimates every combination of targets, system configs, memory modes and flags with "
          "Vela on the kept TOSA, and says which no other one beats. INPUT is the folder of a "
          "compile, its .pte, a .tosa or tflite file, or a model (.pt2, .py), which is compiled "
          "once for each lowering; several are an axis of the grid."_s,
        .names = { { u"INPUT"_s, u"what to run Vela on"_s, u"INPUT..."_s } },
        .options
        = { { u"grid"_s, u"the axes, a JSON file; {} is everything that exists"_s, u"GRID.json"_s },
            { { u"o"_s, u"output"_s },
                u"gets results.json, results.csv and the spec of each cell"_s, u"DIR"_s },
            { u"front"_s,
                u"marks what no other cell of the model beats in two or three of cycles, time, "
                "sram, flash, dram; time,sram without it"_s,
                u"A,B[,C]"_s },
            { u"against"_s,
                u"holds every cell against the one that differs from it only in having these "
                "values: environment=5.1, target=ethos-u55-128, ..."_s,
                u"AXIS=VALUE,..."_s },
            { u"sample"_s, u"so many cells, drawn evenly, of a grid that is too large"_s, u"N"_s },
            { u"seed"_s, u"other cells than those of seed 1"_s, u"N"_s },
            { u"engine"_s,
                u"where the workers are: local, or a Dask cluster: tls://HOST:PORT, "
                "tcp://127.0.0.1:PORT, or what a queue starts: slurm, pbs, sge or lsf[:QUEUE]"_s,
                u"ENGINE"_s },
            { u"jobs"_s, u"workers at a time; as many as cores"_s, u"N"_s },
            { u"board"_s, u"marks what does not fit this board of the catalogue"_s, u"ID"_s },
            { u"workspace"_s,
                u"its cells, or those of the team's store, are not computed again, new ones are "
                "kept; made if it is not there"_s,
                u"W.tosaic|ADDRESS"_s },
            { u"python"_s, u"interpreter of the tool environment"_s, u"INTERPRETER"_s },
            { u"environment"_s,
                u"estimates every cell in this compiler environment; again for each"_s,
                u"NAME=PYTHON"_s },
            { u"trust"_s, u"allows a .py or .pt2 model to run its code"_s },
            { u"schema"_s, u"prints the JSON Schema of GRID.json"_s } },
        .answer = sweepcommand::answer,
        .hasTables = true });
}

} // namespace tosaic::cli
