// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/relatednetwork.h"

#include "core/analysis/networkmatch.h"
#include "core/documents/npuanalysis.h"
#include "core/formats/opennetwork.h"
#include "core/npu/streams.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

using analysis::MatchLevel;

constexpr qsizetype LargestFolders = 64; // beside the program that are looked into
constexpr qsizetype LargestFiles = 128; // TOSA files that are compared

struct Candidate
{
    QString path;
    std::shared_ptr<const model::Network> network;
    analysis::NetworkTraits traits;
};

void addFiles(QStringList &files, const QDir &folder)
{
    for (const auto &name : folder.entryList({ u"*.tosa"_s }, QDir::Files, QDir::Name)) {
        const auto path = folder.absoluteFilePath(name);
        if (files.size() < LargestFiles && !files.contains(path))
            files += path;
    }
}

/// What the compile kept first, then what lies beside the program and one folder deeper.
QStringList candidateFiles(const QString &programPath, const compiled::CompileResult *result)
{
    QStringList files;
    for (size_t i = 0; result && i < result->artefacts.size(); ++i) {
        const auto &artefact = result->artefacts[i];
        const auto path = QDir::cleanPath(QDir(result->folder).absoluteFilePath(artefact.path));
        if (artefact.kind == "tosa"_L1 && QFileInfo(path).isFile() && !files.contains(path))
            files += path;
    }
    if (programPath.isEmpty())
        return files;
    const auto folder = QFileInfo(programPath).absoluteDir();
    addFiles(files, folder);
    const auto deeper = folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
    for (const auto &name : deeper.mid(0, LargestFolders))
        addFiles(files, QDir(folder.absoluteFilePath(name)));
    return files;
}

std::vector<Candidate> readCandidates(const QStringList &files, const JobControl &control)
{
    std::vector<Candidate> candidates;
    for (const auto &path : files) {
        if (control.isCancelled())
            return {};
        const auto source = ByteSource::map(path);
        auto network = source ? formats::readNetwork(*source)
                              : Result<std::shared_ptr<const model::Network>>(fail(source.error()));
        if (!network)
            continue; // a damaged file beside the program is not the program's problem
        candidates.push_back({ path, *network, analysis::traitsOf(**network) });
    }
    return candidates;
}

RelatedNetwork relatedNetwork(
    const model::EntityRef &owner, const Candidate &candidate, const analysis::NetworkMatch &match)
{
    using Confidence = RelatedNetwork::Confidence;
    RelatedNetwork related{ .owner = owner, .path = candidate.path, .network = candidate.network };
    related.confidence = match.level == MatchLevel::Certain ? Confidence::Certain
        : match.level == MatchLevel::Likely                 ? Confidence::Likely
                                                            : Confidence::Possible;
    related.evidence = match.evidence;
    return related;
}

/// The compile wrote down both: which bytes became the delegate, and which file was compiled.
std::optional<RelatedNetwork> recorded(const model::Program &program,
    const compiled::CompileResult &result, const npu::PlacedStream &stream,
    const std::vector<Candidate> &candidates)
{
    const auto &owner = stream.place.owner;
    const auto &delegate = program.methods[static_cast<size_t>(owner.method)]
                               .delegates[static_cast<size_t>(owner.index)];
    const auto bytes = program.source->slice(delegate.data.offset, delegate.data.size);
    if (!bytes)
        return std::nullopt;
    const auto payload = sha256Hex(*bytes);
    for (const auto &candidate : candidates) {
        const auto match = analysis::certainMatch(
            result, payload, sha256Hex(candidate.network->source->bytes()));
        if (match)
            return relatedNetwork(owner, candidate, *match);
    }
    return std::nullopt;
}

} // namespace

std::map<int, std::shared_ptr<const model::Network>> keptNetworks(
    const compiled::CompileResult &result)
{
    std::map<int, std::shared_ptr<const model::Network>> networks;
    for (const auto &artefact : result.artefacts) {
        if (artefact.kind != "tosa"_L1 || !artefact.partition)
            continue;
        const auto source = ByteSource::map(QDir(result.folder).absoluteFilePath(artefact.path));
        if (!source)
            continue;
        if (auto network = formats::readNetwork(*source))
            networks.emplace(*artefact.partition, std::move(*network));
    }
    return networks;
}

const RelatedNetwork *relatedTo(const RelatedNetworks &related, const model::EntityRef &delegate)
{
    const auto found = std::ranges::find(related, delegate, &RelatedNetwork::owner);
    return found == related.end() ? nullptr : &*found;
}

std::shared_ptr<const model::Network> networkOf(const std::shared_ptr<const model::Network> &open,
    const RelatedNetworks &related, const model::EntityRef &entity)
{
    if (entity.name.isEmpty())
        return open;
    const auto found = std::ranges::find(related, entity.name, &RelatedNetwork::path);
    return found == related.end() ? nullptr : found->network;
}

RelatedNetworks findRelatedNetworks(const QString &programPath, const model::Program &program,
    const compiled::CompileResult *result, const JobControl &control)
{
    const auto candidates = readCandidates(candidateFiles(programPath, result), control);
    if (candidates.empty())
        return {};
    const auto streams = npu::disassembleAll(*program.source, npu::streamsOf(program));
    std::vector<analysis::NetworkTraits> ofStreams;
    std::vector<analysis::NetworkTraits> ofNetworks;
    for (const auto &stream : streams)
        ofStreams.push_back(stream.stream ? analysis::traitsOf(stream) : analysis::NetworkTraits());
    for (const auto &candidate : candidates)
        ofNetworks.push_back(candidate.traits);
    if (control.isCancelled())
        return {};
    const auto found = analysis::candidatesFor(ofStreams, ofNetworks);
    RelatedNetworks related;
    for (size_t i = 0; i < streams.size(); ++i) {
        if (auto certain
            = result ? recorded(program, *result, streams[i], candidates) : std::nullopt) {
            related.push_back(std::move(*certain));
            continue;
        }
        const bool hasMatch = streams[i].stream && i < found.size() && !found[i].empty()
            && found[i].front().match.level != MatchLevel::None;
        if (hasMatch)
            related.push_back(relatedNetwork(streams[i].place.owner,
                candidates[found[i].front().network], found[i].front().match));
    }
    return related;
}

} // namespace tosaic
