// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QString>

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace tosaic::profile {

/// One input or output of a run on this machine.
struct HostArray
{
    QString dtype; ///< NumPy's word: "float32"; of a scalar "int", "float", "bool"
    std::vector<qint64> shape; ///< as it was given or came back; empty: a scalar
    /// Inputs: "file", "random" (with the seed), "program" (the value the program demands); empty
    /// for outputs.
    QString fill;
    QString path; ///< .npy, relative to the folder of the run; empty: not kept
    QString value; ///< of a scalar, as JSON writes it
    /// Outputs: different values among the repeats; more than one: it changes from run to run.
    std::optional<quint64> variants;
    std::shared_ptr<const ByteSource> file; ///< of `path`; null: not at hand
};

/// What an ETDump does not say about its own run; stored beside it. The driver's result.json
/// (resources/drivers/README.md).
struct HostFacts
{
    QString status; ///< "succeeded", "failed", "cancelled"
    QString method;
    std::vector<HostArray> inputs;
    std::vector<HostArray> outputs; ///< of the last run
    std::vector<quint64> iterationNs; ///< wall time of each call, ns; without warm-up
    quint64 warmups = 0; ///< calls before; the ETDump has them too, as its first executions
    QString engine; ///< "python": through ExecuTorch's Python module
    std::map<QString, QString> tools; ///< "executorch" -> "1.5.1", "torch", "python"
    std::optional<quint64> threads; ///< of ExecuTorch's thread pool
    QString machine; ///< "x86_64"; as Python's platform module says
    QString cpu; ///< name of the processor; empty: not known
    QString pteSha256;
    QString failedStage; ///< "import", "load_program", "load_method", "execute"; empty: none
};

/// Errors: FormatDamaged.
Result<HostFacts> readHostFacts(const QByteArray &json);

} // namespace tosaic::profile
