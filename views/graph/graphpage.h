// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/graph/graphtransform.h"
#include "core/layout/layoutengine.h"
#include "core/spec/compilespec.h"
#include "views/graph/changebase.h"
#include "views/graph/graphbars.h"
#include "views/graph/graphcolours.h"
#include "views/graph/graphexport.h"
#include "views/graph/graphfind.h"
#include "views/graph/graphfolds.h"
#include "views/graph/graphpointing.h"
#include "views/graph/graphpreview.h"
#include "views/graph/graphrelated.h"
#include "views/graph/graphroute.h"
#include "views/graph/graphsheet.h"
#include "views/graph/graphwork.h"
#include "views/graph/shownmodel.h"
#include "views/widgets/errortext.h"
#include "views/widgets/navigable.h"
#include "views/widgets/theme.h"

#include <QSet>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace tosaic {
class SelectionContext;
}

namespace tosaic::views {

class GraphHitList;
class GraphView;
class HoverCard;
class Minimap;
class StateStack;
struct GraphTarget;

/// The model as a graph: builds it from the document, has it laid out, shows it, and joins it to
/// the one selection. What of it is drawn is in GraphFolds, where in GraphSheet and GraphScene, how
/// one moves over it in GraphView, what pointing at it does in GraphPointing, where in the model
/// one is in GraphRoute, what is looked for in GraphFind, what is said around it in GraphBars, and
/// GraphWork makes it.
class GraphPage : public QWidget, public Navigable, public DrawsGraph
{
    Q_OBJECT
public:
    using Level = GraphLevel;

    GraphPage(ModelDocument &document, SelectionContext &selection, JobList &jobs,
        const Theme &theme, QWidget *parent = nullptr);
    ~GraphPage() override;

    /// Replaces the engine (tests, other back ends) and lays out again.
    void setLayoutEngine(std::unique_ptr<layout::LayoutEngine> engine);

    const GraphPlace &place() const { return m_route.place(); }
    Level level() const { return place().level; }
    /// Operators or instructions of the program; leaves what one was inside of.
    void setLevel(Level level) { m_route.setLevel(level); }
    /// Shows another subgraph of the network one is in.
    void setSubgraph(int subgraph) { m_route.setSubgraph(subgraph); }
    /// Goes inside a command stream's owner: its NPU operations, or its TOSA graph if that was
    /// shown last and is known.
    void enter(const model::EntityRef &owner) { m_route.enter(owner); }
    /// One step out; nothing at the outermost place.
    void leave() { m_route.leave(); }
    bool isInside() const { return m_route.isInside(); }
    /// Inside a delegate: the TOSA graph it was made from in place of its NPU operations.
    void showDelegateNetwork(bool network) { m_route.showDelegateNetwork(network); }
    /// Weights and other constants of networks as nodes of their own; folded by default.
    void setConstantsShown(bool shown);
    /// Quantise and dequantise steps inside partitions as nodes of their own; hidden by default.
    void setQuantisationShown(bool shown);
    /// Why there is nothing to draw, where the file that was to be opened cannot be read; absent:
    /// there is none. Said as long as nothing is open.
    void setOpenFailure(std::optional<ErrorText> failure);
    /// Marks operators that changed since the compile before, or would with the next; an empty set
    /// marks none.
    void setChanges(const graph::Changes &changes, ChangeBase base = ChangeBase::CompileBefore);
    /// Lets colours say what operators cost; null: placements only. It must outlive the page.
    void setProfile(ProfileDocument *profile) { m_colours.setProfile(profile); }
    /// Colours that somebody else computes of each graph that is shown, in place of the metric's.
    using OverlaySource = GraphColours::Source;
    void setOverlaySource(OverlaySource source) { m_colours.setSource(std::move(source)); }
    /// Places that are marked with a ribbon.
    void setBookmarks(const QSet<model::EntityRef> &places);
    /// What the spec being edited keeps on the CPU: marked on its nodes.
    void setKept(const spec::KeepOnCpu &kept);
    /// What the next compile would make; null: not known. Drawn in place of the operators that were
    /// compiled, marked as preview, until the header's switch or setPreviewShown() says otherwise.
    void setPreview(const GraphPreview::Result &preview);
    void setPreviewShown(bool shown);
    bool isPreviewShown() const { return previewed() != nullptr; }
    /// What the colours say; placements where the metric is not known.
    void setMetric(GraphMetric metric) { m_colours.setMetric(metric); }
    GraphMetric shownMetric() const { return m_colours.metric(); }
    /// Whether it can be said of the graph that is shown.
    bool knows(GraphMetric metric) const { return m_colours.knows(metric, m_shown); }
    bool isCollapsed(graph::GroupId group) const { return m_folds.isCollapsed(group); }
    bool isUnfolded(graph::GroupId group) const { return m_folds.isUnfolded(group); }
    /// Closes it, and selects what it becomes.
    void closeGroup(graph::GroupId group);
    void setCollapsed(graph::GroupId group, bool collapsed);
    /// Draws all blocks of a group of blocks that are alike, or one for all.
    void setUnfolded(graph::GroupId group, bool unfolded);
    /// All groups with blocks that are alike.
    void unfoldAll();
    /// What of the whole graph is not drawn.
    const graph::LeftOut &leftOut() const { return m_leftOut; }
    /// Brings a group into view, opening what it stands in.
    void showGroup(graph::GroupId group);
    void collapseAll();
    void expandAll();
    /// Opens what stands in no more than so many groups, closes the rest.
    void showDepth(int depth);

