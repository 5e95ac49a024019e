// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/toolchain/environment.h"

#include <QProcessEnvironment>

namespace tosaic::toolchain {

/// Where interpreters are looked for.
struct DiscoveryPlaces
{
    QString home; ///< empty: the user's
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    QStringList beside; ///< folders of the model and the workspace: .venv or venv in them
    QStringList refused; ///< interpreters that must not be started: left out
    QStringList added; ///< interpreters the user named
    QStringList made; ///< folders of environments that Tosaic made
};

/// Interpreters on this machine, each once: what leads to the same environment by other names and
/// links is merged, the first name stays. In order: TOSAIC_PYTHON, added, made, VIRTUAL_ENV,
/// CONDA_PREFIX, beside, ~/.virtualenvs, ~/venvs, conda, pyenv, PATH. Reads folders only; may
/// take long on a slow disk, so it belongs on a pool thread. At most CandidateLimit.
std::vector<EnvironmentCandidate> discoverEnvironments(const DiscoveryPlaces &places);

/// What discoverEnvironments() finds beside a model or workspace in `folder`: of each environment
/// its interpreters, absolute, under every name. Reads folders only.
std::vector<QStringList> interpretersBeside(const QString &folder);

inline constexpr std::size_t CandidateLimit = 100;

} // namespace tosaic::toolchain
