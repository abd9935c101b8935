<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
    <context>
        <name>QFileDialog</name>
        <message>
            <source>Plans (*.shardscope.json *.json);;All files (*)</source>
            <translation>方案 (*.shardscope.json *.json);;所有文件 (*)</translation>
        </message>
        <message>
            <source>Open a plan</source>
            <translation>打开方案</translation>
        </message>
        <message>
            <source>Open a recorded run</source>
            <translation>打开一次训练的记录</translation>
        </message>
        <message>
            <source>Runs (*.ndjson);;All files (*)</source>
            <translation>训练记录 (*.ndjson);;所有文件 (*)</translation>
        </message>
        <message>
            <source>Save the plan</source>
            <translation>保存方案</translation>
        </message>
        <message>
            <source>Name the plan</source>
            <translation>为方案命名</translation>
        </message>
        <message>
            <source>%1 already exists.
Do you want to replace it?</source>
            <translation>%1 已经存在。
要替换它吗？</translation>
        </message>
    </context>
    <context>
        <name>canvas_menu</name>
        <message>
            <source>Export %1</source>
            <translation>导出 %1</translation>
        </message>
        <message>
            <source>Pictures and tables</source>
            <translation>图片和表格</translation>
        </message>
        <message>
            <source>Export picture…</source>
            <translation>导出图片…</translation>
        </message>
        <message>
            <source>Export table…</source>
            <translation>导出表格…</translation>
        </message>
        <message>
            <source>Copy table</source>
            <translation>复制表格</translation>
        </message>
    </context>
    <context>
        <name>exporters</name>
        <message>
            <source>%1 could not be written: %2</source>
            <translation>无法写出 %1：%2</translation>
        </message>
        <message>
            <source>%1 has no ending that can be written; use .png, .svg, .pdf or .csv</source>
            <translation>%1 的后缀不支持；用 .png、.svg、.pdf 或 .csv</translation>
        </message>
    </context>
    <context>
        <name>format</name>
        <message>
            <source>days</source>
            <translation>天</translation>
        </message>
        <message>
            <source>%1 points</source>
            <translation>%1 个百分点</translation>
        </message>
    </context>
    <context>
        <name>kind</name>
        <message>
            <source>predicted</source>
            <translation>预测</translation>
        </message>
        <message>
            <source>measured</source>
            <translation>实测</translation>
        </message>
        <message>
            <source>simulated</source>
            <translation>模拟</translation>
        </message>
    </context>
    <context>
        <name>legend</name>
        <message>
            <source>Parameters</source>
            <translation>参数</translation>
        </message>
        <message>
            <source>Gradients</source>
            <translation>梯度</translation>
        </message>
        <message>
            <source>Optimizer</source>
            <translation>优化器</translation>
        </message>
        <message>
            <source>Activations</source>
            <translation>激活值</translation>
        </message>
        <message>
            <source>Temporary</source>
            <translation>临时</translation>
        </message>
        <message>
            <source>Framework</source>
            <translation>框架</translation>
        </message>
        <message>
            <source>Forward</source>
            <translation>前向</translation>
        </message>
        <message>
            <source>Backward</source>
            <translation>反向</translation>
        </message>
        <message>
            <source>Input gradient</source>
            <translation>输入梯度</translation>
        </message>
        <message>
            <source>Weight gradient</source>
            <translation>权重梯度</translation>
        </message>
        <message>
            <source>Communication</source>
            <translation>通信</translation>
        </message>
        <message>
            <source>Input gr.</source>
            <translation>输入梯度</translation>
        </message>
        <message>
            <source>Weight gr.</source>
            <translation>权重梯度</translation>
        </message>
        <message>
            <source>Comm.</source>
            <translation>通信</translation>
        </message>
        <message>
            <source>Optim.</source>
            <translation>优化器</translation>
        </message>
        <message>
            <source>Bubble</source>
            <translation>气泡</translation>
        </message>
    </context>
    <context>
        <name>memory</name>
        <message>
            <source>Heaviest card of each stage</source>
            <translation>每个阶段最重的卡</translation>
        </message>
        <message>
            <source>Stage %1</source>
            <translation>阶段 %1</translation>
        </message>
        <message>
            <source>Every card at its peak</source>
            <translation>每张卡的峰值</translation>
        </message>
        <message>
            <source>Rank %1</source>
            <translation>Rank %1</translation>
        </message>
        <message>
            <source>Stage %1 under ZeRO</source>
            <translation>阶段 %1 在各 ZeRO 阶段下</translation>
        </message>
        <message>
            <source>and %1 smaller ones</source>
            <translation>以及 %1 个更小的</translation>
        </message>
        <message>
            <source>rank %1</source>
            <translation>rank %1</translation>
        </message>
        <message>
            <source>stage %1 under %2</source>
            <translation>阶段 %1，%2</translation>
        </message>
        <message>
            <source>stage %1</source>
            <translation>阶段 %1</translation>
        </message>
        <message>
            <source>measured %1, %2</source>
            <translation>实测 %1，%2</translation>
        </message>
        <message>
            <source>measured %1</source>
            <translation>实测 %1</translation>
        </message>
        <message>
            <source>Total, %1</source>
            <translation>合计，%1</translation>
        </message>
        <message>
            <source>of %1 on the card</source>
            <translation>卡上共 %1</translation>
        </message>
        <message>
            <source>refused a request of %1</source>
            <translation>拒绝了 %1 的请求</translation>
        </message>
        <message>
            <source>Row</source>
            <translation>行</translation>
        </message>
        <message>
            <source>Kind</source>
            <translation>种类</translation>
        </message>
        <message>
            <source>Total</source>
            <translation>合计</translation>
        </message>
        <message>
            <source>A: %1, now %2</source>
            <translation>A：%1，现在 %2</translation>
        </message>
        <message>
            <source>A: %1</source>
            <translation>A：%1</translation>
        </message>
        <message>
            <source>A: total, %1</source>
            <translation>A：合计，%1</translation>
        </message>
        <message>
            <source>the plan shown has no such stage</source>
            <translation>当前方案没有这个阶段</translation>
        </message>
        <message>
            <source>A, predicted</source>
            <translation>A，预测</translation>
        </message>
        <message>
            <source>Every card at its peak, heaviest first</source>
            <translation>各卡峰值，从高到低</translation>
        </message>
    </context>
    <context>
        <name>plan_facts</name>
        <message>
            <source>%1 parameters</source>
            <translation>%1 参数</translation>
        </message>
        <message>
            <source>seed %1</source>
            <translation>种子 %1</translation>
        </message>
        <message>
            <source>interleaved 1F1B</source>
            <translation>交错 1F1B</translation>
        </message>
        <message>
            <source>looped BFS</source>
            <translation>循环 BFS</translation>
        </message>
        <message>
            <source>own table</source>
            <translation>自定义表</translation>
        </message>
        <message>
            <source>Bubble: the share of the pipeline's time, from the start of the step to the last pipeline op of any stage, in which a stage runs no op. Of all stages together: their mean.</source>
            <translation>气泡：从一步开始到任一阶段最后一个流水线操作为止，某阶段没有执行操作的时间占比；各阶段取平均。</translation>
        </message>
        <message>
            <source>Idle: the share of the whole step in which a card neither computes nor sends, mean of all cards. It holds the bubble of the pipeline and, after the last op, the wait for other cards.</source>
            <translation>空闲：整个一步中，卡既不计算也不发送的时间占比，各卡平均。它包括流水线气泡，以及最后一个操作之后等待其他卡的时间。</translation>
        </message>
        <message>
            <source>none</source>
            <translation>无</translation>
        </message>
        <message>
            <source>selective</source>
            <translation>选择性</translation>
        </message>
        <message>
            <source>full</source>
            <translation>完全</translation>
        </message>
        <message>
            <source>micro %1</source>
            <translation>微批 %1</translation>
        </message>
        <message>
            <source>%1 chunks</source>
            <translation>%1 块</translation>
        </message>
        <message>
            <source>recompute %1</source>
            <translation>重计算 %1</translation>
        </message>
        <message>
            <source>sequence parallel</source>
            <translation>序列并行</translation>
        </message>
        <message>
            <source>Virtual card</source>
            <translation>虚拟卡</translation>
        </message>
    </context>
    <context>
        <name>timeline</name>
        <message>
            <source>Rank %1 ran out of memory in step %2</source>
            <translation>rank %1 在第 %2 步显存不足</translation>
        </message>
        <message>
            <source>measured costs, virtual time</source>
            <translation>实测代价，虚拟时间</translation>
        </message>
        <message>
            <source>measured, wall clock</source>
            <translation>实测，实际时钟</translation>
        </message>
        <message>
            <source>Stage %1</source>
            <translation>阶段 %1</translation>
        </message>
        <message>
            <source>Bubble %1</source>
            <translation>气泡 %1</translation>
        </message>
        <message>
            <source>Bubble %1; equal stages: %2</source>
            <translation>气泡 %1；各阶段相等时：%2</translation>
        </message>
        <message>
            <source>Idle</source>
            <translation>空闲</translation>
        </message>
        <message>
            <source>%1, micro-batch %2, stage %3</source>
            <translation>%1，微批次 %2，阶段 %3</translation>
        </message>
        <message>
            <source>%1, stage %2</source>
            <translation>%1，阶段 %2</translation>
        </message>
        <message>
            <source>from %1 to %2</source>
            <translation>从 %1 到 %2</translation>
        </message>
        <message>
            <source>Stage</source>
            <translation>阶段</translation>
        </message>
        <message>
            <source>Kind</source>
            <translation>种类</translation>
        </message>
        <message>
            <source>Op</source>
            <translation>操作</translation>
        </message>
        <message>
            <source>Micro-batch</source>
            <translation>微批次</translation>
        </message>
        <message>
            <source>Start, %1</source>
            <translation>开始，%1</translation>
        </message>
        <message>
            <source>End, %1</source>
            <translation>结束，%1</translation>
        </message>
        <message>
            <source>Behind the pipeline: waits for other replicas, no part of the bubble</source>
            <translation>流水线之后：等待其他副本，不属于气泡</translation>
        </message>
        <message>
            <source>Stage %1 from %2, between two ops</source>
            <translation>阶段 %1，自 %2 起，两个操作之间</translation>
        </message>
        <message>
            <source>Stage %1 from %2, %3 of micro-batch %4</source>
            <translation>阶段 %1，自 %2 起，微批次 %4 的%3</translation>
        </message>
        <message>
            <source>of %1 on the card</source>
            <translation>卡上共 %1</translation>
        </message>
        <message>
            <source>A click lists the tensors</source>
            <translation>单击列出张量</translation>
        </message>
        <message>
            <source>A: %1, now %2</source>
            <translation>A：%1，现在 %2</translation>
        </message>
        <message>
            <source>A: %1</source>
            <translation>A：%1</translation>
        </message>
        <message>
            <source>A, predicted</source>
            <translation>A，预测</translation>
        </message>
    </context>
    <context>
        <name>ui</name>
        <message>
            <source>--engine names no program. Give a command line, such as /usr/bin/shardscope-cli.</source>
            <translation>--engine 没有写程序。请给出命令行，例如 /usr/bin/shardscope-cli。</translation>
        </message>
        <message>
            <source>The engine program %1 was not found or cannot be run. Check the path given to --engine.</source>
            <translation>引擎程序 %1 不存在或无法运行。检查 --engine 的路径。</translation>
        </message>
        <message>
            <source>The engine program %1 was not found. Install it there or name another with --engine.</source>
            <translation>没有找到引擎程序 %1。安装到那里，或用 --engine 指定别的。</translation>
        </message>
        <message>
            <source>Off</source>
            <translation>未启动</translation>
        </message>
        <message>
            <source>Starting</source>
            <translation>正在启动</translation>
        </message>
        <message>
            <source>Training</source>
            <translation>训练中</translation>
        </message>
        <message>
            <source>Paused</source>
            <translation>已暂停</translation>
        </message>
        <message>
            <source>Validating</source>
            <translation>验证中</translation>
        </message>
        <message>
            <source>Stopping</source>
            <translation>正在停止</translation>
        </message>
        <message>
            <source>Finished</source>
            <translation>已完成</translation>
        </message>
        <message>
            <source>Stopped</source>
            <translation>已停止</translation>
        </message>
        <message>
            <source>Failed</source>
            <translation>失败</translation>
        </message>
        <message>
            <source>GPipe</source>
            <translation>GPipe</translation>
        </message>
        <message>
            <source>1F1B</source>
            <translation>1F1B</translation>
        </message>
        <message>
            <source>Interleaved 1F1B</source>
            <translation>交错 1F1B</translation>
        </message>
        <message>
            <source>Looped BFS</source>
            <translation>循环 BFS</translation>
        </message>
        <message>
            <source>ZB-H1</source>
            <translation>ZB-H1</translation>
        </message>
        <message>
            <source>ZB-H2</source>
            <translation>ZB-H2</translation>
        </message>
        <message>
            <source>ZB-V</source>
            <translation>ZB-V</translation>
        </message>
        <message>
            <source>DualPipe</source>
            <translation>DualPipe</translation>
        </message>
        <message>
            <source>DualPipeV</source>
            <translation>DualPipeV</translation>
        </message>
        <message>
            <source>Own table</source>
            <translation>自定义表</translation>
        </message>
        <message>
            <source>%1, %2 parameters, ZeRO-%3, %4, seed %5</source>
            <translation>%1，%2 参数，ZeRO-%3，%4，种子 %5</translation>
        </message>
        <message>
            <source>%1 on 1 card</source>
            <translation>%1，1 张卡</translation>
        </message>
        <message>
            <source>%1 on %2 cards</source>
            <translation>%1，%2 张卡</translation>
        </message>
        <message>
            <source>virtual time, %1 GFLOP/s a core measured here</source>
            <translation>虚拟时间，本机实测每核 %1 GFLOP/s</translation>
        </message>
        <message>
            <source>virtual time, %1 GFLOP/s a core by default</source>
            <translation>虚拟时间，默认每核 %1 GFLOP/s</translation>
        </message>
        <message>
            <source>%1, %2 TFLOP/s in %3</source>
            <translation>%1，%3 %2 TFLOP/s</translation>
        </message>
        <message>
            <source>fp32</source>
            <translation>fp32</translation>
        </message>
        <message>
            <source>bf16</source>
            <translation>bf16</translation>
        </message>
        <message>
            <source>Set %1 to %2</source>
            <translation>把 %1 设为 %2</translation>
        </message>
        <message>
            <source>Remove %1</source>
            <translation>删去 %1</translation>
        </message>
        <message>
            <source>Rename to %1</source>
            <translation>改名为 %1</translation>
        </message>
        <message>
            <source>Add %1</source>
            <translation>加上 %1</translation>
        </message>
        <message>
            <source>%1, line %2</source>
            <translation>%1，第 %2 行</translation>
        </message>
        <message>
            <source>Remedy: %1</source>
            <translation>办法：%1</translation>
        </message>
        <message>
            <source>It stops with “%1”</source>
            <translation>它会停下并显示“%1”</translation>
        </message>
        <message>
            <source>Source: %1</source>
            <translation>出处：%1</translation>
        </message>
        <message>
            <source>%1: %2 cards needed, %3 there</source>
            <translation>%1：需要 %2 张卡，现有 %3 张</translation>
        </message>
    </context>
    <context>
        <name>ui::BatchSection</name>
        <message>
            <source>Batch</source>
            <translation>批量</translation>
        </message>
        <message>
            <source>Micro-batch</source>
            <translation>微批次</translation>
        </message>
        <message>
            <source>Micro-batches</source>
            <translation>微批次数</translation>
        </message>
        <message>
            <source>Global batch</source>
            <translation>全局批大小</translation>
        </message>
        <message>
            <source>Sequences per update. It stays when the layout or the micro-batch changes; the number of micro-batches follows.</source>
            <translation>每次更新的序列数。布局或微批次改变时它不变，微批次数随之改变。</translation>
        </message>
        <message>
            <source>%1 × %2 × %3 =</source>
            <translation>%1 × %2 × %3 =</translation>
        </message>
    </context>
    <context>
        <name>ui::CardStepper</name>
        <message>
            <source>Phase %1 of 3</source>
            <translation>第 %1 阶段，共 3 个</translation>
        </message>
        <message>
            <source>Predict</source>
            <translation>预测</translation>
        </message>
        <message>
            <source>Act</source>
            <translation>动手</translation>
        </message>
        <message>
            <source>Reveal</source>
            <translation>揭晓</translation>
        </message>
    </context>
    <context>
        <name>ui::ChartPair</name>
        <message>
            <source>Show: %1</source>
            <translation>显示：%1</translation>
        </message>
    </context>
    <context>
        <name>ui::CheckedAs</name>
        <message>
            <source>as the files say</source>
            <translation>按文件所说</translation>
        </message>
        <message>
            <source>Checked as</source>
            <translation>检查条件</translation>
        </message>
        <message>
            <source>Engine</source>
            <translation>引擎</translation>
        </message>
        <message>
            <source>Cards</source>
            <translation>卡数</translation>
        </message>
        <message>
            <source>Tensor</source>
            <translation>张量</translation>
        </message>
        <message>
            <source>Pipeline</source>
            <translation>流水线</translation>
        </message>
        <message>
            <source>from the files</source>
            <translation>来自文件</translation>
        </message>
        <message>
            <source>%1 cards, from %2</source>
            <translation>%1 张卡，来自 %2</translation>
        </message>
        <message>
            <source>this field</source>
            <translation>这一栏</translation>
        </message>
        <message>
            <source>No file says how many cards there are.</source>
            <translation>没有文件说明有多少张卡。</translation>
        </message>
    </context>
    <context>
        <name>ui::ChoiceButton</name>
        <message>
            <source>right</source>
            <translation>正确</translation>
        </message>
        <message>
            <source>wrong</source>
            <translation>错误</translation>
        </message>
        <message>
            <source>right, not chosen</source>
            <translation>正确，未选</translation>
        </message>
    </context>
    <context>
        <name>ui::CodeEditor</name>
        <message>
            <source>Editor</source>
            <translation>编辑器</translation>
        </message>
    </context>
    <context>
        <name>ui::CommandField</name>
        <message>
            <source>Search commands</source>
            <translation>搜索命令</translation>
        </message>
    </context>
    <context>
        <name>ui::CommandPalette</name>
        <message>
            <source>No command found. Fewer letters find more; all commands stand in the menus, with more words in Help (F1).</source>
            <translation>没有找到命令。少输入几个字可以找到更多；所有命令都在菜单里，详细说明见帮助（F1）。</translation>
        </message>
        <message>
            <source>Search commands</source>
            <translation>搜索命令</translation>
        </message>
    </context>
    <context>
        <name>ui::CommandSet</name>
        <message>
            <source>File</source>
            <translation>文件</translation>
        </message>
        <message>
            <source>Edit</source>
            <translation>编辑</translation>
        </message>
        <message>
            <source>View</source>
            <translation>视图</translation>
        </message>
        <message>
            <source>Plan</source>
            <translation>方案</translation>
        </message>
        <message>
            <source>Run</source>
            <translation>运行</translation>
        </message>
        <message>
            <source>Help</source>
            <translation>帮助</translation>
        </message>
    </context>
    <context>
        <name>ui::ComparePane</name>
        <message>
            <source>tp · pp · dp</source>
            <translation>tp · pp · dp</translation>
        </message>
        <message>
            <source>ZeRO stage</source>
            <translation>ZeRO 阶段</translation>
        </message>
        <message>
            <source>Micro-batches</source>
            <translation>微批次数</translation>
        </message>
        <message>
            <source>Heaviest card</source>
            <translation>最重的卡</translation>
        </message>
        <message>
            <source>Optimizer</source>
            <translation>优化器</translation>
        </message>
        <message>
            <source>Activations</source>
            <translation>激活值</translation>
        </message>
        <message>
            <source>Step</source>
            <translation>一步</translation>
        </message>
        <message>
            <source>Inside layers</source>
            <translation>层内通信</translation>
        </message>
        <message>
            <source>Between replicas</source>
            <translation>等待副本间通信</translation>
        </message>
        <message>
            <source>Training tokens</source>
            <translation>训练 token 数</translation>
        </message>
        <message>
            <source>Days</source>
            <translation>天数</translation>
        </message>
        <message>
            <source>Sent between replicas</source>
            <translation>副本间通信量</translation>
        </message>
        <message>
            <source>Bubble</source>
            <translation>气泡</translation>
        </message>
        <message>
            <source>MFU</source>
            <translation>MFU</translation>
        </message>
        <message>
            <source>Plans side by side</source>
            <translation>方案对照</translation>
        </message>
        <message>
            <source>predicted</source>
            <translation>预测</translation>
        </message>
        <message>
            <source>this plan</source>
            <translation>这个方案</translation>
        </message>
        <message>
            <source>%1 %2</source>
            <translation>%1 %2</translation>
        </message>
        <message>
            <source>, </source>
            <translation>，</translation>
        </message>
        <message>
            <source>20 tokens per parameter</source>
            <translation>每个参数 20 个 token</translation>
        </message>
        <message>
            <source>%1 training tokens</source>
            <translation>训练 %1 token</translation>
        </message>
    </context>
    <context>
        <name>ui::DeskPage</name>
        <message>
            <source>Show both rank orders</source>
            <translation>显示两种 rank 次序</translation>
        </message>
        <message>
            <source>Learning rate and loss scale</source>
            <translation>学习率与损失缩放</translation>
        </message>
        <message>
            <source>Import into the plan</source>
            <translation>导入为方案</translation>
        </message>
        <message>
            <source>Export launch kit</source>
            <translation>导出启动文件</translation>
        </message>
        <message>
            <source>Rank order</source>
            <translation>rank 次序</translation>
        </message>
        <message>
            <source>No file</source>
            <translation>没有文件</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <source>Changes</source>
            <translation>改动</translation>
        </message>
        <message>
            <source>Save</source>
            <translation>保存</translation>
        </message>
        <message>
            <source>A ds_config, a launch script, a hostfile: what starts one run, checked together.</source>
            <translation>ds_config、启动脚本、hostfile：启动一次训练的文件放在一起检查。</translation>
        </message>
        <message>
            <source>Open files…</source>
            <translation>打开文件…</translation>
        </message>
        <message>
            <source>One column</source>
            <translation>单栏</translation>
        </message>
        <message>
            <source>Side by side</source>
            <translation>并排</translation>
        </message>
        <message>
            <source>Back to the file</source>
            <translation>回到文件</translation>
        </message>
        <message>
            <source>Changes of %1</source>
            <translation>%1 的改动</translation>
        </message>
        <message>
            <source>%1 lines less, %2 lines more</source>
            <translation>删去 %1 行，新增 %2 行</translation>
        </message>
        <message>
            <source>changed</source>
            <translation>已改动</translation>
        </message>
        <message>
            <source>Known once the files say how many cards there are.</source>
            <translation>文件说明卡数之后才能知道。</translation>
        </message>
        <message>
            <source>✓ DeepSpeed and Megatron groups agree.</source>
            <translation>✓ DeepSpeed 与 Megatron 的组一致。</translation>
        </message>
        <message>
            <source>✗ DeepSpeed and Megatron groups differ.</source>
            <translation>✗ DeepSpeed 与 Megatron 的组不一致。</translation>
        </message>
        <message>
            <source>✓ Tensor groups of %1 stay within nodes of %2.</source>
            <translation>✓ %1 张卡的张量组不出 %2 张卡的节点。</translation>
        </message>
        <message>
            <source>✗ Tensor groups of %1 reach beyond nodes of %2.</source>
            <translation>✗ %1 张卡的张量组超出了 %2 张卡的节点。</translation>
        </message>
        <message>
            <source>%1 was not opened.</source>
            <translation>未能打开 %1。</translation>
        </message>
        <message>
            <source>Open the files of one launch</source>
            <translation>打开一次启动的文件</translation>
        </message>
        <message>
            <source>Configurations (*.json *.hjson *.sh *.sbatch *.slurm *.yml *.yaml *.txt hostfile*);;All files (*)</source>
            <translation>配置 (*.json *.hjson *.sh *.sbatch *.slurm *.yml *.yaml *.txt hostfile*);;所有文件 (*)</translation>
        </message>
        <message>
            <source>%1 has been changed by another program.</source>
            <translation>%1 已被别的程序改动。</translation>
        </message>
        <message>
            <source>Saving replaces what it wrote.</source>
            <translation>保存会覆盖它写的内容。</translation>
        </message>
        <message>
            <source>Save over it</source>
            <translation>覆盖保存</translation>
        </message>
        <message>
            <source>%1 was not saved.</source>
            <translation>未能保存 %1。</translation>
        </message>
        <message>
            <source>%1 has changes that are not saved.</source>
            <translation>%1 有尚未保存的改动。</translation>
        </message>
        <message>
            <source>Save and close</source>
            <translation>保存并关闭</translation>
        </message>
        <message>
            <source>Close without saving</source>
            <translation>不保存就关闭</translation>
        </message>
        <message>
            <source>Use the model of the plan</source>
            <translation>用方案里的模型</translation>
        </message>
        <message>
            <source>No plan was made of these files.</source>
            <translation>这些文件没能变成方案。</translation>
        </message>
        <message>
            <source>Import %1</source>
            <translation>导入 %1</translation>
        </message>
        <message>
            <source>The plan is now that of these files.</source>
            <translation>方案现在就是这些文件所描述的。</translation>
        </message>
        <message>
            <source>For Megatron-DeepSpeed…</source>
            <translation>用于 Megatron-DeepSpeed…</translation>
        </message>
        <message>
            <source>For Megatron-LM…</source>
            <translation>用于 Megatron-LM…</translation>
        </message>
        <message>
            <source>For Megatron-LM with torchrun…</source>
            <translation>用于 Megatron-LM（torchrun）…</translation>
        </message>
        <message>
            <source>As a Slurm job…</source>
            <translation>作为 Slurm 作业…</translation>
        </message>
        <message>
            <source>Folder of the launch kit</source>
            <translation>启动文件的文件夹</translation>
        </message>
        <message>
            <source>The plan was not exported: the target would refuse it.</source>
            <translation>方案没有导出：目标会拒绝它。</translation>
        </message>
        <message>
            <source>The folder has %1 already.</source>
            <translation>文件夹里已有 %1。</translation>
        </message>
        <message>
            <source>Write over it</source>
            <translation>覆盖</translation>
        </message>
        <message>
            <source>The launch kit was not written.</source>
            <translation>启动文件没有写出。</translation>
        </message>
        <message>
            <source>One file was written to %1.</source>
            <translation>1 个文件已写入 %1。</translation>
        </message>
        <message>
            <source>%1 files were written to %2.</source>
            <translation>%1 个文件已写入 %2。</translation>
        </message>
        <message>
            <source>Open them here</source>
            <translation>在这里打开</translation>
        </message>
        <message>
            <source>Dismiss</source>
            <translation>知道了</translation>
        </message>
    </context>
    <context>
        <name>ui::DiffView</name>
        <message>
            <source>Changes</source>
            <translation>改动</translation>
        </message>
        <message>
            <source>Nothing has changed.</source>
            <translation>没有改动。</translation>
        </message>
    </context>
    <context>
        <name>ui::DropPlace</name>
        <message>
            <source>Drop any configuration, script or log here</source>
            <translation>把配置、脚本或日志拖到这里</translation>
        </message>
    </context>
    <context>
        <name>ui::EngineClient</name>
        <message>
            <source>after step %1</source>
            <translation>在第 %1 步之后</translation>
        </message>
        <message>
            <source>before the first step was done</source>
            <translation>在完成第一步之前</translation>
        </message>
        <message>
            <source>It gave no reason.</source>
            <translation>它没有说明原因。</translation>
        </message>
        <message>
            <source>Rank %1 ran out of memory in step %2. It needed %3 and the card holds %4.</source>
            <translation>rank %1 在第 %2 步显存不足：需要 %3，卡上只有 %4。</translation>
        </message>
        <message>
            <source>The engine program could not be started: %1. Check --engine, then start again.</source>
            <translation>引擎程序无法启动：%1。检查 --engine，再重新开始。</translation>
        </message>
        <message>
            <source>Stopped %1. The engine did not answer in time and was ended.</source>
            <translation>已停止（%1）。引擎没有及时响应，已被结束。</translation>
        </message>
        <message>
            <source>Stopped %1.</source>
            <translation>已停止（%1）。</translation>
        </message>
        <message>
            <source>The engine ended %1 without a word. It was killed, or the machine was restarted.</source>
            <translation>引擎没有说明就结束了（%1）。它被终止，或机器重启过。</translation>
        </message>
        <message>
            <source>The engine stopped %1 (killed by signal %2).</source>
            <translation>引擎停止了（%1，被信号 %2 终止）。</translation>
        </message>
        <message>
            <source>Ended %1.</source>
            <translation>已结束（%1）。</translation>
        </message>
        <message>
            <source>Ended %1. %2</source>
            <translation>已结束（%1）。%2</translation>
        </message>
        <message>
            <source>The engine ended %1 without a word. Start again, or look into the log.</source>
            <translation>引擎没有说明就结束了（%1）。重新开始，或查看日志。</translation>
        </message>
        <message>
            <source>Training ended %1. %2</source>
            <translation>训练结束（%1）。%2</translation>
        </message>
        <message>
            <source>The run did not start. %1</source>
            <translation>训练没有开始。%1</translation>
        </message>
        <message>
            <source>The engine did not understand the plan. %1</source>
            <translation>引擎不理解这个方案。%1</translation>
        </message>
        <message>
            <source>The engine ended %1 with code %2. %3</source>
            <translation>引擎结束（%1），返回码 %2。%3</translation>
        </message>
        <message>
            <source>The run goes on without this window.</source>
            <translation>训练在没有这个窗口的情况下继续。</translation>
        </message>
        <message>
            <source>Replay of %1.</source>
            <translation>回放 %1。</translation>
        </message>
        <message>
            <source>Replay of %1; the recording ends before the run did.</source>
            <translation>回放 %1；记录在训练结束之前就中断了。</translation>
        </message>
        <message>
            <source>A run is going on. Stop it first.</source>
            <translation>训练正在进行，请先停止。</translation>
        </message>
        <message>
            <source>This run has ended.</source>
            <translation>这次训练已结束。</translation>
        </message>
        <message>
            <source>Another window looks after this run.</source>
            <translation>另一个窗口正在管理这次训练。</translation>
        </message>
        <message>
            <source>standard input</source>
            <translation>标准输入</translation>
        </message>
        <message>
            <source>Damaged lines, left out: %1, the first behind step %2.</source>
            <translation>损坏而略去的行：%1，第一处在第 %2 步之后。</translation>
        </message>
        <message>
            <source>Its last line is cut off.</source>
            <translation>最后一行被截断。</translation>
        </message>
        <message>
            <source>It ends before the run did.</source>
            <translation>它在运行结束之前就断了。</translation>
        </message>
        <message>
            <source>Steps read: %1, the last of them step %2.</source>
            <translation>读到的步数：%1，最后是第 %2 步。</translation>
        </message>
    </context>
    <context>
        <name>ui::EngineProcess</name>
        <message>
            <source>This run is not recorded: %1</source>
            <translation>这次训练没有记录：%1</translation>
        </message>
        <message>
            <source>Recording ended: the run file reached its size limit or the disk is full. Training goes on.</source>
            <translation>记录已停止：文件达到大小上限或磁盘已满。训练继续。</translation>
        </message>
    </context>
    <context>
        <name>ui::EventReader</name>
        <message>
            <source>A line of the engine over 1 MiB was dropped.</source>
            <translation>丢弃了引擎输出的一行，它超过 1 MiB。</translation>
        </message>
    </context>
    <context>
        <name>ui::FieldGroup</name>
        <message>
            <source>In the plan file: %1</source>
            <translation>在方案文件里：%1</translation>
        </message>
        <message>
            <source>In the plan file: %1; on the command line: %2</source>
            <translation>在方案文件里：%1；命令行：%2</translation>
        </message>
    </context>
    <context>
        <name>ui::FiguresRow</name>
        <message>
            <source>Show the run</source>
            <translation>查看运行</translation>
        </message>
        <message>
            <source>Start</source>
            <translation>开始</translation>
        </message>
        <message>
            <source>Start…</source>
            <translation>开始…</translation>
        </message>
        <message>
            <source>Unpin A</source>
            <translation>取消固定 A</translation>
        </message>
        <message>
            <source>Pin as A</source>
            <translation>固定为 A</translation>
        </message>
        <message>
            <source>End the comparison with A: %1</source>
            <translation>结束与 A 的比较：%1</translation>
        </message>
        <message>
            <source>Hold this plan fast: every view then shows it as an outline behind what is changed</source>
            <translation>固定当前方案：之后每个视图都在改动后的方案后面以轮廓显示它</translation>
        </message>
    </context>
    <context>
        <name>ui::PlanFigures</name>
        <message>
            <source>%1, virtual time</source>
            <translation>%1，虚拟时间</translation>
        </message>
        <message>
            <source>virtual time: every card as if it had cores of its own, links as modelled</source>
            <translation>虚拟时间：如同每张卡独占处理器核，链路按模型计</translation>
        </message>
        <message>
            <source>Step time</source>
            <translation>每步时间</translation>
        </message>
        <message>
            <source>Step time, mean card</source>
            <translation>每步时间，各卡平均</translation>
        </message>
        <message>
            <source>forward</source>
            <translation>前向</translation>
        </message>
        <message>
            <source>backward</source>
            <translation>反向</translation>
        </message>
        <message>
            <source>communication</source>
            <translation>通信</translation>
        </message>
        <message>
            <source>optimizer</source>
            <translation>优化器</translation>
        </message>
        <message>
            <source>idle</source>
            <translation>空闲</translation>
        </message>
        <message>
            <source>Throughput</source>
            <translation>吞吐量</translation>
        </message>
        <message>
            <source>tokens/s</source>
            <translation>token/s</translation>
        </message>
        <message>
            <source>global batch × sequence / step time</source>
            <translation>全局批大小 × 序列长度 / 每步时间</translation>
        </message>
        <message>
            <source>MFU</source>
            <translation>MFU</translation>
        </message>
        <message>
            <source>Model FLOPs utilisation</source>
            <translation>模型算力利用率（MFU）</translation>
        </message>
        <message>
            <source>%1 TFLOP/s a card</source>
            <translation>每卡 %1 TFLOP/s</translation>
        </message>
        <message>
            <source>with recomputation counted: %1</source>
            <translation>计入重计算：%1</translation>
        </message>
        <message>
            <source>Bubble</source>
            <translation>气泡</translation>
        </message>
        <message>
            <source>Bubble, mean of the stages</source>
            <translation>气泡，各阶段平均</translation>
        </message>
        <message>
            <source>(p − 1) / (m + p − 1), for equal stages</source>
            <translation>(p − 1) / (m + p − 1)，各阶段相等时</translation>
        </message>
        <message>
            <source>replay of the schedule: %1</source>
            <translation>重放调度：%1</translation>
        </message>
        <message>
            <source>Peak memory</source>
            <translation>显存峰值</translation>
        </message>
        <message>
            <source>of %1</source>
            <translation>共 %1</translation>
        </message>
        <message>
            <source>%1 steps, wall clock</source>
            <translation>%1 步，实际用时</translation>
        </message>
        <message>
            <source>about %1</source>
            <translation>约 %1</translation>
        </message>
        <message>
            <source>%1 on this machine</source>
            <translation>%1（本机）</translation>
        </message>
        <message>
            <source>Wall clock of the run</source>
            <translation>训练的实际用时</translation>
        </message>
        <message>
            <source>steps × computing of all cards / cores</source>
            <translation>步数 × 各卡计算总和 / 核数</translation>
        </message>
        <message>
            <source>%1 × %2, %3 cores</source>
            <translation>%1 × %2，%3 核</translation>
        </message>
        <message>
            <source>when nothing else uses the cores; validation and samples add to it</source>
            <translation>前提是处理器核没有别的负载；验证和采样另计</translation>
        </message>
        <message>
            <source>the same steps in virtual time: %1</source>
            <translation>同样步数的虚拟时间：%1</translation>
        </message>
        <message>
            <source>Whole run</source>
            <translation>整个训练</translation>
        </message>
        <message>
            <source>%1 tokens take</source>
            <translation>训练 %1 token 需要</translation>
        </message>
        <message>
            <source>tokens by the rule of thumb, 20 per parameter</source>
            <translation>token 数按经验法则：每个参数 20 个</translation>
        </message>
        <message>
            <source>Peak memory, stage %1</source>
            <translation>显存峰值，阶段 %1</translation>
        </message>
        <message>
            <source>Textbook: 2Ψ/T for weights, 2Ψ and 12Ψ for gradients and optimizer, over D by ZeRO</source>
            <translation>教科书：权重 2Ψ/T，梯度 2Ψ 和优化器 12Ψ，由 ZeRO 除以 D</translation>
        </message>
        <message>
            <source>weights, gradients, optimizer, exact: %1</source>
            <translation>权重、梯度、优化器，精确值：%1</translation>
        </message>
        <message>
            <source>the same by the textbook: %1</source>
            <translation>按教科书：%1</translation>
        </message>
        <message>
            <source>Exact, a card holds only its stage (÷ P) and its slice (÷ T) of gradients and</source>
            <translation>精确地说，梯度和优化器状态也只有本阶段（÷ P）的一份（÷ T），</translation>
        </message>
        <message>
            <source>optimizer too; the textbook divides neither of them by T nor anything by P.</source>
            <translation>而教科书公式两者都不除以 T，也没有任何一项除以 P。</translation>
        </message>
        <message>
            <source>of it to and from the host</source>
            <translation>其中与主机往来</translation>
        </message>
        <message>
            <source>A %1</source>
            <translation>A %1</translation>
        </message>
        <message>
            <source>%1, now %2</source>
            <translation>%1，现在 %2</translation>
        </message>
    </context>
    <context>
        <name>ui::FileRow</name>
        <message>
            <source>%1, %2 errors</source>
            <translation>%1，%2 个错误</translation>
        </message>
        <message>
            <source>%1, %2 warnings</source>
            <translation>%1，%2 个警告</translation>
        </message>
        <message>
            <source>%1, sound</source>
            <translation>%1，没有问题</translation>
        </message>
        <message>
            <source>Close %1</source>
            <translation>关闭 %1</translation>
        </message>
    </context>
    <context>
        <name>ui::FilesColumn</name>
        <message>
            <source>Files</source>
            <translation>文件</translation>
        </message>
        <message>
            <source>Open…</source>
            <translation>打开…</translation>
        </message>
    </context>
    <context>
        <name>ui::FixCard</name>
        <message>
            <source>Fix</source>
            <translation>改正</translation>
        </message>
        <message>
            <source>in %1</source>
            <translation>在 %1 中</translation>
        </message>
    </context>
    <context>
        <name>ui::GradientNormChart</name>
        <message>
            <source>Gradient norm</source>
            <translation>梯度范数</translation>
        </message>
        <message>
            <source>Norm before clipping, with the limit.</source>
            <translation>裁剪前的范数和上限。</translation>
        </message>
        <message>
            <source>gradient norm</source>
            <translation>梯度范数</translation>
        </message>
        <message>
            <source>loss scale %1, step skipped</source>
            <translation>损失缩放 %1，跳过此步</translation>
        </message>
        <message>
            <source>loss scale %1</source>
            <translation>损失缩放 %1</translation>
        </message>
        <message>
            <source>average of %1 steps</source>
            <translation>%1 步平均</translation>
        </message>
        <message>
            <source>clipped at %1</source>
            <translation>裁剪到 %1</translation>
        </message>
    </context>
    <context>
        <name>ui::GroupsCanvas</name>
        <message>
            <source>Both rank orders</source>
            <translation>两种 rank 次序</translation>
        </message>
        <message>
            <source>Rank %1</source>
            <translation>rank %1</translation>
        </message>
        <message>
            <source>%1: stage %2, replica %3, tensor rank %4</source>
            <translation>%1：阶段 %2，副本 %3，张量 rank %4</translation>
        </message>
        <message>
            <source>its group: %1</source>
            <translation>所在的组：%1</translation>
        </message>
        <message>
            <source>kind</source>
            <translation>种类</translation>
        </message>
        <message>
            <source>exchange wrong data</source>
            <translation>会交换错误数据</translation>
        </message>
        <message>
            <source>rank %1 and rank %2</source>
            <translation>rank %1 与 rank %2</translation>
        </message>
        <message>
            <source>stage %1</source>
            <translation>阶段 %1</translation>
        </message>
        <message>
            <source>replica %1</source>
            <translation>副本 %1</translation>
        </message>
    </context>
    <context>
        <name>ui::GroupsView</name>
        <message>
            <source>Megatron</source>
            <translation>Megatron</translation>
        </message>
        <message>
            <source>Megatron, --use-tp-pp-dp-mapping</source>
            <translation>Megatron，--use-tp-pp-dp-mapping</translation>
        </message>
        <message>
            <source>DeepSpeed, 3D topology</source>
            <translation>DeepSpeed，3D 拓扑</translation>
        </message>
        <message>
            <source>DeepSpeed, PipelineModule without topology</source>
            <translation>DeepSpeed，没有拓扑的 PipelineModule</translation>
        </message>
        <message>
            <source>Rank orders</source>
            <translation>rank 次序</translation>
        </message>
        <message>
            <source>Tensor</source>
            <translation>张量</translation>
        </message>
        <message>
            <source>Data</source>
            <translation>数据</translation>
        </message>
        <message>
            <source>Pipeline</source>
            <translation>流水线</translation>
        </message>
        <message>
            <source>First order</source>
            <translation>第一种次序</translation>
        </message>
        <message>
            <source>Second order</source>
            <translation>第二种次序</translation>
        </message>
        <message>
            <source>Back to the files</source>
            <translation>回到文件</translation>
        </message>
        <message>
            <source>Both orders give the same groups: the libraries agree on who exchanges what.</source>
            <translation>两种次序分出的组相同：两个库对谁与谁交换什么看法一致。</translation>
        </message>
        <message>
            <source>The orders differ, and one of them has no group where the other has one.</source>
            <translation>两种次序不同，其中一种在另一种有组的地方没有组。</translation>
        </message>
        <message>
            <source>%1 groups differ. In the second order rank %2 and rank %3 are in one %4 group; in the first they hold different parts of the model or the data, and would exchange wrong data.</source>
            <translation>有 %1 个组不同。按第二种次序，rank %2 与 rank %3 同在一个 %4 组；按第一种次序，它们持有模型或数据的不同部分，会交换错误的数据。</translation>
        </message>
    </context>
    <context>
        <name>ui::HeaderBar</name>
        <message>
            <source>Workspace</source>
            <translation>工作区</translation>
        </message>
        <message>
            <source>1 problem</source>
            <translation>1 个问题</translation>
        </message>
        <message>
            <source>%1 problems</source>
            <translation>%1 个问题</translation>
        </message>
        <message>
            <source>1 suggestion</source>
            <translation>1 条建议</translation>
        </message>
        <message>
            <source>%1 suggestions</source>
            <translation>%1 条建议</translation>
        </message>
        <message>
            <source>No problems</source>
            <translation>没有问题</translation>
        </message>
    </context>
    <context>
        <name>ui::HeldTable</name>
        <message>
            <source>Held by rank %1</source>
            <translation>rank %1 保存的内容</translation>
        </message>
        <message>
            <source> MiB</source>
            <translation> MiB</translation>
        </message>
        <message>
            <source>MiB</source>
            <translation>MiB</translation>
        </message>
        <message>
            <source>largest</source>
            <translation>最大</translation>
        </message>
        <message>
            <source>Refused request</source>
            <translation>被拒绝的请求</translation>
        </message>
    </context>
    <context>
        <name>ui::HelpWindow</name>
        <message>
            <source>Help</source>
            <translation>帮助</translation>
        </message>
        <message>
            <source>Search help</source>
            <translation>搜索帮助</translation>
        </message>
        <message>
            <source>Pages</source>
            <translation>页面</translation>
        </message>
        <message>
            <source>Help page</source>
            <translation>帮助页</translation>
        </message>
        <message>
            <source>The help pages of this installation were not found.</source>
            <translation>没有找到本安装的帮助页。</translation>
        </message>
    </context>
    <context>
        <name>ui::LayoutSection</name>
        <message>
            <source>Layout</source>
            <translation>布局</translation>
        </message>
        <message>
            <source>Tensor</source>
            <translation>张量并行</translation>
        </message>
        <message>
            <source>Pipeline</source>
            <translation>流水线并行</translation>
        </message>
        <message>
            <source>Data</source>
            <translation>数据并行</translation>
        </message>
        <message>
            <source>1 card</source>
            <translation>1 张卡</translation>
        </message>
        <message>
            <source>%1 cards</source>
            <translation>%1 张卡</translation>
        </message>
        <message>
            <source>The number of cards is locked: data-parallel size follows. Click to unlock.</source>
            <translation>卡数已锁定：数据并行随之改变。点击解锁。</translation>
        </message>
        <message>
            <source>The number of cards follows tensor × pipeline × data. Click to lock it.</source>
            <translation>卡数 = 张量 × 流水线 × 数据。点击锁定卡数。</translation>
        </message>
        <message>
            <source>Off</source>
            <translation>关</translation>
        </message>
        <message>
            <source>On</source>
            <translation>开</translation>
        </message>
        <message>
            <source>Sequence parallel</source>
            <translation>序列并行</translation>
        </message>
        <message>
            <source>Between the split products the tensor group shares the sequence too: norms and residuals are held once, not tp times. The bytes sent are the same.</source>
            <translation>在切分的矩阵乘法之间，张量组也按序列分工：归一化和残差只保存一份，而不是 tp 份。发送的字节数不变。</translation>
        </message>
        <message>
            <source>%1 needed, %2 there</source>
            <translation>需要 %1，现有 %2</translation>
        </message>
    </context>
    <context>
        <name>ui::LearnView</name>
        <message>
            <source>Another run is going on.</source>
            <translation>另一个训练正在进行。</translation>
        </message>
        <message>
            <source>Step %1 of %2, loss %3</source>
            <translation>第 %1 步，共 %2 步，损失 %3</translation>
        </message>
        <message>
            <source>Starting</source>
            <translation>正在启动</translation>
        </message>
    </context>
    <context>
        <name>ui::LearningRateChart</name>
        <message>
            <source>Learning rate</source>
            <translation>学习率</translation>
        </message>
        <message>
            <source>Warm-up and cosine, with the planned curve.</source>
            <translation>预热和余弦，以及计划的曲线。</translation>
        </message>
        <message>
            <source>planned</source>
            <translation>计划</translation>
        </message>
        <message>
            <source>learning rate</source>
            <translation>学习率</translation>
        </message>
    </context>
    <context>
        <name>ui::Legend</name>
        <message>
            <source>Legend: %1</source>
            <translation>图例：%1</translation>
        </message>
    </context>
    <context>
        <name>ui::LessonControls</name>
        <message>
            <source>Plan of the lesson</source>
            <translation>课程方案</translation>
        </message>
        <message>
            <source>Unlocked by your prediction</source>
            <translation>提交预测后解锁</translation>
        </message>
        <message>
            <source>your own plan stays as it is</source>
            <translation>你自己的方案保持不变</translation>
        </message>
    </context>
    <context>
        <name>ui::LessonList</name>
        <message>
            <source>The course</source>
            <translation>课程</translation>
        </message>
        <message>
            <source>Quiz</source>
            <translation>测验</translation>
        </message>
        <message>
            <source>Questions over all chapters, drawn anew each time.</source>
            <translation>覆盖所有章节的题目，每次重新抽取。</translation>
        </message>
        <message>
            <source>%1 of %2 answers right so far.</source>
            <translation>到目前答对 %1 题，共 %2 题。</translation>
        </message>
        <message>
            <source>Take the quiz</source>
            <translation>做测验</translation>
        </message>
        <message>
            <source>Widely believed</source>
            <translation>常见误解</translation>
        </message>
        <message>
            <source>Cases</source>
            <translation>案例</translation>
        </message>
        <message>
            <source>Things to do</source>
            <translation>动手做</translation>
        </message>
    </context>
    <context>
        <name>ui::LessonRow</name>
        <message>
            <source>finished</source>
            <translation>已完成</translation>
        </message>
        <message>
            <source>%1 of %2 steps</source>
            <translation>第 %1 步，共 %2 步</translation>
        </message>
        <message>
            <source>done</source>
            <translation>完成</translation>
        </message>
        <message>
            <source>%1 of %2</source>
            <translation>%1 / %2</translation>
        </message>
    </context>
    <context>
        <name>ui::LessonStrip</name>
        <message>
            <source>Chapter %1</source>
            <translation>第 %1 章</translation>
        </message>
        <message>
            <source>Case %1</source>
            <translation>案例 %1</translation>
        </message>
        <message>
            <source>Misconception %1</source>
            <translation>误解 %1</translation>
        </message>
        <message>
            <source>All lessons</source>
            <translation>全部课程</translation>
        </message>
        <message>
            <source>Said in kitchen words</source>
            <translation>用厨房打比方</translation>
        </message>
        <message>
            <source>Run it</source>
            <translation>运行</translation>
        </message>
        <message>
            <source>Back</source>
            <translation>上一步</translation>
        </message>
        <message>
            <source>Next</source>
            <translation>下一步</translation>
        </message>
        <message>
            <source>Step %1 of %2</source>
            <translation>第 %1 步，共 %2 步</translation>
        </message>
        <message>
            <source>Leave the kitchen words out</source>
            <translation>收起厨房比方</translation>
        </message>
        <message>
            <source>Finish</source>
            <translation>完成</translation>
        </message>
        <message>
            <source>Stop it</source>
            <translation>停止</translation>
        </message>
    </context>
    <context>
        <name>ui::LiveChart</name>
        <message>
            <source>engine stopped</source>
            <translation>引擎停止</translation>
        </message>
    </context>
    <context>
        <name>ui::LossChart</name>
        <message>
            <source>training, average of %1 steps</source>
            <translation>训练，%1 步平均</translation>
        </message>
        <message>
            <source>average of %1 steps</source>
            <translation>%1 步平均</translation>
        </message>
        <message>
            <source>each step</source>
            <translation>每一步</translation>
        </message>
        <message>
            <source>each</source>
            <translation>逐步</translation>
        </message>
        <message>
            <source>held out</source>
            <translation>留出集</translation>
        </message>
        <message>
            <source>Text: %1.</source>
            <translation>文本：%1。</translation>
        </message>
        <message>
            <source>real text found on this machine</source>
            <translation>本机上找到的真实文本</translation>
        </message>
        <message>
            <source>Text: %1, the last %2 held out.</source>
            <translation>文本：%1，最后 %2 留作验证。</translation>
        </message>
        <message>
            <source>Loss</source>
            <translation>损失</translation>
        </message>
        <message>
            <source>training, every step</source>
            <translation>训练，每一步</translation>
        </message>
        <message>
            <source>training</source>
            <translation>训练</translation>
        </message>
        <message>
            <source>Follow the newest step</source>
            <translation>跟随最新一步</translation>
        </message>
        <message>
            <source>Start</source>
            <translation>开始</translation>
        </message>
        <message>
            <source>Training and held-out loss appear with the first step.</source>
            <translation>第一步之后显示训练集和留出集的损失。</translation>
        </message>
        <message>
            <source>nat per byte</source>
            <translation>每字节 nat</translation>
        </message>
        <message>
            <source>unigram %1</source>
            <translation>一元模型 %1</translation>
        </message>
        <message>
            <source>bigram %1</source>
            <translation>二元模型 %1</translation>
        </message>
        <message>
            <source>the run before</source>
            <translation>上一次运行</translation>
        </message>
        <message>
            <source>before</source>
            <translation>上一次</translation>
        </message>
        <message>
            <source>the run before that</source>
            <translation>再上一次运行</translation>
        </message>
        <message>
            <source>before that</source>
            <translation>再上一次</translation>
        </message>
    </context>
    <context>
        <name>ui::MainWindow</name>
        <message>
            <source>A run of %1 is going on.</source>
            <translation>正在运行 %1。</translation>
        </message>
        <message>
            <source>It is another plan than the one shown here, %1.</source>
            <translation>它和这里显示的方案（%1）不是同一个。</translation>
        </message>
        <message>
            <source>Stop it and train this plan</source>
            <translation>停止它，训练这个方案</translation>
        </message>
        <message>
            <source>Show the run</source>
            <translation>查看运行</translation>
        </message>
        <message>
            <source>Line %1, column %2: %3</source>
            <translation>第 %1 行第 %2 列：%3</translation>
        </message>
        <message>
            <source>Explore</source>
            <translation>探索</translation>
        </message>
        <message>
            <source>Run</source>
            <translation>运行</translation>
        </message>
        <message>
            <source>Learn</source>
            <translation>学习</translation>
        </message>
        <message>
            <source>The run could not be left running.</source>
            <translation>无法让训练独自继续。</translation>
        </message>
        <message>
            <source>The engine did not answer. The run still belongs to this window.</source>
            <translation>引擎没有响应。训练仍属于这个窗口。</translation>
        </message>
        <message>
            <source>Dismiss</source>
            <translation>知道了</translation>
        </message>
        <message>
            <source>%1 was not opened.</source>
            <translation>没有打开 %1。</translation>
        </message>
        <message>
            <source>A run is going on.</source>
            <translation>训练正在进行。</translation>
        </message>
        <message>
            <source>Stop it before opening a recorded one.</source>
            <translation>先停止它，再打开记录。</translation>
        </message>
        <message>
            <source>%1[*] – Shardscope</source>
            <translation>%1[*] – Shardscope</translation>
        </message>
        <message>
            <source>Save checkpoint now</source>
            <translation>立即保存检查点</translation>
        </message>
        <message>
            <source>Write weights and optimizer state to disk; training goes on</source>
            <translation>把权重和优化器状态写入磁盘，训练继续</translation>
        </message>
        <message>
            <source>Resume from checkpoint…</source>
            <translation>从检查点恢复…</translation>
        </message>
        <message>
            <source>Take the plan of a checkpoint and go on training where it was saved</source>
            <translation>采用检查点的方案，从保存处继续训练</translation>
        </message>
        <message>
            <source>Resume in another layout…</source>
            <translation>换布局恢复…</translation>
        </message>
        <message>
            <source>Go on from a checkpoint of the same model with the layout of this plan</source>
            <translation>按这个方案的布局，从同一模型的检查点继续</translation>
        </message>
        <message>
            <source>A run is going on. Stop it first.</source>
            <translation>训练正在进行，请先停止。</translation>
        </message>
        <message>
            <source>No run is going on.</source>
            <translation>没有正在进行的训练。</translation>
        </message>
        <message>
            <source>Checkpoint of step %1 saved, %2.</source>
            <translation>已保存第 %1 步的检查点，%2。</translation>
        </message>
        <message>
            <source>Folder of a checkpoint, or of several: the newest is taken</source>
            <translation>一个检查点的文件夹，或存放多个检查点的文件夹（取最新的）</translation>
        </message>
        <message>
            <source>This checkpoint was not resumed.</source>
            <translation>没有从这个检查点恢复。</translation>
        </message>
        <message>
            <source>Take the plan of a checkpoint</source>
            <translation>采用检查点的方案</translation>
        </message>
        <message>
            <source>load import</source>
            <translation>载入 导入 打开 load import</translation>
        </message>
        <message>
            <source>replay recording load history</source>
            <translation>回放 记录 载入 历史 replay recording</translation>
        </message>
        <message>
            <source>write store keep</source>
            <translation>写入 存储 保留 write store</translation>
        </message>
        <message>
            <source>screenshot image png save print</source>
            <translation>截图 图片 保存 打印 screenshot png</translation>
        </message>
        <message>
            <source>exit close end</source>
            <translation>退出 关闭 结束 exit close</translation>
        </message>
        <message>
            <source>back revert</source>
            <translation>撤回 返回 back revert</translation>
        </message>
        <message>
            <source>again repeat forward</source>
            <translation>重做 再来 again repeat</translation>
        </message>
        <message>
            <source>unselect none escape</source>
            <translation>取消选择 unselect none</translation>
        </message>
        <message>
            <source>plan predict design home</source>
            <translation>方案 预测 设计 plan predict</translation>
        </message>
        <message>
            <source>train live charts loss monitor</source>
            <translation>训练 实时 图表 损失 监控 train loss</translation>
        </message>
        <message>
            <source>theme dark light mode colours colors appearance night day</source>
            <translation>主题 深色 浅色 颜色 外观 夜间 theme dark light</translation>
        </message>
        <message>
            <source>restore default panes splitters windows</source>
            <translation>恢复 默认 面板 窗口 restore default</translation>
        </message>
        <message>
            <source>palette find</source>
            <translation>命令 查找 palette find</translation>
        </message>
        <message>
            <source>gpus devices fix count</source>
            <translation>卡 设备 固定 数量 gpus devices</translation>
        </message>
        <message>
            <source>settings options optimizer scheduler checkpoint seed steps preferences</source>
            <translation>设置 选项 优化器 调度 检查点 种子 步数 settings options optimizer</translation>
        </message>
        <message>
            <source>formula memory exact difference</source>
            <translation>公式 显存 精确 差别 formula memory</translation>
        </message>
        <message>
            <source>train begin go launch play</source>
            <translation>训练 启动 开始 train launch</translation>
        </message>
        <message>
            <source>hold wait continue resume</source>
            <translation>暂停 等待 继续 hold resume</translation>
        </message>
        <message>
            <source>single next one</source>
            <translation>单步 下一步 single next</translation>
        </message>
        <message>
            <source>end cancel abort kill quit</source>
            <translation>结束 取消 中止 end cancel abort</translation>
        </message>
        <message>
            <source>store write snapshot weights keep</source>
            <translation>存储 快照 权重 保留 store snapshot</translation>
        </message>
        <message>
            <source>restore continue load go on weights</source>
            <translation>恢复 继续 载入 权重 restore load</translation>
        </message>
        <message>
            <source>restore continue load reshard reshape convert layout checkpoint</source>
            <translation>恢复 检查点 重新切分 转换 布局 reshard layout checkpoint</translation>
        </message>
        <message>
            <source>left background reconnect follow detached</source>
            <translation>后台 重新连接 跟随 left background reconnect</translation>
        </message>
        <message>
            <source>output messages errors terminal console</source>
            <translation>输出 消息 错误 终端 output errors</translation>
        </message>
        <message>
            <source>recordings files delete history directory</source>
            <translation>记录 文件 删除 历史 目录 recordings delete</translation>
        </message>
        <message>
            <source>manual documentation guide explain what why f1</source>
            <translation>手册 文档 指南 说明 manual documentation</translation>
        </message>
        <message>
            <source>shortcuts keyboard hotkeys bindings</source>
            <translation>快捷键 键盘 shortcuts keyboard</translation>
        </message>
        <message>
            <source>Open plan…</source>
            <translation>打开方案…</translation>
        </message>
        <message>
            <source>Open a plan file</source>
            <translation>打开方案文件</translation>
        </message>
        <message>
            <source>Open run…</source>
            <translation>打开训练记录…</translation>
        </message>
        <message>
            <source>Open a recorded run</source>
            <translation>打开一次训练的记录</translation>
        </message>
        <message>
            <source>Save plan</source>
            <translation>保存方案</translation>
        </message>
        <message>
            <source>Save the plan to its file</source>
            <translation>把方案存回文件</translation>
        </message>
        <message>
            <source>Save plan as…</source>
            <translation>方案另存为…</translation>
        </message>
        <message>
            <source>Save the plan to another file</source>
            <translation>把方案存到别的文件</translation>
        </message>
        <message>
            <source>Export pictures…</source>
            <translation>导出图片…</translation>
        </message>
        <message>
            <source>Write every view and the whole window as PNG, light and dark</source>
            <translation>把每个视图和整个窗口存为 PNG，浅色和深色</translation>
        </message>
        <message>
            <source>Quit</source>
            <translation>退出</translation>
        </message>
        <message>
            <source>Close the window</source>
            <translation>关闭窗口</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <source>Take back the last change of the plan</source>
            <translation>撤销方案的上一次修改</translation>
        </message>
        <message>
            <source>Redo</source>
            <translation>重做</translation>
        </message>
        <message>
            <source>Do the change again</source>
            <translation>重新执行这次修改</translation>
        </message>
        <message>
            <source>Undo %1</source>
            <translation>撤销 %1</translation>
        </message>
        <message>
            <source>Redo %1</source>
            <translation>重做 %1</translation>
        </message>
        <message>
            <source>Clear selection</source>
            <translation>清除选择</translation>
        </message>
        <message>
            <source>Select nothing</source>
            <translation>不选任何东西</translation>
        </message>
        <message>
            <source>The plan and its predictions</source>
            <translation>方案及其预测</translation>
        </message>
        <message>
            <source>The training run</source>
            <translation>训练过程</translation>
        </message>
        <message>
            <source>Light or dark</source>
            <translation>浅色或深色</translation>
        </message>
        <message>
            <source>Switch between light and dark</source>
            <translation>在浅色和深色之间切换</translation>
        </message>
        <message>
            <source>Reset layout</source>
            <translation>重置窗口布局</translation>
        </message>
        <message>
            <source>Give every pane its first size again</source>
            <translation>让每个面板恢复初始大小</translation>
        </message>
        <message>
            <source>Search commands</source>
            <translation>搜索命令</translation>
        </message>
        <message>
            <source>Find any command by a few letters</source>
            <translation>输入几个字就能找到命令</translation>
        </message>
        <message>
            <source>Lock or free the number of cards</source>
            <translation>锁定或放开卡数</translation>
        </message>
        <message>
            <source>Locked: data-parallel size follows the cards. Free: the cards follow the layout</source>
            <translation>锁定：数据并行随卡数改变；放开：卡数随布局改变</translation>
        </message>
        <message>
            <source>All fields of the plan…</source>
            <translation>方案的全部字段…</translation>
        </message>
        <message>
            <source>Optimizer, learning rate, checkpoints and everything else a plan can say</source>
            <translation>优化器、学习率、检查点，以及方案能写的其他一切</translation>
        </message>
        <message>
            <source>Why the textbook says more memory</source>
            <translation>教科书为什么算得更多</translation>
        </message>
        <message>
            <source>Exact and textbook memory side by side</source>
            <translation>精确显存与教科书显存对照</translation>
        </message>
        <message>
            <source>Plan %1</source>
            <translation>方案 %1</translation>
        </message>
        <message>
            <source>Take this shipped plan</source>
            <translation>采用这个自带方案</translation>
        </message>
        <message>
            <source>Take plan %1</source>
            <translation>采用方案 %1</translation>
        </message>
        <message>
            <source>Start</source>
            <translation>开始</translation>
        </message>
        <message>
            <source>Train this plan on virtual cards</source>
            <translation>在虚拟卡上训练这个方案</translation>
        </message>
        <message>
            <source>Pause</source>
            <translation>暂停</translation>
        </message>
        <message>
            <source>Pause or go on training</source>
            <translation>暂停或继续训练</translation>
        </message>
        <message>
            <source>One step</source>
            <translation>单步</translation>
        </message>
        <message>
            <source>Train one step, then pause</source>
            <translation>训练一步，然后暂停</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <source>Stop the run</source>
            <translation>停止训练</translation>
        </message>
        <message>
            <source>Show log</source>
            <translation>显示日志</translation>
        </message>
        <message>
            <source>What the engine has written</source>
            <translation>引擎写出的内容</translation>
        </message>
        <message>
            <source>Open the folder of runs</source>
            <translation>打开训练记录文件夹</translation>
        </message>
        <message>
            <source>Recorded runs, to look at or delete</source>
            <translation>训练记录，可查看或删除</translation>
        </message>
        <message>
            <source>Help</source>
            <translation>帮助</translation>
        </message>
        <message>
            <source>What the views show and mean</source>
            <translation>各视图显示什么、是什么意思</translation>
        </message>
        <message>
            <source>Keys</source>
            <translation>快捷键</translation>
        </message>
        <message>
            <source>All shortcuts</source>
            <translation>全部快捷键</translation>
        </message>
        <message>
            <source>Recent plans</source>
            <translation>最近的方案</translation>
        </message>
        <message>
            <source>Recorded runs</source>
            <translation>训练记录</translation>
        </message>
        <message>
            <source>No plan was opened yet</source>
            <translation>还没有打开过方案</translation>
        </message>
        <message>
            <source>Forget recent plans</source>
            <translation>清除最近的方案</translation>
        </message>
        <message>
            <source>%1, %2, %3</source>
            <translation>%1，%2，%3</translation>
        </message>
        <message>
            <source>Open</source>
            <translation>打开</translation>
        </message>
        <message>
            <source>Delete</source>
            <translation>删除</translation>
        </message>
        <message>
            <source>No run was recorded yet</source>
            <translation>还没有训练记录</translation>
        </message>
        <message>
            <source>%1 runs, %2 of at most %3</source>
            <translation>%1 次训练，已用 %2，上限 %3</translation>
        </message>
        <message>
            <source>The plan was not saved.</source>
            <translation>方案没有保存。</translation>
        </message>
        <message>
            <source>Folder for the pictures</source>
            <translation>存放图片的文件夹</translation>
        </message>
        <message>
            <source>The pictures were not written.</source>
            <translation>图片没有写出。</translation>
        </message>
        <message>
            <source>%1 pictures written.</source>
            <translation>已写出 %1 张图片。</translation>
        </message>
        <message>
            <source>Go on</source>
            <translation>继续</translation>
        </message>
        <message>
            <source>Pause first; then single steps are possible.</source>
            <translation>先暂停，才能单步执行。</translation>
        </message>
        <message>
            <source>There was no run yet.</source>
            <translation>还没有训练过。</translation>
        </message>
        <message>
            <source>This plan was not started.</source>
            <translation>这个方案没有启动。</translation>
        </message>
        <message>
            <source>This plan does not fit its cards.</source>
            <translation>这个方案放不进它的卡。</translation>
        </message>
        <message>
            <source>Start anyway</source>
            <translation>仍然开始</translation>
        </message>
        <message>
            <source>Change the plan</source>
            <translation>修改方案</translation>
        </message>
        <message>
            <source>A checkpoint is being saved before the run ends.</source>
            <translation>训练结束前正在保存检查点。</translation>
        </message>
        <message>
            <source>End without it</source>
            <translation>不保存，直接结束</translation>
        </message>
        <message>
            <source>Nothing on this screen is lost.</source>
            <translation>屏幕上的内容都没有丢失。</translation>
        </message>
        <message>
            <source>Start over</source>
            <translation>重新开始</translation>
        </message>
        <message>
            <source>Resume from step %1</source>
            <translation>从第 %1 步恢复</translation>
        </message>
        <message>
            <source>No GPU here.</source>
            <translation>这里没有 GPU。</translation>
        </message>
        <message>
            <source>Training runs on %1 virtual cards, %2 CPU cores. Results are the same, steps are slower.</source>
            <translation>训练在 %1 张虚拟卡、%2 个 CPU 核上进行。结果相同，只是每步更慢。</translation>
        </message>
        <message>
            <source>Start on virtual cards</source>
            <translation>在虚拟卡上开始</translation>
        </message>
        <message>
            <source>What was tried</source>
            <translation>尝试过什么</translation>
        </message>
        <message>
            <source>Looking for a GPU</source>
            <translation>寻找 GPU</translation>
        </message>
        <message>
            <source>Log of the engine</source>
            <translation>引擎日志</translation>
        </message>
        <message>
            <source>Some lessons could not be read.</source>
            <translation>有些课程无法读取。</translation>
        </message>
        <message>
            <source>The run of the lesson has ended.</source>
            <translation>课程的训练已结束。</translation>
        </message>
        <message>
            <source>See what the card held</source>
            <translation>看卡上存了什么</translation>
        </message>
        <message>
            <source>The course, cases and quiz</source>
            <translation>课程、案例和测验</translation>
        </message>
        <message>
            <source>All lessons</source>
            <translation>全部课程</translation>
        </message>
        <message>
            <source>The list of chapters, cases and beliefs</source>
            <translation>章节、案例和误解的列表</translation>
        </message>
        <message>
            <source>Take the quiz</source>
            <translation>做测验</translation>
        </message>
        <message>
            <source>Questions over all chapters</source>
            <translation>覆盖所有章节的题目</translation>
        </message>
        <message>
            <source>Switch the language of the window</source>
            <translation>切换窗口语言</translation>
        </message>
        <message>
            <source>course lesson chapter teach tutorial</source>
            <translation>课程 章节 教学 教程 course lesson</translation>
        </message>
        <message>
            <source>questions test exam</source>
            <translation>题目 测试 考试 questions test</translation>
        </message>
        <message>
            <source>Attach to a run left running</source>
            <translation>连接到独自运行的训练</translation>
        </message>
        <message>
            <source>Look for runs that go on without a window</source>
            <translation>查找没有窗口、仍在进行的训练</translation>
        </message>
        <message>
            <source>No run was left running.</source>
            <translation>没有独自运行的训练。</translation>
        </message>
        <message>
            <source>Closing the window during a run offers to leave it running.</source>
            <translation>训练时关闭窗口，可以选择让它继续运行。</translation>
        </message>
        <message>
            <source>Training is still running.</source>
            <translation>训练还在进行。</translation>
        </message>
        <message>
            <source>Left running, it can be attached to again.</source>
            <translation>让它继续运行，以后可以重新连接。</translation>
        </message>
        <message>
            <source>Closing the window stops it; the recorded run stays.</source>
            <translation>关闭窗口会停止训练；已记录的内容保留。</translation>
        </message>
        <message>
            <source>Keep training</source>
            <translation>继续训练</translation>
        </message>
        <message>
            <source>Leave it running</source>
            <translation>让它继续运行</translation>
        </message>
        <message>
            <source>Stop and close</source>
            <translation>停止并关闭</translation>
        </message>
        <message>
            <source>Leaving the run to itself.</source>
            <translation>正在让训练独自继续。</translation>
        </message>
        <message>
            <source>A run goes on without a window: %1.</source>
            <translation>有一个训练在没有窗口的情况下继续：%1。</translation>
        </message>
        <message>
            <source>Started %1, at step %2.</source>
            <translation>开始于 %1，到第 %2 步。</translation>
        </message>
        <message>
            <source>Attach</source>
            <translation>连接</translation>
        </message>
        <message>
            <source>Stop it</source>
            <translation>停止</translation>
        </message>
        <message>
            <source>Not now</source>
            <translation>以后再说</translation>
        </message>
        <message>
            <source>The run that was left has ended: %1.</source>
            <translation>独自运行的训练已结束：%1。</translation>
        </message>
        <message>
            <source>The run that was left has failed: %1.</source>
            <translation>独自运行的训练失败了：%1。</translation>
        </message>
        <message>
            <source>The engine of the run that was left has died: %1.</source>
            <translation>独自运行的训练，其引擎已崩溃：%1。</translation>
        </message>
        <message>
            <source>Started %1, its last step was %2. All of it is recorded.</source>
            <translation>开始于 %1，最后是第 %2 步。全部已记录。</translation>
        </message>
        <message>
            <source>Open the recording</source>
            <translation>打开记录</translation>
        </message>
        <message>
            <source>The run was not attached to.</source>
            <translation>没有连接到训练。</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>显存</translation>
        </message>
        <message>
            <source>Timeline</source>
            <translation>时间线</translation>
        </message>
        <message>
            <source>Cards</source>
            <translation>卡</translation>
        </message>
        <message>
            <source>No lesson is open. Open one in Learn first.</source>
            <translation>没有打开课程。请先在“学习”中打开一课。</translation>
        </message>
        <message>
            <source>Where to write the hand-out</source>
            <translation>讲义写到哪里</translation>
        </message>
        <message>
            <source>PDF (*.pdf)</source>
            <translation>PDF (*.pdf)</translation>
        </message>
        <message>
            <source>The hand-out was not written.</source>
            <translation>讲义没有写出。</translation>
        </message>
        <message>
            <source>Present</source>
            <translation>演示</translation>
        </message>
        <message>
            <source>Learn on the whole screen, in large type, for a clicker</source>
            <translation>全屏、大字显示“学习”，可用翻页笔</translation>
        </message>
        <message>
            <source>Print the lesson…</source>
            <translation>打印本课…</translation>
        </message>
        <message>
            <source>A hand-out of the open lesson as PDF, with pictures of your plan</source>
            <translation>把打开的课程写成 PDF 讲义，附上你的方案的图</translation>
        </message>
        <message>
            <source>presenter full screen projector slides beamer</source>
            <translation>演示 全屏 投影 幻灯片 presenter full screen</translation>
        </message>
        <message>
            <source>pdf paper hand-out handout export</source>
            <translation>讲义 纸 pdf 导出 handout</translation>
        </message>
        <message>
            <source>Plan</source>
            <translation>规划</translation>
        </message>
        <message>
            <source>export html pdf print share summary page</source>
            <translation>导出 html pdf 打印 分享 摘要 页面</translation>
        </message>
        <message>
            <source>planner search compare formulas estimators validation</source>
            <translation>规划 搜索 比较 公式 估算 验证</translation>
        </message>
        <message>
            <source>Report…</source>
            <translation>报告…</translation>
        </message>
        <message>
            <source>One page about this plan, as HTML or PDF</source>
            <translation>关于当前方案的一页报告，HTML 或 PDF</translation>
        </message>
        <message>
            <source>Search, comparison, formulas</source>
            <translation>搜索、比较、公式</translation>
        </message>
        <message>
            <source>Search layouts</source>
            <translation>搜索布局</translation>
        </message>
        <message>
            <source>All layouts of this model on its cards, scored</source>
            <translation>为此模型在这些卡上的所有布局打分</translation>
        </message>
        <message>
            <source>Compare plans</source>
            <translation>比较方案</translation>
        </message>
        <message>
            <source>Two plans term by term</source>
            <translation>逐项比较两个方案</translation>
        </message>
        <message>
            <source>Formulas</source>
            <translation>公式</translation>
        </message>
        <message>
            <source>Every number of this plan and where it comes from</source>
            <translation>当前方案的每个数字及其来源</translation>
        </message>
        <message>
            <source>Other tools</source>
            <translation>其他工具</translation>
        </message>
        <message>
            <source>What other calculators say for this plan, and why</source>
            <translation>其他计算器对当前方案的估算及原因</translation>
        </message>
        <message>
            <source>Validation</source>
            <translation>验证</translation>
        </message>
        <message>
            <source>Published tables, recomputed</source>
            <translation>重新计算的已发表表格</translation>
        </message>
        <message>
            <source>optimise find best layout pareto fastest smallest planner</source>
            <translation>优化 寻找 最佳 布局 帕累托 最快 最小 规划</translation>
        </message>
        <message>
            <source>difference two plans a b versus</source>
            <translation>差别 两个方案 a b 对比</translation>
        </message>
        <message>
            <source>provenance explain derivation why numbers</source>
            <translation>来源 解释 推导 为什么 数字</translation>
        </message>
        <message>
            <source>deepspeed megatron eleuther accelerate estimator calculator memory</source>
            <translation>deepspeed megatron eleuther accelerate 估算 计算器 显存 内存</translation>
        </message>
        <message>
            <source>accuracy error published papers trust</source>
            <translation>准确度 误差 已发表 论文 可信</translation>
        </message>
        <message>
            <source>Report of this plan</source>
            <translation>当前方案的报告</translation>
        </message>
        <message>
            <source>Web page (*.html);;PDF (*.pdf)</source>
            <translation>网页 (*.html);;PDF (*.pdf)</translation>
        </message>
        <message>
            <source>The report was not written.</source>
            <translation>报告没有写成。</translation>
        </message>
        <message>
            <source>The report is written.</source>
            <translation>报告已写好。</translation>
        </message>
        <message>
            <source>Open it</source>
            <translation>打开</translation>
        </message>
        <message>
            <source>Show the order of a step</source>
            <translation>显示一步的次序</translation>
        </message>
        <message>
            <source>Show the timeline</source>
            <translation>显示时间线</translation>
        </message>
        <message>
            <source>Another program trains; only its log is read here.</source>
            <translation>训练由别的程序进行，这里只读它的日志。</translation>
        </message>
        <message>
            <source>Configuration desk</source>
            <translation>配置台</translation>
        </message>
        <message>
            <source>Check, mend and write ds_config and launch scripts</source>
            <translation>检查、改正并写出 ds_config 和启动脚本</translation>
        </message>
        <message>
            <source>Order of a step</source>
            <translation>一步的次序</translation>
        </message>
        <message>
            <source>How Megatron and DeepSpeed work together in one step, in the place of the timeline</source>
            <translation>在时间线的位置显示 Megatron 与 DeepSpeed 如何合作完成一步</translation>
        </message>
        <message>
            <source>integration megatron deepspeed sequence step mpu engine initialize</source>
            <translation>集成 合作 顺序 步骤 mpu 引擎</translation>
        </message>
        <message>
            <source>Open log…</source>
            <translation>打开日志…</translation>
        </message>
        <message>
            <source>Follow the training log of another program</source>
            <translation>跟随别的程序的训练日志</translation>
        </message>
        <message>
            <source>Watch a command…</source>
            <translation>跟随一个命令…</translation>
        </message>
        <message>
            <source>Follow a training log that a command prints, over ssh for instance</source>
            <translation>跟随一个命令输出的训练日志，例如经由 ssh</translation>
        </message>
        <message>
            <source>deepspeed megatron json script check validate export import slurm</source>
            <translation>配置 脚本 检查 校验 导出 导入 slurm</translation>
        </message>
        <message>
            <source>watch tail megatron deepspeed follow import</source>
            <translation>跟随 日志 tail 导入</translation>
        </message>
        <message>
            <source>ssh tail log follow remote</source>
            <translation>远程 ssh 日志 跟随</translation>
        </message>
        <message>
            <source>Open a training log</source>
            <translation>打开训练日志</translation>
        </message>
        <message>
            <source>Stop it before opening a log.</source>
            <translation>先停下它，再打开日志。</translation>
        </message>
        <message>
            <source>Export for TensorBoard…</source>
            <translation>导出为 TensorBoard…</translation>
        </message>
        <message>
            <source>Write loss, learning rate, gradient norm and speed of the run shown as an event file</source>
            <translation>把所示训练的损失、学习率、梯度范数和速度写成事件文件</translation>
        </message>
        <message>
            <source>There is no recorded run to export.</source>
            <translation>没有可导出的训练记录。</translation>
        </message>
        <message>
            <source>Export for TensorBoard</source>
            <translation>导出为 TensorBoard</translation>
        </message>
        <message>
            <source>Event files (*tfevents*);;All files (*)</source>
            <translation>事件文件 (*tfevents*);;所有文件 (*)</translation>
        </message>
        <message>
            <source>The run was not exported.</source>
            <translation>训练没有导出。</translation>
        </message>
        <message>
            <source>Open without saving</source>
            <translation>不保存，直接打开</translation>
        </message>
        <message>
            <source>Close without saving</source>
            <translation>不保存，直接关闭</translation>
        </message>
        <message>
            <source>Keep editing</source>
            <translation>继续编辑</translation>
        </message>
        <message>
            <source>Save</source>
            <translation>保存</translation>
        </message>
        <message>
            <source>%1 has changes that are not saved.</source>
            <translation>%1 有尚未保存的修改。</translation>
        </message>
        <message>
            <source>Training goes on.</source>
            <translation>训练仍在继续。</translation>
        </message>
        <message>
            <source>File: %1.</source>
            <translation>文件：%1。</translation>
        </message>
        <message>
            <source>Take the plan of the run</source>
            <translation>采用该训练的方案</translation>
        </message>
        <message>
            <source>Configuration</source>
            <translation>配置</translation>
        </message>
        <message>
            <source>%1 is not whole.</source>
            <translation>%1 不完整。</translation>
        </message>
        <message>
            <source>Training goes on from step %1.</source>
            <translation>从第 %1 步继续训练。</translation>
        </message>
        <message>
            <source>Measuring the speed of this machine takes long.</source>
            <translation>测量本机速度用时较长。</translation>
        </message>
        <message>
            <source>Predictions for virtual cards use the usual speed until the answer comes.</source>
            <translation>在得到结果之前，虚拟卡的预测使用通常的速度。</translation>
        </message>
        <message>
            <source>The speed of this machine was not measured.</source>
            <translation>没有测得本机速度。</translation>
        </message>
        <message>
            <source>Predictions for virtual cards use the usual speed.</source>
            <translation>虚拟卡的预测使用通常的速度。</translation>
        </message>
        <message>
            <source>Measure again</source>
            <translation>再测一次</translation>
        </message>
        <message>
            <source>Pin this plan as A, or unpin it</source>
            <translation>把当前方案固定为 A，或取消固定</translation>
        </message>
        <message>
            <source>Compare what is changed with the plan as it is now, in every view</source>
            <translation>在每个视图中把改动与现在的方案比较</translation>
        </message>
        <message>
            <source>compare a b ghost baseline hold difference end comparison</source>
            <translation>比较 对比 固定 基准 轮廓 差异 结束比较 compare pin</translation>
        </message>
        <message>
            <source>Logs (*.log *.txt *.out *.err *tfevents*);;All files (*)</source>
            <translation>日志 (*.log *.txt *.out *.err *tfevents*);;所有文件 (*)</translation>
        </message>
        <message>
            <source>The engine has written nothing.</source>
            <translation>引擎什么也没有输出。</translation>
        </message>
        <message>
            <source>Choose the text…</source>
            <translation>选择文本…</translation>
        </message>
        <message>
            <source>Text to train on</source>
            <translation>训练文本</translation>
        </message>
        <message>
            <source>Texts (*.txt *.md);;All files (*)</source>
            <translation>文本 (*.txt *.md);;所有文件 (*)</translation>
        </message>
        <message>
            <source>Take the unsaved plan of last time</source>
            <translation>采用上次未保存的方案</translation>
        </message>
        <message>
            <source>Your changes of last time are here again.</source>
            <translation>上次的改动已恢复。</translation>
        </message>
        <message>
            <source>They are in no file.</source>
            <translation>它们还没有存入文件。</translation>
        </message>
        <message>
            <source>Undo them</source>
            <translation>撤销这些改动</translation>
        </message>
        <message>
            <source>About Shardscope</source>
            <translation>关于 Shardscope</translation>
        </message>
        <message>
            <source>Version, licence and what it runs on</source>
            <translation>版本、许可证和运行环境</translation>
        </message>
        <message>
            <source>The engine program has not said what it runs on.</source>
            <translation>引擎程序还没有报告它能用什么运行。</translation>
        </message>
        <message>
            <source>Trains on virtual cards; no GPU was found.</source>
            <translation>在虚拟卡上训练；没有找到 GPU。</translation>
        </message>
        <message>
            <source>Trains on virtual cards and on GPUs, of which it found %1.</source>
            <translation>可在虚拟卡和 GPU 上训练，找到 %1 块 GPU。</translation>
        </message>
        <message>
            <source>Shardscope %1</source>
            <translation>Shardscope %1</translation>
        </message>
        <message>
            <source>Free software under the GNU General Public License, version 3 or later. It comes without any warranty.</source>
            <translation>自由软件，按 GNU 通用公共许可证第 3 版或更高版本发布，不提供任何担保。</translation>
        </message>
        <message>
            <source>Qt %1. %2</source>
            <translation>Qt %1。%2</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>version licence license copyright qt backends gpu</source>
            <translation>版本 许可证 版权 关于 qt gpu</translation>
        </message>
        <message>
            <source>%1 With “%2” it would need %3.</source>
            <translation>%1采用“%2”后需要 %3。</translation>
        </message>
        <message>
            <source>Make it fit</source>
            <translation>改到放得下</translation>
        </message>
        <message>
            <source>Make it fit: %1</source>
            <translation>改到放得下：%1</translation>
        </message>
        <message>
            <source>Trial runs</source>
            <translation>试运行</translation>
        </message>
        <message>
            <source>The best layouts as short runs, ranked by what they measured</source>
            <translation>把最好的布局做成短运行，并按实测结果排名</translation>
        </message>
        <message>
            <source>measure benchmark short runs logs rank again export best</source>
            <translation>实测 基准 短运行 日志 重新排名 导出 最佳</translation>
        </message>
    </context>
    <context>
        <name>ui::MemoryCanvas</name>
        <message>
            <source>Memory bars</source>
            <translation>显存条</translation>
        </message>
        <message>
            <source>%1 of %2</source>
            <translation>%1 / %2</translation>
        </message>
        <message>
            <source>card %1, beyond the axis</source>
            <translation>卡 %1，超出坐标轴</translation>
        </message>
        <message>
            <source>A %1</source>
            <translation>A %1</translation>
        </message>
    </context>
    <context>
        <name>ui::MemoryChart</name>
        <message>
            <source>Memory per card</source>
            <translation>每卡显存</translation>
        </message>
        <message>
            <source>Peak of every card, with its capacity.</source>
            <translation>每张卡的峰值和容量。</translation>
        </message>
        <message>
            <source>capacity</source>
            <translation>容量</translation>
        </message>
    </context>
    <context>
        <name>ui::MemoryNote</name>
        <message>
            <source>There is no memory estimate</source>
            <translation>没有显存估算</translation>
        </message>
        <message>
            <source>The plan breaks a rule; mend that first.</source>
            <translation>方案违反了规则，先修正它。</translation>
        </message>
        <message>
            <source>Weights, gradients and optimizer: %1 exact, %2 by the textbook</source>
            <translation>权重、梯度和优化器：精确值 %1，教科书 %2</translation>
        </message>
        <message>
            <source>Textbook: %1 with Ψ = %2, T = %3, D = %4. It divides only the weights by T and nothing by P, so on every card it counts gradients and optimizer of the whole model.</source>
            <translation>教科书：%1，其中 Ψ = %2，T = %3，D = %4。它只把权重除以 T，没有任何一项除以 P，所以每张卡都算进了整个模型的梯度和优化器状态。</translation>
        </message>
        <message>
            <source>Exact: a card of stage %1 holds only the slices of its own layers: weights, gradients and optimizer are all divided by P = %2 stages and by T = %3, tensor by tensor; ZeRO-%4 then divides what it shards by D = %5.</source>
            <translation>精确：阶段 %1 的卡只保存自己那些层的切片：权重、梯度和优化器状态都先除以 P = %2 个阶段，再逐个张量除以 T = %3；ZeRO-%4 再把它切分的部分除以 D = %5。</translation>
        </message>
        <message>
            <source>Activations, buffers and the framework come on top: %1 on the heaviest card.</source>
            <translation>激活值、缓冲区和框架另计：最重的卡上共 %1。</translation>
        </message>
    </context>
    <context>
        <name>ui::MemoryView</name>
        <message>
            <source>Memory</source>
            <translation>显存</translation>
        </message>
        <message>
            <source>Stages</source>
            <translation>阶段</translation>
        </message>
        <message>
            <source>Cards</source>
            <translation>卡</translation>
        </message>
        <message>
            <source>Memory rows</source>
            <translation>显存的行</translation>
        </message>
        <message>
            <source>More about memory</source>
            <translation>更多显存选项</translation>
        </message>
        <message>
            <source>Heaviest first</source>
            <translation>最重的在前</translation>
        </message>
        <message>
            <source>Bytes by category on every card, against its capacity.</source>
            <translation>每张卡各类字节数，对照容量。</translation>
        </message>
        <message>
            <source>predicted, %1</source>
            <translation>预测，%1</translation>
        </message>
        <message>
            <source>outline: A</source>
            <translation>轮廓：A</translation>
        </message>
    </context>
    <context>
        <name>ui::ModelSection</name>
        <message>
            <source>%1 parameters</source>
            <translation>%1 参数</translation>
        </message>
        <message>
            <source>Model and cluster</source>
            <translation>模型与集群</translation>
        </message>
        <message>
            <source>Nodes</source>
            <translation>节点数</translation>
        </message>
        <message>
            <source>Cards per node</source>
            <translation>每节点卡数</translation>
        </message>
        <message>
            <source>Memory of a card</source>
            <translation>单卡显存</translation>
        </message>
        <message>
            <source>MiB</source>
            <translation>MiB</translation>
        </message>
        <message>
            <source>Memory of a virtual card in MiB</source>
            <translation>虚拟卡显存（MiB）</translation>
        </message>
        <message>
            <source>Model</source>
            <translation>模型</translation>
        </message>
        <message>
            <source>Accelerator</source>
            <translation>加速卡</translation>
        </message>
        <message>
            <source>Own model</source>
            <translation>自定义模型</translation>
        </message>
    </context>
    <context>
        <name>ui::NumberField</name>
        <message>
            <source>%1 is not a whole number</source>
            <translation>%1 不是整数</translation>
        </message>
    </context>
    <context>
        <name>ui::OutOfMemoryPanel</name>
        <message>
            <source>Ways to make it fit</source>
            <translation>放得下的办法</translation>
        </message>
        <message>
            <source>Start again</source>
            <translation>重新开始</translation>
        </message>
        <message>
            <source>Rank %1 ran out of memory in step %2</source>
            <translation>rank %1 在第 %2 步显存不足</translation>
        </message>
        <message>
            <source>It needed %1 and the card holds %2.</source>
            <translation>需要 %1，卡上只有 %2。</translation>
        </message>
        <message>
            <source>The plan had predicted a peak of %1.</source>
            <translation>方案预测的峰值是 %1。</translation>
        </message>
        <message>
            <source>All ranks ended cleanly.</source>
            <translation>所有 rank 都已正常结束。</translation>
        </message>
        <message>
            <source>computing</source>
            <translation>计算中</translation>
        </message>
        <message>
            <source>Nothing else fits: no change of this plan, and no two of them. Use more cards or a smaller model.</source>
            <translation>没有别的办法能放下：改一处不行，改两处也不行。请用更多的卡或更小的模型。</translation>
        </message>
        <message>
            <source>Nothing else fits: no change of this plan on such cards, and no two of them.</source>
            <translation>没有别的办法能放下：在这样的卡上，改一处不行，改两处也不行。</translation>
        </message>
        <message>
            <source>Peak of the heaviest card, predicted</source>
            <translation>最重的卡的峰值，预测</translation>
        </message>
        <message>
            <source>Apply</source>
            <translation>采用</translation>
        </message>
        <message>
            <source>Apply: %1</source>
            <translation>采用：%1</translation>
        </message>
        <message>
            <source>Make it fit: %1</source>
            <translation>让它放得下：%1</translation>
        </message>
        <message>
            <source>Applied</source>
            <translation>已采用</translation>
        </message>
    </context>
    <context>
        <name>ui::PlainScroll</name>
        <message>
            <source>Scrolling text</source>
            <translation>可滚动的正文</translation>
        </message>
    </context>
    <context>
        <name>ui::PlanDocument</name>
        <message>
            <source>%1 %2 → %3</source>
            <translation>%1 %2 → %3</translation>
        </message>
    </context>
    <context>
        <name>ui::PlanFieldsWindow</name>
        <message>
            <source>default (%1)</source>
            <translation>默认（%1）</translation>
        </message>
        <message>
            <source>Model and cluster</source>
            <translation>模型与集群</translation>
        </message>
        <message>
            <source>Layout</source>
            <translation>布局</translation>
        </message>
        <message>
            <source>ZeRO</source>
            <translation>ZeRO</translation>
        </message>
        <message>
            <source>Batch and sequence</source>
            <translation>批与序列</translation>
        </message>
        <message>
            <source>Schedule and recomputation</source>
            <translation>调度与重计算</translation>
        </message>
        <message>
            <source>Number formats</source>
            <translation>数值格式</translation>
        </message>
        <message>
            <source>Optimizer</source>
            <translation>优化器</translation>
        </message>
        <message>
            <source>Learning rate</source>
            <translation>学习率</translation>
        </message>
        <message>
            <source>Training text</source>
            <translation>训练文本</translation>
        </message>
        <message>
            <source>Run</source>
            <translation>运行</translation>
        </message>
        <message>
            <source>Checkpoints</source>
            <translation>检查点</translation>
        </message>
        <message>
            <source>Samples</source>
            <translation>样本</translation>
        </message>
        <message>
            <source>Budget and assumptions</source>
            <translation>预算与假设</translation>
        </message>
        <message>
            <source>More</source>
            <translation>更多</translation>
        </message>
        <message>
            <source>No field is called so.</source>
            <translation>没有这样的字段。</translation>
        </message>
        <message>
            <source>All fields of the plan</source>
            <translation>方案的全部字段</translation>
        </message>
        <message>
            <source>Search fields</source>
            <translation>搜索字段</translation>
        </message>
        <message>
            <source>Tables of ops and explicit stage splits are edited in the plan file.</source>
            <translation>操作表和显式的阶段划分在方案文件里编辑。</translation>
        </message>
    </context>
    <context>
        <name>ui::PlanPanel</name>
        <message>
            <source>All fields…</source>
            <translation>全部字段…</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <source>More about this plan</source>
            <translation>更多方案选项</translation>
        </message>
        <message>
            <source>Use %1</source>
            <translation>用 %1</translation>
        </message>
        <message>
            <source>Why</source>
            <translation>原因</translation>
        </message>
        <message>
            <source>%1 of the pipeline's time is bubble. More micro-batches do not help: %2 comes from unequal stages.</source>
            <translation>流水线有 %1 的时间是气泡。增加微批次没有用：%2 来自各阶段不均。</translation>
        </message>
        <message>
            <source>%1 of the pipeline's time is bubble; with %2 micro-batches %3.</source>
            <translation>流水线有 %1 的时间是气泡；用 %2 个微批次则是 %3。</translation>
        </message>
        <message>
            <source>Global batch %1, steps %2 times as long; %3 tokens/s.</source>
            <translation>全局批大小 %1，每步时间变为 %2 倍；%3 token/s。</translation>
        </message>
        <message>
            <source>That does not fit: the heaviest card would need %1.</source>
            <translation>放不下：最重的卡将需要 %1。</translation>
        </message>
        <message>
            <source>Each stage waits for p − 1 of m + p − 1 slots while the pipeline fills and drains.</source>
            <translation>流水线灌满和排空时，每个阶段在 m + p − 1 格中要等 p − 1 格。</translation>
        </message>
        <message>
            <source>%1 would remain with any number: every stage waits for the busiest.</source>
            <translation>无论多少都会剩下 %1：每个阶段都要等最忙的那个。</translation>
        </message>
    </context>
    <context>
        <name>ui::ProblemList</name>
        <message>
            <source>This plan keeps every rule and can be trained here.</source>
            <translation>这个方案符合所有规则，可以在这里训练。</translation>
        </message>
        <message>
            <source>Show</source>
            <translation>显示</translation>
        </message>
    </context>
    <context>
        <name>ui::ProblemRow</name>
        <message>
            <source>It stops with “%1”</source>
            <translation>它会停下并显示“%1”</translation>
        </message>
        <message>
            <source>Remedy: %1</source>
            <translation>办法：%1</translation>
        </message>
        <message>
            <source>Source: %1</source>
            <translation>出处：%1</translation>
        </message>
    </context>
    <context>
        <name>ui::ProblemsColumn</name>
        <message>
            <source>Problems</source>
            <translation>问题</translation>
        </message>
        <message>
            <source>Fix all</source>
            <translation>全部改正</translation>
        </message>
        <message>
            <source>Nothing is wrong with these files.</source>
            <translation>这些文件没有问题。</translation>
        </message>
        <message>
            <source>%1 stop the launch, %2 surprise</source>
            <translation>%1 个会阻止启动，%2 个出人意料</translation>
        </message>
        <message>
            <source>What is wrong in the files will stand here, with mends.</source>
            <translation>文件中的问题连同改法会显示在这里。</translation>
        </message>
    </context>
    <context>
        <name>ui::ProblemsPane</name>
        <message>
            <source>Hidden until you have predicted</source>
            <translation>提交预测后显示</translation>
        </message>
        <message>
            <source>What the plan's rules say</source>
            <translation>方案规则怎么说</translation>
        </message>
        <message>
            <source>It says: “%1”</source>
            <translation>原话：“%1”</translation>
        </message>
        <message>
            <source>No rule is broken.</source>
            <translation>没有违反任何规则。</translation>
        </message>
    </context>
    <context>
        <name>ui::ProductLine</name>
        <message>
            <source>%1 times %2 times %3 is %4 cards</source>
            <translation>%1 乘 %2 乘 %3 是 %4 张卡</translation>
        </message>
    </context>
    <context>
        <name>ui::PromptEditor</name>
        <message>
            <source>The run shown continues “%1” every %2 steps.</source>
            <translation>显示的运行每 %2 步续写一次“%1”。</translation>
        </message>
        <message>
            <source>The run shown draws no samples.</source>
            <translation>显示的运行不采样。</translation>
        </message>
        <message>
            <source>Prompt</source>
            <translation>提示文本</translation>
        </message>
        <message>
            <source>Steps between samples</source>
            <translation>采样间隔步数</translation>
        </message>
        <message>
            <source>The model continues this text</source>
            <translation>模型接着写这段文本</translation>
        </message>
        <message>
            <source>Every so many steps</source>
            <translation>每隔这么多步</translation>
        </message>
        <message>
            <source>Used from the next start on.</source>
            <translation>下次开始时生效。</translation>
        </message>
    </context>
    <context>
        <name>ui::QuestionCard</name>
        <message>
            <source>Submit prediction</source>
            <translation>提交预测</translation>
        </message>
        <message>
            <source>Give a hint</source>
            <translation>给个提示</translation>
        </message>
        <message>
            <source>Submit answer</source>
            <translation>提交答案</translation>
        </message>
        <message>
            <source>Your answer</source>
            <translation>你的答案</translation>
        </message>
        <message>
            <source>Right.</source>
            <translation>正确。</translation>
        </message>
        <message>
            <source>Not quite.</source>
            <translation>不太对。</translation>
        </message>
        <message>
            <source>Take this idea apart</source>
            <translation>拆解这个想法</translation>
        </message>
    </context>
    <context>
        <name>ui::QuizPage</name>
        <message>
            <source>Quiz</source>
            <translation>测验</translation>
        </message>
        <message>
            <source>Questions are drawn by a seed: the same seed gives the same questions, so a class can answer the same set. Numbers in them are computed, and drawn anew with each seed.</source>
            <translation>题目由种子抽取：同一个种子得到同样的题目，全班可以做同一套。题中的数字由程序计算，换一个种子就重新抽取。</translation>
        </message>
        <message>
            <source>All levels</source>
            <translation>全部级别</translation>
        </message>
        <message>
            <source>Recall</source>
            <translation>记忆</translation>
        </message>
        <message>
            <source>Apply</source>
            <translation>应用</translation>
        </message>
        <message>
            <source>Reason</source>
            <translation>推理</translation>
        </message>
        <message>
            <source>Level</source>
            <translation>级别</translation>
        </message>
        <message>
            <source>Questions</source>
            <translation>题数</translation>
        </message>
        <message>
            <source>Seed</source>
            <translation>种子</translation>
        </message>
        <message>
            <source>Begin</source>
            <translation>开始</translation>
        </message>
        <message>
            <source>Export my results…</source>
            <translation>导出我的成绩…</translation>
        </message>
        <message>
            <source>All lessons</source>
            <translation>全部课程</translation>
        </message>
        <message>
            <source>Next question</source>
            <translation>下一题</translation>
        </message>
        <message>
            <source>Leave the quiz</source>
            <translation>离开测验</translation>
        </message>
        <message>
            <source>%1 right</source>
            <translation>答对 %1 题</translation>
        </message>
        <message>
            <source>Another quiz</source>
            <translation>再来一套</translation>
        </message>
        <message>
            <source>Question %1 of %2 · %3</source>
            <translation>第 %1 题，共 %2 题 · %3</translation>
        </message>
        <message>
            <source>See the result</source>
            <translation>看结果</translation>
        </message>
        <message>
            <source>%1 of %2 right</source>
            <translation>%2 题中答对 %1 题</translation>
        </message>
        <message>
            <source>Where to write the results</source>
            <translation>成绩写到哪里</translation>
        </message>
        <message>
            <source>Comma-separated values (*.csv)</source>
            <translation>逗号分隔的表格 (*.csv)</translation>
        </message>
        <message>
            <source>Class set</source>
            <translation>班级题集</translation>
        </message>
        <message>
            <source>A teacher saves what is chosen above as a file, and the whole class opens it: the same questions for all. Results keep its name.</source>
            <translation>教师把上面的选择存成文件，全班打开它：题目都一样。成绩会记下它的名称。</translation>
        </message>
        <message>
            <source>Open a class set…</source>
            <translation>打开班级题集…</translation>
        </message>
        <message>
            <source>These lessons have no question of this level.</source>
            <translation>这些课里没有这个级别的题目。</translation>
        </message>
        <message>
            <source>Save as a class set…</source>
            <translation>存为班级题集…</translation>
        </message>
        <message>
            <source>%1: %2 of %3</source>
            <translation>%1：%3 题中 %2 题</translation>
        </message>
        <message>
            <source>Open a class set</source>
            <translation>打开班级题集</translation>
        </message>
        <message>
            <source>Class sets (*.json)</source>
            <translation>班级题集 (*.json)</translation>
        </message>
        <message>
            <source>Save as a class set</source>
            <translation>存为班级题集</translation>
        </message>
        <message>
            <source>Chapters</source>
            <translation>章节</translation>
        </message>
        <message>
            <source>All of the course</source>
            <translation>整门课程</translation>
        </message>
        <message>
            <source>Up to chapter %1, %2</source>
            <translation>到第 %1 章，%2</translation>
        </message>
        <message>
            <source>To read again:</source>
            <translation>需要再读的课：</translation>
        </message>
    </context>
    <context>
        <name>ui::RateView</name>
        <message>
            <source>DeepSpeed, ZeRO 1 to 3</source>
            <translation>DeepSpeed，ZeRO 1 到 3</translation>
        </message>
        <message>
            <source>DeepSpeed, stage 0</source>
            <translation>DeepSpeed，第 0 级</translation>
        </message>
        <message>
            <source>Megatron</source>
            <translation>Megatron</translation>
        </message>
        <message>
            <source>Learning rate by update</source>
            <translation>逐次更新的学习率</translation>
        </message>
        <message>
            <source>computed</source>
            <translation>计算得出</translation>
        </message>
        <message>
            <source>Take the plan&apos;s</source>
            <translation>取用方案的</translation>
        </message>
        <message>
            <source>Back to the files</source>
            <translation>回到文件</translation>
        </message>
        <message>
            <source>Loss scale of fp16 by update</source>
            <translation>fp16 逐次更新的损失缩放</translation>
        </message>
        <message>
            <source>powers of two</source>
            <translation>以 2 的幂计</translation>
        </message>
        <message>
            <source>learning rate</source>
            <translation>学习率</translation>
        </message>
        <message>
            <source>with a linear warm-up</source>
            <translation>线性预热时</translation>
        </message>
        <message>
            <source>Schedule</source>
            <translation>调度</translation>
        </message>
        <message>
            <source>Highest rate</source>
            <translation>最高学习率</translation>
        </message>
        <message>
            <source>Warm-up, updates</source>
            <translation>预热更新数</translation>
        </message>
        <message>
            <source>Warm-up</source>
            <translation>预热方式</translation>
        </message>
        <message>
            <source>Schedule, updates</source>
            <translation>调度更新数</translation>
        </message>
        <message>
            <source>Least rate / highest</source>
            <translation>最低 / 最高</translation>
        </message>
        <message>
            <source>Shown, updates</source>
            <translation>显示的更新数</translation>
        </message>
        <message>
            <source>First scale</source>
            <translation>初始缩放</translation>
        </message>
        <message>
            <source>Window, updates</source>
            <translation>窗口更新数</translation>
        </message>
        <message>
            <source>Hysteresis</source>
            <translation>迟滞</translation>
        </message>
        <message>
            <source>Updates that overflow</source>
            <translation>溢出的更新</translation>
        </message>
        <message>
            <source>The first two updates run at the minimum: the scheduler counts from −1, and steps behind the optimizer.</source>
            <translation>前两次更新都用最低学习率：调度器从 −1 数起，并在优化器之后前进。</translation>
        </message>
        <message>
            <source>two updates at the minimum</source>
            <translation>两次更新在最低处</translation>
        </message>
        <message>
            <source>A log warm-up is not a straight one: after a tenth of the %1 updates it is at %2 of the peak.</source>
            <translation>对数预热不是直线：%1 次更新过了十分之一，就已到峰值的 %2。</translation>
        </message>
        <message>
            <source>log: peak one update earlier</source>
            <translation>对数：提前一次更新到峰值</translation>
        </message>
        <message>
            <source>WarmupDecayLR without warmup_max_lr goes to 0.001, whatever the optimizer&apos;s lr is.</source>
            <translation>WarmupDecayLR 不写 warmup_max_lr 时升到 0.001，不管优化器的 lr 是多少。</translation>
        </message>
        <message>
            <source>Write updates such as 0-2, 9, 24.</source>
            <translation>请这样写更新：0-2, 9, 24。</translation>
        </message>
        <message>
            <source>%1: the run ends at update %2, with the scale at its minimum.</source>
            <translation>%1：缩放已到最低，训练在第 %2 次更新结束。</translation>
        </message>
        <message>
            <source>%1 updates are left out, and the learning rate stands still in them.</source>
            <translation>%1 次更新被略过，学习率在其间不动。</translation>
        </message>
    </context>
    <context>
        <name>ui::RunProgress</name>
        <message>
            <source>%1 of %2, %3</source>
            <translation>%1 / %2，%3</translation>
        </message>
        <message>
            <source>of %1</source>
            <translation>共 %1</translation>
        </message>
    </context>
    <context>
        <name>ui::RunRow</name>
        <message>
            <source>Step time</source>
            <translation>每步时间</translation>
        </message>
        <message>
            <source>Throughput</source>
            <translation>吞吐量</translation>
        </message>
        <message>
            <source>Virtual time: every card as if it had cores of its own, with the computing it measured and links as modelled. By the wall clock all cards share the cores of this machine; the status line has that rate.</source>
            <translation>虚拟时间：如同每张卡独占处理器核，计算按实测，链路按模型。实际上所有卡共用本机的核，状态栏显示实际速率。</translation>
        </message>
        <message>
            <source>Step time, virtual time</source>
            <translation>每步时间，虚拟时间</translation>
        </message>
        <message>
            <source>Throughput, virtual time</source>
            <translation>吞吐量，虚拟时间</translation>
        </message>
        <message>
            <source>%1 tokens/s</source>
            <translation>%1 token/s</translation>
        </message>
        <message>
            <source>tokens/s</source>
            <translation>token/s</translation>
        </message>
        <message>
            <source>Bubble</source>
            <translation>气泡</translation>
        </message>
        <message>
            <source>Peak memory</source>
            <translation>显存峰值</translation>
        </message>
        <message>
            <source>of %1</source>
            <translation>共 %1</translation>
        </message>
        <message>
            <source>Loss, held out</source>
            <translation>留出集损失</translation>
        </message>
        <message>
            <source>unigram %1, bigram %2</source>
            <translation>一元 %1，二元 %2</translation>
        </message>
        <message>
            <source>nat/byte</source>
            <translation>nat/字节</translation>
        </message>
        <message>
            <source>%1 left</source>
            <translation>剩余 %1</translation>
        </message>
        <message>
            <source>In step %1</source>
            <translation>正在第 %1 步</translation>
        </message>
        <message>
            <source>Step %1</source>
            <translation>第 %1 步</translation>
        </message>
        <message>
            <source>about %1</source>
            <translation>约 %1</translation>
        </message>
        <message>
            <source>Start</source>
            <translation>开始</translation>
        </message>
        <message>
            <source>Train this plan</source>
            <translation>训练这个方案</translation>
        </message>
        <message>
            <source>One step</source>
            <translation>单步</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <source>Recording: %1</source>
            <translation>记录：%1</translation>
        </message>
        <message>
            <source>Recording, %1: %2</source>
            <translation>记录，%1：%2</translation>
        </message>
        <message>
            <source>Train the plan of Explore, %1, on this machine. The recording stays as it is.</source>
            <translation>在本机训练“探索”里的方案 %1。记录保持不变。</translation>
        </message>
        <message>
            <source>By the wall clock, from the log.</source>
            <translation>按实际时钟，来自日志。</translation>
        </message>
        <message>
            <source>Log: %1</source>
            <translation>日志：%1</translation>
        </message>
        <message>
            <source>The log of another program: %1. What is predicted is that of the plan.</source>
            <translation>别的程序的日志：%1。预测值是方案的。</translation>
        </message>
        <message>
            <source>Train the plan of Explore, %1, on this machine. The log stays as it is.</source>
            <translation>在这台机器上训练“探索”里的方案 %1。日志保持原样。</translation>
        </message>
    </context>
    <context>
        <name>ui::RunStore</name>
        <message>
            <source>A checkpoint is being saved. Stop again to end without it.</source>
            <translation>正在保存检查点。再按一次停止，就不保存直接结束。</translation>
        </message>
        <message>
            <source>Checkpoint of step %1: %2</source>
            <translation>第 %1 步的检查点：%2</translation>
        </message>
    </context>
    <context>
        <name>ui::SamplePane</name>
        <message>
            <source>Step %1</source>
            <translation>第 %1 步</translation>
        </message>
        <message>
            <source>Sample</source>
            <translation>样本</translation>
        </message>
        <message>
            <source>generated after a prompt</source>
            <translation>接着提示文本生成</translation>
        </message>
        <message>
            <source>Change the prompt</source>
            <translation>修改提示文本</translation>
        </message>
        <message>
            <source>Generated samples, newest first</source>
            <translation>生成的样本，最新的在前</translation>
        </message>
        <message numerus="yes">
            <source>Every %n steps the model continues a prompt,
