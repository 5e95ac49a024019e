// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compileresult.h"
#include "profiler/session/profiledocument.h"
#include "profiler/timeline/timelineindex.h"
#include "views/report/reportbuilder.h"

#include <memory>
#include <optional>

/// Pictures of a report that are those of a view: its own painter, in the light colours of paper.
/// For window and command line; GUI thread.
namespace tosaic::shell {

/// Where the memory mode puts what the compile needs, and what moves over the ports. Absent where
/// nothing of it is known.
std::optional<report::Picture> memoryPictureOf(
    const compiled::CompileResult &result, const std::shared_ptr<const model::Program> &program);

/// The costliest operators as bars: estimate, FVP and board on one axis. Absent where no operator
/// has cycles.
std::optional<report::Picture> operatorsPictureOf(
    const std::shared_ptr<const ProfileSubject> &subject);

/// What ran when; `range` in the unit of the timeline, absent: all of it. Absent where nothing has
/// a time.
std::optional<report::Picture> timelinePictureOf(
    const std::shared_ptr<const ProfileSubject> &subject,
    const std::shared_ptr<const profile::TimelineIndex> &index,
    std::optional<ProfileDocument::Range> range);

} // namespace tosaic::shell
