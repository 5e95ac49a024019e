// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QMimeData>

#include <memory>

/// Runs that are dragged from the list to where they are compared.
namespace tosaic::views {

inline constexpr QLatin1StringView RunDragType{ "application/x-tosaic-runs" };

/// Indices into the session's RunsDocument.
std::unique_ptr<QMimeData> runDrag(const QList<int> &runs);
/// Empty if it is something else.
QList<int> draggedRuns(const QMimeData &data);

} // namespace tosaic::views
