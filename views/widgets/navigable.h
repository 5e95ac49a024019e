// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tosaic::views {

/// A page whose picture can be zoomed: what the window's Fit, Zoom and Find do to the page that is
/// in front. Implemented beside QWidget.
class Navigable
{
public:
    virtual ~Navigable() = default;

    /// Shows everything.
    virtual void fit() = 0;
    virtual void zoomIn() = 0;
    virtual void zoomOut() = 0;
    /// False: it has no search of its own, only perhaps a filter line.
    virtual bool openFind() { return false; }
};

} // namespace tosaic::views
