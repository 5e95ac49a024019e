// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/exported/exportedsupport.h"

#include "tests/core/formats/zip/zipbuilder.h"

#include <QDir>
#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::test {

QStringList filesBelow(const QString &folder, const QString &pattern)
{
    QStringList result;
    QDirIterator files(folder, { pattern }, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext())
        result << files.next();
    result.sort();
    return result;
}

std::shared_ptr<const ByteSource> mapped(const QString &path)
{
    return ByteSource::map(path).value_or(ByteSource::fromBytes({}, path));
}

const model::Subgraph *graphNamed(const model::Network &network, const QString &name)
{
    const auto found = std::find_if(network.subgraphs.begin(), network.subgraphs.end(),
        [&](const model::Subgraph &graph) { return graph.name == name; });
    return found == network.subgraphs.end() ? nullptr : &*found;
}

bool hasDiagnostic(const std::vector<Diagnostic> &diagnostics, const QString &id)
{
    return std::any_of(diagnostics.begin(), diagnostics.end(),
        [&](const Diagnostic &diagnostic) { return diagnostic.id == id; });
}

namespace {

/// Node with every kind of argument that holds its value itself.
constexpr char KindsNode[] = R"json({"target": "torch.ops.made.up.default", "name": "up",
  "inputs": [
   {"name": "none", "arg": {"as_none": true}, "kind": 1},
   {"name": "int", "arg": {"as_int": 9007199254740993}, "kind": 1},
   {"name": "float", "arg": {"as_float": -Infinity}, "kind": 1},
   {"name": "floatText", "arg": {"as_float": "Infinity"}, "kind": 1},
   {"name": "bool", "arg": {"as_bool": true}, "kind": 1},
   {"name": "string", "arg": {"as_string": "not NaN but \"Infinity\""}, "kind": 1},
   {"name": "ints", "arg": {"as_ints": [1, -2]}, "kind": 1},
   {"name": "floats", "arg": {"as_floats": [0.5, NaN]}, "kind": 1},
   {"name": "bools", "arg": {"as_bools": [true, false]}, "kind": 1},
   {"name": "strings", "arg": {"as_strings": ["a", "b"]}, "kind": 1},
   {"name": "dtype", "arg": {"as_scalar_type": 2}, "kind": 2},
   {"name": "layout", "arg": {"as_layout": 7}, "kind": 2},
   {"name": "format", "arg": {"as_memory_format": 2}, "kind": 2},
   {"name": "device", "arg": {"as_device": {"type": "cuda", "index": 1}}, "kind": 2},
   {"name": "complex", "arg": {"as_complex": {"real": 1, "imag": -2}}, "kind": 2},
   {"name": "size", "arg": {"as_sym_int": {"as_name": "n"}}, "kind": 2},
   {"name": "sizes", "arg": {"as_sym_ints": [{"as_name": "n"}, {"as_int": 3}]}, "kind": 2},
   {"name": "index", "arg": {"as_optional_tensors": [{"as_none": true}, {"as_tensor": {"name": "y"}}]}},
   {"name": "new", "arg": {"as_lists_of_the_future": [[1]]}, "kind": 2}],
  "outputs": [{"as_tensors": [{"name": "z"}]}, {"as_none": true}],
  "metadata": {}})json";

constexpr char ConvNode[] = R"json({"target": "torch.ops.aten.conv2d.default", "name": "conv",
  "inputs": [{"name": "input", "arg": {"as_tensor": {"name": "x"}}, "kind": 1},
             {"name": "weight", "arg": {"as_tensor": {"name": "p_w"}}, "kind": 1},
             {"name": "bias", "arg": {"as_none": true}, "kind": 1}],
  "outputs": [{"as_tensor": {"name": "y"}}],
  "metadata": {"stack_trace": "File \"/a/model.py\", line 7, in forward\n    return self.conv(x)\n  File \"/b/conv.py\", line 30, in forward\n    return F.conv2d(x)",
   "nn_module_stack": "L__self__,,m.Net;L__self__conv,layers.slice(0, 2, None).conv,torch.nn.Conv2d",
   "torch_fn": "conv2d_1;function.conv2d", "debug_handle": "5",
   "from_node": "[{\"name\": \"conv_late\", \"from_node\": [{\"name\": \"conv_early\", \"from_node\": []}]}]"}})json";

constexpr char SizeNode[] = R"json({"target": "torch.ops.aten.sym_size.int", "name": "n",
  "inputs": [{"name": "self", "arg": {"as_tensor": {"name": "x"}}}, {"name": "dim", "arg": {"as_int": 0}}],
  "outputs": [{"as_sym_int": {"as_name": "n"}}], "metadata": {}})json";

constexpr char CondNode[] = R"json({"target": "torch.ops.higher_order.cond", "name": "cond",
  "inputs": [{"name": "", "arg": {"as_tensor": {"name": "y"}}},
   {"name": "", "arg": {"as_graph": {"name": "true_graph_0", "graph": {
     "inputs": [{"as_tensor": {"name": "a"}}], "outputs": [{"as_tensor": {"name": "b"}}],
     "nodes": [{"target": "torch.ops.aten.relu.default", "name": "b",
       "inputs": [{"name": "self", "arg": {"as_tensor": {"name": "a"}}}],
       "outputs": [{"as_tensor": {"name": "b"}}], "metadata": {}}],
     "tensor_values": {"a": {"dtype": 7, "sizes": [{"as_int": 3}]}}}}}},
   {"name": "", "arg": {"as_int": 4}}],
  "outputs": [{"as_tensor": {"name": "c"}}], "metadata": {}})json";