so that you see it learn.</source>
            <translation>
                <numerusform>模型每隔 %n 步接着提示文本写一段，
你可以看到它在学习。</numerusform>
            </translation>
        </message>
        <message>
            <source>This plan asks for no samples; set how often in the plan.</source>
            <translation>这个方案不采样；在方案里设定间隔。</translation>
        </message>
    </context>
    <context>
        <name>ui::ScheduleSection</name>
        <message>
            <source>None</source>
            <translation>无</translation>
        </message>
        <message>
            <source>Selective</source>
            <translation>选择性</translation>
        </message>
        <message>
            <source>Full</source>
            <translation>完全</translation>
        </message>
        <message>
            <source>Uniform</source>
            <translation>均匀</translation>
        </message>
        <message>
            <source>Block</source>
            <translation>按块</translation>
        </message>
        <message>
            <source>Schedule</source>
            <translation>调度</translation>
        </message>
        <message>
            <source>Recompute</source>
            <translation>重计算</translation>
        </message>
        <message>
            <source>Virtual stages</source>
            <translation>虚拟阶段</translation>
        </message>
        <message>
            <source>Recompute method</source>
            <translation>重计算方式</translation>
        </message>
        <message>
            <source>Method</source>
            <translation>方式</translation>
        </message>
        <message>
            <source>Blocks</source>
            <translation>块数</translation>
        </message>
        <message>
            <source>Precision</source>
            <translation>精度</translation>
        </message>
        <message>
            <source>Blocks in a group; a group keeps only its input and is computed again as a whole.</source>
            <translation>每组的块数；一组只保留输入，整组重算。</translation>
        </message>
        <message>
            <source>Blocks of each stage that are computed again, from its first; the others keep all.</source>
            <translation>每个阶段从第一块起重算的块数；其余的全部保留。</translation>
        </message>
    </context>
    <context>
        <name>ui::Sentences</name>
        <message>
            <source>%1. %2</source>
            <comment>what is wrong, then what to do</comment>
            <translation>%1。%2</translation>
        </message>
        <message>
            <source>Use %1</source>
            <translation>用 %1</translation>
        </message>
    </context>
    <context>
        <name>ui::StartCheck</name>
        <message>
            <source>Does not fit</source>
            <translation>放不下</translation>
        </message>
        <message>
            <source>No engine program</source>
            <translation>没有引擎程序</translation>
        </message>
    </context>
    <context>
        <name>ui::SplitCanvas</name>
        <message>
            <source>The two matrices of an MLP</source>
            <translation>MLP 的两个矩阵</translation>
        </message>
        <message>
            <source>Tensor rank %1</source>
            <translation>张量 rank %1</translation>
        </message>
        <message>
            <source>its columns of W₁</source>
            <translation>它持有的 W₁ 的列</translation>
        </message>
        <message>
            <source>its rows of W₂</source>
            <translation>它持有的 W₂ 的行</translation>
        </message>
        <message>
            <source>Tensor rank</source>
            <translation>张量 rank</translation>
        </message>
        <message>
            <source>Columns of W₁</source>
            <translation>W₁ 的列</translation>
        </message>
        <message>
            <source>Rows of W₂</source>
            <translation>W₂ 的行</translation>
        </message>
        <message>
            <source>One card holds both matrices whole: there is nothing to add up.</source>
            <translation>一张卡完整地持有两个矩阵：不需要相加。</translation>
        </message>
        <message>
            <source>An all-reduce here and one behind attention, and both once more backwards: 4 × %1 layers = %2 for a micro-batch, %3 each.</source>
            <translation>这里一次 all-reduce，注意力之后一次，反向再各一次：4 × %1 层 = 每个微批次 %2 次，每次 %3。</translation>
        </message>
        <message>
            <source>on every card</source>
            <translation>每张卡都有</translation>
        </message>
        <message>
            <source>%1, by columns</source>
            <translation>%1，按列</translation>
        </message>
        <message>
            <source>stays where it is</source>
            <translation>留在原处</translation>
        </message>
        <message>
            <source>by rows</source>
            <translation>按行</translation>
        </message>
        <message>
            <source>parts of the sum</source>
            <translation>和的各部分</translation>
        </message>
    </context>
    <context>
        <name>ui::SplitView</name>
        <message>
            <source>The two matrices of an MLP</source>
            <translation>MLP 的两个矩阵</translation>
        </message>
    </context>
    <context>
        <name>ui::StatesCanvas</name>
        <message>
            <source>ZeRO-%1</source>
            <translation>ZeRO-%1</translation>
        </message>
        <message>
            <source>Hidden until you have predicted</source>
            <translation>提交预测后显示</translation>
        </message>
        <message>
            <source>parameters + gradients + optimizer</source>
            <translation>参数 + 梯度 + 优化器</translation>
        </message>
        <message>
            <source>Stage</source>
            <translation>阶段</translation>
        </message>
        <message>
            <source>Parameters</source>
            <translation>参数</translation>
        </message>
        <message>
            <source>Gradients</source>
            <translation>梯度</translation>
        </message>
        <message>
            <source>Optimizer</source>
            <translation>优化器</translation>
        </message>
        <message>
            <source>Sum</source>
            <translation>合计</translation>
        </message>
        <message>
            <source>card, %1</source>
            <translation>卡，%1</translation>
        </message>
    </context>
    <context>
        <name>ui::StatesView</name>
        <message>
            <source>Model states of a card</source>
            <translation>每张卡的模型状态</translation>
        </message>
        <message>
            <source>predicted</source>
            <translation>预测</translation>
        </message>
        <message>
            <source>without activations</source>
            <translation>不含激活值</translation>
        </message>
    </context>
    <context>
        <name>ui::StatusLine</name>
        <message>
            <source>last message %1 s ago</source>
            <translation>上一条消息在 %1 秒前</translation>
        </message>
        <message>
            <source>last message %1 min ago</source>
            <translation>上一条消息在 %1 分钟前</translation>
        </message>
        <message>
            <source>predicted with the recorded speed</source>
            <translation>按记录的速度预测</translation>
        </message>
        <message>
            <source>predicted with this machine's speed: the recording has none</source>
            <translation>按本机速度预测：记录里没有</translation>
        </message>
        <message>
            <source>step %1</source>
            <translation>第 %1 步</translation>
        </message>
        <message>
            <source>%1tokens/s by the wall clock</source>
            <translation>实际 %1token/s</translation>
        </message>
        <message>
            <source>recording %1</source>
            <translation>记录 %1</translation>
        </message>
        <message>
            <source>%1 ranks on %2 cores</source>
            <translation>%1 个 rank，%2 个核</translation>
        </message>
        <message>
            <source>%1 events dropped</source>
            <translation>丢弃 %1 个事件</translation>
        </message>
        <message>
            <source>virtual cards can run here</source>
            <translation>这里可以运行虚拟卡</translation>
        </message>
        <message>
            <source>engine program not found</source>
            <translation>没有找到引擎程序</translation>
        </message>
        <message>
            <source>Engine off</source>
            <translation>引擎未启动</translation>
        </message>
        <message>
            <source>recording, %1</source>
            <translation>正在记录，%1</translation>
        </message>
        <message>
            <source>evaluated in %1 ms</source>
            <translation>计算用时 %1 ms</translation>
        </message>
    </context>
    <context>
        <name>ui::StepBars</name>
        <message>
            <source>Forward</source>
            <translation>前向</translation>
        </message>
        <message>
            <source>Backward</source>
            <translation>反向</translation>
        </message>
        <message>
            <source>Idle</source>
            <translation>空闲</translation>
        </message>
        <message>
            <source>Communication</source>
            <translation>通信</translation>
        </message>
        <message>
            <source>Optimizer</source>
            <translation>优化器</translation>
        </message>
        <message>
            <source>mean card, virtual time</source>
            <translation>各卡平均，虚拟时间</translation>
        </message>
        <message>
            <source>Part</source>
            <translation>部分</translation>
        </message>
        <message>
            <source>Simulated, s</source>
            <translation>模拟（秒）</translation>
        </message>
        <message>
            <source>Simulated, share</source>
            <translation>模拟占比</translation>
        </message>
        <message>
            <source>Predicted, s</source>
            <translation>预测（秒）</translation>
        </message>
        <message>
            <source>Predicted, share</source>
            <translation>预测占比</translation>
        </message>
        <message>
            <source>%1 of %2 in virtual time, mean card</source>
            <translation>虚拟时间 %2 中的 %1，各卡平均</translation>
        </message>
        <message>
            <source>%1 of %2, mean card</source>
            <translation>%2 中的 %1，各卡平均</translation>
        </message>
        <message>
            <source>The prediction takes ops of equal work as equally long. Measured ones differ, the more so the busier this machine is, and the pipeline waits for the longest.</source>
            <translation>预测把工作量相同的操作当作一样长。实测有快有慢，机器越忙差别越大，而流水线要等最慢的那个。</translation>
        </message>
        <message>
            <source>difference %1</source>
            <translation>相差 %1</translation>
        </message>
        <message>
            <source>tensor groups</source>
            <translation>张量并行组</translation>
        </message>
        <message>
            <source>pipeline groups</source>
            <translation>流水线组</translation>
        </message>
        <message>
            <source>embedding groups</source>
            <translation>嵌入组</translation>
        </message>
        <message>
            <source>data groups</source>
            <translation>数据并行组</translation>
        </message>
        <message>
            <source>%1 sent by all %2 in a step</source>
            <translation>每步所有%2共发送 %1</translation>
        </message>
        <message>
            <source>Sent by all cards</source>
            <translation>所有卡发送</translation>
        </message>
        <message>
            <source>%1 of it between card and host</source>
            <translation>其中 %1 在卡与主机之间</translation>
        </message>
    </context>
    <context>
        <name>ui::StepBreakdownView</name>
        <message>
            <source>Compute, bubble, communication, optimizer.</source>
            <translation>计算、气泡、通信、优化器。</translation>
        </message>
        <message>
            <source>Where a step goes</source>
            <translation>一步花在哪里</translation>
        </message>
    </context>
    <context>
        <name>ui::StepDots</name>
        <message>
            <source>Step %1 of %2</source>
            <translation>第 %1 步，共 %2 步</translation>
        </message>
    </context>
    <context>
        <name>ui::ThroughputChart</name>
        <message>
            <source>Throughput</source>
            <translation>吞吐量</translation>
        </message>
        <message>
            <source>Tokens per second, with the predicted rate beside it.</source>
            <translation>每秒 token 数，以及预测值。</translation>
        </message>
        <message>
            <source>tokens per second</source>
            <translation>每秒 token 数</translation>
        </message>
        <message>
            <source>k tokens/s</source>
            <translation>k token/s</translation>
        </message>
        <message>
            <source>tokens/s</source>
            <translation>token/s</translation>
        </message>
        <message>
            <source>virtual time, average of %1</source>
            <translation>虚拟时间，%1 平均</translation>
        </message>
        <message>
            <source>wall clock, average of %1</source>
            <translation>实际用时，%1 平均</translation>
        </message>
        <message>
            <source>predicted</source>
            <translation>预测</translation>
        </message>
    </context>
    <context>
        <name>ui::TimelineCanvas</name>
        <message>
            <source>Timeline of one step</source>
            <translation>一步的时间线</translation>
        </message>
        <message>
            <source>%1 bubble</source>
            <translation>气泡 %1</translation>
        </message>
        <message>
            <source>bubble</source>
            <translation>气泡</translation>
        </message>
        <message>
            <source>in flight</source>
            <translation>在途</translation>
        </message>
        <message>
            <source>of stage %1</source>
            <translation>阶段 %1</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>显存</translation>
        </message>
        <message>
            <source>peak</source>
            <translation>峰值</translation>
        </message>
        <message>
            <source>A ends: %1</source>
            <translation>A 结束：%1</translation>
        </message>
    </context>
    <context>
        <name>ui::TimelineView</name>
        <message>
            <source>predicted, %1, virtual time</source>
            <translation>预测，%1，虚拟时间</translation>
        </message>
        <message>
            <source>predicted, %1</source>
            <translation>预测，%1</translation>
        </message>
        <message>
            <source>measured costs, virtual time</source>
            <translation>实测代价，虚拟时间</translation>
        </message>
        <message>
            <source>predicted, virtual time</source>
            <translation>预测，虚拟时间</translation>
        </message>
        <message>
            <source>measured, wall clock</source>
            <translation>实测，实际时钟</translation>
        </message>
        <message>
            <source>Timeline</source>
            <translation>时间线</translation>
        </message>
        <message>
            <source>Show the whole step</source>
            <translation>显示整个一步</translation>
        </message>
        <message>
            <source>More about the timeline</source>
            <translation>更多时间线选项</translation>
        </message>
        <message>
            <source>Virtual time</source>
            <translation>虚拟时间</translation>
        </message>
        <message>
            <source>Wall clock</source>
            <translation>实际时钟</translation>
        </message>
        <message>
            <source>Clock of the measured lanes</source>
            <translation>实测行所用的时钟</translation>
        </message>
        <message>
            <source>When every stage computes, waits and sends within one step.</source>
            <translation>一步之内，每个阶段何时计算、等待、发送。</translation>
        </message>
        <message>
            <source>Bubble %1</source>
            <translation>气泡 %1</translation>
        </message>
        <message>
            <source>step %1</source>
            <translation>第 %1 步</translation>
        </message>
        <message>
            <source>outline: A</source>
            <translation>轮廓：A</translation>
        </message>
    </context>
    <context>
        <name>ui::Topology</name>
        <message>
            <source>peak %1 of %2</source>
            <translation>峰值 %1，共 %2</translation>
        </message>
        <message>
            <source>stage %1 · replica %2 · tensor rank %3</source>
            <translation>阶段 %1 · 副本 %2 · 张量 rank %3</translation>
        </message>
        <message>
            <source>node %1, card %2</source>
            <translation>节点 %1，卡 %2</translation>
        </message>
        <message>
            <source>Rank %1</source>
            <translation>Rank %1</translation>
        </message>
        <message>
            <source>Node %1</source>
            <translation>节点 %1</translation>
        </message>
        <message>
            <source>Stage %1</source>
            <translation>阶段 %1</translation>
        </message>
        <message numerus="yes">
            <source>%Ln cards</source>
            <translation>
                <numerusform>%Ln 张卡</numerusform>
            </translation>
        </message>
        <message>
            <source>from rank %1</source>
            <translation>从 rank %1 起</translation>
        </message>
        <message>
            <source>Rank</source>
            <translation>Rank</translation>
        </message>
        <message>
            <source>Stage</source>
            <translation>阶段</translation>
        </message>
        <message>
            <source>Replica</source>
            <translation>副本</translation>
        </message>
        <message>
            <source>Tensor rank</source>
            <translation>张量 rank</translation>
        </message>
        <message>
            <source>Node</source>
            <translation>节点</translation>
        </message>
        <message>
            <source>Card</source>
            <translation>卡</translation>
        </message>
        <message>
            <source>Peak predicted, bytes</source>
            <translation>预测峰值（字节）</translation>
        </message>
        <message>
            <source>Peak measured, bytes</source>
            <translation>实测峰值（字节）</translation>
        </message>
        <message numerus="yes">
            <source>on %Ln nodes</source>
            <translation>
                <numerusform>%Ln 个节点</numerusform>
            </translation>
        </message>
        <message>
            <source>select a card to see its groups</source>
            <translation>选一张卡，看它的通信组</translation>
        </message>
        <message>
            <source>Replica %1</source>
            <translation>副本 %1</translation>
        </message>
        <message>
            <source>Card %1</source>
            <translation>卡 %1</translation>
        </message>
        <message>
            <source>A: %1, now %2</source>
            <translation>A：%1，现在 %2</translation>
        </message>
        <message>
            <source>%1; now %2, %3</source>
            <translation>%1；现在 %2，%3</translation>
        </message>
        <message numerus="yes">
            <source>only in A: %Ln cards</source>
            <translation>
                <numerusform>仅 A 有：%Ln 张卡</numerusform>
            </translation>
        </message>
        <message>
            <source>%1 cards needed, %2 there</source>
            <translation>需要 %1 张卡，现有 %2 张</translation>
        </message>
    </context>
    <context>
        <name>ui::Topology3D</name>
        <message>
            <source>Grid of cards</source>
            <translation>卡的网格</translation>
        </message>
    </context>
    <context>
        <name>ui::TopologyPainted</name>
        <message>
            <source>Grid of cards</source>
            <translation>卡的网格</translation>
        </message>
    </context>
    <context>
        <name>ui::TopologyView</name>
        <message>
            <source>network</source>
            <translation>网络</translation>
        </message>
        <message>
            <source>net</source>
            <translation>网</translation>
        </message>
        <message>
            <source>Tensor</source>
            <translation>张量并行</translation>
        </message>
        <message>
            <source>Pipeline</source>
            <translation>流水线并行</translation>
        </message>
        <message>
            <source>Pipe.</source>
            <translation>流水线</translation>
        </message>
        <message>
            <source>Data</source>
            <translation>数据并行</translation>
        </message>
        <message>
            <source>Topology</source>
            <translation>拓扑</translation>
        </message>
        <message>
            <source>Groups</source>
            <translation>通信组</translation>
        </message>
        <message>
            <source>Stage</source>
            <translation>阶段</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>显存</translation>
        </message>
        <message>
            <source>ZeRO</source>
            <translation>ZeRO</translation>
        </message>
        <message>
            <source>Show everything (0)</source>
            <translation>显示全部 (0)</translation>
        </message>
        <message>
            <source>More about the topology</source>
            <translation>更多拓扑选项</translation>
        </message>
        <message>
            <source>gauge: memory</source>
            <translation>量表：显存</translation>
        </message>
        <message>
            <source>The cards of the plan, as a grid of stages, replicas and tensor ranks.</source>
            <translation>方案的卡，排成阶段、副本和张量 rank 的网格。</translation>
        </message>
        <message>
            <source>Rank %1</source>
            <translation>Rank %1</translation>
        </message>
        <message>
            <source>Show everything</source>
            <translation>显示全部</translation>
        </message>
        <message>
            <source>Paint instead of 3D</source>
            <translation>用平面绘图代替 3D</translation>
        </message>
        <message>
            <source>Save picture…</source>
            <translation>保存图片…</translation>
        </message>
        <message>
            <source>Save picture</source>
            <translation>保存图片</translation>
        </message>
        <message>
            <source>topology.png</source>
            <translation>拓扑.png</translation>
        </message>
        <message>
            <source>Pictures (*.png *.svg *.pdf);;Table (*.csv)</source>
            <translation>图片 (*.png *.svg *.pdf);;表格 (*.csv)</translation>
        </message>
        <message>
            <source>thin bars: A</source>
            <translation>细条：A</translation>
        </message>
    </context>
    <context>
        <name>ui::ValuesTable</name>
        <message>
            <source>not known</source>
            <translation>未知</translation>
        </message>
        <message>
            <source>Resolved values</source>
            <translation>最终取值</translation>
        </message>
        <message>
            <source>cards</source>
            <translation>卡数</translation>
        </message>
        <message>
            <source>cards come from</source>
            <translation>卡数来自</translation>
        </message>
        <message>
            <source>data parallel</source>
            <translation>数据并行</translation>
        </message>
        <message>
            <source>cards / (tensor × pipeline × sequence)</source>
            <translation>卡数 / (张量 × 流水线 × 序列)</translation>
        </message>
        <message>
            <source>ZeRO stage</source>
            <translation>ZeRO 阶段</translation>
        </message>
        <message>
            <source>precision</source>
            <translation>精度</translation>
        </message>
        <message>
            <source>undecided</source>
            <translation>未定</translation>
        </message>
        <message>
            <source>engine</source>
            <translation>引擎</translation>
        </message>
        <message>
            <source>Megatron-LM, without DeepSpeed</source>
            <translation>Megatron-LM，不用 DeepSpeed</translation>
        </message>
        <message>
            <source>legal micro × accumulation</source>
            <translation>可行的 微批次 × 累积</translation>
        </message>
        <message>
            <source>Every pair that makes train_batch_size with this many replicas.</source>
            <translation>在这么多副本下能得到 train_batch_size 的每一对取值。</translation>
        </message>
        <message>
            <source>memory</source>
            <translation>显存</translation>
        </message>
        <message>
            <source>not predicted: %1</source>
            <translation>无法预测：%1</translation>
        </message>
        <message>
            <source>Memory of a card</source>
            <translation>一张卡的显存</translation>
        </message>
        <message>
            <source>the model of the files</source>
            <translation>文件里的模型</translation>
        </message>
        <message>
            <source>%1 on %2</source>
            <translation>%1，在 %2 上</translation>
        </message>
        <message>
            <source>fullest card</source>
            <translation>最满的卡</translation>
        </message>
        <message>
            <source>%1 of %2</source>
            <translation>%1 / %2</translation>
        </message>
        <message>
            <source>nothing</source>
            <translation>无影响</translation>
        </message>
        <message>
            <source>%1 on the host</source>
            <translation>主机上 %1</translation>
        </message>
        <message>
            <source>The peak with this key, less the peak without what it asks for.</source>
            <translation>有这个键时的峰值，减去没有它所要求之物时的峰值。</translation>
        </message>
        <message>
            <source>Not in the file: DeepSpeed&apos;s default acts. The peak with it, less the peak without.</source>
            <translation>文件里没有：用 DeepSpeed 的默认值。有它时的峰值，减去没有它时的峰值。</translation>
        </message>
    </context>
    <context>
        <name>ui::WorkflowCanvas</name>
        <message>
            <source>once</source>
            <translation>一次</translation>
        </message>
        <message>
            <source>every step</source>
            <translation>每一步</translation>
        </message>
        <message>
            <source>when due</source>
            <translation>到时</translation>
        </message>
        <message>
            <source>Steps of one training step</source>
            <translation>一个训练步的各个步骤</translation>
        </message>
        <message>
            <source>%1 on the wires of the whole job</source>
            <translation>整个作业在链路上共 %1</translation>
        </message>
        <message>
            <source>step</source>
            <translation>步骤</translation>
        </message>
        <message>
            <source>engine</source>
            <translation>引擎</translation>
        </message>
        <message>
            <source>call</source>
            <translation>调用</translation>
        </message>
        <message>
            <source>groups</source>
            <translation>组</translation>
        </message>
        <message>
            <source>predicted bytes</source>
            <translation>预测字节数</translation>
        </message>
        <message>
            <source>what happens</source>
            <translation>发生什么</translation>
        </message>
        <message>
            <source>both</source>
            <translation>两者</translation>
        </message>
        <message>
            <source>A: %1</source>
            <translation>A：%1</translation>
        </message>
        <message>
            <source>A, predicted bytes</source>
            <translation>A，预测字节数</translation>
        </message>
        <message>
            <source>not in A</source>
            <translation>A 中没有</translation>
        </message>
        <message>
            <source>A %1</source>
            <translation>A %1</translation>
        </message>
        <message>
            <source>A</source>
            <translation>A</translation>
        </message>
    </context>
    <context>
        <name>ui::WorkflowView</name>
        <message>
            <source>tensor</source>
            <translation>张量</translation>
        </message>
        <message>
            <source>context</source>
            <translation>上下文</translation>
        </message>
        <message>
            <source>data</source>
            <translation>数据</translation>
        </message>
        <message>
            <source>pipeline</source>
            <translation>流水线</translation>
        </message>
        <message>
            <source>embedding</source>
            <translation>词嵌入</translation>
        </message>
        <message>
            <source>expert</source>
            <translation>专家</translation>
        </message>
        <message>
            <source>Order of a step</source>
            <translation>一步的次序</translation>
        </message>
        <message>
            <source>Step before (Left)</source>
            <translation>上一步（左）</translation>
        </message>
        <message>
            <source>Next step (Right)</source>
            <translation>下一步（右）</translation>
        </message>
        <message>
            <source>bytes predicted</source>
            <translation>字节数为预测</translation>
        </message>
        <message>
            <source>this plan: PipelineEngine</source>
            <translation>本方案：PipelineEngine</translation>
        </message>
        <message>
            <source>this plan: DeepSpeedEngine</source>
            <translation>本方案：DeepSpeedEngine</translation>
        </message>
        <message>
            <source>Choose a step, or go through them with the arrow keys.</source>
            <translation>选择一个步骤，或用方向键逐个查看。</translation>
        </message>
        <message>
            <source>The other engine&apos;s way: this plan does not go it.</source>
            <translation>这是另一个引擎的走法，本方案不走。</translation>
        </message>
        <message>
            <source>○ %1, %2 a step on all wires</source>
            <translation>○ %1，每步在所有链路上共 %2</translation>
        </message>
        <message>
            <source>● all %1 groups in the newest step: %2</source>
            <translation>● 最新一步里全部%1组：%2</translation>
        </message>
        <message>
            <source>Every rank.</source>
            <translation>每个 rank。</translation>
        </message>
        <message>
            <source>Groups of one: nothing is sent.</source>
            <translation>组里只有一个成员：什么也不发送。</translation>
        </message>
        <message>
            <source>%1 %2 groups: %3</source>
            <translation>%1 个%2组：%3</translation>
        </message>
        <message>
            <source>%1: %2 %3 groups, %4 a step</source>
            <translation>%1：%2 个%3组，每步 %4</translation>
        </message>
        <message>
            <source>outline: A</source>
            <translation>轮廓：A</translation>
        </message>
        <message>
            <source>outline: A, which also has: %1</source>
            <translation>轮廓：A，它还有：%1</translation>
        </message>
        <message>
            <source>○ A: %1</source>
            <translation>○ A：%1</translation>
        </message>
    </context>
    <context>
        <name>ui::ZeroSection</name>
        <message>
            <source>Every replica holds all gradients and all optimizer state.</source>
            <translation>每个副本都保存全部梯度和全部优化器状态。</translation>
        </message>
        <message>
            <source>With one replica there is nothing to split.</source>
            <translation>只有一个副本，没有可切分的。</translation>
        </message>
        <message>
            <source>Optimizer state is split over the %1 replicas.</source>
            <translation>优化器状态切分到 %1 个副本。</translation>
        </message>
        <message>
            <source>Optimizer state and gradients are split over the %1 replicas.</source>
            <translation>优化器状态和梯度切分到 %1 个副本。</translation>
        </message>
        <message>
            <source>Optimizer state, gradients and parameters are split over the %1 replicas; parameters are gathered layer by layer.</source>
            <translation>优化器状态、梯度和参数都切分到 %1 个副本；参数逐层收集。</translation>
        </message>
        <message>
            <source>ZeRO stage</source>
            <translation>ZeRO 阶段</translation>
        </message>
        <message>
            <source>Card</source>
            <translation>卡</translation>
        </message>
        <message>
            <source>Host</source>
            <translation>主机</translation>
        </message>
        <message>
            <source>File</source>
            <translation>文件</translation>
        </message>
        <message>
            <source>Off</source>
            <translation>关</translation>
        </message>
        <message>
            <source>On</source>
            <translation>开</translation>
        </message>
        <message>
            <source>Optimizer in</source>
            <translation>优化器位于</translation>
        </message>
        <message>
            <source>Parameters in</source>
            <translation>参数位于</translation>
        </message>
        <message>
            <source>Overlap collectives</source>
            <translation>集合通信重叠</translation>
        </message>
        <message>
            <source>Offload: the optimizer&apos;s state lies in host memory or in a file, and the card holds that much less.</source>
            <translation>卸载：优化器状态放在主机内存或文件中，卡上相应少占这么多。</translation>
        </message>
        <message>
            <source>Offload with ZeRO-3: this rank&apos;s part of the parameters lies in host memory or in a file.</source>
            <translation>ZeRO-3 卸载：本 rank 的参数分片放在主机内存或文件中。</translation>
        </message>
        <message>
            <source>ZeRO&apos;s collectives run beside the computing instead of between.</source>
            <translation>ZeRO 的集合通信与计算同时进行，而不是夹在计算之间。</translation>
        </message>
        <message>
            <source>Sizes of collectives</source>
            <translation>集合通信的大小</translation>
        </message>
        <message>
            <source>Gradient bucket</source>
            <translation>梯度桶</translation>
        </message>
        <message>
            <source>Gradients that one collective reduces. A larger bucket means fewer messages and, from ZeRO-2 on, a larger buffer on the card.</source>
            <translation>一次集合通信归约的梯度。桶越大，消息越少；从 ZeRO-2 起，卡上的缓冲区也越大。</translation>
        </message>
        <message>
            <source>Prefetch</source>
            <translation>预取</translation>
        </message>
        <message>
            <source>ZeRO-3: parameters gathered ahead of the layer that uses them. They hide behind the computing when collectives overlap.</source>
            <translation>ZeRO-3：在使用它们的层之前提前收集的参数。集合通信重叠时，收集藏在计算之后。</translation>
        </message>
        <message>
            <source>Live parameters</source>
            <translation>常驻参数</translation>
        </message>
        <message>
            <source>ZeRO-3: parameters that lie gathered on the card at a time. What still lies there is not gathered again.</source>
            <translation>ZeRO-3：同一时刻收集在卡上的参数。仍在卡上的不再收集。</translation>
        </message>
        <message>
            <source>elements</source>
            <translation>个元素</translation>
        </message>
        <message>
            <source>framework&apos;s own</source>
            <translation>框架默认</translation>
        </message>
        <message>
            <source>one chunk</source>
            <translation>一个分块</translation>
        </message>
        <message>
            <source>one layer</source>
            <translation>一层</translation>
        </message>
        <message>
            <source>none</source>
            <translation>无</translation>
        </message>
        <message>
            <source>bucket</source>
            <translation>桶</translation>
        </message>
        <message>
            <source>prefetch</source>
            <translation>预取</translation>
        </message>
        <message>
            <source>live</source>
            <translation>常驻</translation>
        </message>
        <message>
            <source>default</source>
            <translation>默认</translation>
        </message>
    </context>
    <context>
        <name>ui::ComparePage</name>
        <message>
            <source>Choose a row to see its formula with the values of B.</source>
            <translation>选择一行，查看代入 B 的数值后的公式。</translation>
        </message>
        <message>
            <source>Without B</source>
            <translation>去掉 B</translation>
        </message>
        <message>
            <source>Compare with a plan file…</source>
            <translation>与方案文件比较…</translation>
        </message>
        <message>
            <source>Choose a file…</source>
            <translation>选择文件…</translation>
        </message>
        <message>
            <source>A</source>
            <translation>A</translation>
        </message>
        <message>
            <source>B</source>
            <translation>B</translation>
        </message>
        <message>
            <source>Two plans will stand here side by side. Choose a layout in Search or a plan file as B, or pin this plan as A and change it.</source>
            <translation>这里会并排显示两个方案。在“搜索”中选一个布局或选一个方案文件作为 B，或把当前方案固定为 A 再修改它。</translation>
        </message>
        <message>
            <source>Pin this plan as A</source>
            <translation>把当前方案固定为 A</translation>
        </message>
        <message>
            <source>Unpin A</source>
            <translation>取消固定 A</translation>
        </message>
        <message>
            <source>nothing chosen yet</source>
            <translation>尚未选择</translation>
        </message>
        <message>
            <source>%1: %2</source>
            <translation>%1：%2</translation>
        </message>
        <message>
            <source>Plan to compare with</source>
            <translation>要比较的方案</translation>
        </message>
        <message>
            <source>Plans (*.shardscope.json);;All files (*)</source>
            <translation>方案 (*.shardscope.json);;所有文件 (*)</translation>
        </message>
    </context>
    <context>
        <name>ui::CompareView</name>
        <message>
            <source>no price</source>
            <translation>无价格</translation>
        </message>
        <message>
            <source>Compare</source>
            <translation>比较</translation>
        </message>
        <message>
            <source>Two plans will stand here side by side: this one and a layout chosen in the table.</source>
            <translation>这里会并排显示两个方案：当前方案和在表中选中的布局。</translation>
        </message>
        <message>
            <source>predicted</source>
            <translation>预测</translation>
        </message>
        <message>
            <source>Quantity</source>
            <translation>量</translation>
        </message>
        <message>
            <source>A</source>
            <translation>A</translation>
        </message>
        <message>
            <source>B</source>
            <translation>B</translation>
        </message>
        <message>
            <source>Unit</source>
            <translation>单位</translation>
        </message>
        <message>
            <source>B − A</source>
            <translation>B − A</translation>
        </message>
        <message>
            <source>B against A</source>
            <translation>B 相对 A</translation>
        </message>
        <message>
            <source>A %1   B %2</source>
            <translation>A %1   B %2</translation>
        </message>
    </context>
    <context>
        <name>ui::ComparedPlans</name>
        <message>
            <source>this plan</source>
            <translation>当前方案</translation>
        </message>
        <message>
            <source>pinned: %1</source>
            <translation>已固定：%1</translation>
        </message>
    </context>
    <context>
        <name>ui::FormulaCard</name>
        <message>
            <source>Formula</source>
            <translation>公式</translation>
        </message>
        <message>
            <source>Copy the formula as text</source>
            <translation>把公式复制为文本</translation>
        </message>
        <message>
            <source>predicted</source>
            <translation>预测</translation>
        </message>
        <message>
            <source>Source: %1</source>
            <translation>来源：%1</translation>
        </message>
    </context>
    <context>
        <name>ui::FormulasPage</name>
        <message>
            <source>Choose a number to see where it comes from.</source>
            <translation>选择一个数字，查看它从何而来。</translation>
        </message>
        <message>
            <source>Numbers of this plan</source>
            <translation>当前方案的数字</translation>
        </message>
        <message>
            <source>predicted</source>
            <translation>预测</translation>
        </message>
        <message>
            <source>Number</source>
            <translation>量</translation>
        </message>
        <message>
            <source>Value</source>
            <translation>数值</translation>
        </message>
        <message>
            <source>Unit</source>
            <translation>单位</translation>
        </message>
        <message>
            <source>Formula</source>
            <translation>公式</translation>
        </message>
        <message>
            <source>sum of %1 terms</source>
            <translation>%1 项之和</translation>
        </message>
        <message>
            <source>no more than these, for the plan breaks a rule: %1</source>
            <translation>方案违反了一条规则，只有这些数字：%1</translation>
        </message>
    </context>
    <context>
        <name>ui::PlannerView</name>
        <message>
            <source>Report…</source>
            <translation>报告…</translation>
        </message>
        <message>
            <source>One page about this plan, as HTML or PDF</source>
            <translation>关于当前方案的一页报告，HTML 或 PDF</translation>
        </message>
        <message>
            <source>Page</source>
            <translation>页面</translation>
        </message>
        <message>
            <source>Search</source>
            <translation>搜索</translation>
        </message>
        <message>
            <source>Compare</source>
            <translation>比较</translation>
        </message>
        <message>
            <source>Formulas</source>
            <translation>公式</translation>
        </message>
        <message>
            <source>Other tools</source>
            <translation>其他工具</translation>
        </message>
        <message>
            <source>Validation</source>
            <translation>验证</translation>
        </message>
        <message>
            <source>one node of %1</source>
            <translation>1 个节点，%1 卡</translation>
        </message>
        <message>
            <source>%1 nodes of %2</source>
            <translation>%1 个节点，每节点 %2 卡</translation>
        </message>
        <message>
            <source>%1 on %2 × %3, %4</source>
            <translation>%1，%2 × %3，%4</translation>
        </message>
        <message>
            <source>Trial runs</source>
            <translation>试运行</translation>
        </message>
    </context>
    <context>
        <name>ui::PlannerWords</name>
        <message>
            <source>tokens</source>
            <translation>token</translation>
        </message>
        <message>
            <source>tokens/s</source>
            <translation>token/s</translation>
        </message>
        <message>
            <source>card-hours</source>
            <translation>卡时</translation>
        </message>
        <message>
            <source>equal</source>
            <translation>相同</translation>
        </message>
        <message>
            <source>less %1</source>
            <translation>少 %1</translation>
        </message>
        <message>
            <source>more %1</source>
            <translation>多 %1</translation>
        </message>
        <message>
            <source>energy is left out: virtual cards draw no power of their own</source>
            <translation>不列能耗：虚拟卡本身不耗电</translation>
        </message>
    </context>
    <context>
        <name>ui::RejectionList</name>
        <message>
            <source>The first case of each rule, and how many layouts break it</source>
            <translation>每条规则的第一个例子，以及违反它的布局数</translation>
        </message>
    </context>
    <context>
        <name>ui::RivalsPage</name>
        <message>
            <source>not counted</source>
            <translation>未计入</translation>
        </message>
        <message>
            <source>What other tools say for one card of this plan</source>
            <translation>其他工具对当前方案单卡的估算</translation>
        </message>
        <message>
            <source>predicted, each by its own formula</source>
            <translation>预测，各按自己的公式</translation>
        </message>
        <message>
            <source>Tool</source>
            <translation>工具</translation>
        </message>
        <message>
            <source>Memory of a card</source>
            <translation>单卡显存</translation>
        </message>
        <message>
            <source>Against ours</source>
            <translation>相对本估算</translation>
        </message>
        <message>
            <source>Differs most in</source>
            <translation>差别最大的项</translation>
        </message>
        <message>
            <source>Theirs</source>
            <translation>对方</translation>
        </message>
        <message>
            <source>Ours</source>
            <translation>本估算</translation>
        </message>
        <message>
            <source>Meant for</source>
            <translation>适用于</translation>
        </message>
        <message>
            <source>Term</source>
            <translation>项</translation>
        </message>
        <message>
            <source>Difference</source>
            <translation>差</translation>
        </message>
        <message>
            <source>How they count it</source>
            <translation>对方的算法</translation>
        </message>
        <message>
            <source>Answers of seven other calculators will stand here once this plan breaks no rule.</source>
            <translation>当前方案不违反规则时，这里会显示另外七个计算器的答案。</translation>
        </message>
        <message>
            <source>ours ○ %1 on the heaviest card</source>
            <translation>本估算 ○ %1（占用最多的卡）</translation>
        </message>
        <message>
            <source>any plan, this one too</source>
            <translation>任何方案，包括当前方案</translation>
        </message>
        <message>
            <source>another setting than this plan&apos;s</source>
            <translation>与当前方案不同的设置</translation>
        </message>
        <message>
            <source>%1 makes the difference: %2 there, %3 here</source>
            <translation>差别在于%1：对方 %2，本估算 %3</translation>
        </message>
        <message>
            <source>Source: %1</source>
            <translation>来源：%1</translation>
        </message>
        <message>
            <source>Ours: %1</source>
            <translation>本估算：%1</translation>
        </message>
        <message>
            <source>Total</source>
            <translation>合计</translation>
        </message>
    </context>
    <context>
        <name>ui::SearchForm</name>
        <message>
            <source>Fastest</source>
            <translation>最快</translation>
        </message>
        <message>
            <source>Smallest</source>
            <translation>最省显存</translation>
        </message>
        <message>
            <source>Search layouts</source>
            <translation>搜索布局</translation>
        </message>
        <message>
            <source>Search for</source>
            <translation>目标</translation>
        </message>
        <message>
            <source>Cards</source>
            <translation>卡数</translation>
        </message>
        <message>
            <source>Global batch</source>
            <translation>全局批大小</translation>
        </message>
        <message>
            <source>Keep free, % of a card</source>
            <translation>每卡留空，%</translation>
        </message>
        <message>
            <source>May change</source>
            <translation>可以改变</translation>
        </message>
        <message>
            <source>Tensor</source>
            <translation>张量</translation>
        </message>
        <message>
            <source>Pipeline</source>
            <translation>流水线</translation>
        </message>
        <message>
            <source>Context</source>
            <translation>上下文</translation>
        </message>
        <message>
            <source>ZeRO stage</source>
            <translation>ZeRO 阶段</translation>
        </message>
        <message>
            <source>Micro-batch</source>
            <translation>微批次</translation>
        </message>
        <message>
            <source>Recompute</source>
            <translation>重计算</translation>
        </message>
        <message>
            <source>Schedule</source>
            <translation>调度</translation>
        </message>
        <message>
            <source>Sequence parallel</source>
            <translation>序列并行</translation>
        </message>
        <message>
            <source>this plan&apos;s %1</source>
            <translation>当前方案的 %1</translation>
        </message>
        <message>
            <source>This plan&apos;s accelerator is unknown; choose one in Explore.</source>
            <translation>当前方案的加速卡未知；请在“探索”中选择一种。</translation>
        </message>
        <message>
            <source>Stop and keep</source>
            <translation>停止并保留</translation>
        </message>
        <message>
            <source>%1 scored</source>
            <translation>已打分 %1</translation>
        </message>
        <message>
            <source>best ○ %1</source>
            <translation>最佳 ○ %1</translation>
        </message>
        <message>
            <source>%1 scored
