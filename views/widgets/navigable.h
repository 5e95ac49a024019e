// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tosaic::views {

/// A page or panel with a search of its own. Ctrl+F belongs to the window, which asks what has the
/// focus, then the page in front; views have no such shortcut, since Qt drops a key that two want.
/// Who only has a visible SearchLine need not implement this. Implemented beside QWidget.
class Searchable
{
public:
    virtual ~Searchable() = default;

    /// False: there is nothing to search in now.
    virtual bool openFind() = 0;
};

/// A page whose picture can be zoomed: what the window's Fit and Zoom do to the page in front.
class Navigable : public Searchable
{
public:
    /// Shows everything.
    virtual void fit() = 0;
    virtual void zoomIn() = 0;
    virtual void zoomOut() = 0;
    bool openFind() override { return false; }
};

} // namespace tosaic::views