    /// Marks what fits and shows the first without selecting it; returns how many operators do.
    int find(const QString &text) { return m_find.find(text); }
    /// Opens the search line (Ctrl+F).
    void showFind();
    /// Marks and lists what is joined to what is selected, or says that nothing is.
    void showRelated(graph::Relation relation);
    /// A way of the data from what is selected now to what will be then: marked and listed.
    void beginPath();
    void endPath();
    /// Name of where it begins; empty: nothing was chosen.
    QString beginningOfPath() const { return m_related.beginning(); }
    bool openFind() override
    {
        showFind();
        return true;
    }

    /// Where one is in what is drawn.
    GraphViewState viewState() const;
    /// Goes there, as far as the model that is open has it; nothing for an empty state.
    void restoreView(const GraphViewState &state);

    /// The whole graph in the window, in columns that suit its shape.
    void fit() override;
    void zoomIn() override;
    void zoomOut() override;
    /// The whole graph as a picture on the clipboard, as it is shown; says so if it had to be made
    /// smaller.
    void copyPicture();
    std::optional<GraphDrawing> drawing() const override;
    /// Builds and lays out again: after an error.
    void retry();

    GraphView *view() const { return m_view; }
    /// Also what stands in closed groups.
    const graph::Graph &wholeGraph() const { return m_folds.whole(); }
    const graph::Graph &shownGraph() const { return m_shown; }
    /// What is on the screen; shownGraph() is ahead of it while isWorking().
    const graph::Graph &drawn() const;
    bool isWorking() const { return m_work.isRunning(); }
    /// The owner of the command stream behind a part of drawn(); empty: none.
    model::EntityRef streamBehind(const GraphTarget &target) const;
    /// What can be pinned around the node, and what of the spec holds it.
    NodeMenu::Pins pinsAround(const graph::Node &node) const;
    /// What the user most likely wants next with what is marked.
    void addFirstTo(NodeMenu &menu);
    /// Valid once shown() was emitted; what reports and exports draw.
    const layout::Layout &shownLayout() const { return m_sheet.layout(); }
    /// One sentence: what runs where.
    QString sentence() const;

Q_SIGNALS:
    /// The user wants these on the CPU at the next compile.
    void keepOnCpuRequested(const tosaic::spec::KeepOnCpu &what);
    /// These entries of the spec's keepOnCpu go away.
    void releaseRequested(const tosaic::spec::KeepOnCpu &what);
    /// The user wants what the preview shows.
    void compileRequested();
    /// The user wants to see what the compile changed that the marks speak of.
    void compareRequested();
    /// Show the bytes of this in the hex view.
    void bytesRequested(const tosaic::model::EntityRef &entity);
    /// Remember what is selected, or forget it.
    void bookmarkRequested();
    /// The button of the empty page.
    void openRequested();
    /// A graph has been laid out and is in the scene.
    void shown();

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void connectBars();
    void connectView();
    void connectLists();
    void connectDocuments();
    void onDocumentChanged();
    GraphPreview::Result previewed() const;
    GraphPreview::Result drawnResult() const;
    void redraw();
    void mark();
    void onPlaceChanged();
    void rebuild();
    bool isMaterialMissing(const GraphMaterial &material);
    void onBuilt(graph::Graph full);
    void relayout();
    void onLaidOut(Result<layout::Layout> result);
    void arrange();
    void cancelWork();
    void showFailure(const Error &error);
    QSizeF windowSize() const;
    void goTo(const model::EntityRef &entity);
    void onEscape();
    void followSelection(const model::EntityRef &entity, const QObject *origin);
    void revealGroup(graph::GroupId group);
    void updateHeader();
    GraphOverlay tellColours();
    void updateOverlay();
    void filter();
    void goToColours();
    void showLeftOut(const QString &what);
    void goToNextStub();
    void applyTheme();

    ModelDocument &m_document;
    SelectionContext &m_selection;
    const Theme &m_theme;
    GraphRoute m_route;
    GraphColours m_colours;
    GraphWork m_work;
    GraphBars m_bars;

    GraphFolds m_folds;
    GraphSheet m_sheet;
    graph::Graph m_shown; ///< after folding and collapsing
    graph::LeftOut m_leftOut;
    graph::Changes m_changes;
    ChangeBase m_changeBase = ChangeBase::CompileBefore;
    GraphPreview m_preview;
    std::optional<ErrorText> m_openFailure; ///< of the file that was to be opened last
    bool m_constantsShown = false;
    bool m_revealNext = false; ///< what is selected, when it is drawn
    bool m_fitNext = true;
    ShownModel m_model;
    graph::GroupId m_groupNext; ///< to be revealed when it is drawn
    std::optional<GraphViewState> m_viewNext; ///< where the camera goes when it is drawn

    GraphView *m_view;
    StateStack *m_states;
    Minimap *m_minimap;
    HoverCard *m_card;
    GraphHitList *m_list; ///< of what is found, or joined to something
    GraphFind m_find;
    GraphRelated m_related;
    GraphPointing m_pointing;
    QTimer m_reflow; ///< columns are made anew when the window has come to rest
};

} // namespace tosaic::views
