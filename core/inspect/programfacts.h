// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/program.h"

#include <QStringList>

#include <map>

/// Counts over a program that text, JSON and views share.
namespace tosaic::inspect {

/// Values by kind: "Tensor" -> 4.
std::map<QString, qint64> valueKinds(const model::Method &method);
/// Kernel calls by full operator name.
std::map<QString, qint64> kernelCalls(const model::Method &method);
/// Bytes of a delegate's payload as the file states them, also when they lie outside of it.
quint64 payloadBytes(const model::Program &program, const model::Delegate &delegate);
/// Bytes of constants in the file; tensors that share bytes count once.
quint64 constantBytes(const model::Method &method);
/// "2 partitions on Ethos-U55-256 (192 NPU operations), 2 CPU kernels": what runs where, in calls.
QString coverageSentence(const model::Method &method);
/// Keys under which the runtime must find data in .ptd files, each once, in the file's order:
/// names of external tensors and of delegate blocks that this file does not hold itself.
QStringList externalKeys(const model::Program &program);

} // namespace tosaic::inspect
