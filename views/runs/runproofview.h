// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/runproof.h"

#include <QFrame>

#include <optional>

class QLabel;

namespace tosaic::views {

/// "Proven", "Not proven: the program, the outputs", "Refuted: the outputs".
QString proofTitle(const profile::RunProof &proof);

/// Whether a run is what it seems to be: started, the right ELF, the right program, finished,
/// outputs as they should be. Red until all of it is proven.
class RunProofView : public QFrame
{
    Q_OBJECT
public:
    explicit RunProofView(QWidget *parent = nullptr);

    /// Absent: it is being looked at.
    void show(const std::optional<profile::RunProof> &proof);

private:
    QLabel *m_verdict;
    QLabel *m_facts;
};

} // namespace tosaic::views
