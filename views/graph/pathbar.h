// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/documents/relatednetwork.h"

#include <QFrame>
#include <QStringList>

class QHBoxLayout;
class QLabel;

namespace tosaic::views {

class SegmentedSwitch;

/// The way into a delegate: file > delegate, each step a button that leads back there, and the
/// choice of what is shown inside. The network's file and what speaks for it stand beside the
/// choice. Hidden at the outermost place.
class PathBar : public QFrame
{
    Q_OBJECT
public:
    explicit PathBar(QWidget *parent = nullptr);

    /// Outermost first; the last is where one is.
    void setPath(const QStringList &names);
    /// `related` may be null: there is no network to choose.
    void setInside(bool isInside, bool networkShown, const RelatedNetwork *related);

Q_SIGNALS:
    /// Index into the path.
    void stepChosen(int step);
    void networkChosen(bool network);

private:
    QHBoxLayout *m_steps;
    SegmentedSwitch *m_switch;
    QLabel *m_evidence;
};

} // namespace tosaic::views
