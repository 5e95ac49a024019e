<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en">
<context>
    <name>Advice</name>
    <message numerus="yes">
        <source>%n change(s) that may help were not tried for this report.</source>
        <translation>
            <numerusform>%n change that may help was not tried for this report.</numerusform>
            <numerusform>%n changes that may help were not tried for this report.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>None of the %n change(s) that were tried with Vela makes it better.</source>
        <translation>
            <numerusform>The %n change that was tried with Vela does not make it better.</numerusform>
            <numerusform>None of the %n changes that were tried with Vela makes it better.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Arena</name>
    <message numerus="yes">
        <source>%n buffer(s) only wait there (%1 together): the step does not use them. The largest, %2, is needed next by %3.</source>
        <translation>
            <numerusform>%n buffer (%1) only waits there: the step does not use it. Its %2 are needed next by %3.</numerusform>
            <numerusform>%n buffers only wait there (%1 together): the step does not use them. The largest, %2, is needed next by %3.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other step(s) need as much; the peak falls only if all of them do.</source>
        <translation>
            <numerusform>%n other step needs as much; the peak falls only if both do.</numerusform>
            <numerusform>%n other steps need as much; the peak falls only if all of them do.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n buffer(s) have no known size, so the peak is at least this high.</source>
        <translation>
            <numerusform>%n buffer has no known size, so the peak is at least this high.</numerusform>
            <numerusform>%n buffers have no known size, so the peak is at least this high.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ChangeWords</name>
    <message numerus="yes">
        <source>%n operator(s) kept on the CPU</source>
        <translation>
            <numerusform>%n operator kept on the CPU</numerusform>
            <numerusform>%n operators kept on the CPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n kind(s) of operator kept on the CPU</source>
        <translation>
            <numerusform>%n kind of operator kept on the CPU</numerusform>
            <numerusform>%n kinds of operator kept on the CPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n module(s) kept on the CPU</source>
        <translation>
            <numerusform>%n module kept on the CPU</numerusform>
            <numerusform>%n modules kept on the CPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n name pattern(s) kept on the CPU</source>
        <translation>
            <numerusform>%n name pattern kept on the CPU</numerusform>
            <numerusform>%n name patterns kept on the CPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) moved to the CPU</source>
        <translation>
            <numerusform>%n operator moved to the CPU</numerusform>
            <numerusform>%n operators moved to the CPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) moved to the NPU</source>
        <translation>
            <numerusform>%n operator moved to the NPU</numerusform>
            <numerusform>%n operators moved to the NPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No operator runs on %1; all %n are on the CPU.</source>
        <translation>
            <numerusform>No operator runs on %1; the only one is on the CPU.</numerusform>
            <numerusform>No operator runs on %1; all %n are on the CPU.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n partition(s)</source>
        <translation>
            <numerusform>%n partition</numerusform>
            <numerusform>%n partitions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n kernel call(s) on the CPU</source>
        <translation>
            <numerusform>%n kernel call on the CPU</numerusform>
            <numerusform>%n kernel calls on the CPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n delegate(s) of other backends</source>
        <translation>
            <numerusform>%n delegate of other backends</numerusform>
            <numerusform>%n delegates of other backends</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n boundary step(s)</source>
        <translation>
            <numerusform>%n boundary step</numerusform>
            <numerusform>%n boundary steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n NPU operation(s)</source>
        <translation>
            <numerusform>%n NPU operation</numerusform>
            <numerusform>%n NPU operations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Not comparable: %1 and %2 are different models, with %n operator(s) in common.</source>
        <translation>
            <numerusform>Not comparable: %1 and %2 are different models, with %n operator in common.</numerusform>
            <numerusform>Not comparable: %1 and %2 are different models, with %n operators in common.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n operators run on %1.</source>
        <translation>
            <numerusform>The only operator runs on %1.</numerusform>
            <numerusform>All %n operators run on %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n operators run on %2; %3 on the CPU.</source>
        <translation>
            <numerusform>%1 of %n operator runs on %2; %3 on the CPU.</numerusform>
            <numerusform>%1 of %n operators run on %2; %3 on the CPU.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Constants</name>
    <message numerus="yes">
        <source>%n scale(s) along dimension %1</source>
        <translation>
            <numerusform>%n scale along dimension %1</numerusform>
            <numerusform>%n scales along dimension %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Findings</name>
    <message numerus="yes">
        <source>%n operator(s) on the NPU</source>
        <translation>
            <numerusform>%n operator on the NPU</numerusform>
            <numerusform>%n operators on the NPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %n partition(s)</source>
        <translation>
            <numerusform>in %n partition</numerusform>
            <numerusform>in %n partitions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n on the CPU</source>
        <translation>
            <numerusform>%n on the CPU</numerusform>
            <numerusform>%n on the CPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) at the boundary</source>
        <translation>
            <numerusform>%n step at the boundary</numerusform>
            <numerusform>%n steps at the boundary</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, with %n conversion(s)</source>
        <translation>
            <numerusform>, with %n conversion</numerusform>
            <numerusform>, with %n conversions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Calibrated with %n random sample(s): ranges of activations, and so the accuracy, depend on chance.</source>
        <translation>
            <numerusform>Calibrated with %n random sample: ranges of activations, and so the accuracy, depend on chance.</numerusform>
            <numerusform>Calibrated with %n random samples: ranges of activations, and so the accuracy, depend on chance.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) on the CPU are in none of these cycles.</source>
        <translation>
            <numerusform>%n operator on the CPU is in none of these cycles.</numerusform>
            <numerusform>%n operators on the CPU are in none of these cycles.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) have operations without cycles: there are more.</source>
        <translation>
            <numerusform>%n operator has operations without cycles: there are more.</numerusform>
            <numerusform>%n operators have operations without cycles: there are more.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n partition(s) on the NPU</source>
        <translation>
            <numerusform>%n partition on the NPU</numerusform>
            <numerusform>%n partitions on the NPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) on the CPU</source>
        <translation>
            <numerusform>%n operator on the CPU</numerusform>
            <numerusform>%n operators on the CPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more measurement(s) are not told here.</source>
        <translation>
            <numerusform>%n more measurement is not told here.</numerusform>
            <numerusform>%n more measurements are not told here.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n delegate(s) of other backends</source>
        <translation>
            <numerusform>%n delegate of other backends</numerusform>
            <numerusform>%n delegates of other backends</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) quantise a value of the CPU and give it back to the CPU: work for nothing.</source>
        <translation>
            <numerusform>%n step quantises a value of the CPU and gives it back to the CPU: work for nothing.</numerusform>
            <numerusform>%n steps quantise a value of the CPU and give it back to the CPU: work for nothing.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GraphOverlay</name>
    <message numerus="yes">
        <source>without %n operation(s) whose cycles are not known</source>
        <translation>
            <numerusform>without %n operation whose cycles are not known</numerusform>
            <numerusform>without %n operations whose cycles are not known</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of the whole operation, which takes %n kick(s)</source>
        <translation>
            <numerusform>of the whole operation, which takes %n kick</numerusform>
            <numerusform>of the whole operation, which takes %n kicks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changed inside</source>
        <translation>
            <numerusform>%n changed inside</numerusform>
            <numerusform>%n changed inside</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GraphStyle</name>
    <message numerus="yes">
        <source>%n changed</source>
        <comment>badge on a closed group</comment>
        <translation>
            <numerusform>%n changed</numerusform>
            <numerusform>%n changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n reason(s)</source>
        <comment>badge on a node</comment>
        <translation>
            <numerusform>%n reason</numerusform>
            <numerusform>%n reasons</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pinned</source>
        <comment>badge on a closed group</comment>
        <translation>
            <numerusform>%n pinned</numerusform>
            <numerusform>%n pinned</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GraphSummary</name>
    <message numerus="yes">
        <source>No operator runs on %1; all %n are on the CPU</source>
        <translation>
            <numerusform>No operator runs on %1; the only one is on the CPU</numerusform>
            <numerusform>No operator runs on %1; all %n are on the CPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n operator(s) on %2 in %3</source>
        <translation>
            <numerusform>%1 of %n operator on %2 in %3</numerusform>
            <numerusform>%1 of %n operators on %2 in %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n partition(s)</source>
        <translation>
            <numerusform>%n partition</numerusform>
            <numerusform>%n partitions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; %n on the CPU</source>
        <translation>
            <numerusform>%1; %n on the CPU</numerusform>
            <numerusform>%1; %n on the CPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Everything runs on the CPU: %n kernel(s), no delegate</source>
        <translation>
            <numerusform>Everything runs on the CPU: %n kernel, no delegate</numerusform>
            <numerusform>Everything runs on the CPU: %n kernels, no delegate</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n partition(s) on %1</source>
        <translation>
            <numerusform>%n partition on %1</numerusform>
            <numerusform>%n partitions on %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n NPU operation(s))</source>
        <translation>
            <numerusform>%1 (%n NPU operation)</numerusform>
            <numerusform>%1 (%n NPU operations)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; %n CPU kernel(s)</source>
        <translation>
            <numerusform>%1; %n CPU kernel</numerusform>
            <numerusform>%1; %n CPU kernels</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n boundary step(s)</source>
        <translation>
            <numerusform>%1, %n boundary step</numerusform>
            <numerusform>%1, %n boundary steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HereResult</name>
    <message numerus="yes">
        <source>%n case(s) of the bundle; the outputs are those of the first</source>
        <translation>
            <numerusform>%n case of the bundle; the outputs are its</numerusform>
            <numerusform>%n cases of the bundle; the outputs are those of the first</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LeftOut</name>
    <message numerus="yes">
        <source>%Ln operator(s) in closed groups</source>
        <translation>
            <numerusform>%Ln operator in closed groups</numerusform>
            <numerusform>%Ln operators in closed groups</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln block(s) like one that is drawn</source>
        <translation>
            <numerusform>%Ln block like one that is drawn</numerusform>
            <numerusform>%Ln blocks like one that is drawn</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln constant(s)</source>
        <translation>
            <numerusform>%Ln constant</numerusform>
            <numerusform>%Ln constants</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln quantise or dequantise step(s)</source>
        <translation>
            <numerusform>%Ln quantise or dequantise step</numerusform>
            <numerusform>%Ln quantise or dequantise steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln long edge(s), of which the ends alone</source>
        <translation>
            <numerusform>%Ln long edge, of which the ends alone</numerusform>
            <numerusform>%Ln long edges, of which the ends alone</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MemoryPicture</name>
    <message numerus="yes">
        <source>%n port(s)</source>
        <translation>
            <numerusform>%n port</numerusform>
            <numerusform>%n ports</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NetworkSentence</name>
    <message numerus="yes">
        <source>%Ln operator(s)</source>
        <translation>
            <numerusform>%Ln operator</numerusform>
            <numerusform>%Ln operators</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n kind(s)</source>
        <translation>
            <numerusform>%n kind</numerusform>
            <numerusform>%n kinds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n NPU operation(s) on %1</source>
        <translation>
            <numerusform>%n NPU operation on %1</numerusform>
            <numerusform>%n NPU operations on %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n command stream(s) for Ethos-U</source>
        <translation>
            <numerusform>%1: %n command stream for Ethos-U</numerusform>
            <numerusform>%1: %n command streams for Ethos-U</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; %n CPU operator(s)</source>
        <translation>
            <numerusform>%1; %n CPU operator</numerusform>
            <numerusform>%1; %n CPU operators</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OperationJoin</name>
    <message numerus="yes">
        <source>%Ln read(s) are behind the end of the command stream</source>
        <translation>
            <numerusform>%Ln read is behind the end of the command stream</numerusform>
            <numerusform>%Ln reads are behind the end of the command stream</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln operation(s) were never reached by the trace</source>
        <translation>
            <numerusform>%Ln operation was never reached by the trace</numerusform>
            <numerusform>%Ln operations were never reached by the trace</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln operation(s) were passed without a read: the one before has their cycles</source>
        <translation>
            <numerusform>%Ln operation was passed without a read: the one before has its cycles</numerusform>
            <numerusform>%Ln operations were passed without a read: the one before has their cycles</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln operation(s) have no estimate by Vela</source>
        <translation>
            <numerusform>%Ln operation has no estimate by Vela</numerusform>
            <numerusform>%Ln operations have no estimate by Vela</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln place(s) of the debug database start nothing in the command stream</source>
        <translation>
            <numerusform>%Ln place of the debug database starts nothing in the command stream</numerusform>
            <numerusform>%Ln places of the debug database start nothing in the command stream</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln operation(s) come from no operator of the input file</source>
        <translation>
            <numerusform>%Ln operation comes from no operator of the input file</numerusform>
            <numerusform>%Ln operations come from no operator of the input file</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln operator(s) were folded into others</source>
        <translation>
            <numerusform>%Ln operator was folded into another</numerusform>
            <numerusform>%Ln operators were folded into others</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln operator(s) are named by numbers that several blocks of the file use</source>
        <translation>
            <numerusform>%Ln operator is named by a number that several blocks of the file use</numerusform>
            <numerusform>%Ln operators are named by numbers that several blocks of the file use</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln operator(s) are of another type in the file than in the debug database</source>
        <translation>
            <numerusform>%Ln operator is of another type in the file than in the debug database</numerusform>
            <numerusform>%Ln operators are of another type in the file than in the debug database</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln operation(s) have no place in the command stream: transfers, or left out</source>
        <translation>
            <numerusform>%Ln operation has no place in the command stream: a transfer, or left out</numerusform>
            <numerusform>%Ln operations have no place in the command stream: transfers, or left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln inference(s) are not whole in the trace</source>
        <translation>
            <numerusform>%Ln inference is not whole in the trace</numerusform>
            <numerusform>%Ln inferences are not whole in the trace</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln inference(s) fit several command streams equally well</source>
        <translation>
            <numerusform>%Ln inference fits several command streams equally well</numerusform>
            <numerusform>%Ln inferences fit several command streams equally well</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln read(s) are earlier than the read before</source>
        <translation>
            <numerusform>%Ln read is earlier than the read before</numerusform>
            <numerusform>%Ln reads are earlier than the read before</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln read(s) go back where no branch leads</source>
        <translation>
            <numerusform>%Ln read goes back where no branch leads</numerusform>
            <numerusform>%Ln reads go back where no branch leads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln wait(s) for DMA were not read: their time is in the operation before</source>
        <translation>
            <numerusform>%Ln wait for DMA was not read: its time is in the operation before</numerusform>
            <numerusform>%Ln waits for DMA were not read: their time is in the operation before</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln command stream(s) are missing</source>
        <translation>
            <numerusform>%Ln command stream is missing</numerusform>
            <numerusform>%Ln command streams are missing</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln inference(s) are too many and were left out</source>
        <translation>
            <numerusform>%Ln inference is too many and was left out</numerusform>
            <numerusform>%Ln inferences are too many and were left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln inference(s) are too long to be drawn</source>
        <translation>
            <numerusform>%Ln inference is too long to be drawn</numerusform>
            <numerusform>%Ln inferences are too long to be drawn</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln inference(s) run none of the command streams at hand</source>
        <translation>
            <numerusform>%Ln inference runs none of the command streams at hand</numerusform>
            <numerusform>%Ln inferences run none of the command streams at hand</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln command stream(s) have no debug database</source>
        <translation>
            <numerusform>%Ln command stream has no debug database</numerusform>
            <numerusform>%Ln command streams have no debug database</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The trace has no reads</source>
        <translation>
            <numerusform>The trace has no reads</numerusform>
            <numerusform>The trace has no reads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OperationSummary</name>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation>
            <numerusform>%n operator</numerusform>
            <numerusform>%n operators</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>board %1 in %n operator(s)</source>
        <comment>cycles</comment>
        <translation>
            <numerusform>board %1 in %n operator</numerusform>
            <numerusform>board %1 in %n operators</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n inference(s) of the trace are not whole: cycles are missing.</source>
        <translation>
            <numerusform>%n inference of the trace is not whole: cycles are missing.</numerusform>
            <numerusform>%n inferences of the trace are not whole: cycles are missing.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n row(s)</source>
        <comment>filtered</comment>
        <translation>
            <numerusform>%1 of %n row</numerusform>
            <numerusform>%1 of %n rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OperationWords</name>
    <message numerus="yes">
        <source>Median of %n inference(s)</source>
        <translation>
            <numerusform>Median of %n inference</numerusform>
            <numerusform>Median of %n inferences</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PartitionPreview</name>
    <message numerus="yes">
        <source>%n conversion(s)</source>
        <translation>
            <numerusform>%n conversion</numerusform>
            <numerusform>%n conversions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n partition(s)</source>
        <translation>
            <numerusform>%n partition</numerusform>
            <numerusform>%n partitions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation>
            <numerusform>%n operator</numerusform>
            <numerusform>%n operators</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PinWords</name>
    <message numerus="yes">
        <source>Every %1 (%n operator(s))</source>
        <translation>
            <numerusform>Every %1 (%n operator)</numerusform>
            <numerusform>Every %1 (%n operators)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Module %1 (%n operator(s))</source>
        <translation>
            <numerusform>Module %1 (%n operator)</numerusform>
            <numerusform>Module %1 (%n operators)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Source line %1 (%n operator(s))</source>
        <translation>
            <numerusform>Source line %1 (%n operator)</numerusform>
            <numerusform>Source line %1 (%n operators)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Partition %1 (%n operator(s))</source>
        <translation>
            <numerusform>Partition %1 (%n operator)</numerusform>
            <numerusform>Partition %1 (%n operators)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Partition %1 and its neighbours (%n operator(s))</source>
        <translation>
            <numerusform>Partition %1 and its neighbours (%n operator)</numerusform>
            <numerusform>Partition %1 and its neighbours (%n operators)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Plots</name>
    <message numerus="yes">
        <source>%n counter(s) are not stated for every inference.</source>
        <translation>
            <numerusform>%n counter is not stated for every inference.</numerusform>
            <numerusform>%n counters are not stated for every inference.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warm-up(s) of the ETDump are left out.</source>
        <translation>
            <numerusform>%n warm-up of the ETDump is left out.</numerusform>
            <numerusform>%n warm-ups of the ETDump are left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) of the trace are not understood.</source>
        <translation>
            <numerusform>%n event of the trace is not understood.</numerusform>
            <numerusform>%n events of the trace are not understood.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message numerus="yes">
        <source>Program and compile belong together: the bytes of all %n delegate(s) have the SHA-256 that the compile recorded.</source>
        <translation>
            <numerusform>Program and compile belong together: the bytes of its delegate have the SHA-256 that the compile recorded.</numerusform>
            <numerusform>Program and compile belong together: the bytes of all %n delegates have the SHA-256 that the compile recorded.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only %1 of %n delegate(s) have the SHA-256 that the compile recorded; estimates of the others are not known.</source>
        <translation>
            <numerusform>Only %1 of %n delegate has the SHA-256 that the compile recorded; estimates of the others are not known.</numerusform>
            <numerusform>Only %1 of %n delegates have the SHA-256 that the compile recorded; estimates of the others are not known.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n measurement(s) under the same conditions as one record of one inference: the NPU counts 4 events at a time (U85: 8), so more events take more runs. What several of them counted is told as median and spread.</source>
        <translation>
            <numerusform>%n measurement as a record of one inference.</numerusform>
            <numerusform>%n measurements under the same conditions as one record of one inference: the NPU counts 4 events at a time (U85: 8), so more events take more runs. What several of them counted is told as median and spread.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Waits for DMA (%n transfer(s))</source>
        <translation>
            <numerusform>Waits for DMA (%n transfer)</numerusform>
            <numerusform>Waits for DMA (%n transfers)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The other %n operator(s) take %1 cycles, %2 of all; they stand in the CSV and JSON forms of this report.</source>
        <translation>
            <numerusform>The other operator takes %1 cycles, %2 of all; it stands in the CSV and JSON forms of this report.</numerusform>
            <numerusform>The other %n operators take %1 cycles, %2 of all; they stand in the CSV and JSON forms of this report.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of %n operator(s) one of the two numbers is not known.</source>
        <translation>
            <numerusform>Of %n operator one of the two numbers is not known.</numerusform>
            <numerusform>Of %n operators one of the two numbers is not known.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s): the MACs are not known</source>
        <translation>
            <numerusform>%n operation: its MACs are not known</numerusform>
            <numerusform>%n operations: their MACs are not known</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s) without MACs: only moving, adding, comparing</source>
        <translation>
            <numerusform>%n operation without MACs: only moving, adding, comparing</numerusform>
            <numerusform>%n operations without MACs: only moving, adding, comparing</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s): the cycles are not known</source>
        <translation>
            <numerusform>%n operation: its cycles are not known</numerusform>
            <numerusform>%n operations: their cycles are not known</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s) without cycles of their own</source>
        <translation>
            <numerusform>%n operation without cycles of its own</numerusform>
            <numerusform>%n operations without cycles of their own</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s): the bytes moved are not known</source>
        <translation>
            <numerusform>%n operation: the bytes it moves are not known</numerusform>
            <numerusform>%n operations: the bytes they move are not known</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s) that move no bytes</source>
        <translation>
            <numerusform>%n operation that moves no bytes</numerusform>
            <numerusform>%n operations that move no bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n repeat(s): %1</source>
        <translation>
            <numerusform>%n repeat: %1</numerusform>
            <numerusform>%n repeats: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more row(s) with smaller differences stand in the CSV and JSON forms of this report.</source>
        <translation>
            <numerusform>%n more row with a smaller difference stands in the CSV and JSON forms of this report.</numerusform>
            <numerusform>%n more rows with smaller differences stand in the CSV and JSON forms of this report.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more record(s) are not told here.</source>
        <translation>
            <numerusform>%n more record is not told here.</numerusform>
            <numerusform>%n more records are not told here.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more kind(s) of measurements, by their medians</source>
        <translation>
            <numerusform>%Ln more kind of measurements, by its medians</numerusform>
            <numerusform>%Ln more kinds of measurements, by their medians</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) have no section of their own; where conditions agree, their measurements are in the merged record.</source>
        <translation>
            <numerusform>%n run has no section of its own; where conditions agree, its measurements are in the merged record.</numerusform>
            <numerusform>%n runs have no section of their own; where conditions agree, their measurements are in the merged record.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (and %n more of this kind)</source>
        <translation>
            <numerusform>%1 (and %n more of this kind)</numerusform>
            <numerusform>%1 (and %n more of this kind)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The %n delegate(s) that cost least are not drawn one by one: together they take %1 cycles, %2 of all.</source>
        <translation>
            <numerusform>The delegate that costs least is not drawn by itself: it takes %1 cycles, %2 of all.</numerusform>
            <numerusform>The %n delegates that cost least are not drawn one by one: together they take %1 cycles, %2 of all.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more row(s) stand in the CSV and JSON forms of this report.</source>
        <translation>
            <numerusform>%n more row stands in the CSV and JSON forms of this report.</numerusform>
            <numerusform>%n more rows stand in the CSV and JSON forms of this report.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ResultTitles</name>
    <message numerus="yes">
        <source>%n pin(s)</source>
        <comment>of a compile</comment>
        <translation>
            <numerusform>%n pin</numerusform>
            <numerusform>%n pins</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunCompare</name>
    <message numerus="yes">
        <source>%n counter(s) worse</source>
        <translation>
            <numerusform>%n counter worse</numerusform>
            <numerusform>%n counters worse</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n counter(s) better</source>
        <translation>
            <numerusform>%n counter better</numerusform>
            <numerusform>%n counters better</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n counter(s) changed</source>
        <translation>
            <numerusform>%n counter changed</numerusform>
            <numerusform>%n counters changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n counter(s) within the spread</source>
        <translation>
            <numerusform>%n counter within the spread</numerusform>
            <numerusform>%n counters within the spread</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n counter(s) the same</source>
        <translation>
            <numerusform>%n counter the same</numerusform>
            <numerusform>%n counters the same</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) worse</source>
        <translation>
            <numerusform>%n operator worse</numerusform>
            <numerusform>%n operators worse</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>would fail: %n value(s) grew by more than %1 %</source>
        <translation>
            <numerusform>would fail: %n value grew by more than %1 %</numerusform>
            <numerusform>would fail: %n values grew by more than %1 %</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>would fail: %n value(s) of the old side are missing in the new one</source>
        <translation>
            <numerusform>would fail: %n value of the old side is missing in the new one</numerusform>
            <numerusform>would fail: %n values of the old side are missing in the new one</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Runs</name>
    <message numerus="yes">
        <source>%Ln read(s)</source>
        <translation>
            <numerusform>%Ln read</numerusform>
            <numerusform>%Ln reads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n recorded phase(s)</source>
        <translation>
            <numerusform>%n recorded phase</numerusform>
            <numerusform>%n recorded phases</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n value(s)</source>
        <translation>
            <numerusform>%n value</numerusform>
            <numerusform>%n values</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>cycles in %Ln inference(s)</source>
        <translation>
            <numerusform>cycles in %Ln inference</numerusform>
            <numerusform>cycles in %Ln inferences</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Sum of %Ln inference(s)</source>
        <translation>
            <numerusform>Sum of %Ln inference</numerusform>
            <numerusform>Sum of %Ln inferences</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TimelineWords</name>
    <message numerus="yes">
        <source>%n slice(s)</source>
        <translation>
            <numerusform>%n slice</numerusform>
            <numerusform>%n slices</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Waterfall</name>
    <message numerus="yes">
        <source>%n other operator(s)</source>
        <translation>
            <numerusform>%n other operator</numerusform>
            <numerusform>%n other operators</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) did not change.</source>
        <translation>
            <numerusform>%n operator did not change.</numerusform>
            <numerusform>%n operators did not change.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n value(s) in another unit are not in it.</source>
        <translation>
            <numerusform>%n value in another unit is not in it.</numerusform>
            <numerusform>%n values in another unit are not in it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::shell::Docks</name>
    <message numerus="yes">
        <source>Problems (%n)</source>
        <translation>
            <numerusform>Problems (%n)</numerusform>
            <numerusform>Problems (%n)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::shell::GridModels</name>
    <message numerus="yes">
        <source>Looking for the TOSA of %n model(s)</source>
        <translation>
            <numerusform>Looking for the TOSA of %n model</numerusform>
            <numerusform>Looking for the TOSA of %n models</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::shell::KeepController</name>
    <message numerus="yes">
        <source>%n operator(s) kept on the CPU.</source>
        <translation>
            <numerusform>%n operator kept on the CPU.</numerusform>
            <numerusform>%n operators kept on the CPU.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rule(s) keep operators on the CPU.</source>
        <translation>
            <numerusform>%n rule keeps operators on the CPU.</numerusform>
            <numerusform>%n rules keep operators on the CPU.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::shell::MainWindow</name>
    <message numerus="yes">
        <source>%n job(s) that run now will be stopped.</source>
        <translation>
            <numerusform>%n job that runs now will be stopped.</numerusform>
            <numerusform>%n jobs that run now will be stopped.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::shell::RuntimeController</name>
    <message numerus="yes">
        <source>%1 would refuse %2: %n problem(s).</source>
        <translation>
            <numerusform>%1 would refuse %2: %n problem.</numerusform>
            <numerusform>%1 would refuse %2: %n problems.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::shell::StatusLine</name>
    <message numerus="yes">
        <source>%n job(s)</source>
        <translation>
            <numerusform>%n job</numerusform>
            <numerusform>%n jobs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::shell::TeamStoreController</name>
    <message numerus="yes">
        <source>%n compile(s)</source>
        <translation>
            <numerusform>%n compile</numerusform>
            <numerusform>%n compiles</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s)</source>
        <translation>
            <numerusform>%n cell</numerusform>
            <numerusform>%n cells</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::shell::WhatIfController</name>
    <message numerus="yes">
        <source>Not compiled yet, so that there is no TOSA to ask Vela about: %1. The grid needs %n compile(s) first.</source>
        <translation>
            <numerusform>Not compiled yet, so that there is no TOSA to ask Vela about: %1. The grid needs a compile first.</numerusform>
            <numerusform>Not compiled yet, so that there is no TOSA to ask Vela about: %1. The grid needs %n compiles first.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::shell::WorkspacePanelController</name>
    <message numerus="yes">
        <source>%n compile(s) can be cleaned up: %1 in folders and %2 in the workspace.</source>
        <translation>
            <numerusform>%n compile can be cleaned up: %1 in folders and %2 in the workspace.</numerusform>
            <numerusform>%n compiles can be cleaned up: %1 in folders and %2 in the workspace.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) removed: %1 freed in folders, %2 in the workspace.</source>
        <translation>
            <numerusform>%n file removed: %1 freed in folders, %2 in the workspace.</numerusform>
            <numerusform>%n files removed: %1 freed in folders, %2 in the workspace.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::AdvicePage</name>
    <message numerus="yes">
        <source>Compiling for %n change(s)</source>
        <translation>
            <numerusform>Compiling for %n change</numerusform>
            <numerusform>Compiling for %n changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::ArenaPage</name>
    <message numerus="yes">
        <source>%n buffer(s)</source>
        <translation>
            <numerusform>%n buffer</numerusform>
            <numerusform>%n buffers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::AxesDialog</name>
    <message numerus="yes">
        <source>%n kind(s) of flags</source>
        <translation>
            <numerusform>%n kind of flags</numerusform>
            <numerusform>%n kinds of flags</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n variant(s)</source>
        <translation>
            <numerusform>%n variant</numerusform>
            <numerusform>%n variants</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::CalibrationPart</name>
    <message numerus="yes">
        <source>%n file(s), all there</source>
        <translation>
            <numerusform>%n file, all there</numerusform>
            <numerusform>%n files, all there</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) not found</source>
        <translation>
            <numerusform>%n file not found</numerusform>
            <numerusform>%n files not found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n random sample(s), seed %1</source>
        <translation>
            <numerusform>%n random sample, seed %1</numerusform>
            <numerusform>%n random samples, seed %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::ChangeModel</name>
    <message numerus="yes">
        <source>%n operation(s)</source>
        <translation>
            <numerusform>%n operation</numerusform>
            <numerusform>%n operations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::ComparePage</name>
    <message numerus="yes">
        <source>%n operator(s) moved</source>
        <translation>
            <numerusform>%n operator moved</numerusform>
            <numerusform>%n operators moved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>None: all %n operators stayed where they were.</source>
        <translation>
            <numerusform>None: the operator stayed where it was.</numerusform>
            <numerusform>None: all %n operators stayed where they were.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::CostChanges</name>
    <message numerus="yes">
        <source>%n operator(s) matched: by name in the same TOSA graph, else by place in the model, kind, shape and order; the compiler&apos;s own by their neighbours.</source>
        <translation>
            <numerusform>%n operator matched: by name in the same TOSA graph, else by place in the model, kind, shape and order; the compiler&apos;s own by their neighbours.</numerusform>
            <numerusform>%n operators matched: by name in the same TOSA graph, else by place in the model, kind, shape and order; the compiler&apos;s own by their neighbours.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::CounterCharts</name>
    <message numerus="yes">
        <source>The counters are sums over %Ln inference(s).</source>
        <translation>
            <numerusform>The counters are sums over %Ln inference.</numerusform>
            <numerusform>The counters are sums over %Ln inferences.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::DataTable</name>
    <message numerus="yes">
        <source>Export %n selected row(s) as CSV…</source>
        <translation>
            <numerusform>Export %n selected row as CSV…</numerusform>
            <numerusform>Export %n selected rows as CSV…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::DelegateInspection</name>
    <message numerus="yes">
        <source>%n byte(s) of padding</source>
        <translation>
            <numerusform>%n byte of padding</numerusform>
            <numerusform>%n bytes of padding</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n byte(s) an element, offset %1 in %2</source>
        <translation>
            <numerusform>%n byte an element, offset %1 in %2</numerusform>
            <numerusform>%n bytes an element, offset %1 in %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::DeviationPane</name>
    <message numerus="yes">
        <source>%n row(s) have only one of the two numbers and are not ranked.</source>
        <translation>
            <numerusform>%n row has only one of the two numbers and is not ranked.</numerusform>
            <numerusform>%n rows have only one of the two numbers and are not ranked.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::DisassemblyBar</name>
    <message numerus="yes">
        <source>%1 of %n command(s)</source>
        <translation>
            <numerusform>%1 of %n command</numerusform>
            <numerusform>%1 of %n commands</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n command(s)</source>
        <translation>
            <numerusform>%n command</numerusform>
            <numerusform>%n commands</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unknown</source>
        <translation>
            <numerusform>%n unknown</numerusform>
            <numerusform>%n unknown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n operation(s) compute</source>
        <translation>
            <numerusform>%1 of %n operation computes</numerusform>
            <numerusform>%1 of %n operations compute</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::DisassemblyModel</name>
    <message numerus="yes">
        <source>%n command(s)</source>
        <translation>
            <numerusform>%n command</numerusform>
            <numerusform>%n commands</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::EnvironmentPanel</name>
    <message numerus="yes">
        <source>%n interpreter(s) still to look at</source>
        <translation>
            <numerusform>%n interpreter still to look at</numerusform>
            <numerusform>%n interpreters still to look at</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::FileInspection</name>
    <message numerus="yes">
        <source>%n method(s)</source>
        <translation>
            <numerusform>%n method</numerusform>
            <numerusform>%n methods</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n instruction(s)</source>
        <translation>
            <numerusform>%n instruction</numerusform>
            <numerusform>%n instructions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n delegate(s)</source>
        <translation>
            <numerusform>%n delegate</numerusform>
            <numerusform>%n delegates</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln operator(s)</source>
        <translation>
            <numerusform>%Ln operator</numerusform>
            <numerusform>%Ln operators</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::FvpForm</name>
    <message numerus="yes">
        <source>%n MAC(s)</source>
        <translation>
            <numerusform>%n MAC</numerusform>
            <numerusform>%n MACs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::HereResult</name>
    <message numerus="yes">
        <source>%n check(s)…</source>
        <translation>
            <numerusform>%n check…</numerusform>
            <numerusform>%n checks…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::HistogramPicture</name>
    <message numerus="yes">
        <source>%1: %n element(s)</source>
        <translation>
            <numerusform>%1: %n element</numerusform>
            <numerusform>%1: %n elements</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 to %2: %n element(s)</source>
        <translation>
            <numerusform>%1 to %2: %n element</numerusform>
            <numerusform>%1 to %2: %n elements</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::HoverCard</name>
    <message numerus="yes">
        <source>Stands for %n quantise or dequantise step(s) beside it</source>
        <translation>
            <numerusform>Stands for %n quantise or dequantise step beside it</numerusform>
            <numerusform>Stands for %n quantise or dequantise steps beside it</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) inside changed</source>
        <translation>
            <numerusform>%n operator inside changed</numerusform>
            <numerusform>%n operators inside changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Drawn once for %n operators that are alike</source>
        <translation>
            <numerusform>Drawn once for %n operators that are alike</numerusform>
            <numerusform>Drawn once for %n operators that are alike</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::IniProblems</name>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation>
            <numerusform>%n problem</numerusform>
            <numerusform>%n problems</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::JobLogView</name>
    <message numerus="yes">
        <source>%n hit(s) or more</source>
        <translation>
            <numerusform>%n hit or more</numerusform>
            <numerusform>%n hits or more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n hit</numerusform>
            <numerusform>%n hits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::JobsPanel</name>
    <message numerus="yes">
        <source>Problems (%n)</source>
        <translation>
            <numerusform>Problems (%n)</numerusform>
            <numerusform>Problems (%n)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::KernelSection</name>
    <message numerus="yes">
        <source>%n more instruction(s) stand in the CSV and JSON forms of this report.</source>
        <translation>
            <numerusform>%n more instruction stands in the CSV and JSON forms of this report.</numerusform>
            <numerusform>%n more instructions stand in the CSV and JSON forms of this report.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::Kernels</name>
    <message numerus="yes">
        <source>%1, %n different value(s) among the repeats</source>
        <translation>
            <numerusform>%1, %n different value among the repeats</numerusform>
            <numerusform>%1, %n different values among the repeats</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n execution(s)</source>
        <translation>
            <numerusform>%n execution</numerusform>
            <numerusform>%n executions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warm-up(s) left out</source>
        <translation>
            <numerusform>%n warm-up left out</numerusform>
            <numerusform>%n warm-ups left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n thread(s)</source>
        <translation>
            <numerusform>%1, %n thread</numerusform>
            <numerusform>%1, %n threads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::KernelsHeader</name>
    <message numerus="yes">
        <source>%n output(s) of the program differ between executions.</source>
        <translation>
            <numerusform>%n output of the program differs between executions.</numerusform>
            <numerusform>%n outputs of the program differ between executions.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::KernelsModel</name>
    <message numerus="yes">
        <source>Median of %n execution(s): %1</source>
        <translation>
            <numerusform>Median of %n execution: %1</numerusform>
            <numerusform>Median of %n executions: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n outlier(s)</source>
        <translation>
            <numerusform>%n outlier</numerusform>
            <numerusform>%n outliers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) without a time: the end is before the start</source>
        <translation>
            <numerusform>%n event without a time: the end is before the start</numerusform>
            <numerusform>%n events without a time: the end is before the start</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Differs: %n value(s)</source>
        <translation>
            <numerusform>Differs: %n value</numerusform>
            <numerusform>Differs: %n values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::KernelsPage</name>
    <message numerus="yes">
        <source>Values (%n differ)</source>
        <translation>
            <numerusform>Values (%n differs)</numerusform>
            <numerusform>Values (%n differ)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::LineMeaningDialog</name>
    <message numerus="yes">
        <source>%n line(s) of this console are read:</source>
        <translation>
            <numerusform>%n line of this console is read:</numerusform>
            <numerusform>%n lines of this console are read:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::MatchWords</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) in both: %1.</source>
        <translation>
            <numerusform>%n operator in both: %1.</numerusform>
            <numerusform>%n operators in both: %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::MergedRunPage</name>
    <message numerus="yes">
        <source>%n run(s) merged</source>
        <translation>
            <numerusform>%n run merged</numerusform>
            <numerusform>%n runs merged</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::ModelsDialog</name>
    <message numerus="yes">
        <source>this one and %n more</source>
        <translation>
            <numerusform>this one and %n more</numerusform>
            <numerusform>this one and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::NetworkFacts</name>
    <message numerus="yes">
        <source>%n scale(s) along dimension %1</source>
        <translation>
            <numerusform>%n scale along dimension %1</numerusform>
            <numerusform>%n scales along dimension %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more channel(s)</source>
        <translation>
            <numerusform>%n more channel</numerusform>
            <numerusform>%n more channels</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::NetworkInspection</name>
    <message numerus="yes">
        <source>%Ln operator(s)</source>
        <translation>
            <numerusform>%Ln operator</numerusform>
            <numerusform>%Ln operators</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::NodeInspection</name>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation>
            <numerusform>%n operator</numerusform>
            <numerusform>%n operators</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::NodeMenu</name>
    <message numerus="yes">
        <source>Draw one of %n block(s) alike for all</source>
        <translation>
            <numerusform>Draw one of %n block alike for all</numerusform>
            <numerusform>Draw one of %n blocks alike for all</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Draw all %n block(s) alike</source>
        <translation>
            <numerusform>Draw all %n block alike</numerusform>
            <numerusform>Draw all %n blocks alike</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::NpuInspection</name>
    <message numerus="yes">
        <source>kernels until %n are left</source>
        <translation>
            <numerusform>kernels until %n is left</numerusform>
            <numerusform>kernels until %n are left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>DMA until %n are left</source>
        <translation>
            <numerusform>DMA until %n is left</numerusform>
            <numerusform>DMA until %n are left</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::OperationTableModel</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::OperationsHeader</name>
    <message numerus="yes">
        <source>%n not matched</source>
        <translation>
            <numerusform>%n not matched</numerusform>
            <numerusform>%n not matched</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All matched, %n folded in</source>
        <translation>
            <numerusform>All matched, %n folded in</numerusform>
            <numerusform>All matched, %n folded in</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::OperatorFilter</name>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n row(s)</source>
        <translation>
            <numerusform>%1 of %n row</numerusform>
            <numerusform>%1 of %n rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::OtherRunView</name>
    <message numerus="yes">
        <source>%n event(s)</source>
        <translation>
            <numerusform>%n event</numerusform>
            <numerusform>%n events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::PartitionChangeModel</name>
    <message numerus="yes">
        <source>%n node(s) are in both</source>
        <translation>
            <numerusform>%n node is in both</numerusform>
            <numerusform>%n nodes are in both</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::PartitionPage</name>
    <message numerus="yes">
        <source>Keep %n operator(s) on the CPU</source>
        <translation>
            <numerusform>Keep %n operator on the CPU</numerusform>
            <numerusform>Keep %n operators on the CPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation>
            <numerusform>%n operator</numerusform>
            <numerusform>%n operators</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Compiled without a delegate: %n operator(s), all on the CPU</source>
        <translation>
            <numerusform>Compiled without a delegate: %n operator, all on the CPU</numerusform>
            <numerusform>Compiled without a delegate: %n operators, all on the CPU</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::PartitionPart</name>
    <message numerus="yes">
        <source>%n rule(s) keep operators on the CPU</source>
        <translation>
            <numerusform>%n rule keeps operators on the CPU</numerusform>
            <numerusform>%n rules keep operators on the CPU</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::PatternDialog</name>
    <message numerus="yes">
        <source>%n operator(s) match</source>
        <translation>
            <numerusform>%n operator matches</numerusform>
            <numerusform>%n operators match</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::PinSearchDialog</name>
    <message numerus="yes">
        <source>%n tensor(s) across</source>
        <translation>
            <numerusform>%n tensor across</numerusform>
            <numerusform>%n tensors across</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversion(s)</source>
        <translation>
            <numerusform>%n conversion</numerusform>
            <numerusform>%n conversions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n preview(s)</source>
        <translation>
            <numerusform>%n preview</numerusform>
            <numerusform>%n previews</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n compile(s)</source>
        <translation>
            <numerusform>%n compile</numerusform>
            <numerusform>%n compiles</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::PlotView</name>
    <message numerus="yes">
        <source>%n value(s)</source>
        <translation>
            <numerusform>%n value</numerusform>
            <numerusform>%n values</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Not stated %n time(s)</source>
        <translation>
            <numerusform>Not stated %n time</numerusform>
            <numerusform>Not stated %n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n outlier(s)</source>
        <translation>
            <numerusform>%n outlier</numerusform>
            <numerusform>%n outliers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n counter(s) shown.</source>
        <translation>
            <numerusform>%n counter shown.</numerusform>
            <numerusform>%n counters shown.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::ProblemsModel</name>
    <message numerus="yes">
        <source>%1 (and %n more of this kind)</source>
        <translation>
            <numerusform>%1 (and %n more of this kind)</numerusform>
            <numerusform>%1 (and %n more of this kind)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::ProblemsPanel</name>
    <message numerus="yes">
        <source>The other %n</source>
        <translation>
            <numerusform>The other</numerusform>
            <numerusform>The other %n</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::QuantisationPage</name>
    <message numerus="yes">
        <source>%1; %n of them by channel</source>
        <translation>
            <numerusform>%1; %n of them by channel</numerusform>
            <numerusform>%1; %n of them by channel</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::QuantiserPart</name>
    <message numerus="yes">
        <source>%n exception(s)</source>
        <translation>
            <numerusform>%n exception</numerusform>
            <numerusform>%n exceptions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::RangePanel</name>
    <message numerus="yes">
        <source>%n slice(s)</source>
        <translation>
            <numerusform>%n slice</numerusform>
            <numerusform>%n slices</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::ReasonList</name>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation>
            <numerusform>%n operator</numerusform>
            <numerusform>%n operators</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (and %n other wording(s))</source>
        <translation>
            <numerusform>%1 (and %n other wording)</numerusform>
            <numerusform>%1 (and %n other wordings)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::ReferencePanel</name>
    <message numerus="yes">
        <source>%n array(s) within the tolerance.</source>
        <translation>
            <numerusform>%n array within the tolerance.</numerusform>
            <numerusform>%n arrays within the tolerance.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n compared array(s) are outside the tolerance.</source>
        <translation>
            <numerusform>%1 of %n compared array is outside the tolerance.</numerusform>
            <numerusform>%1 of %n compared arrays are outside the tolerance.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n output(s) computed by the reference model on this machine.</source>
        <translation>
            <numerusform>%n output computed by the reference model on this machine.</numerusform>
            <numerusform>%n outputs computed by the reference model on this machine.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n input file(s)…</source>
        <translation>
            <numerusform>%n input file…</numerusform>
            <numerusform>%n input files…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::RepeatsModel</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n value(s)</source>
        <translation>
            <numerusform>%1, %n value</numerusform>
            <numerusform>%1, %n values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::RooflineBar</name>
    <message numerus="yes">
        <source>%1 (%n operator(s))</source>
        <translation>
            <numerusform>%1 (%n operator)</numerusform>
            <numerusform>%1 (%n operators)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::RooflineChart</name>
    <message numerus="yes">
        <source>%n operator(s) under the roofs. %1</source>
        <translation>
            <numerusform>%n operator under the roofs. %1</numerusform>
            <numerusform>%n operators under the roofs. %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::RunChangeModel</name>
    <message numerus="yes">
        <source>median %1, from %2 to %3 (%n repeat(s))</source>
        <translation>
            <numerusform>median %1, from %2 to %3 (%n repeat)</numerusform>
            <numerusform>median %1, from %2 to %3 (%n repeats)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n outlier(s)</source>
        <translation>
            <numerusform>%1, %n outlier</numerusform>
            <numerusform>%1, %n outliers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::RunHeader</name>
    <message numerus="yes">
        <source>Origin, clock and model are stated of all %n selected run(s).</source>
        <translation>
            <numerusform>Origin, clock and model are stated of the selected run.</numerusform>
            <numerusform>Origin, clock and model are stated of all %n selected runs.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::RunListPanel</name>
    <message numerus="yes">
        <source>Compare with %n old run(s)</source>
        <translation>
            <numerusform>Compare with %n old run</numerusform>
            <numerusform>Compare with %n old runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Merge %n run(s)</source>
        <translation>
            <numerusform>Merge %n run</numerusform>
            <numerusform>Merge %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Note on %n run(s)</source>
        <translation>
            <numerusform>Note on %n run</numerusform>
            <numerusform>Note on %n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::RunSide</name>
    <message numerus="yes">
        <source>%1 and %n more repeat(s)</source>
        <translation>
            <numerusform>%1 and %n more repeat</numerusform>
            <numerusform>%1 and %n more repeats</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::RunTrends</name>
    <message numerus="yes">
        <source>%1, %n like run(s)</source>
        <comment>metric</comment>
        <translation>
            <numerusform>%1, %n like run</numerusform>
            <numerusform>%1, %n like runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::SectionView</name>
    <message numerus="yes">
        <source>Show %n more</source>
        <translation>
            <numerusform>Show %n more</numerusform>
            <numerusform>Show %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::SeriesModel</name>
    <message numerus="yes">
        <source>%1, %n value(s)</source>
        <translation>
            <numerusform>%1, %n value</numerusform>
            <numerusform>%1, %n values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::SourcePanel</name>
    <message numerus="yes">
        <source>%n node(s) of the model</source>
        <translation>
            <numerusform>%n node of the model</numerusform>
            <numerusform>%n nodes of the model</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::SpecEditor</name>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::TargetPart</name>
    <message numerus="yes">
        <source>%n system config(s)</source>
        <translation>
            <numerusform>%n system config</numerusform>
            <numerusform>%n system configs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memory mode(s)</source>
        <translation>
            <numerusform>%n memory mode</numerusform>
            <numerusform>%n memory modes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::TimelinePage</name>
    <message numerus="yes">
        <source>%Ln event(s)</source>
        <translation>
            <numerusform>%Ln event</numerusform>
            <numerusform>%Ln events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more note(s)</source>
        <translation>
            <numerusform>%n more note</numerusform>
            <numerusform>%n more notes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln slice(s) copied</source>
        <translation>
            <numerusform>%Ln slice copied</numerusform>
            <numerusform>%Ln slices copied</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s) written to %1</source>
        <translation>
            <numerusform>%Ln event written to %1</numerusform>
            <numerusform>%Ln events written to %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n slice(s)</source>
        <translation>
            <numerusform>%n slice</numerusform>
            <numerusform>%n slices</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::TimelineView</name>
    <message numerus="yes">
        <source>%n track(s)</source>
        <translation>
            <numerusform>%n track</numerusform>
            <numerusform>%n tracks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::TreemapPane</name>
    <message numerus="yes">
        <source>%n row(s) without cycles of their own have no place here.</source>
        <translation>
            <numerusform>%n row without cycles of its own has no place here.</numerusform>
            <numerusform>%n rows without cycles of their own have no place here.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::TreemapView</name>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::UnmatchedPanel</name>
    <message numerus="yes">
        <source>%n row(s) of the board fit no operator, or several</source>
        <translation>
            <numerusform>%n row of the board fits no operator, or several</numerusform>
            <numerusform>%n rows of the board fit no operator, or several</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::WaterfallChart</name>
    <message numerus="yes">
        <source>From %1 to %2 %3 in %n step(s)</source>
        <translation>
            <numerusform>From %1 to %2 %3 in %n step</numerusform>
            <numerusform>From %1 to %2 %3 in %n steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::WhatIfPage</name>
    <message numerus="yes">
        <source>Make %n compile(s) that are missing</source>
        <translation>
            <numerusform>Make the compile that is missing</numerusform>
            <numerusform>Make the %n compiles that are missing</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::WorkspaceModel</name>
    <message numerus="yes">
        <source>%1: %n lost</source>
        <translation>
            <numerusform>%1: %n lost</numerusform>
            <numerusform>%1: %n lost</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 read, %n lost, perhaps more</source>
        <translation>
            <numerusform>%1: %2 read, %n lost, perhaps more</numerusform>
            <numerusform>%1: %2 read, %n lost, perhaps more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n version(s)</source>
        <translation>
            <numerusform>%1, %n version</numerusform>
            <numerusform>%1, %n versions</numerusform>
        </translation>
    </message>
</context>
</TS>
