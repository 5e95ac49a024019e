// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/target/runwords.h"

#include "profiler/analysis/metrics.h"

#include <QCoreApplication>
#include <QDir>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// Gives the translation context.
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(RunPanel)
};

constexpr size_t FigureCount = 5;

/// With the file it is about.
QString named(const QString &text, const Diagnostic &finding)
{
    if (finding.location.file.isEmpty())
        return text;
    return u"%1 %2"_s.arg(text, QDir::toNativeSeparators(finding.location.file));
}

/// A file that is not there, or that is not named at all.
FindingText missing(
    const Diagnostic &finding, const QString &unnamed, const QString &gone, const QString &nextStep)
{
    return finding.location.file.isEmpty() ? FindingText{ unnamed, nextStep }
                                           : FindingText{ named(gone, finding), nextStep };
}

std::optional<FindingText> fileText(const Diagnostic &finding)
{
    const auto &id = finding.id;
    if (id == "run.no-elf"_L1)
        return missing(finding, Words::tr("No runner is chosen."),
            Words::tr("The runner cannot be read:"),
            Words::tr("Choose the ELF, or build it with the Runner panel (Run > Bare-metal "
                      "runner)."));
    if (id == "run.no-pte"_L1)
        return missing(finding, Words::tr("No program is chosen."),
            Words::tr("The program cannot be read:"),
            Words::tr("Open a .pte, or choose one here."));
    if (id == "run.no-data"_L1)
        return missing(finding, Words::tr("No external data is chosen."),
            Words::tr("The external data cannot be read:"), Words::tr("Choose the .ptd files."));
    if (id == "run.no-input"_L1)
        return missing(finding, Words::tr("No input is chosen."),
            Words::tr("The input cannot be read:"), Words::tr("Choose it again, or take none."));
    if (id == "run.picture-numbers"_L1)
        return FindingText{ Words::tr("The mean or the divisor of pictures cannot be read."),
            Words::tr("Write one number, or three with commas between; no divisor is 0.") };
    if (id == "run.no-interpreter"_L1)
        return missing(finding, Words::tr("There is no Python with ExecuTorch."),
            Words::tr("There is no such Python:"),
            Words::tr("Create a tool environment (Compile menu), or choose one here."));
    if (id == "run.no-program"_L1)
        return missing(finding, Words::tr("No program to start is chosen."),
            Words::tr("This cannot be started:"),
            Words::tr("Choose a program that prints a console."));
    if (id == "run.no-folder"_L1)
        return FindingText{ named(Words::tr("There is no such folder:"), finding), {} };
    return {};
}

std::optional<FindingText> targetText(const Diagnostic &finding)
{
    const auto &id = finding.id;
    if (id == "run.no-fvp"_L1)
        return FindingText{ finding.location.file.isEmpty()
                ? Words::tr("The FVP is not on PATH.")
                : named(Words::tr("There is no such FVP:"), finding),
            Words::tr("Install it with examples/arm/setup.sh --i-agree-to-the-contained-eula of "
                      "ExecuTorch, or choose it under FVP. The other targets work without it.") };
    if (id == "run.mac-mismatch"_L1 || id == "run.product-mismatch"_L1)
        return FindingText{ finding.severity == Severity::Error
                ? Words::tr("The program was compiled for another NPU; the driver will refuse it.")
                : Words::tr("A program in the runner was compiled for another NPU; the driver will "
                            "refuse it if that one runs."),
            finding.text };
    if (id == "run.fast"_L1)
        return FindingText{ Words::tr("Fast mode: cycles and counters of this run mean nothing."),
            {} };
    if (id == "run.no-port"_L1 && finding.location.entity.isEmpty())
        return FindingText{ Words::tr("No port is chosen."),
            Words::tr("Plug the board in and look again, or write the name of a port.") };
    if (id == "run.no-host"_L1)
        return FindingText{ Words::tr("No host is named."), {} };
    return {};
}

} // namespace

QString elapsedText(qint64 milliseconds)
{
    const auto seconds = std::max<qint64>(0, milliseconds) / 1000;
    const auto minutes = u"%1:%2"_s.arg(seconds / 60 % 60, 2, 10, QChar(u'0'))
                             .arg(seconds % 60, 2, 10, QChar(u'0'));
    return seconds < 3600 ? minutes : u"%1:%2"_s.arg(seconds / 3600).arg(minutes);
}

QString runStateText(profile::LiveRun::State state, qint64 elapsedMs)
{
    using State = profile::LiveRun::State;
    const auto time = elapsedText(elapsedMs);
    switch (state) {
    case State::Idle:
        return Words::tr("Nothing runs");
    case State::Starting:
        return Words::tr("Starting…");
    case State::Running:
        return Words::tr("Running %1").arg(time);
    case State::Reconnecting:
        return Words::tr("Reconnecting… %1").arg(time);
    case State::Complete:
        return Words::tr("Complete after %1").arg(time);
    case State::Failed:
        return Words::tr("Failed after %1").arg(time);
    case State::Stopped:
        return Words::tr("Stopped after %1").arg(time);
    case State::TimedOut:
        return Words::tr("Timed out after %1").arg(time);
    }
    return {};
}

FindingText findingText(const Diagnostic &finding)
{
    if (const auto text = fileText(finding))
        return *text;
    if (const auto text = targetText(finding))
        return *text;
    // What the target says itself: "Permission denied", "Connection refused".
    const auto &place = finding.location;
    const auto about = place.entity.isEmpty() ? QDir::toNativeSeparators(place.file) : place.entity;
    if (!about.isEmpty())
        return { u"%1: %2"_s.arg(about, finding.text), {} };
    auto text = finding.text;
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return { text, {} };
}

std::vector<RunFigure> figuresOf(const profile::Run &run, std::optional<Origin> origin)
{
    std::vector<RunFigure> figures;
    if (run.profiles.empty())
        return figures;
    const auto tag = origin ? originTag(*origin) : Words::tr("origin not stated");
    figures.push_back({ Words::tr("Measurements"), formatCount(run.profiles.size()), {} });
    const auto &last = run.profiles.back();
    const auto add = [&](const profile::Counter &counter) {
        auto value = formatCount(counter.value);
        if (!counter.unit.isEmpty())
            value = u"%1 %2"_s.arg(value, counter.unit);
        figures.push_back({ counter.name, value, tag });
    };
    if (const auto *cycles = last.counter(profile::CycleCounterName))
        add(*cycles);
    if (last.timeNs)
        figures.push_back(
            { Words::tr("Time"), formatDuration(static_cast<double>(*last.timeNs) / 1e9), tag });
    if (!last.runNs.empty())
        figures.push_back({ Words::tr("Last repeat"),
            formatDuration(static_cast<double>(last.runNs.back()) / 1e9), tag });
    for (const auto &counter : last.counters) {
        if (figures.size() < FigureCount && counter.name != profile::CycleCounterName)
            add(counter);
    }
    return figures;
}

} // namespace tosaic::views
