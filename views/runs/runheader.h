// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/modelmatch.h"
#include "profiler/session/runsdocument.h"

#include <QFrame>

class QComboBox;
class QLabel;
class QPushButton;

namespace tosaic::views {

class RunStatements;
class WrappedLabel;

/// How a run stands to the open model.
struct ModelRelation
{
    QString fileName; ///< of the open model; empty: none is open
    profile::ModelMatchResult match;
    bool isAttached = false; ///< to the open model
    bool isAttachedElsewhere = false;
    QString otherName = {}; ///< of that other model; empty: nobody here knows it
    QString otherPath
        = {}; ///< where it, or the compile that made it, can be opened; empty: not known
    bool canTell = true; ///< it is a console: others say nothing of a model
};

/// What the log does not say and the user states: origin, clock, the model; and which measurement
/// of the log is looked at.
class RunHeader : public QFrame
{
    Q_OBJECT
public:
    explicit RunHeader(QWidget *parent = nullptr);

    void setRun(const profile::MeasuredRun &run);
    void setProfiles(const std::vector<profile::Profile> &profiles, int current);
    void setRelation(const ModelRelation &relation);
    /// What is stated is about so many runs.
    void setScope(int runs);

Q_SIGNALS:
    void originChosen(std::optional<Origin> origin);
    void clockChosen(std::optional<quint64> hertz);
    void profileChosen(int index);
    void attachRequested();
    void detachRequested();
    /// The user wants to see the model that the run is attached to.
    void openRequested(const QString &path);

private:
    QWidget *makeControls();

    QLabel *m_title;
    QLabel *m_details;
    QComboBox *m_profile = nullptr;
    QLabel *m_profileLabel = nullptr;
    RunStatements *m_statements = nullptr;
    QLabel *m_scope;
    WrappedLabel *m_relation;
    QPushButton *m_attach;
    QPushButton *m_open; ///< the model that is attached and not open
    QString m_otherPath;
    bool m_isAttached = false;
};

} // namespace tosaic::views
