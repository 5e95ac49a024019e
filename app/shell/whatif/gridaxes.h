// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/shellcontext.h"
#include "core/base/jobslot.h"
#include "core/sweep/grid.h"

#include <QObject>

#include <map>
#include <optional>
#include <vector>

namespace tosaic::views {
class AxesDialog;
}

namespace tosaic::shell {

/// Flags and variants that the window's what-if grid has as axes: chosen in a dialog, flags for
/// every model, variants for each model its own. Lives on the GUI thread.
class GridAxes : public QObject
{
    Q_OBJECT
public:
    explicit GridAxes(const ShellContext &context, QObject *parent = nullptr);

    /// optimise, extraFlags, sample, and variants of the model that is shown.
    sweep::Grid grid() const;
    /// Opens the dialog.
    void ask();

Q_SIGNALS:
    void changed();

private:
    QString model() const;
    std::vector<sweep::Variant> offered() const;
    void addSpecFile(views::AxesDialog &dialog, const QString &path);

    struct Variants
    {
        std::vector<sweep::Variant> chosen;
        std::vector<sweep::Variant> known; ///< that were offered before, chosen or not
    };

    ShellContext m_context;
    QStringList m_optimise;
    std::vector<QStringList> m_flags;
    std::optional<sweep::Sampling> m_sample;
    std::map<QString, Variants> m_variants; ///< by model()
    JobSlot m_reading;
};

} // namespace tosaic::shell
