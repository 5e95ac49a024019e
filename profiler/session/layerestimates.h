// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/join/operationtable.h"
#include "profiler/session/streamfacts.h"

namespace tosaic {

/// Vela's per-layer tables as operations, where there is no debug database. Stream numbers are
/// those of the material.
profile::OperationTable layerTable(StreamMaterial &material);

/// Debug databases of Vela's Python core have no estimates: those of the per-layer table of the
/// same run are put to the operations if it lists the same ones in the same order; else
/// "profile.layers-other" says so.
profile::OperationTable withLayerEstimates(profile::OperationTable table, StreamMaterial &material);

} // namespace tosaic
