// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/boards/boardcatalogue.h"

#include "core/base/savefile.h"
#include "core/base/storedfile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::boards {

namespace {

const auto CatalogueName = u"boards.json"_s;
const auto TemplateName = u"own-board.json"_s;

constexpr auto Template = R"({
  "formatVersion": 1,
  "boards": [
    {
      "id": "my-board",
      "name": "My board",
      "vendor": "",
      "npus": [{ "family": "ethos-u55", "macs": [128] }],
      "memories": [
        { "name": "SRAM", "technology": "SRAM", "uses": ["sram"], "onChip": true, "bytes": 1048576 },
        { "name": "Flash", "technology": "NOR flash", "uses": ["flash"], "bytes": 8388608 }
      ],
      "notes": ["Sizes are bytes. Leave out what is not known. The fields are described in the README.md of the boards that come with Tosaic."],
      "sources": {}
    }
  ]
}
)";

bool holdsCatalogue(const QString &folder)
{
    return QFileInfo(QDir(folder).filePath(CatalogueName)).isFile();
}

void insert(Board board, std::vector<Board> &boards)
{
    const auto same = std::ranges::find(boards, board.id, &Board::id);
    if (same != boards.end())
        *same = std::move(board);
    else
        boards.push_back(std::move(board));
}

void readFile(const QString &path, BoardCatalogue &catalogue)
{
    QFile file(path);
    if (const auto opened = openStored(file); !opened) {
        catalogue.diagnostics.push_back(diagnosticOf(opened.error()));
        catalogue.diagnostics.back().severity = Severity::Warning;
        return;
    }
    // One byte more than is read, so that it shows.
    auto boards = readBoards(file.read(LargestBoardFile + 1), path, &catalogue.diagnostics);
    if (!boards) {
        auto problem = diagnosticOf(boards.error());
        problem.severity = Severity::Warning;
        catalogue.diagnostics.push_back(std::move(problem));
        return;
    }
    for (auto &board : *boards)
        insert(std::move(board), catalogue.boards);
}

} // namespace

const Board *BoardCatalogue::find(const QString &idOrName) const
{
    const auto found = std::ranges::find_if(boards, [&](const Board &board) {
        return board.id == idOrName || board.name.compare(idOrName, Qt::CaseInsensitive) == 0;
    });
    return found == boards.end() ? nullptr : &*found;
}

QString boardsDir()
{
    const auto chosen = qEnvironmentVariable("TOSAIC_BOARDS");
    if (!chosen.isEmpty())
        return QDir(chosen).absolutePath();
    const auto installed
        = QDir::cleanPath(QCoreApplication::applicationDirPath() + u"/../share/tosaic/boards"_s);
    if (holdsCatalogue(installed))
        return installed;
    const auto source = QStringLiteral(TOSAIC_SOURCE_BOARDS);
    return holdsCatalogue(source) ? source : QString();
}

QString userBoardsDir()
{
    return QDir(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation))
        .filePath(u"tosaic/boards"_s);
}

BoardCatalogue readBoardCatalogue(const QStringList &folders)
{
    BoardCatalogue catalogue;
    for (const auto &folder : folders) {
        const QDir dir(folder);
        if (folder.isEmpty() || !dir.exists())
            continue;
        for (const auto &name : dir.entryList({ u"*.json"_s }, QDir::Files, QDir::Name))
            readFile(dir.filePath(name), catalogue);
    }
    std::ranges::sort(catalogue.boards, [](const Board &a, const Board &b) {
        return QString::localeAwareCompare(a.name, b.name) < 0;
    });
    return catalogue;
}

BoardCatalogue boardCatalogue(const QString &workspaceFolder)
{
    QStringList folders{ boardsDir(), userBoardsDir() };
    if (!workspaceFolder.isEmpty())
        folders.append(QDir(workspaceFolder).filePath(u"boards"_s));
    return readBoardCatalogue(folders);
}

Result<QString> writeBoardTemplate(const QString &folder)
{
    QDir dir(folder);
    if (!dir.mkpath(u"."_s))
        return fail(ErrorCode::IoWrite, u"the folder cannot be made"_s, Location{ .file = folder });
    const auto present = dir.entryList({ u"*.json"_s }, QDir::Files, QDir::Name);
    if (!present.isEmpty())
        return dir.filePath(present.first());
    const auto path = dir.filePath(TemplateName);
    const auto saved = saveFile(path, QByteArrayView(Template));
    if (!saved)
        return fail(saved.error());
    return path;
}

} // namespace tosaic::boards
