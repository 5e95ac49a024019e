// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/model/entityref.h"
#include "core/spec/compilespec.h"
#include "core/toolchain/compilejob.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QMenu;
class QVBoxLayout;

namespace tosaic::compiled {
struct CompileResult;
}

namespace tosaic {
class ModelDocument;
class ProfileDocument;
class SelectionContext;
}

namespace tosaic::views {

class BoundaryList;
class DataTable;
class OperatorFilter;
class OperatorTableModel;
class PartitionTableModel;
class PinList;
class ReasonList;
class PlacementBar;
class StateStack;
class Theme;
class WrappedLabel;
struct PlacementRow;

/// Every operator of the model, where it runs and why; from here operators are kept on the CPU.
class PartitionPage : public QWidget
{
    Q_OBJECT
public:
    PartitionPage(ModelDocument &document, SelectionContext &selection, const Theme &theme,
        QWidget *parent = nullptr);
    ~PartitionPage() override;

    /// The model that a compile would take; empty: none.
    void setInput(const QString &path);
    /// What the spec being edited keeps on the CPU: marked in the table before it is compiled.
    /// Until this is called, what the shown result was compiled with.
    void setKept(const spec::KeepOnCpu &kept);
    /// The spec being edited; until this is called, that of the shown result.
    void setSpec(const spec::CompileSpec &spec);

    /// Whose cycles stand in the table of operators.
    void setProfile(const ProfileDocument &profile);

    /// How that spec would cut the model; null: not known, or nothing is changed.
    void setPreview(const std::shared_ptr<const compiled::CompileResult> &preview);

Q_SIGNALS:
    void keepOnCpuRequested(const tosaic::spec::KeepOnCpu &what);
    /// These entries of the spec's keepOnCpu go away.
    void releaseRequested(const tosaic::spec::KeepOnCpu &what);
    /// The spec is to be this one, and previewed.
    void specRequested(const tosaic::spec::CompileSpec &spec);
    /// A line of the model is to be seen; `file` as recorded.
    void sourceRequested(const QString &file, int line);
    void openRequested();
    /// The model source has to be compiled here before it can be tweaked.
    void compileWanted();
    /// The partitioner is to be asked, without a compile.
    void previewWanted();
    /// Pins are to be searched for.
    void searchWanted();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *makeSummary();
    QWidget *makeHint();
    void makeTables();
    void onDocumentChanged();
    void showEmpty();
    void fitPartitions();
    void showPins();
    void showReasons();
    void showCosts();
    void updateSummary();
    void followSelection(const model::EntityRef &entity, const QObject *origin);
    QString sentence() const;
    /// The compile; before the first one its preview. May be null.
    std::shared_ptr<const compiled::CompileResult> shown() const;
    bool isPreview() const; ///< what is shown
    bool isOfVelaAlone() const; ///< Vela took the file by itself: there are no partitions

    std::vector<const PlacementRow *> selectedRows() const;
    void showMenu(const QPoint &position);
    void addKeepActions(QMenu &menu, const std::vector<const PlacementRow *> &rows);
    void addReleaseActions(QMenu &menu, const std::vector<const PlacementRow *> &rows);
    void keepSelected();
    void askForPattern(const QString &start);

    ModelDocument &m_document;
    SelectionContext &m_selection;
    const Theme &m_theme;
    std::optional<toolchain::InputKind> m_input; ///< absent: nothing that can be compiled
    std::optional<spec::KeepOnCpu> m_kept;
    std::optional<spec::CompileSpec> m_spec;
    std::shared_ptr<const compiled::CompileResult> m_previewed; ///< may be null
    const ProfileDocument *m_profile = nullptr;

    OperatorTableModel *m_operators;
    PartitionTableModel *m_partitions;
    StateStack *m_states;
    DataTable *m_table;
    DataTable *m_partitionTable;
    BoundaryList *m_boundaries;
    PinList *m_pins;
    ReasonList *m_reasons;
    OperatorFilter *m_filter;
    WrappedLabel *m_sentence;
    WrappedLabel *m_preview;
    PlacementBar *m_bar;
    QWidget *m_hint;
};

} // namespace tosaic::views
