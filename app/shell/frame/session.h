// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/approvals.h"
#include "core/base/joblist.h"
#include "core/documents/estimatedocument.h"
#include "core/documents/modeldocument.h"
#include "core/documents/previewdocument.h"
#include "core/documents/resultsdocument.h"
#include "core/documents/selection.h"
#include "core/documents/specdocument.h"
#include "core/toolchain/jobqueue.h"
#include "profiler/session/profiledocument.h"
#include "profiler/session/runsdocument.h"
#include "views/graph/graphviewstate.h"
#include "views/models/problemlist.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <map>
#include <vector>

namespace tosaic {
class SettingsStore;
}

namespace tosaic::shell {

/// What belongs to one model of several that are open, put aside while another is shown. Values and
/// shared immutable data; copying is cheap.
struct ModelSession
{
    int id = 0; ///< of this session of the window
    OpenedModel model;
    QString toOpen; ///< file that is opened when it is shown for the first time; mostly empty
    QString compileInput;
    SpecDocument::State spec;
    ResultsDocument::State results;
    SelectionContext::State selection;
    model::EntityRef wanted; ///< of a workspace: to be selected once the model is there and has it
    std::map<QString, std::vector<views::Problem>> problems; ///< by who found them
    QString mode; ///< id of the mode it was seen in; empty: none yet
    views::GraphViewState view; ///< where one was in its graph

    /// Nothing was opened or chosen here: the next file may take this place.
    bool isBlank() const;
    /// The model's file, else what is compiled; empty if blank.
    QString file() const;
};

/// Everything the window is about: the open documents, the one selection, what is going on. Views
/// see only the documents they show; controllers change them. Lives on the GUI thread.
class Session : public QObject
{
    Q_OBJECT
public:
    explicit Session(SettingsStore &settings, QObject *parent = nullptr);

    SettingsStore &settings() { return m_settings; }
    /// What files of other people may start here; kept beside the settings.
    Approvals &approvals() { return m_approvals; }
    JobList &jobs() { return m_jobs; }
    /// Compiles and everything else that runs tools for a while.
    toolchain::JobQueue &queue() { return m_queue; }
    views::ProblemList &problems() { return m_problems; }
    ModelDocument &model() { return m_model; }
    SelectionContext &selection() { return m_selection; }
    SpecDocument &spec() { return m_spec; }
    EstimateDocument &estimate() { return m_estimate; }
    PreviewDocument &preview() { return m_preview; }
    ResultsDocument &results() { return m_results; }
    RunsDocument &runs() { return m_runs; }
    ProfileDocument &profile() { return m_profile; }

    /// The model that Compile takes (.py, .pt2, .tosa, .tflite); empty if none is chosen.
    QString compileInput() const { return m_compileInput; }
    void setCompileInput(const QString &path);

    /// Which of the open models is shown (ModelSession::id). A compile remembers whose it is.
    int modelId() const { return m_modelId; }
    void setModelId(int id) { m_modelId = id; }
    /// The model that is shown, to be put aside.
    ModelSession aside() const;
    /// Shows another model: its file, spec, results, selection and problems instead of those here.
    void show(ModelSession session);

    QStringList recentFiles() const;
    void addRecent(const QString &path);

    /// There is something that a saved workspace would keep and none does yet.
    bool hasUnsaved() const { return m_hasUnsaved; }
    void setUnsaved(bool unsaved);

Q_SIGNALS:
    void compileInputChanged(const QString &path);
    void recentChanged();
    void unsavedChanged(bool unsaved);

private:
    SettingsStore &m_settings;
    Approvals m_approvals;
    JobList m_jobs;
    toolchain::JobQueue m_queue;
    views::ProblemList m_problems;
    ModelDocument m_model;
    SelectionContext m_selection;
    SpecDocument m_spec;
    EstimateDocument m_estimate;
    PreviewDocument m_preview;
    ResultsDocument m_results;
    RunsDocument m_runs;
    ProfileDocument m_profile;
    QString m_compileInput;
    int m_modelId = 0;
    bool m_hasUnsaved = false;
};

} // namespace tosaic::shell
