// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/source/sourcepanel.h"

#include "core/base/cycletext.h"
#include "core/documents/modeldocument.h"
#include "core/documents/selection.h"
#include "views/models/columnmodel.h"
#include "views/source/sourceedit.h"
#include "views/widgets/building.h"
#include "views/widgets/datatable.h"
#include "views/widgets/statestack.h"

#include <QComboBox>
#include <QFileInfo>
#include <QLabel>
#include <QSplitter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

QString cyclesWords(const HeatedLine &line)
{
    return line.cycles && line.origin
        ? SourcePanel::tr("%1 %2").arg(formatCycles(*line.cycles), originTag(*line.origin))
        : QString();
}

Columns<HeatedLine> lineColumns()
{
    return columnsOf<HeatedLine>({
        { u"line"_s, SourcePanel::tr("Line"),
            [](const HeatedLine &row) { return row.line.number; } },
        { u"cycles"_s, SourcePanel::tr("Cycles"), &HeatedLine::cycles, { .text = cyclesWords } },
        { u"share"_s, SourcePanel::tr("Share of cycles"), &HeatedLine::share,
            { .unit = column_unit::Share } },
        { u"nodes"_s, SourcePanel::tr("Nodes"),
            [](const HeatedLine &row) { return row.line.operators.size(); },
            { .about = SourcePanel::tr(
                  "Operators and quantisation steps that were written in this line") } },
        { u"kinds"_s, SourcePanel::tr("Kinds"),
            [](const HeatedLine &row) { return row.line.kinds.join(u", "_s); } },
        { u"text"_s, SourcePanel::tr("Recorded text"),
            [](const HeatedLine &row) { return row.line.text; }, { .mayBeEmpty = true } },
    });
}

} // namespace

