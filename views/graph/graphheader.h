// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/graph/graphoverlay.h"

#include <QFrame>

class QComboBox;
class QBoxLayout;
class QToolButton;

namespace tosaic::views {

class FlowLayout;
class SegmentedSwitch;
class WrappedLabel;

/// The strip above the graph: the sentence that answers the first question, what is shown, and
/// what can be done with it.
class GraphHeader : public QFrame
{
    Q_OBJECT
public:
    explicit GraphHeader(QWidget *parent = nullptr);

    void setSentence(const QString &sentence);
    QString sentence() const;
    /// The switch is there only when there is something to choose.
    void setLevels(bool hasOperators, bool hasRuntime, bool operatorsShown);
    /// The switch is there only while there is a preview.
    void setPreview(bool available, bool shown);
    void setQuantisationAvailable(bool available);
    void setConstantsAvailable(bool available);
    /// The box is there only when there is more than one.
    void setSubgraphs(const QStringList &names, int shown);
    void setGroupsAvailable(bool available);
    /// The box is there only where something but placements can be shown.
    void setMetrics(const std::vector<GraphMetric> &known, GraphMetric shown);
    void setControlsEnabled(bool enabled);
    /// As if the buttons were pressed.
    void showConstants();
    void showQuantisation();

Q_SIGNALS:
    void operatorsChosen(bool operators);
    void previewToggled(bool shown);
    void quantisationToggled(bool shown);
    void constantsToggled(bool shown);
    void subgraphChosen(int subgraph);
    void metricChosen(tosaic::views::GraphMetric metric);
    void expandAllRequested();
    void collapseAllRequested();
    void findRequested();
    void copyRequested();

protected:
    bool event(QEvent *event) override;

private:
    /// The sentence stands beside the tools, or above them where it would be squeezed.
    void arrange();
    /// Fills in the names of what the colours may say; short: without the word "Colour".
    void nameMetrics(bool isShort);
    QToolButton *addButton(const QString &name, const QString &icon, const QString &tip,
        void (GraphHeader::*signal)());
    void addSubgraphs();
    void addMetrics();
    void addToggle(QToolButton *button, const QString &name, const QString &text,
        const QString &tip, void (GraphHeader::*signal)(bool));

    QBoxLayout *m_rows;
    WrappedLabel *m_sentence;
    QWidget *m_tools;
    FlowLayout *m_layout; ///< of the tools, which break into rows where one is not enough
    SegmentedSwitch *m_levels;
    QComboBox *m_subgraphs;
    QComboBox *m_metrics;
    int m_metricsWidth = 0; ///< px, with their whole names
    bool m_isShort = false; ///< they have no whole names
    QToolButton *m_preview;
    QToolButton *m_quantisation;
    QToolButton *m_constants;
    QToolButton *m_expand;
    QToolButton *m_collapse;
    QList<QToolButton *> m_controls;
};

} // namespace tosaic::views
