// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/networkmatch.h"

#include <QtGlobal>

#include <algorithm>
#include <cmath>
#include <map>

namespace tosaic::analysis {

namespace {

using Verdict = Evidence::Verdict;
using Port = NetworkTraits::Port;

// What agreement on each point is worth. Constants tell networks of the same shape apart.
constexpr double PortWeight = 3;
constexpr double BiasWeight = 5;
constexpr double MultiplierWeight = 4;
constexpr double TableWeight = 3;
constexpr double MacWeight = 2;
constexpr double CountWeight = 1;
constexpr double WindowWeight = 1;
/// Two candidates that differ by less are equally good.
constexpr double TieMargin = 0.02;
/// Agreement above is evidence for, below the other against.
constexpr double Agreement = 0.9;
constexpr double Disagreement = 0.5;
constexpr double LikelyFrom = 0.85;

class Comparison
{
public:
    void add(double weight, double agreement, Evidence evidence)
    {
        evidence.verdict = agreement >= Agreement ? Verdict::Supports
            : agreement < Disagreement            ? Verdict::Contradicts
                                                  : Verdict::Silent;
        m_points.push_back({ weight, agreement, std::move(evidence) });
    }
    void exclude() { m_isExcluded = true; }
    /// Says that what was compared could not have come out equal by chance.
    void addProof() { m_hasProof = true; }

