// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/twographs/graphpane.h"

#include "core/documents/openmodel.h"
#include "views/widgets/building.h"
#include "views/widgets/errortext.h"

#include <QComboBox>
#include <QFileInfo>
#include <QLabel>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

bool knows(const std::vector<GraphSource> &sources, const QString &path)
{
    return std::ranges::find(sources, path, &GraphSource::path) != sources.end();
}

} // namespace

GraphPane::GraphPane(
    const QString &name, const QString &title, JobList &jobs, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_loading(&jobs),
      m_picker(named(new QComboBox(this), name + u"Picker"_s, title)),
      m_problemText(named(wrapped(new QLabel(this)), name + u"Problem"_s, {}, u"muted"_s)),
      m_page(new GraphPage(m_document, m_selection, jobs, theme, this))
{
    setObjectName(name);
    setAccessibleName(title);
    setFocusProxy(m_page);
    m_page->setObjectName(name + u"Page"_s);
    m_picker->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_picker->setMinimumContentsLength(10);
    auto *label = new QLabel(title, this);
    label->setBuddy(m_picker);
    m_problemText->setContentsMargins(8, 0, 8, 4);
    m_problemText->hide();
    makeColumn(this,
        { makeRow(nullptr, { label, { m_picker, 1 } }, 8, { 8, 6, 8, 6 }), m_problemText,
            { m_page, 1 } },
        0);
    connect(m_picker, &QComboBox::activated, this, &GraphPane::onPicked);
    connect(m_page, &GraphPage::openRequested, this, &GraphPane::fileWanted);
    fill();
}

GraphPane::~GraphPane() = default;

void GraphPane::setSources(const std::vector<GraphSource> &sources)
{
    const auto shown = std::ranges::find(m_sources, m_path, &GraphSource::path);
    auto all = sources;
    if (shown != m_sources.end() && !knows(sources, m_path))
        all.push_back(*shown);
    m_sources = std::move(all);
    fill();
}

void GraphPane::fill()
{
    const QSignalBlocker blocker(m_picker);
    m_picker->clear();
    for (const auto &source : m_sources) {
        m_picker->addItem(source.title, source.path);
        m_picker->setItemData(m_picker->count() - 1, source.path, Qt::ToolTipRole);
    }
    m_picker->addItem(tr("Another file…"));
    m_picker->setCurrentIndex(m_path.isEmpty() ? -1 : m_picker->findData(m_path));
    m_picker->setPlaceholderText(tr("Choose a file or a compile"));
    m_picker->setToolTip(m_path);
}

void GraphPane::onPicked(int row)
{
    const auto path = m_picker->itemData(row).toString();
    fill(); // what is shown, until another is
    if (path.isEmpty())
        Q_EMIT fileWanted();
    else
        choose(path);
}

void GraphPane::choose(const QString &path)
{
    if (path == m_path)
        return;
    m_path = path;
    if (!knows(m_sources, path))
        m_sources.push_back({ QFileInfo(path).fileName(), path });
    fill();
    load(path);
}

void GraphPane::load(const QString &path)
{
    m_problemText->hide();
    m_loading.start(
        tr("Opening %1").arg(QFileInfo(path).fileName()),
        [path](const JobControl &) { return openDocument(path); },
        [this, path](Result<OpenedModel> opened) {
            if (opened && !opened->program && !opened->network && !opened->result)
                opened = fail(ErrorCode::FormatUnsupported, u"there is no graph in this file"_s,
                    Location{ .file = path });
            if (!opened) {
                m_problemText->setText(errorText(opened.error()).toPlainText());
                m_problemText->show();
                m_document.clear();
            } else {
                m_document.set(std::move(*opened));
            }
            m_selection.reset();
            Q_EMIT sourceChanged();
        });
}

QString GraphPane::title() const
{
    const auto source = std::ranges::find(m_sources, m_path, &GraphSource::path);
    return source == m_sources.end() ? QFileInfo(m_path).fileName() : source->title;
}

QString GraphPane::names() const
{
    const auto result = m_document.compileResult();
    return m_page->level() == GraphLevel::Operators && result ? result->sourceSha256 : QString();
}

} // namespace tosaic::views
