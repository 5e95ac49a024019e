// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/boards/boardcatalogue.h"

#include <QWidget>

#include <memory>

namespace tosaic {
class EstimateDocument;
class ModelDocument;
class SelectionContext;
class SpecDocument;
}

namespace tosaic::views {

class Theme;

/// What the memory picture is about; all outlive it.
struct MemoryPictureContext
{
    ModelDocument &model;
    SpecDocument &spec;
    EstimateDocument &estimate;
    SelectionContext &selection;
};

/// The memory mode of the spec as a picture of the open model: what lies where, what moves over
/// which port, and whether it fits a board. Choosing another mode edits the spec.
class MemoryPicturePage : public QWidget
{
    Q_OBJECT
public:
    MemoryPicturePage(
        const MemoryPictureContext &context, const Theme &theme, QWidget *parent = nullptr);
    ~MemoryPicturePage() override;

    void setBoards(const boards::BoardCatalogue &catalogue);
    /// Id of the board that the picture is checked against; empty: none.
    QString board() const;
    /// Does not emit. A board that is not in the catalogue is none.
    void setBoard(const QString &id);

Q_SIGNALS:
    void openRequested();
    /// By the user; empty: none.
    void boardChosen(const QString &id);
    void ownBoardRequested();

private:
    class Private;
    std::unique_ptr<Private> m;
};

} // namespace tosaic::views
