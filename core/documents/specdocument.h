// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/compilespec.h"

#include <QObject>

namespace tosaic {

/// The compile spec being edited. Lives on the GUI thread.
class SpecDocument : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    const spec::CompileSpec &spec() const { return m_spec; }
    void setSpec(const spec::CompileSpec &spec);
    /// Adds to what is kept on the CPU; what is already there stays once.
    void keepOnCpu(const spec::KeepOnCpu &more);

Q_SIGNALS:
    void changed();

private:
    spec::CompileSpec m_spec{ .target = QStringLiteral("ethos-u55-128") };
};

} // namespace tosaic
