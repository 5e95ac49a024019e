// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/diagnostic.h"
#include "core/model/program.h"

#include <QString>

#include <memory>
#include <optional>
#include <variant>
#include <vector>

/// What ExecuTorch's runtime recorded (ETDump), as an immutable value. Facts: ExecuTorch's
/// devtools/etdump and the runtime's event tracer.
namespace tosaic::profile {

/// Where in the program an event belongs. The runtime numbers its own events ("Method::execute")
/// like instruction 0: only the chain tells them apart.
struct EtDumpPlace
{
    std::optional<qint64> chain; ///< absent: the runtime's own event
    qint32 instruction = -1;
    std::optional<qint32> delegateId; ///< the delegate's own number for what it ran
    std::optional<QString> delegateName; ///< or its own text

    bool isOfDelegate() const { return delegateId || delegateName; }
};

struct EtDumpProfileEvent
{
    EtDumpPlace place;
    std::optional<QString> name; ///< "OPERATOR_CALL"; delegates leave it out
    /// As recorded. The file does not state the unit: CPU cycles on Arm's bare-metal runner,
    /// nanoseconds on hosts; the origin is arbitrary.
    quint64 start = 0;
    quint64 end = 0;
    std::optional<model::ByteRange> metadata; ///< what the delegate added; its own format

    /// Ticks from start to end. An end before the start is one wrap of a 32-bit counter; absent
    /// where it cannot be that.
    std::optional<quint64> ticks() const;
    /// Name, or the delegate's text or number; empty if the event has none of them.
    QString title() const;
};

struct EtDumpAllocation
{
    qint32 allocator = 0; ///< counts from 1, in EtDumpRun::allocators
    quint64 size = 0; ///< bytes
};

struct EtDumpTensor
{
    model::ScalarType type = model::ScalarType::Byte;
    std::vector<qint64> sizes;
    std::vector<qint64> strides; ///< elements; the bytes lie in this order, not in that of sizes
    qint64 offset = 0; ///< of its first byte in the debug buffer, a file of its own
};

struct EtDumpDebugEvent
{
    EtDumpPlace place;
    std::optional<QString> name;
    /// "Tensor", "TensorList", "Int"... as the schema spells it.
    QString kind;
    std::variant<std::monostate, qint64, bool, double, std::vector<EtDumpTensor>> value;
    bool isProgramOutput = false;
};

using EtDumpEvent = std::variant<EtDumpProfileEvent, EtDumpAllocation, EtDumpDebugEvent>;

/// One phase: loading ("Default") or one execution ("Execute").
struct EtDumpRun
{
    QString name;
    std::optional<qint32> bundledInput; ///< test case of a bundled program
    std::vector<QString> allocators;
    std::vector<EtDumpEvent> events; ///< in order of completion: inner ones before outer ones
};

struct EtDump
{
    std::shared_ptr<const ByteSource> source;
    quint32 version = 0;
    bool hasSizePrefix = false; ///< the runtime writes one
    std::vector<EtDumpRun> runs;
    std::vector<Diagnostic> diagnostics;
};

} // namespace tosaic::profile
