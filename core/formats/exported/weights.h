// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/zip/ziparchive.h"
#include "core/model/network.h"

#include <QJsonObject>
#include <QString>

namespace tosaic::formats {

/// Finds the bytes of parameters, buffers and constants of a .pt2: a config (name -> member and
/// layout) beside members that are raw storages. Bytes are never touched.
class WeightFinder
{
public:
    /// `root` is the archive's first folder with its slash.
    WeightFinder(ZipArchive &archive, QString root, DiagnosticSink &sink);

    /// Gives the tensors of `graph` that have a qualified name their range in the archive; those
    /// of model `model` only.
    void attach(model::Subgraph &graph, const QString &model);

private:
    /// "config" of the first of these members that is there.
    QJsonObject config(const QString &folder, const QStringList &names);
    void attach(model::NetworkTensor &tensor, const QJsonObject &entry, const QString &folder);
    void note(const QString &id, const QString &text, const QString &entity,
        Severity severity = Severity::Info);

    ZipArchive &m_archive;
    QString m_root;
    DiagnosticSink &m_sink;
    bool m_isLittleEndian = true;
};

} // namespace tosaic::formats
