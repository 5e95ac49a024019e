// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/toolchain/driverrun.h"

#include <functional>

namespace tosaic::toolchain {

class KeptDriver;

/// A driver of ExecuTorch that somebody waits for.
struct WaitedDriver
{
    DriverRun::Request request; ///< `missing` is set here
    /// Gets what ends the process, callable from any thread until it is taken back (replaced by
    /// nothing); empty: nobody cancels.
    std::function<void(std::function<void()>)> setCancel;
    QString badInput; ///< id of the problem that says an input does not fit; empty: there is none
    std::function<void(const Diagnostic &)> tell; ///< hears all but errors; empty: nobody
};

/// The bytes of its result.json. Blocks in an event loop of its own. Errors: ToolMissing without
/// an interpreter, SpecInvalid for `badInput`, ToolFailed with what the driver said or if it left
/// no result, Cancelled.
Result<QByteArray> runAndWait(const WaitedDriver &driver);

/// The same by a process that serves one job after another, where there can be one; else in one of
/// its own. The request's script and interpreter are those of `kept`.
Result<void> runAndWait(const WaitedDriver &driver, KeptDriver &kept);

} // namespace tosaic::toolchain
