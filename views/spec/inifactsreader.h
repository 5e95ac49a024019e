// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "core/spec/inifacts.h"

#include <QObject>

#include <optional>

namespace tosaic::views {

/// What the ini file of the spec defines, read in the background. Vela's own Arm/vela.ini is known
/// without reading.
class IniFactsReader : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// `configIni` as the spec says it; absent: Vela's own. Reads a file of the user only when the
    /// path changed, or again() asks.
    void setFile(const std::optional<QString> &configIni);
    void again();

    bool isOwnFile() const { return !m_path.isEmpty(); }
    /// Null while it is not known: not read yet, or not readable. Vela's own is never null.
    const spec::IniFacts *facts() const;
    /// Why the file of the user could not be read; empty if it could.
    QString problem() const { return m_problem; }

Q_SIGNALS:
    void changed();

private:
    QString m_path; ///< empty: Vela's own
    std::optional<spec::IniFacts> m_facts;
    QString m_problem;
    JobSlot m_slot;
};

} // namespace tosaic::views
