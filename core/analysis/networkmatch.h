// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compileresult.h"
#include "core/model/network.h"
#include "core/npu/streams.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

/// Which TOSA or TFLite file an Ethos-U command stream was compiled from, judged by contents alone:
/// names and the order of files say nothing.
namespace tosaic::analysis {

enum class MatchLevel
{
    None, ///< something contradicts it
    Possible, ///< nothing contradicts it, but little speaks for it, or others fit as well
    Likely, ///< everything that can be compared agrees
    Certain ///< the compile that wrote the stream's bytes recorded this file
};

/// One thing that was compared. Core does not translate: `text` is marked with
/// QT_TRANSLATE_NOOP("NetworkMatch", ...) and has %1, %2... for `arguments`.
struct Evidence
{
    enum class Verdict
    {
        Supports,
        Contradicts,
        Silent ///< could not be compared, or is compatible without saying much
    };
    Verdict verdict = Verdict::Silent;
    const char *text = "";
    QStringList arguments;

    /// In English; views translate `text` and fill in `arguments` themselves.
    QString sentence() const;
};

struct NetworkMatch
{
    double confidence = 0; ///< 0 to 1
    MatchLevel level = MatchLevel::None;
    std::vector<Evidence> evidence; ///< strongest first
};

/// What a network says about itself that survives compilation.
struct NetworkTraits
{
    /// Constants beyond are not compared.
    static constexpr size_t ValueLimit = 1 << 20;

    struct Port
    {
        std::vector<qint64> shape; ///< without leading ones
        std::optional<quint64> elementBits;
        std::optional<quint64> elements;
        QString text; ///< "int8 1x16x24x24"
    };
    /// A convolution's window as both sides know it.
    struct Window
    {
        quint32 height = 1;
        quint32 width = 1;
        quint32 strideY = 1;
        quint32 strideX = 1;
        auto operator<=>(const Window &) const = default;
    };
    std::vector<Port> inputs;
    std::vector<Port> outputs;
    std::vector<Window> windows; ///< of convolutions larger than 1x1 or strided; sorted, unique
    quint64 convolutions = 0; ///< with fully connected layers and matrix products
    quint64 depthwise = 0;
    std::optional<quint64> macs; ///< of those; absent if a shape is not known
    std::vector<qint64> biases; ///< of all of them, sorted, unique; zeros left out
    std::vector<qint64> multipliers; ///< of rescaling, odd parts, sorted, unique; 1 left out
    std::vector<QByteArray> tables; ///< look-up tables of 256 bytes, sorted, unique
};
NetworkTraits traitsOf(const model::Network &network);
/// Of a stream; biases come from its scale records, where the read-only bytes are at hand.
NetworkTraits traitsOf(const npu::PlacedStream &stream);

/// Compares both. Certain never comes from here: it takes a recorded compile (certainMatch).
NetworkMatch matchTraits(const NetworkTraits &network, const NetworkTraits &stream);

/// Certain if `result` recorded both sides: the partition whose payload has this SHA-256, and a
/// "tosa" artefact of the same partition with the network file's SHA-256. Absent if it did not.
std::optional<NetworkMatch> certainMatch(const compiled::CompileResult &result,
    const QString &payloadSha256, const QString &networkSha256);

/// A network that a stream may come from.
struct MatchCandidate
{
    size_t network = 0; ///< index into the networks
    NetworkMatch match;
};
/// One entry for each stream: the networks it may come from, best first; empty if every one is
/// contradicted. Where two fit equally well both are named and neither is better than Possible; a
/// network that fits another stream clearly better loses its claim.
std::vector<std::vector<MatchCandidate>> candidatesFor(
    const std::vector<NetworkTraits> &streams, const std::vector<NetworkTraits> &networks);

} // namespace tosaic::analysis
