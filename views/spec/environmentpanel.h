// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/toolchain/environment.h"
#include "core/toolchain/environmentcatalogue.h"

#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

class QLabel;
class QLayout;
class QListWidget;
class QPushButton;

namespace tosaic::views {

class EnvironmentCreation;
class EnvironmentDetails;
class Theme;

/// The Python environments that hold the compilers: which are on this machine, which one is chosen,
/// what is in each, what is missing with the commands that mend it, and how to get one. Looks for
/// them when it is first shown, or on refresh().
class EnvironmentPanel : public QWidget
{
    Q_OBJECT
public:
    explicit EnvironmentPanel(const Theme &theme, QWidget *parent = nullptr);
    ~EnvironmentPanel() override;

    /// Path of the Python interpreter in use: the chosen one, else the first that was found with
    /// the compilers; empty if none.
    QString interpreter() const;
    /// The user's choice from the settings; empty: look for one. Probes it; does not signal.
    void setInterpreter(const QString &python);
    QString chosen() const { return m_chosen; }
    /// What is in the environment in use; absent while nothing was found or asked.
    const std::optional<toolchain::ToolEnvironment> &environment() const { return m_current; }
    bool isCreating() const;
    /// Where an environment with this version of Vela alone is made, ready to begin.
    void proposeVela(const QString &version);
    /// Everybody's catalogue instead of one of its own; it must outlive the panel.
    void setCatalogue(toolchain::EnvironmentCatalogue &catalogue);
    /// The environment that is chosen for comparison; empty: none.
    void setSecond(const QString &python);

public Q_SLOTS:
    /// Looks again at what is installed.
    void refresh();
    /// Asks for the Python interpreter of an environment that is there.
    void chooseInterpreter();

Q_SIGNALS:
    /// The user chose another interpreter, or a new environment is ready.
    void interpreterChosen(const QString &python);
    /// A second environment to compile with for comparison; empty: none.
    void secondChosen(const QString &python);
    /// The user named an interpreter that was not found.
    void interpreterAdded(const QString &python);
    /// The catalogue is to be refreshed by whoever has given it.
    void catalogueWanted();
    /// environment() may have changed.
    void changed();

protected:
    void showEvent(QShowEvent *event) override;

private:
    QLayout *makeStatus();
    QLayout *makeFound();
    QLayout *makeFoundButtons();
    void onSearched(const std::optional<toolchain::ToolEnvironment> &found,
        const std::vector<toolchain::ToolEnvironment> &probed);
    void showOne(const toolchain::ToolEnvironment &environment);
    void showNone();
    void updateStatus();
    void fillFound();
    void addFound(const QString &interpreter, const QString &origin,
        const toolchain::ToolEnvironment *environment);
    void showDetails();
    void updateButtons();
    QString selected() const;
    /// What is known of the selected one, else of the one in use; null if nothing is.
    const toolchain::ToolEnvironment *detailed() const;
    const toolchain::ToolEnvironment *probed(const QString &interpreter) const;
    void choose(const QString &python);
    void toggleSecond();
    void askRemoval();
    void remove();
    static QString summary(const toolchain::ToolEnvironment &environment);
    static QString originText(const QString &origin);
    void onCreated(const toolchain::ToolEnvironment &environment);

    toolchain::EnvironmentSearch m_search;
    toolchain::EnvironmentCatalogue m_ownCatalogue;
    toolchain::EnvironmentCatalogue *m_catalogue = &m_ownCatalogue;
    QString m_chosen;
    std::optional<toolchain::ToolEnvironment> m_current;
    std::vector<toolchain::ToolEnvironment> m_probed;
    QString m_second;
    bool m_wasAsked = false;
    bool m_isLooking = false; ///< for the one to use

    QLabel *m_status = nullptr;
    QLabel *m_path = nullptr;
    QListWidget *m_found = nullptr;
    QLabel *m_looking = nullptr;
    QPushButton *m_use = nullptr;
    QPushButton *m_useSecond = nullptr;
    QPushButton *m_remove = nullptr;
    QWidget *m_removal = nullptr; ///< asks before a folder is removed
    QLabel *m_removalText = nullptr;
    EnvironmentDetails *m_details = nullptr;
    EnvironmentCreation *m_creation = nullptr;
};

} // namespace tosaic::views
