// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/layout/layout.h"

#include <QObject>

#include <functional>

namespace tosaic::layout {

/// Places nodes and routes edges, asynchronously. One request at a time: a new one drops the one
/// before. To add an engine, derive from this and hand it to the views that draw.
class LayoutEngine : public QObject
{
    Q_OBJECT
public:
    using Done = std::function<void(Result<Layout>)>;
    using QObject::QObject;

    /// Answers later, on this object's thread, exactly once, unless cancelled or destroyed before.
    virtual void layout(const Request &request, Done done) = 0;
    /// Drops the running request; its callback will not run.
    virtual void cancel() = 0;
};

} // namespace tosaic::layout
