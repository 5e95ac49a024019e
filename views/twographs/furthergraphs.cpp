// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/twographs/furthergraphs.h"

#include "core/base/try.h"
#include "core/documents/openmodel.h"
#include "core/graph/graphtransform.h"

#include <QFileInfo>
#include <QMenu>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr size_t MostGraphs = 6; ///< columns that a person can follow

Result<FurtherGraphs::One> openOne(const GraphSource &source)
{
    const auto opened = TRY(openDocument(source.path));
    FurtherGraphs::One one{ source.title, graph::foldQuantisation(firstGraph(opened)),
        opened.result ? opened.result->sourceSha256 : QString() };
    if (one.graph.nodes.empty())
        return fail(ErrorCode::FormatUnsupported, u"there is no graph in this file"_s,
            Location{ .file = source.path });
    return one;
}

} // namespace

FurtherButton::FurtherButton(JobList &jobs, QWidget *parent)
    : QToolButton(parent), m_comparing(&jobs)
{
    setObjectName(u"furtherGraphs"_s);
    setText(tr("&More graphs"));
    setToolTip(tr("Further graphs as columns of the table, each compared with the left one"));
    setAccessibleName(tr("Further graphs in the table"));
    setAutoRaise(true);
    setPopupMode(QToolButton::InstantPopup);
    setMenu(new QMenu(this));
    menu()->setObjectName(u"furtherGraphsMenu"_s);
    fill();
}

void FurtherButton::setSources(const std::vector<GraphSource> &sources)
{
    m_sources = sources;
    fill();
}

void FurtherButton::fill()
{
    menu()->clear();
    const bool isFull = m_added.size() >= MostGraphs;
    for (const auto &source : m_sources) {
        auto *action
            = menu()->addAction(tr("Add %1").arg(QString(source.title).replace(u'&', u"&&"_s)));
        action->setEnabled(!isFull && std::ranges::find(m_added, source) == m_added.end());
        connect(action, &QAction::triggered, this, [this, path = source.path] { add(path); });
    }
    auto *file = menu()->addAction(tr("Add another file…"));
    file->setEnabled(!isFull);
    connect(file, &QAction::triggered, this, &FurtherButton::fileWanted);
    menu()->addSeparator();
    for (const auto &source : m_added) {
        auto *action
            = menu()->addAction(tr("Remove %1").arg(QString(source.title).replace(u'&', u"&&"_s)));
        connect(action, &QAction::triggered, this, [this, source] {
            std::erase(m_added, source);
            fill();
            compare();
        });
    }
}

void FurtherButton::add(const QString &path)
{
    const auto known = std::ranges::find(m_sources, path, &GraphSource::path);
    const auto source
        = known != m_sources.end() ? *known : GraphSource{ QFileInfo(path).fileName(), path };
    if (m_added.size() >= MostGraphs || std::ranges::find(m_added, source) != m_added.end())
        return;
    m_added.push_back(source);
    fill();
    compare();
}

void FurtherButton::setBase(std::shared_ptr<const ComparedGraphs> base)
{
    if (base == m_base)
        return;
    m_base = std::move(base);
    compare();
}

void FurtherButton::compare()
{
    const bool hadSome = std::exchange(m_found, nullptr) != nullptr;
    m_comparing.cancel();
    if (hadSome)
        Q_EMIT changed();
    if (!m_base || m_added.empty())
        return;
    m_comparing.start(
        tr("Comparing further graphs"),
        [base = m_base, added = m_added](
            const JobControl &control) -> Result<std::shared_ptr<const FurtherGraphs>> {
            auto found = std::make_shared<FurtherGraphs>();
            found->base = base;
            for (const auto &source : added) {
                found->graphs.push_back(TRY(openOne(source)));
                if (control.isCancelled())
                    return fail(ErrorCode::Cancelled, u"comparing was cancelled"_s);
            }
            std::vector<graph::DiffSide> sides;
            for (size_t side = 0; side < 2; ++side)
                sides.push_back({ &base->graphs[side], base->names[side] });
            for (const auto &one : found->graphs)
                sides.push_back({ &one.graph, one.names });
            found->many = graph::compareMany(sides, { base->recorded });
            return std::shared_ptr<const FurtherGraphs>(std::move(found));
        },
        [this](Result<std::shared_ptr<const FurtherGraphs>> found) {
            if (!found) {
                m_added.pop_back(); // the others were there before
                fill();
                Q_EMIT failed(found.error());
                return compare();
            }
            m_found = *found;
            Q_EMIT changed();
        });
}

} // namespace tosaic::views
