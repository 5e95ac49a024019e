// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace tosaic::test {

/// An ETDump with every kind of event: loading with two allocators and three allocations; a run
/// with an operator, delegate events (one whose counter wrapped), tensors and other values.
QByteArray etDumpBytes(bool hasSizePrefix = true);

/// A run whose events are all one shared table.
QByteArray sharedEventsBytes(quint32 count);

} // namespace tosaic::test
