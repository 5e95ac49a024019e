// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/result.h"

#include <QJsonObject>
#include <QObject>
#include <QString>
#include <QStringList>

#include <map>
#include <memory>
#include <optional>
#include <vector>

/// Python environments that hold the compilers: where they may be, what is in one.
namespace tosaic::toolchain {

class ToolProcess;

/// One interpreter and the tools it has, as resources/drivers/tosaic_probe.py found them.
struct ToolEnvironment
{
    QString interpreter; ///< absolute path
    QString origin; ///< where it was found: "chosen", "TOSAIC_PYTHON", "created", "PATH", ...
    QString pythonVersion; ///< empty: the interpreter did not run
    std::map<QString, QString> versions; ///< "executorch" -> "1.5.1"; absent: not installed
    QString velaIni; ///< Arm/vela.ini inside Vela's package; empty: no Vela
    bool isExternallyManaged = false; ///< pip refuses to install here (Debian's own Python)
    std::vector<Diagnostic> problems; ///< ids "tool.missing", "tool.version", "tool.failed", ...

    bool hasVela() const; ///< .tosa and .tflite can be compiled
    bool hasExecuTorch() const; ///< .py and .pt2 can be compiled (needs torch and Vela too)
    QString version(const QString &package) const; ///< empty: not installed
};

/// resources/drivers/environment.json: what an environment must hold and how it is made.
struct EnvironmentPins
{
    struct Step
    {
        QString label;
        QStringList packages; ///< pip requirements
        QString suggestedIndex; ///< package index with much smaller wheels; empty if none
    };
    QString minimumPython; ///< "3.10", included
    QString belowPython; ///< "3.15", excluded
    std::vector<Step> steps;
    std::map<QString, QString> versions; ///< package -> pinned version
};

/// Folder of the Python drivers: TOSAIC_DRIVERS, else ../share/tosaic/drivers beside the program,
/// else the source tree the program was built from. Empty if none is there.
QString driversDir();
/// Of one of them, "tosaic_vela.py"; empty `drivers`: driversDir().
QString driverPath(const QString &script, const QString &drivers);
/// Errors: ToolMissing if the drivers are not installed; FormatDamaged.
Result<EnvironmentPins> readEnvironmentPins(const QString &drivers = driversDir());

struct EnvironmentCandidate
{
    QString interpreter;
    QString origin;
};
/// The interpreter that somebody named, as it holds in every folder that a tool is started in. A
/// name alone is one on PATH and stays.
QString interpreterPath(const QString &named);
/// Existing interpreters in the order in which they are tried: the one chosen by the user,
/// TOSAIC_PYTHON, the environment Tosaic made, VIRTUAL_ENV, CONDA_PREFIX, python3 on PATH. A chosen
/// or TOSAIC_PYTHON path is listed even if it does not exist, so that its problem is told.
std::vector<EnvironmentCandidate> environmentCandidates(const QString &chosen = {});
/// Where Tosaic makes its own environment; may not exist yet.
QString createdEnvironmentDir();
/// In the folder of an environment while it is being made.
inline constexpr auto IncompleteMark = ".tosaic-incomplete";
/// It was being made when the program was killed, or still is.
bool isIncomplete(const QString &environmentDir);
/// Interpreter of a virtual environment's folder.
QString interpreterOf(const QString &environmentDir);
/// The commands a user would type to get an environment, one a line.
QStringList creationCommands(const EnvironmentPins &pins, const QString &folder);

/// What the probe printed, compared with the pins. Touches no file.
ToolEnvironment environmentFromProbe(
    const QString &interpreter, const QJsonObject &probe, const EnvironmentPins &pins);

/// The same again, as the probe prints it, without problems; for a cache.
QJsonObject probeObject(const ToolEnvironment &environment);

/// The commands that make this environment complete, one a line, in the order in which they work
/// (torch before what needs it): only the steps of which something is missing or of another
/// version. Where nothing can be installed (a Python that does not fit, or one managed by the
/// system), those that make an environment of its own. Empty if nothing is amiss.
QStringList repairCommands(const ToolEnvironment &environment, const EnvironmentPins &pins);

/// Asks one interpreter what it has, in a child process with a time limit. Lives on a thread with
/// an event loop; a new start() drops the probe before it.
class EnvironmentProbe : public QObject
{
    Q_OBJECT
public:
    explicit EnvironmentProbe(QObject *parent = nullptr);
    ~EnvironmentProbe() override;

    void start(const EnvironmentCandidate &candidate);
    bool isRunning() const { return m_process != nullptr; }
    void setTimeLimit(int milliseconds) { m_timeLimit = milliseconds; }

Q_SIGNALS:
    /// Exactly once for each start() that was not dropped, never from inside start().
    void finished(const tosaic::toolchain::ToolEnvironment &environment);

private:
    void conclude();

    std::unique_ptr<ToolProcess> m_process;
    EnvironmentCandidate m_candidate;
    EnvironmentPins m_pins;
    QString m_output;
    int m_timeLimit = 20000;
};

/// Probes the candidates in turn until one can do what is wanted.
class EnvironmentSearch : public QObject
{
    Q_OBJECT
public:
    enum class Need
    {
        Vela,
        ExecuTorch
    };

    explicit EnvironmentSearch(QObject *parent = nullptr);

    /// A chosen interpreter is the only candidate: another one would be a surprise.
    void start(Need need, const QString &chosen = {});

Q_SIGNALS:
    /// `found` is the first that fits, absent if none does; `probed` are all that were asked.
    void finished(const std::optional<tosaic::toolchain::ToolEnvironment> &found,
        const std::vector<tosaic::toolchain::ToolEnvironment> &probed);

private:
    void next();
    void take(const ToolEnvironment &environment);

    EnvironmentProbe m_probe;
    Need m_need = Need::ExecuTorch;
    std::vector<EnvironmentCandidate> m_candidates;
    std::vector<ToolEnvironment> m_probed;
};

} // namespace tosaic::toolchain
