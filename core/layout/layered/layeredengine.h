// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "core/layout/layoutengine.h"

namespace tosaic::layout {

/// layeredLayout on a pool thread. Needs no other program, and no time limit.
class LayeredEngine : public LayoutEngine
{
    Q_OBJECT
public:
    explicit LayeredEngine(QObject *parent = nullptr) : LayoutEngine(parent), m_slot(nullptr) { }

    void layout(const Request &request, Done done) override;
    void cancel() override { m_slot.cancel(); }

private:
    JobSlot m_slot;
};

} // namespace tosaic::layout
