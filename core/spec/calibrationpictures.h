// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>
#include <QStringList>

/// Which pictures of a folder calibrate a model, and what tells such a choice from another.
namespace tosaic::spec {

constexpr int MostPictures = 200; ///< as the recipe says it in Python

/// Names of the files in the folder that are taken, in their order: at most so many, evenly over
/// all. Empty if there are none, or no such folder.
QStringList chosenPictures(const QString &folder, int most = MostPictures);

struct PictureFacts
{
    QString sha256; ///< of a line "HASH  NAME" for each, as sha256sum prints them
    quint64 size = 0; ///< bytes of all
};

/// Reads all that chosenPictures() names: blocks. Errors: those of the first that cannot be read;
/// IoOpen if there is none.
Result<PictureFacts> pictureFacts(const QString &folder);

} // namespace tosaic::spec
