// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/documents/selection.h"
#include "profiler/session/profiledocument.h"
#include "profiler/session/runsdocument.h"
#include "profiler/session/tracedoperators.h"
#include "views/widgets/navigable.h"
#include "views/widgets/theme.h"

#include <QWidget>

#include <functional>
#include <memory>

namespace tosaic::views {

/// When everything happened: the timeline of the profile with its overview, search, the chosen
/// range's statistics and the export.
class TimelinePage : public QWidget, public Searchable
{
    Q_OBJECT
public:
    TimelinePage(ProfileDocument &document, SelectionContext &selection, const Theme &theme,
        QWidget *parent = nullptr);
    ~TimelinePage() override;

    /// Other traces can stand beside the one that is looked at. Both must outlive the page.
    void setRuns(const RunsDocument *runs, std::function<TracedPrograms()> programs);
    bool openFind() override;
    /// Picture of the tracks as they are shown, to the clipboard.
    void copyPicture();
    /// Asks for a file and writes it.
    void exportTrace();
    /// Without asking; goes on in the background and says in the bar how it ended. The range alone
    /// if there is one and isRangeOnly.
    void exportTo(const QString &path, bool isRangeOnly);

Q_SIGNALS:
    /// The empty page's button: a trace, ETDump or console is wanted.
    void openRequested();

private:
    class Private;
    std::unique_ptr<Private> m;
};

} // namespace tosaic::views
