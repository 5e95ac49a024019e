// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/run.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace tosaic::profile {

/// What a log tells about an NPU (the one that ran, or the one the stream was made for).
class NpuFacts
{
public:
    /// The driver's number: 0 U55, 1 U65, 2 U85.
    void setProductNumber(quint64 number);
    /// A name such as "U55"; two different names cancel each other.
    void addProductName(const QString &product);
    void setMacs(quint64 macs) { m_npu.macs = static_cast<quint32>(macs); }
    /// The driver's macs_per_cc: a power of two (8 = 256).
    void setMacsLog2(quint64 exponent);
    void setArch(const QString &version) { m_npu.archVersion = version; }
    void setDriver(const QString &version) { m_npu.driverVersion = version; }
    void setCommandStreamVersion(quint64 version)
    {
        m_npu.commandStreamVersion = static_cast<quint32>(version);
    }

    /// Absent if the log says nothing. The product as far as the facts allow only one.
    std::optional<LogNpu> finish(const std::vector<Profile> &profiles) const;

private:
    QString product(const std::vector<Profile> &profiles) const;

    LogNpu m_npu;
    QString m_driverProduct;
    std::set<QString> m_named;
};

/// Model facts; ML-EK lists tensors and operators line by line.
class ModelFacts
{
public:
    LogModel model; ///< name, pteBytes, methodCount, commandStreamWords
    std::optional<quint64> modelSize; ///< "Model size": of a PTE or of another model
    std::optional<quint64> unknownPteSize; ///< a bound that the runner itself calls unknown

    void beginTensors(bool areInputs);
    void setTensorType(const QString &dtype);
    void setTensorBytes(std::optional<quint64> bytes);
    /// "<dimension>: <size>"; returns false if no tensor is being listed.
    bool addDimension(quint64 dimension, qint64 size);
    void endTensors();
    void setOperatorCount(std::optional<quint64> count);
    void addOperator(quint64 index, const QString &name);

    std::optional<LogModel> finish(bool isExecutorch, bool isAbridged, const NpuFacts &compiledFor);

private:
    enum class Section
    {
        None,
        Inputs,
        Outputs
    };

    void keepTensors();

    Section m_section = Section::None;
    std::vector<LogTensor> m_tensors; ///< of the section being read
    std::optional<quint64> m_operatorCount;
    bool m_operatorsBroken = false; ///< an index is missing
};

/// Planned buffers as runners announce them before each run of a program: a number that comes again
/// is another start.
class PlannedBuffers
{
public:
    void add(quint64 number, quint64 bytes);
    /// Of one start; absent if none was announced, or if starts differ: other programs.
    std::optional<quint64> bytes() const;

private:
    static quint64 sumOf(const std::map<quint64, quint64> &buffers);

    std::map<quint64, quint64> m_buffers; ///< bytes by number, of the last start
    std::optional<std::map<quint64, quint64>> m_before; ///< of the start before it
    bool m_differ = false;
};

/// Programs by their size, where a console holds runs of several.
class LoadedPrograms
{
public:
    /// A program is loaded behind so many measurements.
    void add(quint64 bytes, size_t measurementsBefore);
    bool areSeveral() const { return m_loads.size() > 1; } ///< of different sizes
    /// Measurements without a label get the program they belong to.
    void label(std::vector<Profile> &profiles) const;

private:
    std::vector<std::pair<size_t, quint64>> m_loads; ///< one for each change
};

/// How many inferences finished; sources in the order of their weight.
struct InferenceCounts
{
    std::optional<quint64> total; ///< "Total number of inferences: n", summed
    std::optional<quint64> finished; ///< "n inferences finished", summed
    std::optional<quint64> npuInferences; ///< "NPU Inferences : n", summed over blocks
    std::optional<quint64> overRuns; ///< "over n runs", summed
    std::optional<quint64> lastOf; ///< "Inference n/n", summed over clips

    void add(std::optional<quint64> InferenceCounts::*field, std::optional<quint64> count);
    std::optional<quint64> finish(std::optional<quint64> answeredJobs, bool isAbridged) const;
};

} // namespace tosaic::profile
