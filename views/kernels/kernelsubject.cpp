// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kernels/kernelsubject.h"

#include "profiler/analysis/knownfacts.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// Of the program that ran; empty: not known.
QString hashOf(const profile::MeasuredRun &run)
{
    if (run.host && !run.host->pteSha256.isEmpty())
        return run.host->pteSha256;
    return profile::programHashOf(run);
}

} // namespace

KernelsSubject kernelsSubject(const KernelsQuestion &question)
{
    const auto &run = question.run;
    KernelsSubject subject{ .dump = run.etdump,
        .programName = question.programName,
        .origin = run.origin,
        .host = run.host };
    if (run.host && !subject.origin)
        subject.origin = Origin::ThisMachine;
    profile::KernelContext context{ .unit = profile::tickUnitOf(subject.origin),
        .buffer = run.debugBuffer };
    context.warmups = warmupsOf(run);
    if (run.host)
        context.method = run.host->method;
    const auto ran = hashOf(run);
    const auto &program = question.program;
    if (program && program->source && !ran.isEmpty())
        subject.relation = sha256Hex(program->source->bytes()) == ran ? ProgramRelation::Same
                                                                      : ProgramRelation::Other;
    else if (program)
        subject.relation = ProgramRelation::Fits;
    if (subject.relation == ProgramRelation::Same || subject.relation == ProgramRelation::Fits)
        context.program = program.get();
    subject.profile = profile::kernelProfile(*run.etdump, context);
    if (subject.relation == ProgramRelation::Fits
        && std::ranges::none_of(
            subject.profile.methods, [](const auto &method) { return method.method.has_value(); }))
        subject.relation = ProgramRelation::Other;
    return subject;
}

} // namespace tosaic::views