in %2</source>
            <translation>已打分 %1
用时 %2</translation>
        </message>
        <message>
            <source>%1 fit so far, %2 do not; stopped early</source>
            <translation>目前 %1 个放得下，%2 个不行；提前停止</translation>
        </message>
        <message>
            <source>%1 fit, %2 do not</source>
            <translation>%1 个放得下，%2 个不行</translation>
        </message>
        <message>
            <source>only replicas and micro-batches change</source>
            <translation>只有副本数和微批次数改变</translation>
        </message>
        <message>
            <source>tensor, pipeline, context and expert sizes are kept</source>
            <translation>保留张量、流水线、上下文和专家并行规模</translation>
        </message>
        <message>
            <source>the tensor size is kept</source>
            <translation>保留张量并行规模</translation>
        </message>
        <message>
            <source>nothing of the layout could be kept</source>
            <translation>布局完全无法保留</translation>
        </message>
        <message>
            <source>Rescale this plan to them</source>
            <translation>把当前方案改到这些卡上</translation>
        </message>
        <message>
            <source>The same training on so many cards: the global batch stays, and as much of the layout as can</source>
            <translation>在这么多卡上做同样的训练：全局批不变，布局尽量保留</translation>
        </message>
        <message>
            <source>No layout of so many cards keeps the global batch and fits.</source>
            <translation>这么多卡没有任何布局能保持全局批并放得下。</translation>
        </message>
        <message>
            <source>Rescaled: %1</source>
            <translation>已改卡数：%1</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <source>Stopped: the plan was not rescaled.</source>
            <translation>已停止：方案没有换到别的卡数。</translation>
        </message>
    </context>
    <context>
        <name>ui::SearchPage</name>
        <message>
            <source>A: this plan. B: chosen. Diamond: no other is both as fast and as small</source>
            <translation>A：当前方案。B：选中的。菱形：没有别的布局既一样快又一样省</translation>
        </message>
        <message>
            <source>Tensor parallel</source>
            <translation>张量并行</translation>
        </message>
        <message>
            <source>Pipeline parallel</source>
            <translation>流水线并行</translation>
        </message>
        <message>
            <source>Data parallel</source>
            <translation>数据并行</translation>
        </message>
        <message>
            <source>Context parallel</source>
            <translation>上下文并行</translation>
        </message>
        <message>
            <source>ZeRO</source>
            <translation>ZeRO</translation>
        </message>
        <message>
            <source>ZeRO stage</source>
            <translation>ZeRO 阶段</translation>
        </message>
        <message>
            <source>Micro</source>
            <translation>微批次</translation>
        </message>
        <message>
            <source>Sequences in a micro-batch</source>
            <translation>每个微批次的序列数</translation>
        </message>
        <message>
            <source>Recompute</source>
            <translation>重计算</translation>
        </message>
        <message>
            <source>Schedule</source>
            <translation>调度</translation>
        </message>
        <message>
            <source>Step, %1</source>
            <translation>每步，%1</translation>
        </message>
        <message>
            <source>Predicted time of one step</source>
            <translation>预测的每步时间</translation>
        </message>
        <message>
            <source>MFU, %</source>
            <translation>MFU，%</translation>
        </message>
        <message>
            <source>Model FLOPs utilisation, predicted</source>
            <translation>预测的模型 FLOPs 利用率</translation>
        </message>
        <message>
            <source>Predicted duration of the whole run</source>
            <translation>预测的整个训练时长</translation>
        </message>
        <message>
            <source>Cost, USD</source>
            <translation>费用，美元</translation>
        </message>
        <message>
            <source>Of the whole run, where a price is given</source>
            <translation>整个训练的费用（给出价格时）</translation>
        </message>
        <message>
            <source>Memory, %1</source>
            <translation>显存，%1</translation>
        </message>
        <message>
            <source>Predicted memory of the heaviest card</source>
            <translation>预测的占用最多的卡的显存</translation>
        </message>
        <message>
            <source>, SP</source>
            <comment>sequence parallel</comment>
            <translation>，SP</translation>
        </message>
        <message>
            <source>%1 of a card</source>
            <translation>单卡的 %1</translation>
        </message>
        <message>
            <source>Layouts</source>
            <translation>布局</translation>
        </message>
        <message>
            <source>Filter, such as T8 ZeRO-1</source>
            <translation>筛选，如 T8 ZeRO-1</translation>
        </message>
        <message>
            <source>Use this layout</source>
            <translation>采用此布局</translation>
        </message>
        <message>
            <source>Memory against time</source>
            <translation>显存与时间</translation>
        </message>
        <message>
            <source>%1 on the heaviest card</source>
            <translation>占用最多的卡，%1</translation>
        </message>
        <message>
            <source>Every layout found will be a point here: fast to the left, small below.</source>
            <translation>找到的每个布局是这里的一个点：左边快，下边省显存。</translation>
        </message>
        <message>
            <source>%1 on the heaviest card, %2 MFU</source>
            <translation>占用最多的卡 %1，MFU %2</translation>
        </message>
        <message>
            <source>no other is both as fast and as small</source>
            <translation>没有别的布局既一样快又一样省</translation>
        </message>
        <message>
            <source>predicted</source>
            <translation>预测</translation>
        </message>
        <message>
            <source>the plan has changed since: search again</source>
            <translation>方案此后有改动：请重新搜索</translation>
        </message>
        <message>
            <source>this machine's speed was measured since: search again</source>
            <translation>此后测得了本机的速度：请重新搜索</translation>
        </message>
        <message>
            <source>Scoring layouts; the best stand here when the search ends or is stopped.</source>
            <translation>正在为布局打分；搜索结束或停止后，最好的会列在这里。</translation>
        </message>
        <message>
            <source>All layouts of this model on its cards will stand here, the fastest first.</source>
            <translation>此模型在这些卡上的所有布局会列在这里，最快的在前。</translation>
        </message>
        <message>
            <source>Search layouts</source>
            <translation>搜索布局</translation>
        </message>
        <message>
            <source>No layout fits. The smallest, %1, needs ○ %2 and a card holds %3.</source>
            <translation>没有布局放得下。最省的 %1 需要 ○ %2，而一张卡有 %3。</translation>
        </message>
        <message>
            <source>No layout of these cards is legal for this model; the reasons are at the left.</source>
            <translation>这些卡上没有适合此模型的合法布局；原因在左侧。</translation>
        </message>
        <message>
            <source>Use layout %1</source>
            <translation>采用布局 %1</translation>
        </message>
        <message>
            <source>Run, %1</source>
            <translation>训练，%1</translation>
        </message>
        <message>
            <source>Choose a number of a layout or a row of the comparison to see its formula with the values put in.</source>
            <translation>选择某个布局的数字或比较中的一行，查看代入数值的公式。</translation>
        </message>
        <message>
            <source>This plan was not rescaled: no layout of so many cards keeps the global batch and fits.</source>
            <translation>当前方案没有改卡数：这么多卡没有任何布局能保持全局批并放得下。</translation>
        </message>
        <message>
            <source>1F1B × 4: interleaved, with 4 chunks of the model on a card</source>
            <translation>1F1B × 4：交错调度，每张卡有 4 块模型</translation>
        </message>
        <message>
            <source>Looking for a layout of so many cards that keeps as much of this one as can be.</source>
            <translation>正在寻找这么多卡上尽量保留当前布局的布局。</translation>
        </message>
        <message>
            <source>Stopped: the plan was not rescaled.</source>
            <translation>已停止：方案没有换到别的卡数。</translation>
        </message>
    </context>
    <context>
        <name>ui::TimeMemoryChart</name>
        <message>
            <source>Memory against time</source>
            <translation>显存与时间</translation>
        </message>
        <message>
            <source>time of a step, %1</source>
            <translation>每步时间，%1</translation>
        </message>
        <message>
            <source>card: %1</source>
            <translation>单卡：%1</translation>
        </message>
        <message>
            <source>%1 slower ones lie outside</source>
            <translation>另有 %1 个更慢的在图外</translation>
        </message>
    </context>
    <context>
        <name>ui::ValidationPage</name>
        <message>
            <source>Published tables, recomputed</source>
            <translation>重新计算的已发表表格</translation>
        </message>
        <message>
            <source>computing</source>
            <translation>计算中</translation>
        </message>
        <message>
            <source>Table</source>
            <translation>表</translation>
        </message>
        <message>
            <source>Rows</source>
            <translation>行数</translation>
        </message>
        <message>
            <source>Median error</source>
            <translation>中位误差</translation>
        </message>
        <message>
            <source>90 % within</source>
            <translation>90 % 在此之内</translation>
        </message>
        <message>
            <source>Worst</source>
            <translation>最差</translation>
        </message>
        <message>
            <source>Source</source>
            <translation>来源</translation>
        </message>
        <message>
            <source>nothing is fitted to a row</source>
            <translation>没有对任何一行做拟合</translation>
        </message>
        <message>
            <source>Row</source>
            <translation>行</translation>
        </message>
        <message>
            <source>Published</source>
            <translation>已发表</translation>
        </message>
        <message>
            <source>○ Computed</source>
            <translation>○ 计算值</translation>
        </message>
        <message>
            <source>Error</source>
            <translation>误差</translation>
        </message>
        <message>
            <source>Rows of the chosen table</source>
            <translation>所选表格的行</translation>
        </message>
        <message>
            <source>, </source>
            <translation>，</translation>
        </message>
    </context>
    <context>
        <name>ui::Activities</name>
        <message>
            <source>Be the scheduler</source>
            <translation>亲手排流水线</translation>
        </message>
        <message>
            <source>Bug hunt</source>
            <translation>找 bug</translation>
        </message>
        <message>
            <source>Follow one weight</source>
            <translation>跟踪一个权重</translation>
        </message>
        <message>
            <source>Reverse quiz</source>
            <translation>反向测验</translation>
        </message>
        <message>
            <source>Break-even dial</source>
            <translation>平衡点旋钮</translation>
        </message>
        <message>
            <source>Lay the ops of a pipeline yourself; the engine runs your table.</source>
            <translation>自己排列流水线的操作，由引擎运行这张表。</translation>
        </message>
        <message>
            <source>The engine trains with a planted fault and the loss looks fine. Find it.</source>
            <translation>引擎带着一处人为错误训练，损失看上去正常。把它找出来。</translation>
        </message>
        <message>
            <source>Who holds the sixteen bytes of one scalar, and when?</source>
            <translation>一个标量的 16 字节由谁保存，什么时候保存？</translation>
        </message>
        <message>
            <source>A picture of memory, time or traffic: name the plan that made it.</source>
            <translation>给出显存、时间或通信的图，说出它来自哪个方案。</translation>
        </message>
        <message>
            <source>Where the ZeRO-3 gather comes out from behind the computing.</source>
            <translation>ZeRO-3 的收集什么时候不再被计算遮住。</translation>
        </message>
    </context>
    <context>
        <name>ui::ActivityPage</name>
        <message>
            <source>All lessons</source>
            <translation>全部课程</translation>
        </message>
    </context>
    <context>
        <name>ui::DialCanvas</name>
        <message>
            <source>Computing and gather of a block</source>
            <translation>一层的计算与收集</translation>
        </message>
        <message>
            <source>%1 tokens a micro-batch</source>
            <translation>每个微批次 %1 个 token</translation>
        </message>
        <message>
            <source>%1 exposed</source>
            <translation>露出 %1</translation>
        </message>
        <message>
            <source>computing %1</source>
            <translation>计算 %1</translation>
        </message>
        <message>
            <source>gather %1</source>
            <translation>收集 %1</translation>
        </message>
        <message>
            <source>tensor sums %1</source>
            <translation>张量求和 %1</translation>
        </message>
        <message>
            <source>Tokens</source>
            <translation>Token 数</translation>
        </message>
        <message>
            <source>Computing</source>
            <translation>计算</translation>
        </message>
        <message>
            <source>Gather</source>
            <translation>收集</translation>
        </message>
        <message>
            <source>Exposed</source>
            <translation>露出</translation>
        </message>
        <message>
            <source>Tensor sums</source>
            <translation>张量求和</translation>
        </message>
        <message>
            <source>computing</source>
            <translation>计算</translation>
        </message>
        <message>
            <source>gather</source>
            <translation>收集</translation>
        </message>
        <message>
            <source>exposed</source>
            <translation>露出</translation>
        </message>
        <message>
            <source>no tensor parallelism: nothing to sum</source>
            <translation>没有张量并行：不需要求和</translation>
        </message>
        <message>
            <source>orange: tensor sums, across the node&apos;s edge</source>
            <translation>橙色：张量求和，跨出节点</translation>
        </message>
        <message>
            <source>orange: tensor sums, inside the node</source>
            <translation>橙色：张量求和，在节点内</translation>
        </message>
        <message>
            <source>tokens of a micro-batch</source>
            <translation>微批次的 token 数</translation>
        </message>
        <message>
            <source>break-even: %1</source>
            <translation>平衡点：%1</translation>
        </message>
    </context>
    <context>
        <name>ui::DialPage</name>
        <message>
            <source>Break-even dial</source>
            <translation>平衡点旋钮</translation>
        </message>
        <message>
            <source>LLaMA-2 7B on eight nodes of eight A100, under ZeRO-3: while a block computes, the weights of the next are gathered. With many tokens the gather hides behind the computing; with few it comes out. Turn the dials across that point. Then move tensor parallelism over the node&apos;s edge.</source>
            <translation>LLaMA-2 7B，8 个节点，每节点 8 张 A100，ZeRO-3：一层计算时，下一层的权重正在收集。token 多时，收集藏在计算后面；token 少时，它就露出来。转动旋钮越过这一点，再把张量并行移过节点边界。</translation>
        </message>
        <message>
            <source>One block, forward</source>
            <translation>一层，前向</translation>
        </message>
        <message>
            <source>predicted</source>
            <translation>预测</translation>
        </message>
        <message>
            <source>Use %1 to %2.</source>
            <translation>请用 %1 到 %2。</translation>
        </message>
        <message>
            <source>Tokens</source>
            <translation>Token 数</translation>
        </message>
        <message>
            <source>Link, GB/s</source>
            <translation>链路，GB/s</translation>
        </message>
        <message>
            <source>Tensor</source>
            <translation>张量</translation>
        </message>
        <message>
            <source>gather = (d − 1)·α + (d − 1)/d · 2Ψ/t / β      computing ∝ n · Ψ/t