SourcePanel::SourcePanel(
    ModelDocument &document, SelectionContext &selection, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_document(document), m_selection(selection), m_theme(theme)
{
    setObjectName(u"sourcePanel"_s);
    setAccessibleName(tr("Source"));
    m_states = new StateStack(makeContent(), this);
    fillWith(this, m_states);
    connect(&m_document, &ModelDocument::changed, this, &SourcePanel::rebuild);
    connect(&m_selection, &SelectionContext::changed, this, &SourcePanel::followSelection);
    rebuild();
}

SourcePanel::~SourcePanel() = default;

QWidget *SourcePanel::makeContent()
{
    auto *content = new QWidget;
    m_files = named(new QComboBox(content), u"sourceFiles"_s, tr("File"));
    m_files->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_sentence
        = selectable(named(wrapped(new QLabel(content)), u"sourceSentence"_s, {}, u"muted"_s));
    auto *sides = new QSplitter(Qt::Horizontal, content);
    m_edit = new SourceEdit(m_theme, sides);
    m_model = new ColumnModel<HeatedLine>(lineColumns(), this);
    m_table = new DataTable(u"sourceLines"_s, tr("Lines of the model"), sides);
    m_table->setSortedModel(m_model);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    sides->addWidget(m_edit);
    sides->addWidget(m_table);
    keepSides(*sides);
    sides->setStretchFactor(0, 3);
    sides->setStretchFactor(1, 2);
    makeColumn(content,
        { makeRow(nullptr, { m_files, { m_sentence, 1 } }, 8, { 8, 4, 8, 4 }), { sides, 1 } }, 0);
    connect(m_files, &QComboBox::activated, this,
        [this](int row) { showFile(m_files->itemData(row).toString()); });
    connect(m_edit, &SourceEdit::lineChosen, this, &SourcePanel::chooseLine);
    connect(m_table, &DataTable::currentSourceRowChanged, this, &SourcePanel::chooseRow);
    return content;
}

void SourcePanel::setProfile(const ProfileDocument *profile)
{
    m_profile = profile;
    if (m_profile) {
        connect(m_profile, &ProfileDocument::changed, this, &SourcePanel::rebuild);
        connect(m_profile, &ProfileDocument::rangeChanged, this, &SourcePanel::rebuild);
    }
    rebuild();
}

void SourcePanel::setFolder(const QString &folder)
{
    if (std::exchange(m_folder, folder) != folder && !m_file.isEmpty())
        showFile(std::exchange(m_file, {}));
}

void SourcePanel::showPlace(const QString &file, int line)
{
    // Recorded files may be absolute where a problem names the same file relatively.
    const auto known = std::ranges::find_if(m_lines, [&](const HeatedLine &one) {
        return one.line.file == file || one.line.file.endsWith(u'/' + file);
    });
    const auto shown = known == m_lines.end() ? file : known->line.file;
    if (m_files->findData(shown) < 0)
        m_files->addItem(QFileInfo(shown).fileName(), shown);
    m_file.clear(); // it is read again: a problem is mended in it
    m_askedLine = line;
    showFile(shown);
}

void SourcePanel::rebuild()
{
    m_askedLine = 0;
    m_lines = heatedLines(m_document.compileResult().get(), m_document.network().get(),
        m_profile ? m_profile->subject() : nullptr, m_profile ? m_profile->table() : nullptr);
    if (m_lines.empty()) {
        m_reading.cancel();
        m_file.clear();
        m_text = {};
        m_files->clear();
        m_states->showEmpty({ .iconName = u"text-x-script"_s,
            .title = tr("No source lines are known"),
            .text = m_document.isEmpty()
                ? tr("Here the lines of Python appear that the model's operators were written in.")
                : tr(
                    "Neither a compile nor an export recorded which lines of Python the operators "
                    "of this file come from. Compile the model from its .py, or open its .pt2.") });
        return;
    }
    QStringList files;
    for (const auto &line : m_lines) {
        if (!files.contains(line.line.file))
            files += line.line.file;
    }
    const auto shown = files.contains(m_file) ? m_file : files.constFirst();
    m_files->clear();
    for (const auto &file : files)
        m_files->addItem(QFileInfo(file).fileName(), file);
    m_file.clear();
    showFile(shown);
}

void SourcePanel::showFile(const QString &file)
{
    if (file == m_file)
        return;
    m_file = file;
    m_files->setCurrentIndex(m_files->findData(file));
    const auto result = m_document.compileResult();
    QStringList folders{ m_folder, QFileInfo(m_document.path()).absolutePath() };
    if (result)
        folders << result->folder << QFileInfo(result->folder).absolutePath();
    const auto sha256 = result && QFileInfo(file).fileName() == result->sourceName
        ? result->sourceSha256
        : QString();
    std::vector<analysis::SourceLine> recorded;
    for (const auto &line : m_lines)
        recorded.push_back(line.line);
    m_reading.start(
        tr("Reading the source"),
        [file, folders, recorded, sha256](const JobControl &) -> Result<SourceText> {
            return readSourceText(file, folders, recorded, sha256);
        },
        [this](Result<SourceText> text) {
            m_text = std::move(*text);
            showText();
        });
}

void SourcePanel::showText()
{
    double hottest = 0;
    for (const auto &line : m_lines)
        hottest = std::max(hottest, line.cycles.value_or(0));
    std::vector<HeatedLine> rows;
    QHash<int, LineMark> marks;
    for (const auto &line : m_lines) {
        if (line.line.file != m_file)
            continue;
        rows.push_back(line);
        const auto nodes
            = tr("%n node(s) of the model", nullptr, static_cast<int>(line.line.operators.size()));
        marks.insert(line.line.number,
            { line.cycles && hottest > 0 ? *line.cycles / hottest : -1, cyclesWords(line),
                tr("%1; %2").arg(nodes,
                    line.cycles ? tr("%1 cycles").arg(cyclesWords(line))
                                : tr("cycles are not known")) });
    }
    m_sentence->setText(stateSentence());
    m_sentence->setToolTip(m_text.path);
    m_edit->setVisible(m_text.state != SourceText::State::Missing);
    m_edit->show(m_text.lines, marks);
    m_edit->setVisible(m_text.state != SourceText::State::Missing);
    m_table->setVisible(!rows.empty()); // nothing is recorded of a line that only a problem names
    m_model->set(std::move(rows));
    m_table->fitColumns(220);
    m_states->showContent();
    if (const auto asked = std::exchange(m_askedLine, 0); asked > 0)
        m_edit->setCurrentLine(asked);
    else
        followSelection(m_selection.current(), nullptr);
}

QString SourcePanel::stateSentence() const
{
    switch (m_text.state) {
    case SourceText::State::Missing:
        return tr("%1 is not on this computer, or not where it is looked for: beside the model and "
                  "the compile. What was recorded of it is listed.")
            .arg(m_file);
    case SourceText::State::Same:
        return tr("As it was when the model was compiled or exported.");
    case SourceText::State::Changed:
        return tr("Changed since the model was compiled or exported: lines may not be where they "
                  "were.");
    case SourceText::State::Unverified:
        break;
    }
    return tr("Nothing was recorded that tells whether it has changed since.");
}

/// Index of the line that the entity comes from, by what is the same elsewhere where it has none
/// itself; -1: not known.
int SourcePanel::lineOf(const model::EntityRef &entity) const
{
    const auto find = [this](const model::EntityRef &one) {
        const auto found = std::ranges::find_if(m_lines, [&](const HeatedLine &line) {
            return std::ranges::find(line.line.operators, one) != line.line.operators.end();
        });
        return found == m_lines.end() ? -1 : static_cast<int>(found - m_lines.begin());
    };
    if (const auto line = find(entity); line >= 0 || !m_profile || !m_profile->subject())
        return line;
    for (const auto &relative : m_profile->subject()->relativesOf(entity)) {
        if (const auto line = find(relative); line >= 0)
            return line;
    }
    return -1;
}

void SourcePanel::followSelection(const model::EntityRef &entity, const QObject *origin)
{
    if (origin == this || entity.isEmpty() || m_lines.empty())
        return;
    const auto at = lineOf(entity);
    if (at < 0) {
        m_edit->setCurrentLine(0);
        return;
    }
    const auto &line = m_lines[static_cast<size_t>(at)].line;
    if (line.file != m_file)
        return showFile(line.file); // comes back when it is read
    m_edit->setCurrentLine(line.number);
    m_table->setCurrentSourceRow(
        m_model->rowWhere([&](const HeatedLine &row) { return row.line.number == line.number; }));
}

void SourcePanel::chooseLine(int number)
{
    const auto row = m_model->rowWhere(
        [number](const HeatedLine &line) { return line.line.number == number; });
    m_table->setCurrentSourceRow(row);
    if (row >= 0)
        select(m_model->rows()[static_cast<size_t>(row)]);
}

void SourcePanel::chooseRow(int row)
{
    if (row < 0)
        return;
    const auto line = m_model->rows()[static_cast<size_t>(row)];
    m_edit->setCurrentLine(line.line.number);
    select(line);
}

/// Its first operator; chosen again, the next one.
void SourcePanel::select(const HeatedLine &line)
{
    const auto &operators = line.line.operators;
    const auto now = std::ranges::find(operators, m_selection.current());
    const bool isLast = now == operators.end() || now + 1 == operators.end();
    m_selection.select(isLast ? operators.front() : *(now + 1), this);
}

} // namespace tosaic::views
