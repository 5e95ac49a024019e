// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npusim/debugrun.h"
#include "views/widgets/theme.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QSpinBox;
class QSplitter;

namespace tosaic::views {

class GridTable;
class MapPicture;
class MapTable;

/// Feature maps around the place of a debugged stream, in their shapes: one channel as a table and
/// as an image, all numbers as a histogram.
class MapPane : public QWidget
{
    Q_OBJECT
public:
    explicit MapPane(const Theme &theme, QWidget *parent = nullptr);

    /// Null: nothing to look at now. Reads values only while it is visible.
    void show(npusim::DebugRun *run);

protected:
    void showEvent(QShowEvent *event) override;

private:
    /// A map that can be read at this place.
    struct Choice
    {
        QString title;
        npusim::MapSetup map;
        npusim::Shape shape;
    };
    void listMaps();
    void read();
    void showChannel();

    npusim::DebugRun *m_run = nullptr;
    std::vector<Choice> m_choices;
    npusim::Values m_values;
    bool m_isStale = true; ///< the place has changed since it was read
    QComboBox *m_map;
    QSpinBox *m_channel;
    QLabel *m_facts;
    MapTable *m_model;
    GridTable *m_table;
    QSplitter *m_shown; ///< table and picture
    MapPicture *m_picture;
};

} // namespace tosaic::views
