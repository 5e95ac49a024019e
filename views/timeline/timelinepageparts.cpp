// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of TimelinePage that puts the widgets together and hands things out.
#include "core/base/units.h"
#include "profiler/timeline/chrometrace.h"
#include "views/canvas/zoombuttons.h"
#include "views/timeline/rangepanel.h"
#include "views/timeline/timelineoverview.h"
#include "views/timeline/timelinepage_p.h"
#include "views/timeline/timelineview.h"
#include "views/timeline/timelinewords.h"
#include "views/timeline/trackpainter.h"
#include "views/widgets/building.h"
#include "views/widgets/errortext.h"
#include "views/widgets/filedialog.h"
#include "views/widgets/findbar.h"
#include "views/widgets/iconbutton.h"
#include "views/widgets/partslabel.h"
#include "views/widgets/statestack.h"
#include "views/widgets/wrappedlabel.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QSplitter>
#include <QToolButton>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr size_t CopyLimit = 100000; ///< slices; more is no table for a spreadsheet

} // namespace

void TimelinePage::Private::build(const Theme &theme)
{
    auto *content = new QWidget(&page);
    auto *picture = new QWidget(content);
    view = new TimelineView(theme, picture);
    overview = new TimelineOverview(*view, theme, picture);
    find = new FindBar(u"timelineFind"_s, picture);
    find->setProperty("role", u"bar"_s);
    find->layout()->setContentsMargins(12, 4, 8, 4);
    find->line().setAccessibleName(TimelinePage::tr("Find a slice by name"));
    find->line().setPlaceholderText(TimelinePage::tr("Name of an operation, kernel or event"));
    find->line().setClearButtonEnabled(true);
    find->line().setMaximumWidth(360);
    legend = new FlowLegend(theme, u"timelineLegend"_s, picture);
    note = named(new WrappedLabel(picture), u"timelineNote"_s, {}, u"muted"_s);
    note->setContentsMargins(12, 6, 12, 6);
    details = named(new PartsLabel(picture), u"timelineDetails"_s);
    details->setContentsMargins(12, 5, 12, 5);
    auto *pictureRows = makeColumn(picture, {}, 0);
    for (QWidget *widget : std::initializer_list<QWidget *>{ find, note, overview })
        pictureRows->addWidget(widget);
    pictureRows->addWidget(view, 1);
    pictureRows->addWidget(details);
    pictureRows->addWidget(legend);
    range = new RangePanel(content);
    range->hide();
    splitter = named(new QSplitter(Qt::Vertical, content), u"timelineSplitter"_s);
    keepSides(*splitter);
    splitter->addWidget(picture);
    splitter->addWidget(range);
    splitter->setStretchFactor(0, 1);
    splitter->setSizes({ 600, 220 });
    auto *rows = makeColumn(content, {}, 0);
    rows->addWidget(makeBar());
    rows->addWidget(splitter, 1);
    states = named(new StateStack(content, &page), u"timelineStates"_s);
    fillWith(&page, states);
}

QWidget *TimelinePage::Private::makeBar()
{
    auto *bar = barIn(&page);
    facts = named(new PartsLabel(bar), u"timelineFacts"_s);
    const auto add = [&](const QString &name, const QString &icon, const QString &text,
                         const QString &tip, auto &&action) {
        auto *button = iconButton(bar, name, icon, tip, text);
        connect(button, &QToolButton::clicked, &page, action);
        return button;
    };
    auto *seek = add(u"timelineFind"_s, u"edit-find"_s, TimelinePage::tr("Find"),
        TimelinePage::tr("Find a slice (Ctrl+F)"), [this] { page.openFind(); });
    auto *copy = add(u"timelineCopy"_s, u"edit-copy"_s, TimelinePage::tr("Copy picture"),
        TimelinePage::tr("Copy the picture"), [this] { page.copyPicture(); });
    exportButton = add(u"timelineExport"_s, u"document-export"_s, TimelinePage::tr("Export"),
        TimelinePage::tr("Export Chrome trace JSON, which Perfetto opens"),
        [this] { page.exportTrace(); });
    alignment = new TimelineAlignment(bar);
    auto *row = makeRow(bar, {}, 4, { 12, 6, 8, 6 });
    row->addWidget(facts, 1);
    row->addWidget(alignment);
    row->addWidget(seek);
    addZoomButtons(*row, *view, u"timeline"_s);
    row->addWidget(copy);
    row->addWidget(exportButton);
    return bar;
}

std::vector<FlowLegend::Entry> TimelinePage::Private::legendOf(const TimelineData &data)
{
    using Subject = profile::TimelineTrack::Subject;
    std::vector<Subject> subjects;
    std::vector<FlowLegend::Entry> entries;
    for (size_t i = 0; i < data.timeline().tracks.size(); ++i) {
        const auto subject = data.track(i).subject;
        if (std::ranges::find(subjects, subject) != subjects.end())
            continue;
        subjects.push_back(subject);
        entries.push_back({ TimelineWords::subjectName(subject),
            [subject](QPainter &painter, const QRectF &area, const ThemeColors &colors) {
                TrackPainter::paintSwatch(painter, area.toRect(), subject, colors);
            } });
    }
    entries.push_back({ TimelinePage::tr("Many in one pixel: height is their share"),
        [](QPainter &painter, const QRectF &area, const ThemeColors &colors) {
            for (int i = 0; i < area.width(); i += 2) {
                const auto height = 3 + (i * 7 + i / 6 * 5) % (static_cast<int>(area.height()) - 4);
                painter.fillRect(
                    QRectF(area.left() + i, area.bottom() - height, 2, height), colors.mutedText);
            }
        } });
    return entries;
}

