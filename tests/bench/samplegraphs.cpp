// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/samplegraphs.h"

#include <QHash>

#include <random>

using namespace Qt::StringLiterals;

namespace tosaic::bench {

namespace {

class Generator
{
public:
    Generator(int count, quint32 seed) : m_count(count), m_random(seed) { }

    std::vector<SampleOperator> cnn()
    {
        auto at = add(u"INPUT"_s, {}, {});
        at = add(u"CONV_2D"_s, u"stem/conv"_s, { at });
        for (int block = 0; isShort(); ++block) {
            m_block = u"stage%1/block%2/"_s.arg(block / 8 + 1).arg(block % 8 + 1);
            const auto shape = m_random() % 4;
            auto branch = op(u"CONV_2D"_s, u"expand"_s, { at });
            branch = op(u"DEPTHWISE_CONV_2D"_s, u"depthwise"_s, { branch });
            if (shape >= 2) { // squeeze and excite
                auto scale = op(u"MEAN"_s, u"se/pool"_s, { branch });
                scale = op(u"FULLY_CONNECTED"_s, u"se/squeeze"_s, { scale });
                scale = op(u"FULLY_CONNECTED"_s, u"se/excite"_s, { scale });
                scale = op(u"LOGISTIC"_s, u"se/gate"_s, { scale });
                branch = op(u"MUL"_s, u"se/scale"_s, { branch, scale });
            }
            branch = op(u"CONV_2D"_s, u"project"_s, { branch });
            if (shape == 3)
                at = op(u"CONV_2D"_s, u"shortcut"_s, { at });
            at = shape == 0 ? branch : op(u"ADD"_s, u"add"_s, { at, branch });
        }
        add(u"SOFTMAX"_s, u"head/softmax"_s, { at });
        return std::move(m_operators);
    }

    std::vector<SampleOperator> inception()
    {
        auto at = add(u"INPUT"_s, {}, {});
        for (int block = 0; isShort(); ++block) {
            m_block = u"mixed_%1/"_s.arg(block);
            std::vector<int> ends;
            const auto branches = static_cast<quint32>(4 + m_random() % 5);
            for (quint32 i = 0; i < branches; ++i) {
                auto end = at;
                const auto depth = static_cast<quint32>(1 + m_random() % 4);
                for (quint32 k = 0; k < depth; ++k)
                    end = op(k == 0 && i == 1 ? u"AVERAGE_POOL_2D"_s : u"CONV_2D"_s,
                        u"branch_%1/conv_%2"_s.arg(i).arg(k), { end });
                ends.push_back(end);
                if (depth > 2 && m_random() % 2 == 0)
                    ends.push_back(op(u"CONV_2D"_s, u"branch_%1/split"_s.arg(i), { end - 1 }));
            }
            at = op(u"CONCATENATION"_s, u"concat"_s, ends);
        }
        return std::move(m_operators);
    }

    std::vector<SampleOperator> decoder()
    {
        const auto mask = add(u"INPUT"_s, {}, {});
        const auto cosine = add(u"INPUT"_s, {}, {});
        const auto sine = add(u"INPUT"_s, {}, {});
        auto at = add(u"INPUT"_s, {}, {});
        for (int layer = 0; isShort(); ++layer) {
            m_block = u"model/layers/%1/"_s.arg(layer);
            const auto norm = op(u"RMS_NORM"_s, u"input_norm"_s, { at });
            std::vector<int> heads;
            for (const auto &name : { u"q"_s, u"k"_s }) {
                const auto in = op(u"FULLY_CONNECTED"_s, u"attn/"_s + name, { norm });
                const auto turned = op(u"MUL"_s, u"attn/%1_sin"_s.arg(name), { in, sine });
                const auto kept = op(u"MUL"_s, u"attn/%1_cos"_s.arg(name), { in, cosine });
                heads.push_back(op(u"ADD"_s, u"attn/%1_rope"_s.arg(name), { kept, turned }));
            }
            const auto value = op(u"FULLY_CONNECTED"_s, u"attn/v"_s, { norm });
            auto score = op(u"BATCH_MATMUL"_s, u"attn/scores"_s, heads);
            score = op(u"ADD"_s, u"attn/mask"_s, { score, mask });
            score = op(u"SOFTMAX"_s, u"attn/softmax"_s, { score });
            auto out = op(u"BATCH_MATMUL"_s, u"attn/mix"_s, { score, value });
            out = op(u"FULLY_CONNECTED"_s, u"attn/out"_s, { out });
            at = op(u"ADD"_s, u"attn_residual"_s, { at, out });
            const auto second = op(u"RMS_NORM"_s, u"post_norm"_s, { at });
            const auto gate = op(u"LOGISTIC"_s, u"mlp/silu"_s,
                { op(u"FULLY_CONNECTED"_s, u"mlp/gate"_s, { second }) });
            const auto up = op(u"FULLY_CONNECTED"_s, u"mlp/up"_s, { second });
            const auto joined = op(u"MUL"_s, u"mlp/mul"_s, { gate, up });
            at = op(u"ADD"_s, u"mlp_residual"_s,
                { at, op(u"FULLY_CONNECTED"_s, u"mlp/down"_s, { joined }) });
        }
        return std::move(m_operators);
    }

private:
    bool isShort() const { return static_cast<int>(m_operators.size()) < m_count - 2; }
    int add(const QString &kind, const QString &path, const std::vector<int> &inputs)
    {
        m_operators.push_back({ kind, path, inputs });
        return static_cast<int>(m_operators.size()) - 1;
    }
    int op(const QString &kind, const QString &name, const std::vector<int> &inputs)
    {
        return add(kind, m_block + name, inputs);
    }

    int m_count;
    std::mt19937 m_random;
    QString m_block;
    std::vector<SampleOperator> m_operators;
};

} // namespace

std::vector<SampleOperator> sampleGraph(Family family, int count, quint32 seed)
{
    Generator generator(count, seed);
    return family == Family::Cnn      ? generator.cnn()
        : family == Family::Inception ? generator.inception()
                                      : generator.decoder();
}

layout::Request sampleRequest(const std::vector<SampleOperator> &operators, bool named)
{
    layout::Request request;
    QHash<QString, int> clusters;
    const auto hullOf = [&](const QString &path, const auto &self) -> int {
        if (!named || !path.contains(u'/'))
            return -1;
        const auto hull = path.left(path.lastIndexOf(u'/'));
        if (const auto it = clusters.constFind(hull); it != clusters.constEnd())
            return *it;
        const auto parent = self(hull, self);
        request.clusters.push_back({ parent, QSizeF(8.0 * double(hull.size()) + 40, 30) });
        return clusters[hull] = static_cast<int>(request.clusters.size()) - 1;
    };
    for (size_t i = 0; i < operators.size(); ++i) {
        const auto &one = operators[i];
        request.nodes.push_back({ QSizeF(std::max(92.0, 8.0 * double(one.kind.size()) + 24), 45),
            hullOf(one.path, hullOf) });
        for (const auto input : one.inputs)
            request.links.push_back({ input, static_cast<int>(i) });
    }
    return request;
}

const char *nameOf(Family family)
{
    return family == Family::Cnn ? "cnn" : family == Family::Inception ? "inception" : "decoder";
}

} // namespace tosaic::bench
