// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/frame/toolcommand.h"
#include "core/advice/advicerun.h"
#include "core/documents/openmodel.h"

namespace tosaic::cli {

/// What advice is asked about, and with what it is tried.
struct AdviceOptions
{
    QString file; ///< what was opened; empty: the newest compile of the workspace
    QString workspace; ///< its cells are looked up and kept; empty: none are
    QString spec; ///< SPEC.json that a TOSA or TFLite file is meant for; empty: not said
    QString interpreter; ///< with Vela; empty: searched
    /// The .py or .pt2 that it was compiled from: what needs a new lowering is compiled; empty:
    /// that has no numbers.
    QString model = {};
    bool isTrusted = false; ///< it was said that the model may run its code
};

/// Tries what is advised about a program or compile, with Vela. Nothing if there is no TOSA or no
/// Vela: why is told.
class AdviceTrial : private ToolRun
{
public:
    explicit AdviceTrial(Streams &streams) : ToolRun(streams) { }

    advice::AdviceResult of(const OpenedModel &opened, const AdviceOptions &options);
    bool isInterrupted() const { return m_isInterrupted; }

private:
    advice::AdviceResult run(const advice::AdviceRequest &request);
    void compileOpenOnes(
        advice::AdviceResult &result, const advice::Subject &subject, const AdviceOptions &options);
};

/// What the workspace's cells know already, without running anything.
advice::AdviceResult knownAdvice(const OpenedModel &opened, const AdviceOptions &options);

} // namespace tosaic::cli
