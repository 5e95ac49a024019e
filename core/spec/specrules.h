// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/spec/compilespec.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

/// What the tools accept, what they assume, and what they take silently although it is wrong.
/// Facts measured with ExecuTorch 1.5.1 and Vela 5.1.0 and the ini file bundled with it.
namespace tosaic::spec {

enum class Family
{
    U55,
    U65,
    U85
};

/// What EthosUCompileSpec fills in for a target.
struct Defaults
{
    Family family = Family::U55;
    int macs = 0; ///< multiply-accumulates per cycle
    QString systemConfig;
    QString memoryMode;
    QString configIni;
    QString tosaSpec; ///< profile and extensions the graph is lowered to
};

/// What Vela's --config names inside Vela's own package; what a spec without configIni means.
inline constexpr QLatin1StringView BundledIni("Arm/vela.ini");

/// Whether its memories are those of that file, which are known without reading it.
bool usesBundledIni(const CompileSpec &spec);

/// One memory system of the bundled Arm/vela.ini.
struct SystemConfig
{
    QString name;
    Family family = Family::U55;
    quint64 clockHz = 0;
    bool hasDram
        = false; ///< the second memory is DRAM, which Dedicated_Sram modes need; else flash
};

/// The 11 accelerator names, as the tools spell them.
const QStringList &targets();
/// The six memory modes of the bundled ini file.
const QStringList &memoryModes();
/// All system configurations of the bundled ini file.
const std::vector<SystemConfig> &systemConfigs();
/// Names of those made for one family.
QStringList systemConfigs(Family family);

QString familyName(Family family); ///< "Ethos-U55"
/// By the start of the name in any letter case, so that a mistyped target still has a family.
std::optional<Family> familyOf(const QString &target);
/// Absent if the target is not one of targets().
std::optional<Defaults> defaultsFor(const QString &target);
/// What Vela takes when it is run alone and no names are given; with a warning each.
struct VelaDefaults
{
    QString systemConfig;
    QString memoryMode;
};
VelaDefaults velaDefaultsFor(Family family);
/// The memory mode of a runner built by ExecuTorch's build_executor_runner.sh or run.sh without
/// --memory_mode.
QString runnerMemoryMode(Family family);
/// What the driver does when the spec has no quantizer.
bool quantizesByDefault(const CompileSpec &spec);
/// The spec with target, memory and driver defaults filled in; unchanged for an unknown target. A
/// calibration stays absent: the driver then uses the model's example inputs once.
CompileSpec resolved(CompileSpec spec);

/// Contradictions, before any tool runs. An Error stops a compile or makes its result meaningless;
/// a Warning is something the tools take without a word; an Info tells what will happen.
/// location.entity is the key of SPEC.json ("memoryMode", "extraFlags[2]").
/// The rules and their corrections are in ruletable.h.
std::vector<Diagnostic> check(const CompileSpec &spec);
bool hasError(const std::vector<Diagnostic> &diagnostics);

} // namespace tosaic::spec