constexpr char Rest[] = R"json(
 "tensor_values": {
   "x": {"dtype": 7, "sizes": [{"as_expr": {"expr_str": "s0", "hint": {"as_int": 2}}}, {"as_int": 2}]},
   "p_w": {"dtype": 7, "sizes": [{"as_int": 2}, {"as_int": 2}]},
   "b_s": {"dtype": 5, "sizes": []},
   "y": {"dtype": 13, "sizes": [{"as_int": 1}]}, "z": {"dtype": 77, "sizes": []}},
 "sym_int_values": {"n": {"as_expr": {"expr_str": "s0"}}}},
"signature": {"input_specs": [
   {"parameter": {"arg": {"name": "p_w"}, "parameter_name": "conv.weight"}},
   {"buffer": {"arg": {"name": "b_s"}, "buffer_name": "state", "persistent": true}},
   {"user_input": {"arg": {"as_tensor": {"name": "x"}}}},
   {"constant_input": {"name": "scale", "value": {"as_float": 0.5}}}],
 "output_specs": [{"buffer_mutation": {"arg": {"name": "z"}, "buffer_name": "state"}},
   {"user_output": {"arg": {"as_tensor": {"name": "c"}}}}]}},
"opset_version": {"aten": 10}, "range_constraints": {"s0": {"min_val": 1, "max_val": 10}},
"schema_version": {"major": 8, "minor": 20}, "torch_version": "2.13.0", "verifiers": ["TRAINING"]})json";

constexpr char WeightConfig[] = R"json({"config": {
 "conv.weight": {"path_name": "weight_0", "is_param": true, "use_pickle": false, "tensor_meta": {
   "dtype": 7, "sizes": [{"as_int": 2}, {"as_int": 2}],
   "strides": [{"as_int": 2}, {"as_int": 1}], "storage_offset": {"as_int": 1}}},
 "state": {"path_name": "weight_1", "use_pickle": true}}})json";

} // namespace

QByteArray programJson()
{
    return QByteArray(R"json({"graph_module": {"graph": {"inputs": [
 {"as_tensor": {"name": "p_w"}}, {"as_tensor": {"name": "b_s"}}, {"as_tensor": {"name": "x"}},
 {"as_float": 0.5}],
 "outputs": [{"as_tensor": {"name": "z"}}, {"as_tensor": {"name": "c"}}, {"as_int": 2}],
 "nodes": [)json")
        + ConvNode + ',' + SizeNode + ',' + KindsNode + ',' + CondNode + "]," + Rest;
}

QByteArray weightConfig()
{
    return WeightConfig;
}

QByteArray pt2Bytes(const QByteArray &program, const QByteArray &config)
{
    // Five floats: the parameter begins with the second.
    return zipBytes({
        { .name = "net/data/weights/weight_0",
            .content = QByteArray(20, 'w'),
            .padding = 20,
            .hasDescriptor = true },
        { .name = "net/data/weights/weight_1", .content = "pickle" },
        { .name = "net/data/weights/model_weights_config.json", .content = config },
        { .name = "net/models/model.json", .content = program },
        { .name = "net/data/sample_inputs/model.pt", .content = "pickle" },
        { .name = "net/extra/notes.txt", .content = "notes" },
        { .name = "net/archive_format", .content = "pt2" },
        { .name = "net/archive_version", .content = "0" },
        { .name = "net/byteorder", .content = "little" },
    });
}

QByteArray etRecordBytes()
{
    const auto program = programJson();
    const QByteArray call
        = R"json({"graph_module": {"graph": {"inputs": [{"as_tensor": {"name": "x"}}],
"outputs": [{"as_tensor": {"name": "y"}}], "nodes": [{"name": "executorch_call_delegate",
"target": "torch.ops.higher_order.executorch_call_delegate", "inputs": [{"name": "lowered_module_0",
"arg": {"as_string": %1}}, {"name": "delegate_arg_0", "arg": {"as_tensor": {"name": "x"}}}],
"outputs": [{"as_tensors": [{"name": "y"}]}], "metadata": {"debug_handle": "9"}}],
"tensor_values": {}}, "signature": {"input_specs": [], "output_specs": []}},
"schema_version": {"major": 5, "minor": 4}})json";
    const auto lowered
        = QByteArray(R"json({"backend_id": "EthosUBackend", "processed_bytes": "AAECAw==",
"compile_specs": [{"key": "target", "value": "ZXRob3MtdTU1LTMy"}, {"key": "raw", "value": "/w=="}],
"original_module": )json")
        + program + '}';
    // The delegate's JSON is a string of the outer JSON.
    const auto quoted = QJsonDocument(QJsonArray{ QString::fromUtf8(lowered) })
                            .toJson(QJsonDocument::Compact)
                            .sliced(1)
                            .chopped(1);
    auto edge = call;
    edge.replace("%1", quoted);
    return storedZip({ { "ETRECORD_V0", "" }, { "exported_program", program },
        { "exported_program_state_dict", "pickle" },
        { "edge_dialect_exported_program/forward", edge },
        { "edge_dialect_exported_program/forward_example_inputs", "" },
        { "edge_after/forward", program },
        { "debug_handle_map", R"({"forward": {"0": 1, "10": [2, 2, 3], "9": null}})" },
        { "delegate_map",
            R"({"forward": {"10": {"name": "EthosUBackend", "delegate_map": null},
                "11": {"name": "Other", "delegate_map": {"conv_7": [2, 3]}}}})" },
        { "instruction_id_to_num_outs_map", R"({"forward": {"10": 2}})" },
        { "reference_outputs", "pickle" }, { "representative_inputs", "pickle!" },
        { "export_graph_id", "139632279127248" } });
}

} // namespace tosaic::test
