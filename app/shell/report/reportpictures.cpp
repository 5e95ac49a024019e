// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/report/reportpictures.h"

#include "core/analysis/memoryneed.h"
#include "core/base/cycletext.h"
#include "core/base/units.h"
#include "views/canvas/painting.h"
#include "views/memory/memorypictureview.h"
#include "views/operations/barsview.h"
#include "views/timeline/timelineview.h"

#include <QCoreApplication>

#include <algorithm>
#include <functional>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

constexpr QSize MemorySize(900, 300); // px
constexpr int TimelineWidth = 900; // px
constexpr int TimelineHeight = 560; // px; what is below it is not in the picture
constexpr int RulerHeight = 44; // px; two lines
constexpr int OperatorsWidth = 900; // px
constexpr size_t MostOperators = 15;
constexpr int NamesWidth = 200; // px

struct PictureWords
{
    Q_DECLARE_TR_FUNCTIONS(Report)
};

/// A view that nobody sees: a hidden one is not laid out.
void layOut(views::Canvas &view, const QSize &size)
{
    view.setFont(views::paperFont());
    view.setFrameShape(QFrame::NoFrame);
    view.setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    view.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    view.setAttribute(Qt::WA_DontShowOnScreen);
    view.resize(size);
    view.show();
}

QString timeText(qint64 time, const profile::Timeline &timeline)
{
    return timeline.timeUnit == "cycles"_L1 ? formatCycles(static_cast<double>(time))
                                            : formatCount(static_cast<quint64>(time));
}

} // namespace

std::optional<report::Picture> memoryPictureOf(
    const compiled::CompileResult &result, const std::shared_ptr<const model::Program> &program)
{
    const auto facts = analysis::memoryFacts(result, program);
    const auto picture = analysis::memoryPicture({ .spec = facts.spec,
        .system = analysis::memorySystemOf(facts.spec),
        .partitions = facts.partitions,
        .program = facts.program });
    if (std::ranges::none_of(
            picture.boxes, [](const analysis::MemoryBox &box) { return box.knownBytes() > 0; }))
        return {};
    const views::Theme paper;
    views::MemoryPictureView view(paper);
    view.setPicture(picture, {});
    layOut(view, MemorySize);
    return report::Picture{ .caption
        = PictureWords::tr("What lies where, to scale, and what moves over the ports of the "
                           "NPU in one inference (est)"),
        .svg = view.svg(),
        .description = view.description() };
}

std::optional<report::Picture> operatorsPictureOf(
    const std::shared_ptr<const ProfileSubject> &subject)
{
    if (!subject || !subject->table)
        return {};
    const auto data = std::make_shared<const OperationsData>(
        operationsData(subject, subject->table, operationBytes(*subject, *subject->table), {}));
    std::vector<size_t> costliest;
    for (size_t i = 0; i < data->rows.size(); ++i) {
        if (data->rows[i].cycles)
            costliest.push_back(i);
    }
    if (costliest.empty())
        return {};
    std::ranges::stable_sort(
        costliest, std::greater(), [&](size_t row) { return data->rows[row].cycles->value; });
    costliest.resize(std::min(costliest.size(), MostOperators));
    const views::Theme paper;
    views::BarsView view(paper);
    view.setData(data, costliest);
    view.setOrder(views::BarOrder::Cost);
    layOut(view, { OperatorsWidth, OperatorsWidth });
    const auto last = view.rowRect(view.rows().back());
    view.resize(OperatorsWidth, static_cast<int>(last.bottom()) + 8);
    QStringList kinds;
    for (const auto origin : views::barOrigins(*data))
        kinds << originTag(origin);
    return report::Picture{ .caption
        = PictureWords::tr("The costliest operators by their NPU cycles (%1)")
              .arg(kinds.join(u", "_s)),
        .svg = view.svg() };
}

std::optional<report::Picture> timelinePictureOf(
    const std::shared_ptr<const ProfileSubject> &subject,
    const std::shared_ptr<const profile::TimelineIndex> &index,
    std::optional<ProfileDocument::Range> range)
{
    if (!index || !index->timeline().range)
        return {};
    const auto &timeline = index->timeline();
    const views::Theme paper;
    views::TimelineView view(paper);
    view.setHeaderWidth(NamesWidth);
    view.setData(views::TimelineData{ subject, index });
    layOut(view, { TimelineWidth, RulerHeight });
    view.resize(TimelineWidth, std::min(view.rows().height() + RulerHeight, TimelineHeight));
    auto caption
        = PictureWords::tr("What ran when, in %1 (%2)").arg(timeline.timeUnit, subject->title);
    if (timeline.parts.size() > 1) {
        const QStringList others(timeline.parts.begin() + 1, timeline.parts.end());
        caption = PictureWords::tr("%1, aligned with %2").arg(caption, others.join(u", "_s));
    }
    if (range) {
        view.setWindow(static_cast<double>(range->first), static_cast<double>(range->second));
        caption
            = PictureWords::tr("%1: only from %2 to %3 of %4")
                  .arg(caption, timeText(range->first, timeline), timeText(range->second, timeline),
                      timeText(timeline.range->second, timeline));
    }
    return report::Picture{ .caption = caption, .svg = view.svg() };
}

} // namespace tosaic::shell