n tokens, Ψ weights of the block, t tensor ranks, d replicas, α latency and β bandwidth of the link. Nothing hides the two sums of n·h numbers over the tensor ranks: the block waits for each.</source>
            <translation>收集 = (d − 1)·α + (d − 1)/d · 2Ψ/t / β      计算 ∝ n · Ψ/t
n 为 token 数，Ψ 为一层的权重数，t 为张量并行数，d 为副本数，α、β 为链路的延迟和带宽。张量 rank 之间对 n·h 个数的两次求和无处可藏：这一层每次都要等它。</translation>
        </message>
        <message>
            <source>%1 of the gather come out: the cards wait.</source>
            <translation>收集有 %1 露在外面：卡在等待。</translation>
        </message>
        <message>
            <source>The gather hides behind the computing.</source>
            <translation>收集藏在计算后面。</translation>
        </message>
        <message>
            <source>Break-even at %1 tokens.</source>
            <translation>平衡点在 %1 个 token。</translation>
        </message>
        <message>
            <source>No number of tokens hides it.</source>
            <translation>多少 token 都遮不住它。</translation>
        </message>
        <message>
            <source>Tensor sums take %1 of a block&apos;s %2.</source>
            <translation>一层的 %2 中，张量求和占 %1。</translation>
        </message>
        <message>
            <source>They cross the node&apos;s edge: that is why tensor parallelism stays inside a node.</source>
            <translation>它们跨出了节点：所以张量并行要留在节点内。</translation>
        </message>
    </context>
    <context>
        <name>ui::HolderCanvas</name>
        <message>
            <source>weight, 2 bytes</source>
            <translation>权重，2 字节</translation>
        </message>
        <message>
            <source>gradient, 2 bytes</source>
            <translation>梯度，2 字节</translation>
        </message>
        <message>
            <source>master weight, 4 bytes</source>
            <translation>主权重，4 字节</translation>
        </message>
        <message>
            <source>first moment, 4 bytes</source>
            <translation>一阶动量，4 字节</translation>
        </message>
        <message>
            <source>second moment, 4 bytes</source>
            <translation>二阶动量，4 字节</translation>
        </message>
        <message>
            <source>always</source>
            <translation>一直</translation>
        </message>
        <message>
            <source>its share, until it is summed over the replicas</source>
            <translation>自己的那一份，直到在各副本间求和</translation>
        </message>
        <message>
            <source>gathered while its layer computes</source>
            <translation>所在的层计算时才收集</translation>
        </message>
        <message>
            <source>never</source>
            <translation>从不</translation>
        </message>
        <message>
            <source>Cards and what they hold of the scalar</source>
            <translation>各卡保存这个标量的哪些部分</translation>
        </message>
        <message>
            <source>Rank %1: stage %2, replica %3, tensor rank %4</source>
            <translation>Rank %1：阶段 %2，副本 %3，张量 rank %4</translation>
        </message>
        <message>
            <source>holds nothing of this scalar</source>
            <translation>不保存这个标量的任何部分</translation>
        </message>
        <message>
            <source>copy of the token table for the head</source>
            <translation>词表供输出层使用的副本</translation>
        </message>
        <message>
            <source>%1: %2</source>
            <translation>%1：%2</translation>
        </message>
        <message>
            <source>Rank</source>
            <translation>Rank</translation>
        </message>
        <message>
            <source>Stage</source>
            <translation>阶段</translation>
        </message>
        <message>
            <source>Replica</source>
            <translation>副本</translation>
        </message>
        <message>
            <source>Tensor rank</source>
            <translation>张量 rank</translation>
        </message>
        <message>
            <source>rank %1</source>
            <translation>rank %1</translation>
        </message>
        <message>
            <source>stage %1</source>
            <translation>阶段 %1</translation>
        </message>
    </context>
    <context>
        <name>ui::HuntCanvas</name>
        <message>
            <source>Instrument</source>
            <translation>仪表</translation>
        </message>
        <message>
            <source>‖g − g of one rank‖ / ‖g of one rank‖, same weights, same batch</source>
            <translation>‖g − 单 rank 的 g‖ / ‖单 rank 的 g‖，权重和批次都相同</translation>
        </message>
        <message>
            <source>%1 times as large as one rank&apos;s</source>
            <translation>是单个 rank 的 %1 倍</translation>
        </message>
        <message>
            <source>%1 of %2 copies differ</source>
            <translation>%2 份副本中有 %1 份不同</translation>
        </message>
        <message>
            <source>by %1 of the tensor&apos;s root mean square</source>
            <translation>相差为张量均方根的 %1</translation>
        </message>
        <message>
            <source>Tensor</source>
            <translation>张量</translation>
        </message>
        <message>
            <source>Copies</source>
            <translation>副本</translation>
        </message>
        <message>
            <source>Different</source>
            <translation>不同</translation>
        </message>
        <message>
            <source>Difference</source>
            <translation>差别</translation>
        </message>
        <message>
            <source>Size</source>
            <translation>大小</translation>
        </message>
        <message>
            <source>Update</source>
            <translation>更新</translation>
        </message>
        <message>
            <source>This run</source>
            <translation>这次训练</translation>
        </message>
        <message>
            <source>One rank</source>
            <translation>单个 rank</translation>
        </message>
        <message>
            <source>What the instruments measured stands here after the run</source>
            <translation>训练结束后，这里显示仪表的读数</translation>
        </message>
        <message>
            <source>this run</source>
            <translation>这次训练</translation>
        </message>
        <message>
            <source>one rank</source>
            <translation>单个 rank</translation>
        </message>
        <message>
            <source>updates 1 to %1</source>
            <translation>第 1 到 %1 次更新</translation>
        </message>
        <message>
            <source>tensor</source>
            <translation>张量</translation>
        </message>
        <message>
            <source>difference</source>
            <translation>差别</translation>
        </message>
        <message>
            <source>size</source>
            <translation>大小</translation>
        </message>
        <message>
            <source>sound</source>
            <translation>正常</translation>
        </message>
        <message>
            <source>tensors that several ranks hold, after the run</source>
            <translation>训练结束后，由多个 rank 保存的张量</translation>
        </message>
        <message>
            <source>%1 of %2 differ, by %3</source>
            <translation>%2 份中有 %1 份不同，相差 %3</translation>
        </message>
        <message>
            <source>%1 copies, equal bit by bit</source>
            <translation>%1 份副本，逐位相等</translation>
        </message>
    </context>
    <context>
        <name>ui::HuntPage</name>
        <message>
            <source>The sum over the replicas is made once too often</source>
            <translation>副本间的求和多做了一次</translation>
        </message>
        <message>
            <source>Every gradient is the same factor too large. Adam divides by the size of its gradients, so the loss hardly moves; gradients and norm show the factor, and all copies stay equal.</source>
            <translation>每个梯度都大了同样的倍数。Adam 会除以梯度的大小，所以损失几乎不变；梯度和范数显示这个倍数，所有副本仍然相等。</translation>
        </message>
        <message>
            <source>Gradients of the norms are not summed over the tensor ranks</source>
            <translation>归一化层的梯度没有在张量 rank 之间求和</translation>
        </message>
        <message>
            <source>Only the norm weights are off. Each tensor rank updates its own copy with its own share, so the copies drift apart: replica agreement shows it, the other tensors are sound.</source>
            <translation>只有归一化层的权重不对。每个张量 rank 用自己的那一份更新自己的副本，各份副本于是逐渐不一致：副本一致性显示这一点，其他张量正常。</translation>
        </message>
        <message>
            <source>The head&apos;s copy of the token table misses the embedding&apos;s gradient</source>
            <translation>输出层的词表副本缺少嵌入层的梯度</translation>
        </message>
        <message>
            <source>Only the token table is off, and its two copies, on the first and the last stage, drift apart.</source>
            <translation>只有词表不对，它在第一阶段和最后阶段的两份副本逐渐不一致。</translation>
        </message>
        <message>
            <source>The gradient norm counts copies of a tensor more than once</source>
            <translation>梯度范数把张量的副本数了不止一次</translation>
        </message>
        <message>
            <source>Every gradient is sound and every copy equal; only the norm is too large. With clipping on, steps would be cut too early.</source>
            <translation>每个梯度都正常，每份副本都相等，只有范数偏大。如果开启裁剪，更新会过早被裁剪。</translation>
        </message>
        <message>
            <source>A weight gradient of the split backward pass is left out</source>
            <translation>拆分的反向中漏算了一个权重梯度</translation>
        </message>
        <message>
            <source>Tensors of the last stage miss the share of one micro-batch: off, but not by a common factor, and the first stage is sound. All copies stay equal.</source>
            <translation>最后阶段的张量缺少一个微批次的那一份：不对，但没有共同的倍数，第一阶段正常。所有副本仍然相等。</translation>
        </message>
        <message>
            <source>What recomputation should bring back is empty</source>
            <translation>重计算应当恢复的内容是空的</translation>
        </message>
        <message>
            <source>Nearly every gradient is wrong and far too small, in all layers alike; all copies stay equal, so nothing was lost between ranks.</source>
            <translation>几乎每个梯度都不对，而且小得多，各层都一样；所有副本仍然相等，所以不是在 rank 之间丢的。</translation>
        </message>
        <message>
            <source>Gathered weights are kept over the update</source>
            <translation>收集来的权重在更新之后仍被沿用</translation>
        </message>
        <message>
            <source>Gradients at the same weights are sound, and so is the first norm. But what a card had gathered last is no longer what the owners of its slices keep: the next step begins with weights of before the update. Replica agreement shows it, for whole layers.</source>
            <translation>同样权重下的梯度都正常，第一步的范数也正常。但是卡最后收集来的权重，和各分片持有者保存的已经不同：下一步一开始用的还是更新前的权重。副本一致性显示整层都不一致。</translation>
        </message>
        <message>
            <source>Bug hunt</source>
            <translation>找 bug</translation>
        </message>
        <message>
            <source>The engine trains a small model on virtual cards, with one real fault planted in its parallel code. The loss falls as it should. One rank without any parallelism trains the same beside it: find the fault with the instruments, then name it.</source>
            <translation>引擎在虚拟卡上训练一个小模型，它的并行代码里埋了一处真实的错误。损失照常下降。旁边有一个不做任何并行的 rank 训练同样的内容：用仪表找到错误，再说出它是什么。</translation>
        </message>
        <message>
            <source>Instruments</source>
            <translation>仪表</translation>
        </message>
        <message>
            <source>measured</source>
            <translation>实测</translation>
        </message>
        <message>
            <source>Loss</source>
            <translation>损失</translation>
        </message>
        <message>
            <source>Gradient norm</source>
            <translation>梯度范数</translation>
        </message>
        <message>
            <source>Gradients by tensor</source>
            <translation>各张量的梯度</translation>
        </message>
        <message>
            <source>Replica agreement</source>
            <translation>副本一致性</translation>
        </message>
        <message>
            <source>Seed</source>
            <translation>种子</translation>
        </message>
        <message>
            <source>Start the run</source>
            <translation>开始训练</translation>
        </message>
        <message>
            <source>Another fault</source>
            <translation>换一个错误</translation>
        </message>
        <message>
            <source>Which fault is it?</source>
            <translation>是哪个错误？</translation>
        </message>
        <message>
            <source>Name the fault</source>
            <translation>说出错误</translation>
        </message>
        <message>
            <source>tp %1 · pp %2 · dp %3, ZeRO-%4, %5, %6 updates</source>
            <translation>tp %1 · pp %2 · dp %3，ZeRO-%4，%5，%6 次更新</translation>
        </message>
        <message>
            <source>Training</source>
            <translation>训练中</translation>
        </message>
        <message>
            <source>The run has ended. Read the instruments at the right.</source>
            <translation>训练已结束。请看右边的仪表。</translation>
        </message>
        <message>
            <source>Right.</source>
            <translation>正确。</translation>
        </message>
        <message>
            <source>Not quite.</source>
            <translation>不完全对。</translation>
        </message>
    </context>
    <context>
        <name>ui::HuntProcess</name>
        <message>
            <source>The engine could not be started: %1</source>
            <translation>引擎无法启动：%1</translation>
        </message>
    </context>
    <context>
        <name>ui::PictureCanvas</name>
        <message>
            <source>tensor groups</source>
            <translation>张量组</translation>
        </message>
        <message>
            <source>data groups</source>
            <translation>数据组</translation>
        </message>
        <message>
            <source>pipeline groups</source>
            <translation>流水线组</translation>
        </message>
        <message>
            <source>embedding groups</source>
            <translation>嵌入组</translation>
        </message>
        <message>
            <source>context groups</source>
            <translation>上下文组</translation>
        </message>
        <message>
            <source>expert groups</source>
            <translation>专家组</translation>
        </message>
        <message>
            <source>all-reduce</source>
            <translation>all-reduce</translation>
        </message>
        <message>
            <source>reduce-scatter</source>
            <translation>reduce-scatter</translation>
        </message>
        <message>
            <source>all-gather</source>
            <translation>all-gather</translation>
        </message>
        <message>
            <source>broadcast</source>
            <translation>广播</translation>
        </message>
        <message>
            <source>barrier</source>
            <translation>同步</translation>
        </message>
        <message>
            <source>send</source>
            <translation>发送</translation>
        </message>
        <message>
            <source>Picture to be named</source>
            <translation>待辨认的图</translation>
        </message>
        <message>
            <source>%1, %2</source>
            <translation>%1，%2</translation>
        </message>
        <message>
            <source>Stage %1</source>
            <translation>阶段 %1</translation>
        </message>
        <message>
            <source>idle %1</source>
            <translation>空闲 %1</translation>
        </message>
        <message>
            <source>Memory of a card of stage 0</source>
            <translation>阶段 0 一张卡的显存</translation>
        </message>
        <message>
            <source>floor %1, peak %2</source>
            <translation>底 %1，峰值 %2</translation>
        </message>
        <message>
            <source>Groups</source>
            <translation>组</translation>
        </message>
        <message>
            <source>Operation</source>
            <translation>操作</translation>
        </message>
        <message>
            <source>Bytes of a step</source>
            <translation>一步的字节数</translation>
        </message>
        <message>
            <source>Time</source>
            <translation>时间</translation>
        </message>
        <message>
            <source>Held</source>
            <translation>保存</translation>
        </message>
        <message>
            <source>Stage</source>
            <translation>阶段</translation>
        </message>
        <message>
            <source>Op</source>
            <translation>操作</translation>
        </message>
        <message>
            <source>Start</source>
            <translation>开始</translation>
        </message>
        <message>
            <source>End</source>
            <translation>结束</translation>
        </message>
        <message>
            <source>one step of a card of the first stage; the floor is what it holds all the time</source>
            <translation>第一阶段一张卡的一步；底部是它一直保存的部分</translation>
        </message>
        <message>
            <source>bytes that all rings of the job send in one step</source>
            <translation>整个任务的所有环在一步中发送的字节数</translation>
        </message>
    </context>
    <context>
        <name>ui::ReversePage</name>
        <message>
            <source>tp %1 · pp %2 · dp %3</source>
            <translation>tp %1 · pp %2 · dp %3</translation>
        </message>
        <message>
            <source>%1, %2</source>
            <translation>%1，%2</translation>
        </message>
        <message>
            <source>%1 stages, %2 micro-batches, %3</source>
            <translation>%1 个阶段，%2 个微批次，%3</translation>
        </message>
        <message>
            <source>The floor of %1 is what ZeRO leaves of the states; the teeth above it, up to %2, are the micro-batches that the schedule keeps: at most %3 at a time.</source>
            <translation>底部的 %1 是 ZeRO 切分后留下的状态；上面直到 %2 的锯齿，是调度保留的微批次：同时最多 %3 个。</translation>
        </message>
        <message>
            <source>Count the rows and the forward boxes of one of them; the order of forward and backward tells the schedule. Its bubble is %1.</source>
            <translation>数一数有几行，一行里有几个前向；前向和反向的次序说明是哪种调度。它的气泡是 %1。</translation>
        </message>
        <message>
            <source>Sums in tensor groups need tensor parallelism, sends need stages; in data groups ZeRO-0 sums once, ZeRO-2 scatters after every micro-batch, and ZeRO-3 gathers weights besides. Together %1.</source>
            <translation>张量组里的求和说明有张量并行，发送说明有流水线阶段；在数据组里，ZeRO-0 只求和一次，ZeRO-2 每个微批次后做一次 reduce-scatter，ZeRO-3 还要收集权重。合计 %1。</translation>
        </message>
        <message>
            <source>Reverse quiz</source>
            <translation>反向测验</translation>
        </message>
        <message>
            <source>Here is the answer; what was the question? The picture was computed from one of four plans of a small model on eight cards. Say which.</source>
            <translation>这里是答案，问题是什么？这张图由 8 张卡上一个小模型的四个方案之一算出。说出是哪一个。</translation>
        </message>
        <message>
            <source>Which plan makes this picture?</source>
            <translation>这张图来自哪个方案？</translation>
        </message>
        <message>
            <source>predicted</source>
            <translation>预测</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>显存</translation>
        </message>
        <message>
            <source>Timeline</source>
            <translation>时间线</translation>
        </message>
        <message>
            <source>Traffic</source>
            <translation>通信</translation>
        </message>
        <message>
            <source>Submit</source>
            <translation>提交</translation>
        </message>
        <message>
            <source>Another picture</source>
            <translation>换一张图</translation>
        </message>
        <message>
            <source>Right.</source>
            <translation>正确。</translation>
        </message>
        <message>
            <source>Not quite.</source>
            <translation>不完全对。</translation>
        </message>
        <message>
            <source>%1 of %2 right</source>
            <translation>%2 题中答对 %1 题</translation>
        </message>
    </context>
    <context>
        <name>ui::ScheduleCanvas</name>
        <message>
            <source>Board of the pipeline</source>
            <translation>流水线的棋盘</translation>
        </message>
        <message>
            <source>%1 of micro-batch %2, stage %3</source>
            <translation>微批次 %2 的%1，阶段 %3</translation>
        </message>
        <message>
            <source>Forward</source>
            <translation>前向</translation>
        </message>
        <message>
            <source>Input gradient</source>
            <translation>输入梯度</translation>
        </message>
        <message>
            <source>Weight gradient</source>
            <translation>权重梯度</translation>
        </message>
        <message>
            <source>runs in slot %1</source>
            <translation>在第 %1 格运行</translation>
        </message>
        <message>
            <source>does not run: what it or an op before it waits for never comes</source>
            <translation>不会运行：它或它前面的操作所等的东西不会到来</translation>
        </message>
        <message>
            <source>stands in a circle of waits</source>
            <translation>处在等待的环中</translation>
        </message>
        <message>
            <source>stands before its input gradient</source>
            <translation>排在自己的输入梯度之前</translation>
        </message>
        <message>
            <source>stands before its own forward pass</source>
            <translation>排在自己的前向之前</translation>
        </message>
        <message>
            <source>Stage</source>
            <translation>阶段</translation>
        </message>
        <message>
            <source>Ops</source>
            <translation>操作</translation>
        </message>
        <message>
            <source>Kept at most</source>
            <translation>最多保留</translation>
        </message>
        <message>
            <source>Tray</source>
            <translation>托盘</translation>
        </message>
        <message>
            <source>drag into a row, or press F, I, W where the mark stands</source>
            <translation>拖到某一行，或在光标处按 F、I、W</translation>
        </message>
        <message>
            <source>Stage %1</source>
            <translation>阶段 %1</translation>
        </message>
        <message>
            <source>keeps %1</source>
            <translation>保留 %1</translation>
        </message>
        <message>
            <source>slots</source>
            <translation>格</translation>
        </message>
    </context>
    <context>
        <name>ui::SchedulerPage</name>
        <message>
            <source>%1: %2 slots, bubble %3, keeps %4</source>
            <translation>%1：%2 格，气泡 %3，保留 %4</translation>
        </message>
        <message>
            <source>Be the scheduler</source>
            <translation>亲手排流水线</translation>
        </message>
        <message>
            <source>Four cards hold four stages of a model; eight micro-batches wait. Lay every forward pass F, input gradient I and weight gradient W so that all of it runs, early and with little memory. F of a stage waits for F of the stage before; I waits for I of the stage behind; W only needs its own I.</source>
            <translation>四张卡保存模型的四个阶段，八个微批次在等待。排好每个前向 F、输入梯度 I 和权重梯度 W，让它们全部运行，早结束，又少占显存。一个阶段的 F 要等前一阶段的 F；I 要等后一阶段的 I；W 只需要自己的 I。</translation>
        </message>
        <message>
            <source>Four stages, eight micro-batches</source>
            <translation>四个阶段，八个微批次</translation>
        </message>
        <message>
            <source>as the table says</source>
            <translation>按表</translation>
        </message>
        <message>
            <source>engine, virtual time</source>
            <translation>引擎，虚拟时间</translation>
        </message>
        <message>
            <source>Empty</source>
            <translation>清空</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <source>Run it on the engine</source>
            <translation>在引擎上运行</translation>
        </message>
        <message>
            <source>Deadlock: a circle of waits.</source>
            <translation>死锁：等待成环。</translation>
        </message>
        <message>
            <source>Stage %1: %2 waits for %3 of stage %4.</source>
            <translation>阶段 %1：%2 等阶段 %4 的 %3。</translation>
        </message>
        <message>
            <source>Stage %1: %2 waits for %3 of stage %4, which stands behind %5 there.</source>
            <translation>阶段 %1：%2 等阶段 %4 的 %3，而它在那里排在 %5 后面。</translation>
        </message>
        <message>
            <source>Stage %1: %2 waits for %3 of stage %4, which is not on the board yet.</source>
            <translation>阶段 %1：%2 等阶段 %4 的 %3，而它还不在棋盘上。</translation>
        </message>
        <message>
            <source>%1 slots, bubble %2, keeps %3</source>
            <translation>%1 格，气泡 %2，保留 %3</translation>
        </message>
        <message>
            <source>%1 of %2 ops are still to be laid.</source>
            <translation>%2 个操作中还有 %1 个要排。</translation>
        </message>
        <message>
            <source>All of it runs.</source>
            <translation>全部可以运行。</translation>
        </message>
        <message>
            <source>Stop it</source>
            <translation>停止</translation>
        </message>
        <message>
            <source>The engine takes a table that is whole and does not deadlock.</source>
            <translation>引擎只接受完整且不会死锁的表。</translation>
        </message>
        <message>
            <source>Another run is going on.</source>
            <translation>另一个训练正在进行。</translation>
        </message>
        <message>
            <source>The engine ran your table on %1 virtual cards: step %2 of %3, loss %4, bubble %5.</source>
            <translation>引擎在 %1 张虚拟卡上运行了你的表：第 %2 步，共 %3 步，损失 %4，气泡 %5。</translation>
        </message>
        <message>
            <source>Stage %1 kept %2 micro-batches at most.</source>
            <translation>阶段 %1 最多保留 %2 个微批次。</translation>
        </message>
        <message>
            <source>Starting</source>
            <translation>正在启动</translation>
        </message>
    </context>
    <context>
        <name>ui::TensorCanvas</name>
        <message>
            <source>The tensor and its cuts</source>
            <translation>张量和它的切分</translation>
        </message>
        <message>
            <source>On every tensor rank</source>
            <translation>在每个张量 rank 上</translation>
        </message>
        <message>
            <source>On tensor rank %1</source>
            <translation>在张量 rank %1 上</translation>
        </message>
        <message>
            <source>rows %1 to %2, columns %3 to %4</source>
            <translation>第 %1 到 %2 行，第 %3 到 %4 列</translation>
        </message>
        <message>
            <source>Tensor rank</source>
            <translation>张量 rank</translation>
        </message>
        <message>
            <source>Rows</source>
            <translation>行</translation>
        </message>
        <message>
            <source>Columns</source>
            <translation>列</translation>
        </message>
        <message>
            <source>all</source>
            <translation>全部</translation>
        </message>
        <message>
            <source>%1, %2 rows × %3 columns; click a scalar, or walk with the arrows</source>
            <translation>%1，%2 行 × %3 列；点击一个标量，或用方向键移动</translation>
        </message>
        <message>
            <source>tensor rank %1</source>
            <translation>张量 rank %1</translation>
        </message>
    </context>
    <context>
        <name>ui::WeightPage</name>
        <message>
            <source>Follow one weight</source>
            <translation>跟踪一个权重</translation>
        </message>
        <message>
            <source>Training in 16 bits keeps sixteen bytes for every weight: 2 of the weight, 2 of its gradient, 4 of its master copy and 4 of each moment. Choose one scalar and ask of every card: do you hold it, and when?</source>
            <translation>16 位训练为每个权重保存 16 字节：权重 2，梯度 2，主权重 4，两个动量各 4。选一个标量，问每张卡：你保存它吗，什么时候？</translation>
        </message>
        <message>
            <source>The tensor</source>
            <translation>张量</translation>
        </message>
        <message>
            <source>The cards</source>
            <translation>各卡</translation>
        </message>
        <message>
            <source>solid: always · dashed: for a time · empty: never</source>
            <translation>实心：一直 · 虚线：一段时间 · 空：从不</translation>
        </message>
        <message>
            <source>Tensor</source>
            <translation>张量</translation>
        </message>
        <message>
            <source>Row</source>
            <translation>行</translation>
        </message>
        <message>
            <source>Column</source>
            <translation>列</translation>
        </message>
        <message>
            <source>Pipeline</source>
            <translation>流水线</translation>
        </message>
        <message>
            <source>Data</source>
            <translation>数据</translation>
        </message>
        <message>
            <source>Use 1, 2 or 4.</source>
            <translation>请用 1、2 或 4。</translation>
        </message>
        <message>
            <source>Stage %1 has the layer. %2 of %3 cards ever hold the scalar.</source>
            <translation>阶段 %1 有这一层。%3 张卡中有 %2 张会保存这个标量。</translation>
        </message>
        <message>
            <source>The tensor is not cut: every tensor rank has it.</source>
            <translation>这个张量不切分：每个张量 rank 都有。</translation>
        </message>
        <message>
            <source>The tensor is cut: one tensor rank of each replica has it.</source>
            <translation>这个张量被切分：每个副本中只有一个张量 rank 有它。</translation>
        </message>
        <message>
            <source>Without ZeRO every replica keeps all sixteen bytes.</source>
            <translation>没有 ZeRO 时，每个副本都保存全部 16 字节。</translation>
        </message>
        <message>
            <source>Replica %1 owns it: its optimizer makes the update.</source>
            <translation>它归副本 %1：由该副本的优化器更新。</translation>
        </message>
        <message>
            <source>Held always, over all cards: %1 bytes.</source>
            <translation>所有卡一直保存的合计：%1 字节。</translation>
        </message>
    </context>
    <context>
        <name>HandOut</name>
        <message>
            <source>Answers</source>
            <translation>答案</translation>
        </message>
        <message>
            <source>Your plan</source>
            <translation>你的方案</translation>
        </message>
        <message>
            <source>%1 could not be written: %2</source>
            <translation>%1 无法写入：%2</translation>
        </message>
        <message>
            <source>In kitchen words</source>
            <translation>用厨房打比方</translation>
        </message>
    </context>
    <context>
        <name>ui::WatchDialog</name>
        <message>
            <source>Watch a command</source>
            <translation>跟随一个命令</translation>
        </message>
        <message>
            <source>Command whose output is a training log</source>
            <translation>输出训练日志的命令</translation>
        </message>
        <message>
            <source>Watch</source>
            <translation>跟随</translation>
        </message>
        <message>
            <source>It runs in a shell on this machine, and is ended when you stop watching.</source>
            <translation>它在本机的 shell 里运行，停止跟随时结束。</translation>
        </message>
        <message>
            <source>Watched before</source>
            <translation>以前跟随过的</translation>
        </message>
        <message>
            <source>Examples</source>
            <translation>例子</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>This machine has no program “%1”.</source>
            <translation>本机没有程序“%1”。</translation>
        </message>
    </context>
    <context>
        <name>word</name>
        <message>
            <source>&quot;%1&quot; stands</source>
            <translation>“%1”</translation>
        </message>
        <message>
            <source>or</source>
            <translation>或</translation>
        </message>
        <message>
            <source>and</source>
            <translation>和</translation>
        </message>
    </context>
    <context>
        <name>ui::FitStrip</name>
        <message>
            <source>This plan fits with %1 to spare.</source>
            <translation>当前方案放得下，余量 %1。</translation>
        </message>
        <message>
            <source>This plan does not fit its cards.</source>
            <translation>当前方案放不进它的卡。</translation>
        </message>
        <message>
            <source>With 6 % more than the predicted ○ %1 a card of %2 would be too small.</source>
            <translation>若比预测的 ○ %1 多 6 %，%2 的卡就太小了。</translation>
        </message>
        <message>
            <source>It needs ○ %1 and a card holds %2.</source>
            <translation>它需要 ○ %1，而一张卡只有 %2。</translation>
        </message>
        <message>
            <source>Smallest change with 6 % to spare: %1.</source>
            <translation>留出 6 % 余量的最小改动：%1。</translation>
        </message>
        <message>
            <source>Smallest change with 6 % to spare: %1, %2.</source>
            <translation>留出 6 % 余量的最小改动：%1，%2。</translation>
        </message>
        <message>
            <source>Make this change</source>
            <translation>采用此改动</translation>
        </message>
        <message>
            <source>Make it fit: %1</source>
            <translation>使其放得下：%1</translation>
        </message>
        <message>
            <source>No change of it, and no two of them, leaves 6 %: search for another layout.</source>
            <translation>没有任何一处或两处改动能留出 6 %：请搜索别的布局。</translation>
        </message>
    </context>
    <context>
        <name>ways</name>
        <message>
            <source>Micro-batch %1, micro-batches %2</source>
            <translation>微批次 %1，微批次数 %2</translation>
        </message>
        <message>
            <source>Flash attention</source>
            <translation>Flash 注意力</translation>
        </message>
        <message>
            <source>Sequence parallelism</source>
            <translation>序列并行</translation>
        </message>
        <message>
            <source>Full recompute</source>
            <translation>完全重计算</translation>
        </message>
        <message>
            <source>Selective recompute</source>
            <translation>选择性重计算</translation>
        </message>
        <message>
            <source>ZeRO stage %1</source>
            <translation>ZeRO 阶段 %1</translation>
        </message>
        <message>
            <source>Tensor %1, data %2</source>
            <translation>张量 %1，数据 %2</translation>
        </message>
        <message>
            <source>Pipeline %1, data %2</source>
            <translation>流水线 %1，数据 %2</translation>
        </message>
        <message>
            <source>Optimizer states in host memory</source>
            <translation>优化器状态放在主机内存</translation>
        </message>
        <message>
            <source>Cards of %1</source>
            <translation>每卡 %1</translation>
        </message>
        <message>
            <source>step time %1</source>
            <translation>每步时间 %1</translation>
        </message>
        <message>
            <source>same global batch</source>
            <translation>全局批大小不变</translation>
        </message>
        <message>
            <source>split over %1 replicas</source>
            <translation>切分到 %1 个副本</translation>
        </message>
        <message>
            <source>the limit is yours to set</source>
            <translation>上限由你设定</translation>
        </message>
    </context>
    <context>
        <name>ui::LinksSection</name>
        <message>
            <source>Links</source>
            <translation>链路</translation>
        </message>
        <message>
            <source>Virtual time</source>
            <translation>虚拟时间</translation>
        </message>
        <message>
            <source>Wall clock too</source>
            <translation>也计入实际时间</translation>
        </message>
        <message>
            <source>Within a node</source>
            <translation>节点内</translation>
        </message>
        <message>
            <source>Between nodes</source>
            <translation>节点间</translation>
        </message>
        <message>
            <source>Bandwidth within a node in GB/s</source>
            <translation>节点内带宽，GB/s</translation>
        </message>
        <message>
            <source>Latency within a node in microseconds</source>
            <translation>节点内延迟，微秒</translation>
        </message>
        <message>
            <source>Bandwidth between nodes in GB/s</source>
            <translation>节点间带宽，GB/s</translation>
        </message>
        <message>
            <source>Latency between nodes in microseconds</source>
            <translation>节点间延迟，微秒</translation>
        </message>
        <message>
            <source>Charged to</source>
            <translation>计入</translation>
        </message>
        <message>
            <source>Links of virtual cards are simulated: messages take their time on the virtual clock. On the wall clock too, people wait for them.</source>
            <translation>虚拟卡的链路是模拟的：消息的耗时计入虚拟时钟。也计入实际时间时，人也要等待。</translation>
        </message>
        <message>
            <source>GB/s</source>
            <translation>GB/s</translation>
        </message>
        <message>
            <source>µs</source>
            <translation>µs</translation>
        </message>
        <message>
            <source>Bandwidth of a card in one direction, and the latency of a message. Empty: the accelerator&apos;s own.</source>
            <translation>一张卡单向的带宽，以及一条消息的延迟。留空：用加速卡自己的数值。</translation>
        </message>
        <message>
            <source>Simulated: charged to the virtual clock of every card.</source>
            <translation>模拟：计入每张卡的虚拟时钟。</translation>
        </message>
        <message>
            <source>Assumed by the prediction.</source>
            <translation>预测所作的假设。</translation>
        </message>
    </context>
    <context>
        <name>ui::TrialPage</name>
        <message>
            <source>measured / predicted − 1 = %1 / %2 − 1</source>
            <translation>实测 / 预测 − 1 = %1 / %2 − 1</translation>
        </message>
        <message>
            <source>the run failed</source>
            <translation>运行失败</translation>
        </message>
        <message>
            <source>no log yet</source>
            <translation>还没有日志</translation>
        </message>
        <message>
            <source>The median of %1 updates in %2; the first fifth, which warms up, is left out</source>
            <translation>%2 中 %1 次更新的中位数；前五分之一用于预热，不计入</translation>
        </message>
        <message>
            <source>As measured</source>
            <translation>实测值</translation>
        </message>
        <message>
            <source>predicted × what the others measured over predicted = %1 × %2</source>
            <translation>预测 × 其他运行的实测与预测之比 = %1 × %2</translation>
        </message>
        <message>
            <source>Place, by what is expected of a step</source>
            <translation>名次，按预期的每步时间</translation>
        </message>
        <message>
            <source>Layout</source>
            <translation>布局</translation>
        </message>
        <message>
            <source>Folder</source>
            <translation>文件夹</translation>
        </message>
        <message>
            <source>Step predicted</source>
            <translation>每步，预测</translation>
        </message>
        <message>
            <source>Step measured</source>
            <translation>每步，实测</translation>
        </message>
        <message>
            <source>Half-filled: simulated from measured costs, in virtual time</source>
            <translation>半实心：由实测开销模拟，虚拟时间</translation>
        </message>
        <message>
            <source>Difference</source>
            <translation>差异</translation>
        </message>
        <message>
            <source>Measured over predicted</source>
            <translation>实测相对预测</translation>
        </message>
        <message>
            <source>Updates</source>
            <translation>更新次数</translation>
        </message>
        <message>
            <source>That count: the first fifth warms up</source>
            <translation>计入的次数：前五分之一是预热</translation>
        </message>
        <message>
            <source>Expected</source>
            <translation>预期</translation>
        </message>
        <message>
            <source>Measured where it ran, else predicted and corrected by what the others measured</source>
            <translation>运行过的取实测；否则取预测，并按其他运行的实测校正</translation>
        </message>
        <message>
            <source>Memory predicted</source>
            <translation>显存，预测</translation>
        </message>
        <message>
            <source>Of the heaviest card</source>
            <translation>最重的卡</translation>
        </message>
        <message>
            <source>Memory measured</source>
            <translation>显存，实测</translation>
        </message>
        <message>
            <source>Of the fullest card, where the log says it</source>
            <translation>最满的卡，日志有记载时</translation>
        </message>
        <message>
            <source>None of these runs has left a log yet. Start them, then read the logs.</source>
            <translation>这些运行都还没有留下日志。先启动它们，再读取日志。</translation>
        </message>
        <message numerus="yes">
            <source>%Ln ran: measured over predicted %1, off by %2 in the mean and by %3 once corrected.</source>
            <translation>
                <numerusform>%Ln 个已运行：实测与预测之比 %1，平均偏差 %2，校正后 %3。</numerusform>
            </translation>
        </message>
        <message>
            <source>%1 of the pairs came out in the predicted order.</source>
            <translation>%1 的两两顺序与预测一致。</translation>
        </message>
        <message>
            <source>Trial runs</source>
            <translation>试运行</translation>
        </message>
        <message>
            <source>Use this layout</source>
            <translation>采用此布局</translation>
        </message>
        <message>
            <source>Best layouts</source>
            <translation>最好的布局数</translation>
        </message>
        <message>
            <source>Updates of each</source>
            <translation>每个的更新次数</translation>
        </message>
        <message>
            <source>Write short runs…</source>
            <translation>写出短运行…</translation>
        </message>
        <message>
            <source>Open a trial…</source>
            <translation>打开试运行…</translation>
        </message>
        <message>
            <source>Read the logs</source>
            <translation>读取日志</translation>
        </message>
        <message>
            <source>Copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <source>Copy what starts this run</source>
            <translation>复制启动此运行的命令</translation>
        </message>
        <message>
            <source>Started by</source>
            <translation>启动命令</translation>
        </message>
        <message>
            <source>New folder for the short runs</source>
            <translation>短运行的新文件夹</translation>
        </message>
        <message>
            <source>trial</source>
            <translation>trial</translation>
        </message>
        <message>
            <source>Folder of a trial</source>
            <translation>试运行的文件夹</translation>
        </message>
        <message>
            <source>Search layouts first: the best of them become short runs.</source>
            <translation>请先搜索布局：其中最好的会成为短运行。</translation>
        </message>
        <message>
            <source>Nothing was written: the engine can run none of the layouts found, or no layouts were asked for.</source>
            <translation>没有写出任何内容：找到的布局引擎都不能运行，或者要求的布局数为零。</translation>
        </message>
        <message>
            <source>a script of your own: no kit is written for this framework</source>
            <translation>您自己的脚本：此框架没有启动套件</translation>
        </message>
        <message>
            <source>Use layout %1</source>
            <translation>采用布局 %1</translation>
        </message>
        <message>
            <source>The best layouts of the search, a folder each, with what starts it</source>
            <translation>搜索中最好的布局，每个一个文件夹，附启动脚本</translation>
        </message>
        <message>
            <source>Search layouts first</source>
            <translation>请先搜索布局</translation>
        </message>
        <message>
            <source>predicted</source>
            <translation>预测</translation>
        </message>
        <message>
            <source>measured</source>
            <translation>实测</translation>
        </message>
        <message>
            <source>This trial is of another model than the plan.</source>
            <translation>此试运行的模型与方案不同。</translation>
        </message>
        <message>
            <source>The best layouts of a search, written as runs of a few updates. When they have run, their logs are read here: predicted beside measured, and the layouts ranked again.</source>
            <translation>把搜索中最好的布局写成只有几次更新的运行。运行之后在此读取它们的日志：预测与实测并列，布局重新排名。</translation>
        </message>
        <message>
            <source>Search layouts</source>
            <translation>搜索布局</translation>
        </message>
    </context>
    <context>
        <name>ui::OpCard</name>
        <message>
            <source>Source: %1</source>
            <translation>来源：%1</translation>
        </message>
    </context>
    <context>
        <name>ui::PopupCard</name>
        <message>
            <source>Copy the list as text</source>
            <translation>把列表复制为文本</translation>
        </message>
    </context>
    <context>
        <name>ui::BatchCanvas</name>
        <message>
            <source>The global batch, shared out</source>
            <translation>全局批怎样分</translation>
        </message>
        <message>
            <source>Replica %1</source>
            <translation>副本 %1</translation>
        </message>
        <message>
            <source>micro-batches × sequences in each</source>
            <translation>微批次数 × 每个微批次的序列数</translation>
        </message>
        <message>
            <source>all cards of the replica work on the same ones</source>
            <translation>同一副本里的卡处理的是相同的序列</translation>
        </message>
        <message>
            <source>Replica</source>
            <translation>副本</translation>
        </message>
        <message>
            <source>Micro-batches</source>
            <translation>微批次</translation>
        </message>
        <message>
            <source>Sequences in each</source>
            <translation>每个的序列数</translation>
        </message>
        <message>
            <source>Sequences</source>
            <translation>序列数</translation>
        </message>
        <message>
            <source>Replica %1, %2 cards</source>
            <translation>副本 %1，%2 张卡</translation>
        </message>
        <message>
            <source>%1 sequences cannot be shared out evenly.</source>
            <translation>%1 条序列无法平均分配。</translation>
        </message>
        <message>
            <source>micro-batch %1 × accumulation %2 × dp %3 = %4 sequences for one update</source>
            <translation>微批次 %1 × 梯度累积 %2 × dp %3 = 一次更新 %4 条序列</translation>
        </message>
        <message>
            <source>… and so on, %1 replicas in all</source>
            <translation>……以此类推，共 %1 个副本</translation>
        </message>
    </context>
    <context>
        <name>ui::BatchView</name>
        <message>
            <source>The global batch, shared out</source>
            <translation>全局批怎样分</translation>
        </message>
        <message>
            <source>one row a replica, one box a micro-batch</source>
            <translation>一行是一个副本，一格是一个微批次</translation>
        </message>
    </context>
    <context>
        <name>ui::LessonRunTable</name>
        <message>
            <source>tp · pp · dp</source>
            <translation>tp · pp · dp</translation>
        </message>
        <message>
            <source>Rank order</source>
            <translation>rank 编号顺序</translation>
        </message>
        <message>
            <source>ZeRO stage</source>
            <translation>ZeRO 阶段</translation>
        </message>
        <message>
            <source>Schedule</source>
            <translation>调度</translation>
        </message>
        <message>
            <source>Micro-batch</source>
            <translation>微批次大小</translation>
        </message>
        <message>
            <source>Micro-batches</source>
            <translation>微批次数</translation>
        </message>
        <message>
            <source>Recompute</source>
            <translation>重计算</translation>
        </message>
        <message>
            <source>Warm-up</source>
            <translation>预热</translation>
        </message>
        <message>
            <source>Peak learning rate</source>
            <translation>峰值学习率</translation>
        </message>
        <message>
            <source>Loss, step %1</source>
            <translation>损失，第 %1 步</translation>
        </message>
        <message>
            <source>Heaviest card</source>
            <translation>最重的卡</translation>
        </message>
        <message>
            <source>Activations</source>
            <translation>激活值</translation>
        </message>
        <message>
            <source>Step, virtual time</source>
            <translation>一步，虚拟时间</translation>
        </message>
        <message>
            <source>Bubble</source>
            <translation>气泡</translation>
        </message>
        <message>
            <source>Runs of this step, measured</source>
            <translation>这一步的各次运行，实测</translation>
        </message>
        <message>
            <source>latest</source>
            <translation>最近一次</translation>
        </message>
    </context>
</TS>
