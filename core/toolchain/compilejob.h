// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/compiled/compileresult.h"
#include "core/spec/compilespec.h"
#include "core/toolchain/environment.h"

#include <QObject>

#include <memory>
#include <optional>

namespace tosaic::toolchain {

/// What a compile starts from, by content (extension only for Python sources, which have none).
enum class InputKind
{
    Tosa, ///< Vela, raw output
    Tflite, ///< Vela, _vela.tflite
    ExportedProgram, ///< .pt2: ExecuTorch ahead-of-time
    PythonModel, ///< .py: ExecuTorch ahead-of-time; runs the user's code
    Program ///< .pte that gets other payloads (CompileRequest::keptTosa)
};

/// Errors: IoOpen, IoRead; FormatUnknown if it is none of them. Never Program. Reads a few bytes.
Result<InputKind> inputKindOf(const QString &path);
/// Compiled by the vela command alone.
bool usesVelaAlone(InputKind kind);
/// Loading it can run code of its author, a .pt2 by its pickled parts: refused with "trust.needed"
/// unless trusted.
bool runsCode(InputKind kind);

class WarmCompiler;

struct CompileRequest
{
    QString input; ///< .tosa, .tflite, .pt2 or .py
    /// Not empty: no compile, but the exchange of the input's payloads (a .pte; respecRequest()).
    /// The TOSA of its partitions in execution order, absolute.
    QStringList keptTosa;
    /// With keptTosa: the Python whose Vela is run, which needs nothing else; empty: interpreter's.
    QString velaInterpreter;
    /// No compile either: what the partitioner would do (.pt2 or .py). The result has nodes, edges,
    /// partitions and rejections, and no artefact of a compile.
    bool onlyPartitions = false;
    spec::CompileSpec spec;
    QString outputFolder; ///< made if missing; must not hold a result that succeeded
    QString interpreter; ///< Python of the tool environment
    bool trusted = false; ///< the user allowed the input to run code
    /// What that was said of (TrustSubject::content): nothing else is run, whenever the compile
    /// begins. Empty: of whatever the input holds then.
    QString trustedContent;
    /// The user allowed spec.intermediatesFolder to lie outside of outputFolder.
    bool mayWriteOutside = false;
    int timeLimitMs = 0; ///< 0: none
    QString drivers; ///< empty: driversDir()
};

/// One compile in a child process. Nothing blocks; lives on a thread with an event loop. Every way
/// it can end leaves result.json and console.txt in the output folder (as far as that can be
/// written). It replaces the result of a compile that failed or was cancelled, never another one.
///
/// Problem ids: spec.*, trust.needed, trust.changed, trust.folder, format.unknown, io.open,
/// io.write, io.disk-full, input.changed, output.exists, tool.missing, tool.failed, tool.crashed,
/// tool.timeout, compile.refused (the compiler does not accept the input), vela.*, cancelled, and
/// those of the driver (resources/drivers/README.md).
class CompileJob : public QObject
{
    Q_OBJECT
public:
    explicit CompileJob(CompileRequest request, QObject *parent = nullptr);
    /// Kills a running compile with everything it started.
    ~CompileJob() override;

    /// Before start(): what ExecuTorch compiles runs in this warm worker if it is free, with the
    /// same signals and the same files as in a process of its own. Null: always a process of its
    /// own. Not owned.
    void setWarmCompiler(WarmCompiler *compiler);

    /// Once for each object.
    void start();
    void cancel();
    bool isRunning() const;
    const CompileRequest &request() const;
    /// Root of the processes that run now; 0: none.
    qint64 processId() const;
    /// Largest process of a run that has ended; absent if it was not measured.
    std::optional<quint64> peakMemoryBytes() const;
    /// As probed for this compile; empty before.
    const ToolEnvironment &environment() const;

Q_SIGNALS:
    void logLine(const QString &line);
    /// `index` counts from 0.
    void stageChanged(const QString &name, int index, int count);
    void progressed(double fraction);
    void problemFound(const tosaic::Diagnostic &problem);
    /// Exactly once after start(), never from inside it.
    void finished(const std::shared_ptr<const tosaic::compiled::CompileResult> &result);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace tosaic::toolchain
