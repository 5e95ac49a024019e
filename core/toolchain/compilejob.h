// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/spec/compilespec.h"
#include "core/toolchain/compileresult.h"

#include <QObject>

#include <memory>

namespace tosaic::toolchain {

/// What a compile starts from, by content (extension only for Python sources, which have none).
enum class InputKind
{
    Tosa, ///< Vela, raw output
    Tflite, ///< Vela, _vela.tflite
    ExportedProgram, ///< .pt2: ExecuTorch ahead-of-time
    PythonModel ///< .py: ExecuTorch ahead-of-time; runs the user's code
};

/// Errors: IoOpen, IoRead; FormatUnknown if it is none of them. Reads a few bytes.
Result<InputKind> inputKindOf(const QString &path);
/// Compiled by the vela command alone.
bool usesVelaAlone(InputKind kind);
/// Loading it can run code of its author: .py always (refused with "trust.needed" unless
/// trusted), .pt2 if it holds pickled parts (warning "trust.advised" unless trusted).
bool runsCode(InputKind kind);

struct CompileRequest
{
    QString input; ///< .tosa, .tflite, .pt2 or .py
    spec::CompileSpec spec;
    QString outputFolder; ///< made if missing; must not hold an earlier result
    QString interpreter; ///< Python of the tool environment
    bool trusted = false; ///< the user allowed the input to run code
    int timeLimitMs = 0; ///< 0: none
    QString drivers; ///< empty: driversDir()
};

/// One compile in a child process. Nothing blocks; lives on a thread with an event loop. Every way
/// it can end leaves result.json and console.txt in the output folder (as far as that can be
/// written); an earlier result there is never overwritten.
///
/// Problem ids: spec.*, trust.needed, trust.advised, format.unknown, io.open, io.write,
/// io.disk-full, output.exists, tool.missing, tool.failed, tool.crashed, tool.timeout,
/// compile.refused (the compiler does not accept the input), vela.*, cancelled, and those of the
/// driver (resources/drivers/README.md).
class CompileJob : public QObject
{
    Q_OBJECT
public:
    explicit CompileJob(CompileRequest request, QObject *parent = nullptr);
    /// Kills a running compile with everything it started.
    ~CompileJob() override;

    /// Once for each object.
    void start();
    void cancel();
    bool isRunning() const;
    const CompileRequest &request() const;

Q_SIGNALS:
    void logLine(const QString &line);
    /// `index` counts from 0.
    void stageChanged(const QString &name, int index, int count);
    void progressed(double fraction);
    void problemFound(const tosaic::Diagnostic &problem);
    /// Exactly once after start(), never from inside it.
    void finished(const std::shared_ptr<const tosaic::toolchain::CompileResult> &result);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace tosaic::toolchain
