// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/documents/relatednetwork.h"
#include "profiler/join/operationtable.h"

/// How well something is known, in the words of every face.
namespace tosaic::views {

QString confidenceWord(profile::Confidence confidence); ///< "High"
/// "high: everything that can be compared agrees"
QString confidenceSentence(profile::Confidence confidence);
QString confidenceWord(RelatedNetwork::Confidence confidence); ///< "certain"

} // namespace tosaic::views
