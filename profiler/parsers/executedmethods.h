// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/parsers/etdump.h"

#include <map>

/// Which executions of a dump are of one method. A dump names none; facts: ExecuTorch's
/// runtime/executor/method.cpp and devtools/etdump.
namespace tosaic::profile {

/// One run of a method. The rest is loading, which the runtime calls "Default": it has no executed
/// instruction.
bool isExecution(const EtDumpRun &run);

/// "add.out" of "native_call_add.out"; absent for other events.
std::optional<QString> nativeCallName(const EtDumpProfileEvent &event);

/// What the events of an execution say of each instruction: its kernel's name ("add.out"), else the
/// kind of call ("DELEGATE_CALL").
using ExecutionSignature = std::map<qint32, QString>;
ExecutionSignature signatureOf(const EtDumpRun &run);
/// Whether two executions can be of one method: no instruction is two different things.
bool canBeOneMethod(const ExecutionSignature &one, const ExecutionSignature &other);

/// For each run of the dump the number of its method, from 0 in the order in which they ran first;
/// absent of loading.
std::vector<std::optional<size_t>> executedMethods(const EtDump &dump);

} // namespace tosaic::profile