void TimelinePage::Private::updateFacts()
{
    const auto &timeline = view->data()->timeline();
    QStringList parts;
    if (!shown->title.isEmpty())
        parts << shown->title;
    const auto length = timeline.range ? timeline.range->second - timeline.range->first : 0;
    parts << TimelineWords::amountAndTime(timeline, length);
    const auto events = std::min<quint64>(
        timeline.eventCount(), static_cast<quint64>(std::numeric_limits<int>::max()));
    parts << TimelinePage::tr("%Ln event(s)", nullptr, static_cast<int>(events));
    if (timeline.timeUnit == u"cycles"_s && !timeline.clockHz)
        parts << TimelinePage::tr("clock not known: cycles only");
    facts->setParts(parts);
}

void TimelinePage::Private::updateNote()
{
    QStringList lines;
    for (const auto &diagnostic : view->data()->timeline().diagnostics)
        lines << diagnostic.text;
    constexpr qsizetype Shown = 3;
    note->setToolTip(lines.join(u'\n'));
    const auto more = static_cast<int>(lines.size() - Shown);
    if (more > 0)
        lines = lines.first(Shown) << TimelinePage::tr("%n more note(s)", nullptr, more);
    note->setText(lines.join(u'\n'));
    note->setVisible(!lines.isEmpty());
}

std::vector<TimelinePlace> TimelinePage::Private::chosenPlaces() const
{
    std::vector<TimelinePlace> places;
    const auto chosen = view->range();
    if (!chosen && view->selected())
        places.push_back(*view->selected());
    const auto &tracks = view->data()->timeline().tracks;
    for (size_t i = 0; chosen && i < tracks.size(); ++i) {
        if (tracks[i].labels.empty())
            continue;
        for (auto slice = view->data()->index->firstEndingAfter(i, chosen->first);
             slice < tracks[i].starts.size() && tracks[i].starts[slice] < chosen->second
             && places.size() < CopyLimit;
             ++slice)
            places.push_back({ i, slice });
    }
    return places;
}

/// The chosen slices as a table; without any, the picture.
void TimelinePage::Private::copy()
{
    const auto places = view->data() ? chosenPlaces() : std::vector<TimelinePlace>();
    if (places.empty()) {
        page.copyPicture();
        return;
    }
    QApplication::clipboard()->setText(TimelineWords::tsv(*view->data(), places));
    tell(TimelinePage::tr("%Ln slice(s) copied", nullptr, static_cast<int>(places.size())));
}

void TimelinePage::Private::tell(const QString &text)
{
    details->setParts({ text });
}

void TimelinePage::copyPicture()
{
    if (!m->view->data())
        return;
    QApplication::clipboard()->setPixmap(m->view->grab());
    m->tell(tr("Picture copied"));
}

void TimelinePage::exportTrace()
{
    if (!m->view->data())
        return;
    auto *dialog = newFileDialog(
        this, m->view->range() ? tr("Export the chosen range") : tr("Export the timeline"));
    dialog->setObjectName(u"timelineExportDialog"_s);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    const auto plain = tr("Chrome trace (*.json)");
    const auto packed = tr("Chrome trace, compressed (*.json.gz)");
    dialog->setNameFilters({ plain, packed });
    dialog->setDefaultSuffix(u"json"_s);
    dialog->selectFile(u"timeline.json"_s);
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog, packed](const QString &filter) {
        dialog->setDefaultSuffix(filter == packed ? u"json.gz"_s : u"json"_s);
    });
    connect(dialog, &QFileDialog::fileSelected, this,
        [this](const QString &path) { exportTo(path, true); });
    dialog->open();
}

void TimelinePage::exportTo(const QString &path, bool isRangeOnly)
{
    if (!m->view->data())
        return;
    const auto chosen = isRangeOnly ? m->view->range() : std::nullopt;
    m->exportButton->setEnabled(false);
    m->tell(tr("Writing %1…").arg(path));
    m->exporting.start(
        tr("Export of the timeline"),
        [timeline = m->shown->timeline, path, chosen](JobControl control) {
            profile::ChromeTraceOptions options;
            options.range = chosen;
            options.isCancelled = [control] { return control.isCancelled(); };
            return profile::saveChromeTrace(*timeline, path, std::move(options));
        },
        [this, path](Result<quint64> written) {
            m->exportButton->setEnabled(true);
            m->tell(written ? tr("%Ln event(s) written to %1", nullptr, static_cast<int>(*written))
                                  .arg(path)
                            : errorText(written.error()).title);
        });
}

} // namespace tosaic::views