    NetworkMatch result()
    {
        NetworkMatch match;
        double sum = 0;
        double weights = 0;
        std::stable_sort(m_points.begin(), m_points.end(),
            [](const Point &a, const Point &b) { return a.weight > b.weight; });
        for (auto &point : m_points) {
            sum += point.weight * point.agreement;
            weights += point.weight;
            match.evidence.push_back(std::move(point.evidence));
        }
        if (weights == 0 || m_isExcluded)
            return match;
        // Little evidence gives little confidence, however well it agrees.
        match.confidence = sum / (weights + 1);
        match.level
            = m_hasProof && sum / weights >= LikelyFrom ? MatchLevel::Likely : MatchLevel::Possible;
        return match;
    }

private:
    struct Point
    {
        double weight = 0;
        double agreement = 0;
        Evidence evidence;
    };
    std::vector<Point> m_points;
    bool m_isExcluded = false;
    bool m_hasProof = false;
};

/// Ports of both sides that agree in size and type, whatever their order: 1 if the shape is the
/// same, less if only the number of elements is.
double agreement(std::vector<Port> left, const std::vector<Port> &right)
{
    double sum = 0;
    for (const auto &port : right) {
        const auto rate = [&](const Port &other) {
            if (other.elements != port.elements || other.elementBits != port.elementBits)
                return 0.0;
            return other.shape == port.shape ? 1.0 : 0.95;
        };
        const auto best = std::max_element(left.begin(), left.end(),
            [&](const Port &a, const Port &b) { return rate(a) < rate(b); });
        if (best == left.end() || rate(*best) == 0)
            return 0;
        sum += rate(*best);
        left.erase(best);
    }
    return sum / static_cast<double>(right.size());
}

QString portsText(const std::vector<Port> &ports)
{
    QStringList texts;
    for (const auto &port : ports)
        texts += port.text;
    return texts.join(QLatin1StringView(", "));
}

bool isComparable(const std::vector<Port> &ports)
{
    return !ports.empty() && std::all_of(ports.begin(), ports.end(), [](const Port &port) {
        return port.elements.has_value();
    });
}

/// Vela reads and writes once what the network names twice.
std::vector<Port> fewer(const std::vector<Port> &ports, size_t count)
{
    std::vector<Port> result;
    for (const auto &port : ports) {
        const bool isKnown = std::any_of(result.begin(), result.end(), [&](const Port &other) {
            return other.shape == port.shape && other.elementBits == port.elementBits;
        });
        if (!isKnown || ports.size() <= count)
            result.push_back(port);
    }
    return result;
}

void comparePorts(const std::vector<Port> &network, const std::vector<Port> &stream,
    const char *same, const char *other, Comparison &comparison)
{
    if (!isComparable(network) || !isComparable(stream))
        return;
    const auto reduced = fewer(network, stream.size());
    const auto agreed = reduced.size() == stream.size() ? agreement(reduced, stream) : 0.0;
    if (agreed == 0)
        comparison.exclude();
    comparison.add(PortWeight, agreed,
        { .text = agreed > 0 ? same : other,
            .arguments = { portsText(network), portsText(stream) } });
}

template <typename T>
size_t common(const std::vector<T> &left, const std::vector<T> &right)
{
    size_t count = 0;
    auto a = left.begin();
    auto b = right.begin();
    while (a != left.end() && b != right.end()) {
        if (*a < *b)
            ++a;
        else if (*b < *a)
            ++b;
        else
            ++count, ++a, ++b;
    }
    return count;
}

/// Constants of the network that came through: compilers add some, but lose few.
template <typename T>
void compareConstants(const std::vector<T> &network, const std::vector<T> &stream, double weight,
    size_t proof, const char *text, Comparison &comparison)
{
    if (network.empty() || stream.empty())
        return;
    const auto found = common(network, stream);
    const auto agreed = static_cast<double>(found) / static_cast<double>(network.size());
    // Few constants say less.
    const auto trust = std::min(1.0, static_cast<double>(network.size()) / 4.0);
    comparison.add(weight * trust, agreed,
        { .text = text, .arguments = { QString::number(found), QString::number(network.size()) } });
    if (found >= proof && agreed >= Agreement)
        comparison.addProof();
}

double likeness(double left, double right)
{
    const auto larger = std::max(left, right);
    return larger == 0 ? 1.0 : std::min(left, right) / larger;
}

void compareWork(const NetworkTraits &network, const NetworkTraits &stream, Comparison &comparison)
{
    if (network.macs && stream.macs && (*network.macs > 0 || *stream.macs > 0))
        comparison.add(MacWeight,
            likeness(static_cast<double>(*network.macs), static_cast<double>(*stream.macs)),
            { .text = QT_TRANSLATE_NOOP("NetworkMatch",
                  "Convolutions of the file need %1 MACs, those of the delegate %2"),
                .arguments = { QString::number(*network.macs), QString::number(*stream.macs) } });
    // A depthwise convolution of one channel becomes a plain one: only their sum is comparable.
    const auto networkCount = network.convolutions + network.depthwise;
    const auto streamCount = stream.convolutions + stream.depthwise;
    if (networkCount > 0 || streamCount > 0)
        comparison.add(CountWeight,
            likeness(static_cast<double>(networkCount), static_cast<double>(streamCount)),
            { .text = QT_TRANSLATE_NOOP("NetworkMatch",
                  "The file has %1 convolutions and matrix products, the delegate %2"),
                .arguments = { QString::number(networkCount), QString::number(streamCount) } });
    if (!network.windows.empty() || !stream.windows.empty()) {
        const auto both = common(network.windows, stream.windows);
        const auto all = network.windows.size() + stream.windows.size() - both;
        comparison.add(WindowWeight, static_cast<double>(both) / static_cast<double>(all),
            { .text = QT_TRANSLATE_NOOP(
                  "NetworkMatch", "%1 of %2 kinds of kernel and stride are in both"),
                .arguments = { QString::number(both), QString::number(all) } });
    }
}

Evidence evidence(Verdict verdict, const char *text, QStringList arguments = {})
{
    return { verdict, text, std::move(arguments) };
}

void sortBest(std::vector<MatchCandidate> &candidates)
{
    std::stable_sort(
        candidates.begin(), candidates.end(), [](const MatchCandidate &a, const MatchCandidate &b) {
            return a.match.confidence > b.match.confidence;
        });
}

/// Candidates that the best one does not clearly beat are named with it, as possible only.
void refuseTies(std::vector<MatchCandidate> &candidates)
{
    if (candidates.size() < 2
        || candidates[0].match.confidence - candidates[1].match.confidence >= TieMargin)
        return;
    const auto best = candidates[0].match.confidence;
    for (auto &candidate : candidates) {
        if (best - candidate.match.confidence >= TieMargin)
            break;
        candidate.match.level = MatchLevel::Possible;
        candidate.match.evidence.insert(candidate.match.evidence.begin(),
            evidence(Verdict::Silent,
                QT_TRANSLATE_NOOP("NetworkMatch", "Another file fits equally well")));
    }
}

} // namespace

QString Evidence::sentence() const
{
    auto result = QString::fromUtf8(text);
    for (const auto &argument : arguments)
        result = result.arg(argument);
    return result;
}

NetworkMatch matchTraits(const NetworkTraits &network, const NetworkTraits &stream)
{
    Comparison comparison;
    comparePorts(network.inputs, stream.inputs,
        QT_TRANSLATE_NOOP("NetworkMatch", "The inputs agree: %1 in the file, %2 in the delegate"),
        QT_TRANSLATE_NOOP("NetworkMatch", "The inputs differ: %1 in the file, %2 in the delegate"),
        comparison);
    comparePorts(network.outputs, stream.outputs,
        QT_TRANSLATE_NOOP("NetworkMatch", "The outputs agree: %1 in the file, %2 in the delegate"),
        QT_TRANSLATE_NOOP("NetworkMatch", "The outputs differ: %1 in the file, %2 in the delegate"),
        comparison);
    compareConstants(network.biases, stream.biases, BiasWeight, 4,
        QT_TRANSLATE_NOOP("NetworkMatch", "%1 of %2 biases of the file are in the delegate"),
        comparison);
    compareConstants(network.multipliers, stream.multipliers, MultiplierWeight, 4,
        QT_TRANSLATE_NOOP(
            "NetworkMatch", "%1 of %2 rescale factors of the file are in the delegate"),
        comparison);
    compareConstants(network.tables, stream.tables, TableWeight, 1,
        QT_TRANSLATE_NOOP(
            "NetworkMatch", "%1 of %2 look-up tables of the file are in the delegate"),
        comparison);
    compareWork(network, stream, comparison);
    return comparison.result();
}

std::optional<NetworkMatch> certainMatch(const compiled::CompileResult &result,
    const QString &payloadSha256, const QString &networkSha256)
{
    if (payloadSha256.isEmpty() || networkSha256.isEmpty())
        return std::nullopt;
    for (const auto &partition : result.partitions) {
        if (partition.payloadSha256 != payloadSha256)
            continue;
        for (const auto &artefact : result.artefacts) {
            if (artefact.kind == QLatin1StringView("tosa") && artefact.partition == partition.index
                && artefact.sha256 == networkSha256)
                return NetworkMatch{ 1.0, MatchLevel::Certain,
                    { evidence(Verdict::Supports,
                        QT_TRANSLATE_NOOP("NetworkMatch",
                            "The compile recorded this file and the delegate's bytes as "
                            "partition %1"),
                        { QString::number(partition.index) }) } };
        }
    }
    return std::nullopt;
}

std::vector<std::vector<MatchCandidate>> candidatesFor(
    const std::vector<NetworkTraits> &streams, const std::vector<NetworkTraits> &networks)
{
    std::vector<std::vector<MatchCandidate>> all(streams.size());
    std::vector<double> best(networks.size(), 0);
    for (size_t s = 0; s < streams.size(); ++s) {
        for (size_t n = 0; n < networks.size(); ++n) {
            auto match = matchTraits(networks[n], streams[s]);
            if (match.level == MatchLevel::None)
                continue;
            if (match.level == MatchLevel::Likely)
                best[n] = std::max(best[n], match.confidence);
            all[s].push_back({ n, std::move(match) });
        }
    }
    for (auto &candidates : all) {
        std::erase_if(candidates, [&](const MatchCandidate &candidate) {
            return candidate.match.level != MatchLevel::Likely
                && best[candidate.network] - candidate.match.confidence >= TieMargin;
        });
        sortBest(candidates);
        refuseTies(candidates);
    }
    return all;
}

} // namespace tosaic::analysis
