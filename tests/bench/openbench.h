// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <functional>
#include <vector>

/// Opening a file must not depend on the size of its weights: sparse files with weights of
/// TOSAIC_BENCH_BYTES (1 GiB if not set) are compared with a small one.
namespace tosaic::test {

struct FileToOpen
{
    const char *name; ///< of the benchmark
    QString path;
    quint32 size; ///< bytes of its weights
};

quint32 largeSize();
constexpr quint32 SmallSize = 1024;

/// `before`, a hole of `hole` bytes, `after`.
void writeSparse(
    const QString &path, const QByteArray &before, quint64 hole, const QByteArray &after);

/// Opens each file over and over; the first is the small one. 1 if another one takes too long.
int compareOpening(int argc, char *argv[], const std::vector<FileToOpen> &files,
    const std::function<void(const QString &path, quint32 size)> &open);

} // namespace tosaic::test
