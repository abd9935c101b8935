<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>problem</name>
    <message>
        <source>checkpoint.cannot-read</source>
        <translation>检查点的这一部分无法读取（{reason}）</translation>
    </message>
    <message>
        <source>checkpoint.cannot-write</source>
        <translation>检查点无法写入（{reason}）</translation>
    </message>
    <message>
        <source>checkpoint.folder-in-use</source>
        <translation>另一个训练正在这里写检查点</translation>
    </message>
    <message>
        <source>checkpoint.not-found</source>
        <translation>这里没有检查点</translation>
    </message>
    <message>
        <source>checkpoint.no-manifest</source>
        <translation>检查点缺少 manifest.json</translation>
    </message>
    <message>
        <source>checkpoint.not-a-manifest</source>
        <translation>这不是检查点的清单文件</translation>
    </message>
    <message>
        <source>checkpoint.other-version</source>
        <translation>检查点的版本是 {version}，本程序能读的版本是 {known}</translation>
    </message>
    <message>
        <source>checkpoint.truncated-manifest</source>
        <translation>清单不完整：JSON 在第 {byte} 字节处中断或损坏</translation>
    </message>
    <message>
        <source>checkpoint.altered-manifest</source>
        <translation>清单被改动过：校验和是 {found}，应为 {stated}</translation>
    </message>
    <message>
        <source>checkpoint.bad-manifest</source>
        <translation>清单描述的不是检查点（{detail}）</translation>
    </message>
    <message>
        <source>checkpoint.not-covered</source>
        <translation>检查点不完整（{detail}）</translation>
    </message>
    <message>
        <source>checkpoint.missing-shard</source>
        <translation>缺少 rank {rank} 的文件</translation>
    </message>
    <message>
        <source>checkpoint.truncated</source>
        <translation>文件有 {bytes} 字节，应为 {expected}</translation>
    </message>
    <message>
        <source>checkpoint.bad-shard</source>
        <translation>文件已损坏（{detail}）</translation>
    </message>
    <message>
        <source>checkpoint.foreign-shard</source>
        <translation>文件属于第 {found} 步的另一个检查点，这个检查点是第 {step} 步的</translation>
    </message>
    <message>
        <source>checkpoint.damaged-slice</source>
        <translation>{slice} 已损坏：校验和是 {found}，应为 {stated}</translation>
    </message>
    <message>
        <source>checkpoint.other-optimizer</source>
        <translation>检查点用 {checkpoint} 写成，方案用 {plan} 训练：两者保存的动量不同</translation>
    </message>
    <message>
        <source>checkpoint.other-model</source>
        <translation>检查点属于另一个模型：{name} 是 {checkpoint}，方案里是 {plan}</translation>
    </message>
    <message>
        <source>checkpoint.other-batch</source>
        <translation>检查点按每批 {checkpoint} 条序列计数，方案按 {plan} 条</translation>
    </message>
    <message>
        <source>checkpoint.other-seed</source>
        <translation>检查点训练用的种子是 {checkpoint}，方案里是 {plan}：从这里起样本次序不同</translation>
    </message>
    <message>
        <source>checkpoint.other-sequence</source>
        <translation>检查点的训练序列有 {checkpoint} 个 token，方案有 {plan} 个：从这里起样本不同</translation>
    </message>
    <message>
        <source>checkpoint.other-text</source>
        <translation>训练文本不是检查点所用的（{checkpoint}）</translation>
    </message>
    <message>
        <source>checkpoint.nothing-left</source>
        <translation>检查点是第 {step} 步的，方案到第 {steps} 步结束</translation>
    </message>
    <message>
        <source>checkpoint.stopped-unsaved</source>
        <translation>训练在保存最后一个检查点之前就停止了</translation>
    </message>
    <message>
        <source>checkpoint.overtaken</source>
        <translation>第 {step} 步的检查点被略过：第 {newer} 步该保存时，磁盘还在忙</translation>
    </message>
    <message>
        <source>checkpoint.folder-not-empty</source>
        <translation>文件夹不是空的</translation>
    </message>
    <message>
        <source>checkpoint.needs-plan</source>
        <translation>这是一个 Hugging Face 文件夹</translation>
    </message>
    <message>
        <source>checkpoint.no-plan</source>
        <translation>这不是 Hugging Face 文件夹：其中没有 config.json</translation>
    </message>
    <message>
        <source>checkpoint.one-dtype</source>
        <translation>检查点按权重原有的类型保存</translation>
    </message>
    <message>
        <source>checkpoint.hf-type</source>
        <translation>不能转换 {found} 类型的模型；可以转换 gpt2 和 llama</translation>
    </message>
    <message>
        <source>checkpoint.hf-no-weights</source>
        <translation>既没有 model.safetensors，也没有 model.safetensors.index.json</translation>
    </message>
    <message>
        <source>checkpoint.hf-index</source>
        <translation>索引没有说明张量在哪里（{detail}）</translation>
    </message>
    <message>
        <source>checkpoint.hf-missing</source>
        <translation>缺少 {tensor}（{expected}）</translation>
    </message>
    <message>
        <source>checkpoint.hf-shape</source>
        <translation>{tensor} 的形状是 {found}，方案的模型中是 {expected}</translation>
    </message>
    <message>
        <source>checkpoint.hf-extra</source>
        <translation>{tensor}（{found}）在方案的模型中没有位置</translation>
    </message>
    <message>
        <source>checkpoint.hf-more</source>
        <translation>另有 {count} 个张量不相符</translation>
    </message>
    <message>
        <source>checkpoint.hf-field</source>
        <translation>{file} 中的 {name} 是 {found}，方案的模型中是 {plan}</translation>
    </message>
    <message>
        <source>checkpoint.hf-computes</source>
        <translation>模型训练时的 {key} 是 {found}；本程序按 {expected} 计算</translation>
    </message>
    <message>
        <source>checkpoint.hf-epsilon</source>
        <translation>模型的归一化加 {found}，本程序加 {here}：损失略有不同</translation>
    </message>
    <message>
        <source>checkpoint.hf-tokens</source>
        <translation>模型有自己的分词器，共 {vocabulary} 个词元；本程序按字节训练，对模型来说就是 0 到 255 号词元</translation>
    </message>
    <message>
        <source>checkpoint.hf-beyond</source>
        <translation>{tensor} 中有 {value}，超出 {dtype} 的范围</translation>
    </message>
    <message>
        <source>cli.unknown-command</source>
        <translation>本版本没有命令“{word}”</translation>
    </message>
    <message>
        <source>cli.no-command</source>
        <translation>缺少命令</translation>
    </message>
    <message>
        <source>cli.unknown-flag</source>
        <translation>这不是“{command}”的选项，也不是它需要的参数</translation>
    </message>
    <message>
        <source>cli.usage</source>
        <translation>{reason}</translation>
    </message>
    <message>
        <source>cli.no-value</source>
        <translation>缺少取值</translation>
    </message>
    <message>
        <source>cli.twice</source>
        <translation>重复给出</translation>
    </message>
    <message>
        <source>cli.no-model</source>
        <translation>没有指定模型</translation>
    </message>
    <message>
        <source>cli.unknown-value</source>
        <translation>这里不认识“{text}”</translation>
    </message>
    <message>
        <source>cli.not-whole</source>
        <translation>“{text}”不是整数</translation>
    </message>
    <message>
        <source>cli.too-large</source>
        <translation>{text} 超出了可表示的范围</translation>
    </message>
    <message>
        <source>cli.not-positive</source>
        <translation>{text} 小于 1</translation>
    </message>
    <message>
        <source>cli.negative</source>
        <translation>{text} 小于 0</translation>
    </message>
    <message>
        <source>cli.train-needs</source>
        <translation>既没有方案文件，也没有可恢复的检查点</translation>
    </message>
    <message>
        <source>cli.no-plan</source>
        <translation>没有文件 {text}，也没有附带这个名称的方案</translation>
    </message>
    <message>
        <source>cli.set</source>
        <translation>{text} 没有说明要在哪里设置什么</translation>
    </message>
    <message>
        <source>cli.needs-plan</source>
        <translation>既没有方案文件，也没有模型</translation>
    </message>
    <message>
        <source>cli.bare-count</source>
        <translation>只给参数量的教科书估算不接受 {other}</translation>
    </message>
    <message>
        <source>cli.zero-stage</source>
        <translation>ZeRO 没有阶段 {text}</translation>
    </message>
    <message>
        <source>cli.dp-not-whole</source>
        <translation>{cards} 张卡不能被 tp·cp·pp = {shape} 整除</translation>
    </message>
    <message>
        <source>cli.needs-cards</source>
        <translation>没有说明有多少张卡</translation>
    </message>
    <message>
        <source>cli.cards-and-dp</source>
        <translation>{cards} 张卡不等于 tp·cp·pp·dp = {product}</translation>
    </message>
    <message>
        <source>cli.cards-and-nodes</source>
        <translation>卡数给了两次：这里一次，节点数里一次</translation>
    </message>
    <message>
        <source>cli.too-many-cards</source>
        <translation>{text} 张卡太多，无法计算</translation>
    </message>
    <message>
        <source>cli.lr-needs</source>
        <translation>既没有方案文件，也没有峰值学习率</translation>
    </message>
    <message>
        <source>cli.lr-total</source>
        <translation>没有方案文件，就不知道调度的长度</translation>
    </message>
    <message>
        <source>cli.min-lr</source>
        <translation>学习率 {text} 高于峰值 {peak}</translation>
    </message>
    <message>
        <source>cli.lr-unread</source>
        <translation>调度 {scheduler} 不使用这个选项</translation>
    </message>
    <message>
        <source>cli.lr-steps</source>
        <translation>没有方案文件，就不知道更新次数</translation>
    </message>
    <message>
        <source>cli.cost</source>
        <translation>{text} 超过这里允许的代价</translation>
    </message>
    <message>
        <source>cli.too-many-ops</source>
        <translation>操作表会超过 {limit} 个操作</translation>
    </message>
    <message>
        <source>cli.too-many-rates</source>
        <translation>最多列出 {limit} 次更新</translation>
    </message>
    <message>
        <source>cli.output-not-written</source>
        <translation>无法写出（{reason}），已打印的内容不完整</translation>
    </message>
    <message>
        <source>bench.no-torch</source>
        <translation>没有找到 PyTorch，所以只测量了这个引擎</translation>
    </message>
    <message>
        <source>cli.control-file</source>
        <translation>无法建立控制文件（{reason}）</translation>
    </message>
    <message>
        <source>cli.record-full</source>
        <translation>运行记录 {file} 达到上限 {limit}；训练继续，不再记录</translation>
    </message>
    <message>
        <source>cli.calibration</source>
        <translation>“{text}”不是虚拟卡的速度</translation>
    </message>
    <message>
        <source>config.version</source>
        <translation>“{text}”不是 DeepSpeed 的版本号</translation>
    </message>
    <message>
        <source>config.version-new</source>
        <translation>DeepSpeed {version} 比 {newest} 新，这里的规则只到后者</translation>
    </message>
    <message>
        <source>config.no-world</source>
        <translation>不知道卡数，无法检查批大小</translation>
    </message>
    <message>
        <source>config.world-split</source>
        <translation>{world} 张卡不能被 tp·pp·序列并行 = {shape} 整除</translation>
    </message>
    <message>
        <source>config.nothing</source>
        <translation>这里没有像 DeepSpeed 配置、Megatron 参数或 GPT-NeoX 文件的内容</translation>
    </message>
    <message>
        <source>ds.not-an-object</source>
        <translation>DeepSpeed 配置是花括号里的一个对象</translation>
    </message>
    <message>
        <source>ds.placeholder</source>
        <translation>{key} 是 {value}，这是等待填写的占位符</translation>
    </message>
    <message>
        <source>ds.unknown-key-refused</source>
        <translation>{object} 没有键“{key}”：DeepSpeed 会拒绝这个文件</translation>
    </message>
    <message>
        <source>ds.unknown-key-ignored</source>
        <translation>{object} 没有键“{key}”：DeepSpeed 会悄悄忽略它</translation>
    </message>
    <message>
        <source>ds.key-too-new</source>
        <translation>{key} 从 DeepSpeed {since} 起才有，{version} 还没有</translation>
    </message>
    <message>
        <source>ds.key-gone</source>
        <translation>从 DeepSpeed {gone} 起不再有 {key}</translation>
    </message>
    <message>
        <source>ds.key-deprecated</source>
        <translation>{key} 是旧名字</translation>
    </message>
    <message>
        <source>ds.deprecated-and-new</source>
        <translation>{key} 和取代它的 {instead} 同时出现</translation>
    </message>
    <message>
        <source>ds.key-inactive</source>
        <translation>{key} 只在 ZeRO 阶段 {stages} 起作用；在阶段 {stage} 会被悄悄忽略</translation>
    </message>
    <message>
        <source>ds.wrong-type</source>
        <translation>{key} 是 {found}</translation>
    </message>
    <message>
        <source>ds.unknown-choice</source>
        <translation>{key} 是“{value}”，DeepSpeed 不认识</translation>
    </message>
    <message>
        <source>ds.auto</source>
        <translation>有 {count} 个值是“auto”：只有 Hugging Face 的 Trainer 会填写（{keys}）</translation>
    </message>
    <message>
        <source>ds.auto-default</source>
        <translation>{key} 是“auto”：DeepSpeed 去掉这个词，使用默认值</translation>
    </message>
    <message>
        <source>ds.auto-nobody</source>
        <translation>{key} 是“auto”，没有人会填写它</translation>
    </message>
    <message>
        <source>ds.batch</source>
        <translation>train_batch_size {train} 不等于微批次 {micro_now} · 累积 {accumulation_now} · 数据并行 {world}；可用的组合（微批次，累积）：{legal}</translation>
    </message>
    <message>
        <source>ds.batch-missing</source>
        <translation>train_batch_size 和 train_micro_batch_size_per_gpu 都没有给出</translation>
    </message>
    <message>
        <source>ds.batch-auto</source>
        <translation>批大小是“auto”，只有填写它的训练器知道</translation>
    </message>
    <message>
        <source>ds.fp16-and-bf16</source>
        <translation>fp16 和 bf16 同时启用（{source}）</translation>
    </message>
    <message>
        <source>ds.loss-scale-negative</source>
        <translation>损失缩放 {value} 小于 0（{source}）</translation>
    </message>
    <message>
        <source>ds.loss-scale-window</source>
        <translation>动态缩放时会除以 {value} 次更新的窗口（{source}）</translation>
    </message>
    <message>
        <source>ds.loss-scale-floor</source>
        <translation>动态缩放时，最小值 {value} 会让缩放塌到底（{source}）</translation>
    </message>
    <message>
        <source>ds.loss-scale-huge</source>
        <translation>损失缩放从 2^{power} 开始，开头大约有 {skipped} 次减半，那些更新都会跳过（{source}）</translation>
    </message>
    <message>
        <source>ds.master-needs-zero</source>
        <translation>{key} 需要 ZeRO（{source}）</translation>
    </message>
    <message>
        <source>ds.states-need-master</source>
        <translation>bf16 优化器状态需要 bf16 的主权重和梯度（{source}）</translation>
    </message>
    <message>
        <source>ds.accumulation-mix</source>
        <translation>不用 ZeRO 时，{model} 模型不能用 {accumulation} 累积梯度（{source}）</translation>
    </message>
    <message>
        <source>ds.bf16-accumulation</source>
        <translation>不用 ZeRO 时，bf16 梯度也用 bf16 相加，会丢掉小的梯度（{source}）</translation>
    </message>
    <message>
        <source>ds.amp-zero</source>
        <translation>apex amp 不能和 ZeRO 同用（{source}）</translation>
    </message>
    <message>
        <source>ds.amp-half</source>
        <translation>apex amp 不能和 fp16、bf16 同用（{source}）</translation>
    </message>
    <message>
        <source>ds.parameter-type</source>
        <translation>data_types.param_dtype {value} 与模型的 {model} 不符（{source}）</translation>
    </message>
    <message>
        <source>ds.stage-range</source>
        <translation>ZeRO 没有阶段 {stage}（{source}）</translation>
    </message>
    <message>
        <source>ds.zero-boolean</source>
        <translation>zero_optimization 是真假值，含义是阶段 {stage}（{source}）</translation>
    </message>
    <message>
        <source>ds.legacy-stage1</source>
        <translation>旧的 ZeRO 阶段 1 从 DeepSpeed 0.5.9 起已取消（{source}）</translation>
    </message>
    <message>
        <source>ds.partial-offload</source>
        <translation>卸载 {ratio} 这样的一部分，只在 ZeRO 阶段 3 可用（{source}）</translation>
    </message>
    <message>
        <source>ds.share-range</source>
        <translation>{key} 是 {value}，不是 0 到 1 的比例（{source}）</translation>
    </message>
    <message>
        <source>ds.negative-size</source>
        <translation>{key} 是 {value}，小于 0（{source}）</translation>
    </message>
    <message>
        <source>ds.elastic-checkpoint</source>
        <translation>阶段 3 不支持弹性检查点（{source}）</translation>
    </message>
    <message>
        <source>ds.odd-bucket</source>
        <translation>allgather_bucket_size {value} 是奇数（{source}）</translation>
    </message>
    <message>
        <source>ds.scaled-scatter</source>
        <translation>{key} 和 reduce_scatter 在阶段 {stage} 不能同用（{source}）</translation>
    </message>
    <message>
        <source>ds.nvme-path</source>
        <translation>{object} 要卸载到 NVMe，却没有给出 nvme_path（{source}）</translation>
    </message>
    <message>
        <source>ds.nvme-below-three</source>
        <translation>在阶段 {stage}，卸载到 NVMe 实际放进主机内存（{source}）</translation>
    </message>
    <message>
        <source>ds.sequential-gather</source>
        <translation>逐个收集会把预取桶设为 1（{source}）</translation>
    </message>
    <message>
        <source>ds.hierarchical-mics</source>
        <translation>没有 mics_shard_size，mics_hierarchical_params_gather 不起作用（{source}）</translation>
    </message>
    <message>
        <source>ds.summed-gradients</source>
        <translation>gradient_allreduce_op“sum”不能用于阶段 3（{source}）</translation>
    </message>
    <message>
        <source>ds.overlap-copies</source>
        <translation>overlap_comm 不配 contiguous_gradients 时，梯度原地规约，没有第二个缓冲区，重叠得不到好处（{source}）</translation>
    </message>
    <message>
        <source>ds.autotp-stage</source>
        <translation>ZeRO 阶段 3 下张量并行 {size} 需要 DeepSpeed 0.19.4（{source}）</translation>
    </message>
    <message>
        <source>ds.autotp-sizes</source>
        <translation>tp_size {inner} 和 autotp_size {outer} 不同（{source}）</translation>
    </message>
    <message>
        <source>ds.autotp-world</source>
        <translation>检查批大小时张量并行组还没有建立，所以 DeepSpeed 除以全部卡数，而不是卡数/{size}（{source}）</translation>
    </message>
    <message>
        <source>ds.tag-validation</source>
        <translation>tag_validation 没有模式“{value}”（{source}）</translation>
    </message>
    <message>
        <source>ds.parallel-write</source>
        <translation>parallel_write.pipeline_stage 是 {value}（{source}）</translation>
    </message>
    <message>
        <source>ds.no-progress</source>
        <translation>没有 steps_per_print，就不会显示进度和吞吐量（{source}）</translation>
    </message>
    <message>
        <source>ds.clipping-default</source>
        <translation>没有给出 gradient_clipping：梯度按范数 1 裁剪，而 0.19.3 之前的版本不裁剪（{source}）</translation>
    </message>
    <message>
        <source>ds.checkpointing-needs-model</source>
        <translation>这一块本身不会重计算：模型必须调用 deepspeed.checkpointing（{source}）</translation>
    </message>
    <message>
        <source>ds.contiguous-checkpoints</source>
        <translation>contiguous_memory_optimization 需要 {missing}（{source}）</translation>
    </message>
    <message>
        <source>ds.pipeline-zero</source>
        <translation>流水线引擎拒绝 ZeRO 阶段 {stage}，pp=1 时也一样（这里 pp={pp}；{source}）</translation>
    </message>
    <message>
        <source>ds.pipeline-overlap</source>
        <translation>流水线引擎会关掉 overlap_comm（{source}）</translation>
    </message>
    <message>
        <source>ds.pipeline-flag</source>
        <translation>{key} 是 {value}，流水线引擎要 true 或 false（{source}）</translation>
    </message>
    <message>
        <source>ds.pipeline-elasticity</source>
        <translation>弹性训练不能和流水线或模型并行同用（{source}）</translation>
    </message>
    <message>
        <source>ds.pipeline-data</source>
        <translation>{key} 不能用于流水线引擎（{source}）</translation>
    </message>
    <message>
        <source>ds.one-bit-zero</source>
        <translation>{optimizer} 拒绝 ZeRO，这里是阶段 {stage}（{source}）</translation>
    </message>
    <message>
        <source>ds.lamb-scale</source>
        <translation>fp16 下的 {optimizer} 需要动态损失缩放（{source}）</translation>
    </message>
    <message>
        <source>ds.max-grad-norm</source>
        <translation>max_grad_norm 在这里不是优化器的参数（{source}）</translation>
    </message>
    <message>
        <source>ds.optimizer-unknown</source>
        <translation>DeepSpeed 和 torch.optim 都没有优化器“{optimizer}”（{source}）</translation>
    </message>
    <message>
        <source>ds.optimizer-untested</source>
        <translation>{optimizer} 没有和 ZeRO 一起测试过，这里是阶段 {stage}（{source}）</translation>
    </message>
    <message>
        <source>ds.client-offload</source>
        <translation>脚本自带优化器时，不允许卸载到 {device}（{source}）</translation>
    </message>
    <message>
        <source>ds.adam-is-adamw</source>
        <translation>这里的 Adam 实际按 AdamW 计算：衰减 {decay} 与梯度分开（{source}）</translation>
    </message>
    <message>
        <source>ds.no-type</source>
        <translation>{block} 这一块没有 type，不起作用（{source}）</translation>
    </message>
    <message>
        <source>ds.scheduler-unknown</source>
        <translation>没有学习率调度“{scheduler}”（{source}）</translation>
    </message>
    <message>
        <source>ds.scheduler-parameter</source>
        <translation>{scheduler} 没有参数 {parameter}（{source}）</translation>
    </message>
    <message>
        <source>ds.scheduler-missing</source>
        <translation>{scheduler} 需要 {parameter}（{source}）</translation>
    </message>
    <message>
        <source>ds.warmup-steps</source>
        <translation>warmup_num_steps 是 {value}，不是大于 0 的整数（{source}）</translation>
    </message>
    <message>
        <source>ds.warmup-total</source>
        <translation>调度总共 {total} 次更新，比预热的 {warmup} 次还短（{source}）</translation>
    </message>
    <message>
        <source>ds.warmup-type</source>
        <translation>没有预热形式“{value}”；DeepSpeed 会用 log（{source}）</translation>
    </message>
    <message>
        <source>ds.warmup-log</source>
        <translation>{steps} 次更新的预热是对数的，前两次更新处在最小值（{source}）</translation>
    </message>
    <message>
        <source>ds.warmup-replaces-lr</source>
        <translation>{scheduler} 没有 warmup_max_lr，会升到 0.001，取代优化器的 {rate}（{source}）</translation>
    </message>
    <message>
        <source>ds.warmup-two-rates</source>
        <translation>调度器的最大值 {most} 会取代优化器的 {rate}（{source}）</translation>
    </message>
    <message>
        <source>ds.elasticity-batch</source>
        <translation>{key} 不能和弹性训练同用，后者自己决定批大小（{source}）</translation>
    </message>
    <message>
        <source>ds.elasticity-missing</source>
        <translation>弹性训练需要 {key}（{source}）</translation>
    </message>
    <message>
        <source>ds.elasticity-cards</source>
        <translation>从 {least} 到 {most} 张卡不是有效范围（{source}）</translation>
    </message>
    <message>
        <source>ds.elasticity-node</source>
        <translation>每节点 {cards} 张卡不能被模型并行 {parallel} 整除（{source}）</translation>
    </message>
    <message>
        <source>shell.unclosed</source>
        <translation>这里开始的 {what} 没有结束</translation>
    </message>
    <message>
        <source>shell.too-long</source>
        <translation>脚本在可读取的范围内没有结束</translation>
    </message>
    <message>
        <source>shell.branch-skipped</source>
        <translation>这个条件下面的内容被略过：只有运行时才知道条件是否成立</translation>
    </message>
    <message>
        <source>yaml.syntax</source>
        <translation>无法理解这段 YAML：{reason}</translation>
    </message>
    <message>
        <source>mega.unknown-argument</source>
        <translation>没有参数 --{name}；Megatron 遇到不认识的名字就退出</translation>
    </message>
    <message>
        <source>mega.unknown-argument-extended</source>
        <translation>--{name} 不是 Megatron 的参数；可能是这个程序自己加的</translation>
    </message>
    <message>
        <source>mega.unlisted-argument</source>
        <translation>--{name} 不在这里已知的各版 Megatron 的参数之中；不认识它的版本会退出</translation>
    </message>
    <message>
        <source>mega.unlisted-argument-extended</source>
        <translation>--{name} 不是 Megatron 的参数；可能是这个程序自己加的</translation>
    </message>
    <message>
        <source>mega.no-value</source>
        <translation>--{name} 没有取值</translation>
    </message>
    <message>
        <source>mega.wrong-type</source>
        <translation>--{name} 是“{value}”，应为 {expected}</translation>
    </message>
    <message>
        <source>mega.world</source>
        <translation>{world} 张卡不能被 tp·pp·cp·sp = {shape} 整除（{source}）</translation>
    </message>
    <message>
        <source>mega.size</source>
        <translation>--{name} 是 {value}，小于 1（{source}）</translation>
    </message>
    <message>
        <source>mega.tp-nodes</source>
        <translation>tp={tp} 的组超出了 {cards} 张卡的节点（{source}）</translation>
    </message>
    <message>
        <source>mega.idle-nodes</source>
        <translation>#SBATCH --nodes 申请了 {allocated} 个节点，启动器只用 {nodes} 个：其余的闲置（{source}）</translation>
    </message>
    <message>
        <source>mega.missing-nodes</source>
        <translation>启动器等待 {nodes} 个节点，而 #SBATCH --nodes 只申请了 {allocated} 个：训练永远不会开始（{source}）</translation>
    </message>
    <message>
        <source>mega.heads-width</source>
        <translation>宽度 {hidden} 不能被 {heads} 个头整除（{source}）</translation>
    </message>
    <message>
        <source>mega.heads-tp</source>
        <translation>{heads} 个头不能被 tp={tp} 整除（{source}）</translation>
    </message>
    <message>
        <source>mega.groups-tp</source>
        <translation>{groups} 个查询组与 tp={tp} 互不整除（{source}）</translation>
    </message>
    <message>
        <source>mega.layers-pp</source>
        <translation>{layers} 层不能被 pp={pp} 整除（{source}）</translation>
    </message>
    <message>
        <source>mega.two-virtual</source>
        <translation>虚拟阶段用两种方式描述了（{source}）</translation>
    </message>
    <message>
        <source>mega.virtual-pp</source>
        <translation>虚拟阶段要求 pp 至少为 {least}，这里是 {pp}（{source}）</translation>
    </message>
    <message>
        <source>mega.virtual-layers</source>
        <translation>每个阶段的 {layers} 层不能被 {value} 整除（{source}）</translation>
    </message>
    <message>
        <source>mega.virtual-group</source>
        <translation>{micro_batches} 个微批次不适合 pp={pp} 的虚拟阶段：每组 {group} 个要在 pp 和微批次数之间，余下的不能少于 pp（{source}）</translation>
    </message>
    <message>
        <source>mega.sp-without-tp</source>
        <translation>没有张量并行，序列并行会被关掉（{source}）</translation>
    </message>
    <message>
        <source>mega.sequence-tp</source>
        <translation>序列并行时，{sequence} 个 token 必须能被 tp={tp} 整除（{source}）</translation>
    </message>
    <message>
        <source>mega.sequence-cp</source>
        <translation>{sequence} 个 token 不能被 2·cp 整除，cp={cp}（{source}）</translation>
    </message>
    <message>
        <source>mega.positions</source>
        <translation>{most} 个位置少于序列的 {sequence}（{source}）</translation>
    </message>
    <message>
        <source>mega.padded-vocabulary</source>
        <translation>tp={tp} 时词表 {vocabulary} 会填充到 {padded}，所以换一个 tp，检查点的形状就不同（{source}）</translation>
    </message>
    <message>
        <source>mega.no-micro-batch</source>
        <translation>缺少 --micro-batch-size（{source}）</translation>
    </message>
    <message>
        <source>mega.batch</source>
        <translation>全局批大小 {global} 不能被微批次 {micro} 乘以 {dp} 个副本整除（{source}）</translation>
    </message>
    <message>
        <source>mega.rampup</source>
        <translation>--rampup-batch-size 从 2026 年 4 月起被忽略（{source}）</translation>
    </message>
    <message>
        <source>mega.rampup-values</source>
        <translation>--rampup-batch-size 要三个数，这里有 {count} 个（{source}）</translation>
    </message>
    <message>
        <source>mega.step-schedule</source>
        <translation>--step-batch-size-schedule 和 --global-batch-size 互相排斥（{source}）</translation>
    </message>
    <message>
        <source>mega.both-lengths</source>
        <translation>训练长度同时按迭代数和样本数给出（{source}）</translation>
    </message>
    <message>
        <source>mega.mixed-lengths</source>
        <translation>--{name} 的计数方式与 --{run} 不同（{source}）</translation>
    </message>
    <message>
        <source>mega.two-warmups</source>
        <translation>--lr-warmup-fraction 和 --{name} 同时给出（{source}）</translation>
    </message>
    <message>
        <source>mega.long-warmup</source>
        <translation>预热 {warmup} 不短于衰减 {decay}（{source}）</translation>
    </message>
    <message>
        <source>mega.rates</source>
        <translation>最小学习率 {least} 高于学习率 {most}（{source}）</translation>
    </message>
    <message>
        <source>mega.fp16-and-bf16</source>
        <translation>--fp16 和 --bf16 同时给出（{source}）</translation>
    </message>
    <message>
        <source>mega.bf16-gradients</source>
        <translation>用 --bf16 时，梯度按 fp32 累加和规约（{source}）</translation>
    </message>
    <message>
        <source>mega.recompute-granularity</source>
        <translation>--recompute-granularity 没有选项“{value}”（{source}）</translation>
    </message>
    <message>
        <source>mega.recompute-full</source>
        <translation>完全重计算需要 --{missing}（{source}）</translation>
    </message>
    <message>
        <source>mega.recompute-selective</source>
        <translation>选择性重计算不接受 --recompute-method（{source}）</translation>
    </message>
    <message>
        <source>mega.distribute-saved</source>
        <translation>--distribute-saved-activations 需要 {needs}（{source}）</translation>
    </message>
    <message>
        <source>mega.overlap-gather</source>
        <translation>--overlap-param-gather 需要 --{missing}（{source}）</translation>
    </message>
    <message>
        <source>mega.fsdp-strategy</source>
        <translation>没有 --use-megatron-fsdp，--data-parallel-sharding-strategy {value} 不起作用或不被识别（{source}）</translation>
    </message>
    <message>
        <source>mega.torch-fsdp</source>
        <translation>--use-torch-fsdp2 不能和 {other} 同用（{source}）</translation>
    </message>
    <message>
        <source>mega.connections</source>
        <translation>CUDA_DEVICE_MAX_CONNECTIONS 是 {value}：Blackwell 之前的卡用张量或上下文并行时必须为 1（{source}）</translation>
    </message>
    <message>
        <source>mega.connections-fsdp</source>
        <translation>CUDA_DEVICE_MAX_CONNECTIONS 是 1，FSDP 会拒绝（{source}）</translation>
    </message>
    <message>
        <source>mega.removed</source>
        <translation>--{name} 已取消（{source}）</translation>
    </message>
    <message>
        <source>mega.swiglu-width</source>
        <translation>用 SwiGLU 而没有 --ffn-hidden-size 时，宽度是 {width}（{source}）</translation>
    </message>
    <message>
        <source>mds.clamped-tp</source>
        <translation>{world} 张卡上 tp={tp} 会被悄悄降到 {world}（{source}）</translation>
    </message>
    <message>
        <source>mds.clamped-pp</source>
        <translation>{world} 张卡、tp={tp} 时，pp={pp} 会被悄悄降到 {clamped}（{source}）</translation>
    </message>
    <message>
        <source>mds.sequence-alone</source>
        <translation>DeepSpeed 的序列并行要求 tp=1、pp=1，这里是 {tp} 和 {pp}（{source}）</translation>
    </message>
    <message>
        <source>mds.pipeline-zero</source>
        <translation>流水线引擎拒绝 ZeRO 阶段 {stage}，pp=1 时也一样（这里 pp={pp}；{source}）</translation>
    </message>
    <message>
        <source>mds.no-pipeline</source>
        <translation>--no-pipeline-parallel 要求 pp=1，这里是 {pp}（{source}）</translation>
    </message>
    <message>
        <source>mds.no-deepspeed</source>
        <translation>没有 --deepspeed，--{name} 不起作用（{source}）</translation>
    </message>
    <message>
        <source>mds.no-config</source>
        <translation>--deepspeed 需要 --deepspeed_config（{source}）</translation>
    </message>
    <message>
        <source>mds.checkpointing-pair</source>
        <translation>只有 --{given} 而没有 --{missing}，不会重计算（{source}）</translation>
    </message>
    <message>
        <source>mds.zero-bubble</source>
        <translation>--enable-zbh1-pipeline {reason}（{source}）</translation>
    </message>
    <message>
        <source>mds.virtual</source>
        <translation>用 --deepspeed 时，只有第一个虚拟阶段会交给它（{source}）</translation>
    </message>
    <message>
        <source>mds.routed-data</source>
        <translation>--{name} 不能和流水线并行同用（{source}）</translation>
    </message>
    <message>
        <source>mds.experts-stage</source>
        <translation>{experts} 个专家不能和 ZeRO 阶段 3 同用（{source}）</translation>
    </message>
    <message>
        <source>mds.cards-per-node</source>
        <translation>--num_gpus 是每个节点的卡数：每节点 {cards} 张（{source}）</translation>
    </message>
    <message>
        <source>log.nan-loss</source>
        <translation>第 {step} 步的损失不是数</translation>
    </message>
    <message>
        <source>log.missing-loss</source>
        <translation>从第 {step} 步起没有损失：Megatron 会略去不是数的损失</translation>
    </message>
    <message>
        <source>log.out-of-memory</source>
        <translation>第 {step} 步之后一张卡的显存用尽：{line}</translation>
    </message>
    <message>
        <source>log.traceback</source>
        <translation>程序在第 {step} 步之后因异常结束</translation>
    </message>
    <message>
        <source>log.nothing</source>
        <translation>{lines} 行里没有认出任何训练日志</translation>
    </message>
    <message>
        <source>import.missing</source>
        <translation>这里读不出方案：缺少 {missing}</translation>
    </message>
    <message>
        <source>import.experts</source>
        <translation>脚本以自己的方式训练 {experts} 个专家，不读入方案</translation>
    </message>
    <message>
        <source>import.vocabulary</source>
        <translation>没有说明词表大小；按 GPT-2 的 {vocabulary} 计</translation>
    </message>
    <message>
        <source>import.accelerator</source>
        <translation>没有文件说明是哪种加速器；按 {gpu} 计</translation>
    </message>
    <message>
        <source>import.remark</source>
        <translation>注释“# shardscope: {pointer} {value}”不适合方案</translation>
    </message>
    <message>
        <source>export.schedule-lm</source>
        <translation>Megatron-LM 没有调度 {schedule}</translation>
    </message>
    <message>
        <source>export.schedule-deepspeed</source>
        <translation>Megatron-DeepSpeed 没有调度 {schedule}</translation>
    </message>
    <message>
        <source>export.model</source>
        <translation>Megatron-LM 的参数说不全这个模型的构成</translation>
    </message>
    <message>
        <source>export.zero-bubble</source>
        <translation>Megatron-DeepSpeed 的 zb-h1 不能和序列并行同用</translation>
    </message>
    <message>
        <source>export.zero-lm</source>
        <translation>Megatron-LM 的分布式优化器是 ZeRO-1，不是 {stage}</translation>
    </message>
    <message>
        <source>export.zero-pipeline</source>
        <translation>DeepSpeed 里 ZeRO 阶段 {stage} 不能和 pp={pp} 同用</translation>
    </message>
    <message>
        <source>export.offload-lm</source>
        <translation>Megatron-LM 只能把优化器状态卸载到主机内存</translation>
    </message>
    <message>
        <source>export.offload-stage</source>
        <translation>卸载需要 ZeRO 阶段 1 或更高</translation>
    </message>
    <message>
        <source>export.offload-nvme</source>
        <translation>卸载到 NVMe 需要 ZeRO 阶段 3 和一个文件夹</translation>
    </message>
    <message>
        <source>export.context</source>
        <translation>Megatron-DeepSpeed 没有上下文并行，这里 cp={cp}</translation>
    </message>
    <message>
        <source>export.virtual-stages</source>
        <translation>DeepSpeed 的流水线没有虚拟阶段</translation>
    </message>
    <message>
        <source>export.order</source>
        <translation>没有 Megatron 脚本按 {order} 顺序放置 rank</translation>
    </message>
    <message>
        <source>export.order-deepspeed</source>
        <translation>DeepSpeed 的网格不是 {order} 顺序</translation>
    </message>
    <message>
        <source>export.stage-layers-lm</source>
        <translation>只有第一个和最后一个阶段可以有不同的层数</translation>
    </message>
    <message>
        <source>export.stage-layers-deepspeed</source>
        <translation>Megatron-DeepSpeed 让 DeepSpeed 尽量均匀地划分各块（partition_method 为 type:transformer，不接受列表），而 stage_layers 并不均匀</translation>
    </message>
    <message>
        <source>export.accumulation</source>
        <translation>不用 ZeRO 时，DeepSpeed 按模型自身的类型累积梯度，或在 bf16 旁用 fp32</translation>
    </message>
    <message>
        <source>export.fp8</source>
        <translation>Megatron-DeepSpeed 没有 fp8</translation>
    </message>
    <message>
        <source>export.fp64</source>
        <translation>两个框架都不用 fp64 训练</translation>
    </message>
    <message>
        <source>export.recompute-block</source>
        <translation>DeepSpeed 只能整组重计算</translation>
    </message>
    <message>
        <source>export.adam</source>
        <translation>Megatron 的 Adam 把权重衰减与梯度分开</translation>
    </message>
    <message>
        <source>export.rate</source>
        <translation>Megatron 的脚本没有调度 {rate}，而 ds_config 里的调度器不起作用</translation>
    </message>
    <message>
        <source>export.warmup</source>
        <translation>预热 {warmup} 次更新，不短于 {updates} 次更新的调度，Megatron 不接受</translation>
    </message>
    <message>
        <source>export.rope-base</source>
        <translation>对 Megatron 来说，旋转位置编码的底数必须是整数</translation>
    </message>
    <message>
        <source>export.rate-near</source>
        <translation>调度 {rate} 换成 Megatron 最接近的，两者相差一次更新</translation>
    </message>
    <message>
        <source>export.decay-exempt</source>
        <translation>Megatron 不衰减归一化和偏置，而不是 {exempt}</translation>
    </message>
    <message>
        <source>export.sliding-window</source>
        <translation>脚本不限制一个 token 能回看多远</translation>
    </message>
    <message>
        <source>export.rope-factor</source>
        <translation>Megatron-DeepSpeed 不拉伸旋转频率</translation>
    </message>
    <message>
        <source>export.fsdp</source>
        <translation>FSDP 的方案没有 Megatron 脚本</translation>
    </message>
    <message>
        <source>cross.batch</source>
        <translation>--{name} 是 {argument}，ds_config 的 {key} 是 {configured}（{source}）</translation>
    </message>
    <message>
        <source>cross.stage</source>
        <translation>--zero-stage 是 {argument}，ds_config 的阶段是 {configured}（{source}）</translation>
    </message>
    <message>
        <source>cross.precision</source>
        <translation>脚本用 {script} 训练，ds_config 用 {configured}（{source}）</translation>
    </message>
    <message>
        <source>cross.clipping</source>
        <translation>--clip-grad 是 {argument}，但起作用的是 ds_config 的 gradient_clipping，即 {configured}（{source}）</translation>
    </message>
    <message>
        <source>cross.inert</source>
        <translation>ds_config 的 {block} 这一块不起作用：Megatron-DeepSpeed 交出的是自己的（{source}）</translation>
    </message>
    <message>
        <source>cross.checkpointing</source>
        <translation>没有 --deepspeed-activation-checkpointing，ds_config 的 activation_checkpointing 不起作用（{source}）</translation>
    </message>
    <message>
        <source>cross.prescale</source>
        <translation>prescale_gradients 用于阶段 0，不是 {stage}（{source}）</translation>
    </message>
    <message>
        <source>cross.unused</source>
        <translation>脚本没有启动 DeepSpeed，所以不会读 ds_config（{source}）</translation>
    </message>
    <message>
        <source>data.missing</source>
        <translation>文本 {path} 不存在</translation>
    </message>
    <message>
        <source>data.unreadable</source>
        <translation>文本 {path} 无法读取</translation>
    </message>
    <message>
        <source>data.not-a-file</source>
        <translation>{path} 是设备或管道，不是文本文件</translation>
    </message>
    <message>
        <source>data.binary</source>
        <translation>{path} 含有零字节，不是文本</translation>
    </message>
    <message>
        <source>data.not-utf8</source>
        <translation>{path} 不是 UTF-8：第 {offset} 字节不是字符的开头</translation>
    </message>
    <message>
        <source>data.no-text</source>
        <translation>文件夹 {path} 里没有 UTF-8 文本文件</translation>
    </message>
    <message>
        <source>data.too-short</source>
        <translation>文本有 {training} 字节用于训练、{held_out} 字节留出；每份至少要 {needed}，即一条序列加下一个字节</translation>
    </message>
    <message>
        <source>data.none-on-machine</source>
        <translation>这台机器上没有找到文本，缺少 {path} 之类的文件</translation>
    </message>
    <message>
        <source>engine.precision</source>
        <translation>引擎用 fp32、bf16 或 fp16 训练；{precision} 只能做规划</translation>
    </message>
    <message>
        <source>engine.gradient-dtype</source>
        <translation>用 {precision} 训练时，引擎以 {precision} 或 fp32 保存梯度；{dtype} 梯度只能做规划</translation>
    </message>
    <message>
        <source>engine.model</source>
        <translation>{model} 只能做规划；引擎训练 GPT 和 LLaMA 结构：没有专家，没有潜在注意力，归一化、偏置和位置编码也只有它们的</translation>
    </message>
    <message>
        <source>engine.attention</source>
        <translation>flash attention 在虚拟卡上只能规划，虚拟卡保留分数</translation>
    </message>
    <message>
        <source>engine.shared-kv-heads</source>
        <translation>tp={tp} 超过 {kv_heads} 个键值头；引擎让每个张量并行 rank 拥有完整的键值头</translation>
    </message>
    <message>
        <source>engine.sliding-window</source>
        <translation>{window} 个 token 窗口内的注意力只能做规划；序列有 {sequence} 个</translation>
    </message>
    <message>
        <source>engine.context-parallel</source>
        <translation>cp={cp} 只能做规划；引擎没有上下文并行</translation>
    </message>
    <message>
        <source>engine.expert-parallel</source>
        <translation>ep={ep} 只能做规划；引擎没有专家并行</translation>
    </message>
    <message>
        <source>engine.schedule</source>
        <translation>调度 {schedule} 只能做规划，引擎不能运行</translation>
    </message>
    <message>
        <source>engine.framework</source>
        <translation>方案描述的是框架 {framework}，显存按 {framework} 计算，不是这个引擎的</translation>
    </message>
    <message>
        <source>engine.accelerator</source>
        <translation>这里没有 {gpu}；引擎用虚拟卡运行这个方案</translation>
    </message>
    <message>
        <source>engine.too-many-ranks</source>
        <translation>{ranks} 个 rank 只能做规划；引擎在一台机器上最多运行 {limit} 个</translation>
    </message>
    <message>
        <source>engine.vocabulary</source>
        <translation>引擎按字节读取：词表至少要 256 项，模型有 {vocabulary} 项</translation>
    </message>
    <message>
        <source>engine.host-memory</source>
        <translation>{cards} 要占用本机 {needed} 内存，空闲 {available}</translation>
    </message>
    <message>
        <source>engine.out-of-memory</source>
        <translation>rank {rank} 显存不足：{tensor} 还要 {requested}，卡上 {capacity} 已用 {held}</translation>
    </message>
    <message>
        <source>engine.loss-scale-at-minimum</source>
        <translation>第 {step} 步在最小损失缩放 {scale} 下仍然溢出</translation>
    </message>
    <message>
        <source>engine.not-a-number</source>
        <translation>第 {step} 步的损失或梯度范数不是有限的数</translation>
    </message>
    <message>
        <source>engine.rank-failed</source>
        <translation>rank {rank} 失败：{reason}</translation>
    </message>
    <message>
        <source>engine.rank-out-of-step</source>
        <translation>{reason}</translation>
    </message>
    <message>
        <source>engine.unknown-command</source>
        <translation>标准输入上的这一行不是命令：{line}</translation>
    </message>
    <message>
        <source>engine.leave-alone</source>
        <translation>独自继续的训练需要运行记录和控制文件，这里缺少 {lacks}</translation>
    </message>
    <message>
        <source>file.cannot-read</source>
        <translation>文件无法读取（{reason}）</translation>
    </message>
    <message>
        <source>file.cannot-write</source>
        <translation>文件无法写入（{reason}）</translation>
    </message>
    <message>
        <source>file.is-folder</source>
        <translation>这是文件夹，不是文件</translation>
    </message>
    <message>
        <source>file.not-a-file</source>
        <translation>这是命名管道、套接字或设备，不是文件</translation>
    </message>
    <message>
        <source>file.too-large</source>
        <translation>文件有 {bytes} 字节，超过可读的 {limit}</translation>
    </message>
    <message>
        <source>json.syntax</source>
        <translation>{found}，而这里应为 {expected}</translation>
    </message>
    <message>
        <source>json.duplicate-key</source>
        <translation>键“{key}”在同一个对象里出现两次，第一次在第 {first} 行</translation>
    </message>
    <message>
        <source>json.not-utf8</source>
        <translation>文本不是有效的 UTF-8</translation>
    </message>
    <message>
        <source>json.too-deep</source>
        <translation>嵌套超过 {limit} 层</translation>
    </message>
    <message>
        <source>json.trailing</source>
        <translation>文档结束之后还有文本</translation>
    </message>
    <message>
        <source>number.not-a-number</source>
        <translation>“{text}”不是数</translation>
    </message>
    <message>
        <source>number.too-large</source>
        <translation>“{text}”超出了这里数的范围</translation>
    </message>
    <message>
        <source>resource.missing</source>
        <translation>在 {places} 里没有找到产品自带的文件 {name}</translation>
    </message>
    <message>
        <source>hf.not-an-object</source>
        <translation>模型配置是一个 JSON 对象，这里不是</translation>
    </message>
    <message>
        <source>hf.no-model-type</source>
        <translation>没有说明这是什么模型：缺少键“model_type”</translation>
    </message>
    <message>
        <source>hf.unknown-model-type</source>
        <translation>这里不认识“{found}”这种模型</translation>
    </message>
    <message>
        <source>hf.several-models</source>
        <translation>这里描述了多个语言模型：{choices}</translation>
    </message>
    <message>
        <source>hf.unwrapped</source>
        <translation>采用 {pointer} 处描述的语言模型；它周围的部分不计</translation>
    </message>
    <message>
        <source>hf.missing-key</source>
        <translation>缺少键“{key}”</translation>
    </message>
    <message>
        <source>hf.wrong-type</source>
        <translation>“{key}”应为 {expected}，这里是 {found}</translation>
    </message>
    <message>
        <source>hf.out-of-range</source>
        <translation>“{key}”= {found} 不在 {least} 和 {most} 之间</translation>
    </message>
    <message>
        <source>hf.contradiction</source>
        <translation>“{key}”= {value} 与“{other}”= {other_value} 矛盾</translation>
    </message>
    <message>
        <source>hf.unknown-value</source>
        <translation>这里不认识“{key}”=“{found}”；可用的有 {choices}</translation>
    </message>
    <message>
        <source>hf.unsupported</source>
        <translation>“{key}”描述的是 {what}，这里没有建模</translation>
    </message>
    <message>
        <source>hf.not-whole</source>
        <translation>“{key}”= {found} 乘以宽度 {width} 不是整数</translation>
    </message>
    <message>
        <source>hf.odd-size</source>
        <translation>“{key}”= {found} 应是 MLP 两半之和，却是奇数</translation>
    </message>
    <message>
        <source>hf.layer-types-count</source>
        <translation>“layer_types”有 {entries} 项，而模型有 {layers} 层</translation>
    </message>
    <message>
        <source>hf.unknown-layer</source>
        <translation>没有对“{found}”这种层建模</translation>
    </message>
    <message>
        <source>hf.heads-divide-hidden</source>
        <translation>{heads} 个注意力头不能整除宽度 {hidden}，又没有给出 head_dim</translation>
    </message>
    <message>
        <source>hf.kv-heads-divide-heads</source>
        <translation>{kv_heads} 个键值头不能整除 {heads} 个注意力头</translation>
    </message>
    <message>
        <source>hf.too-many-global</source>
        <translation>全注意力的层有 {found} 个，多于 {layers} 层</translation>
    </message>
    <message>
        <source>hf.too-many-visited</source>
        <translation>一个 token 经过 {visited} 个专家，而只有 {experts} 个</translation>
    </message>
    <message>
        <source>hf.rotary-share</source>
        <translation>旋转位置占每个头维数的比例 {found} 不在 0 和 1 之间</translation>
    </message>
    <message>
        <source>hf.rotary-base</source>
        <translation>无法理解底数 {base}、因子 {factor} 的旋转位置：底数要大于 1，因子至少为 1</translation>
    </message>
    <message>
        <source>hf.too-large</source>
        <translation>这个模型的训练状态超出 64 位整数</translation>
    </message>
    <message>
        <source>expression.syntax</source>
        <translation>{found}，而这里应为 {expected}</translation>
    </message>
    <message>
        <source>expression.too-long</source>
        <translation>表达式超过 {limit} 个字符</translation>
    </message>
    <message>
        <source>expression.too-deep</source>
        <translation>表达式嵌套太深</translation>
    </message>
    <message>
        <source>expression.text-alone</source>
        <translation>该写数的地方写了文本“{text}”；文本只能用作调用的参数</translation>
    </message>
    <message>
        <source>expression.not-finite</source>
        <translation>{name} 在这里不是有限的数</translation>
    </message>
    <message>
        <source>expression.divided-by-zero</source>
        <translation>表达式除以了零</translation>
    </message>
    <message>
        <source>expression.no-value</source>
        <translation>这个方案里 {name} 没有值（{reason}）</translation>
    </message>
    <message>
        <source>expression.unknown-name</source>
        <translation>表达式里没有叫 {name} 的东西</translation>
    </message>
    <message>
        <source>expression.arguments</source>
        <translation>{name} 的参数不符合 {form}</translation>
    </message>
    <message>
        <source>expression.argument-value</source>
        <translation>{name} 无法对 {value} 计算</translation>
    </message>
    <message>
        <source>course.unclosed</source>
        <translation>{sign} 打开后没有关闭</translation>
    </message>
    <message>
        <source>course.unknown-format</source>
        <translation>“{format}”不是数的格式</translation>
    </message>
    <message>
        <source>course.unknown-target</source>
        <translation>文本不能指向“{target}”</translation>
    </message>
    <message>
        <source>course.no-title</source>
        <translation>文件没有以课程标题开头</translation>
    </message>
    <message>
        <source>course.unknown-heading</source>
        <translation>“{heading}”不是课程的标题行</translation>
    </message>
    <message>
        <source>course.section-twice</source>
        <translation>小节 {section} 出现了两次</translation>
    </message>
    <message>
        <source>course.empty-section</source>
        <translation>小节 {section} 是空的</translation>
    </message>
    <message>
        <source>course.missing-section</source>
        <translation>缺少小节 {section}</translation>
    </message>
    <message>
        <source>course.unknown-section</source>
        <translation>lesson.json 没有用到小节 {section}</translation>
    </message>
    <message>
        <source>course.no-heading</source>
        <translation>小节 {section} 的冒号后面没有文字</translation>
    </message>
    <message>
        <source>course.version</source>
        <translation>课程版本 {found} 不是这里能读的 {known}</translation>
    </message>
    <message>
        <source>course.base</source>
        <translation>方案“{name}”打不开：{reason}</translation>
    </message>
    <message>
        <source>course.bad-id</source>
        <translation>“{id}”不能用作标识</translation>
    </message>
    <message>
        <source>course.id-twice</source>
        <translation>标识“{id}”出现了两次</translation>
    </message>
    <message>
        <source>course.id-is-folder</source>
        <translation>课程自称“{id}”，文件夹却叫“{folder}”</translation>
    </message>
    <message>
        <source>course.number</source>
        <translation>课程要有编号，从 1 起</translation>
    </message>
    <message>
        <source>course.number-twice</source>
        <translation>编号 {number} 也属于课程 {other}</translation>
    </message>
    <message>
        <source>course.bad-name</source>
        <translation>表达式里不能用“{name}”这个名字</translation>
    </message>
    <message>
        <source>course.unknown-field</source>
        <translation>“{field}”不是方案的字段</translation>
    </message>
    <message>
        <source>course.level</source>
        <translation>级别是 1、2 或 3</translation>
    </message>
    <message>
        <source>course.tolerance</source>
        <translation>容差是比例，从 0 到小于 1</translation>
    </message>
    <message>
        <source>course.value-or-right</source>
        <translation>选项 {choice} 需要“value”或“right”其中之一</translation>
    </message>
    <message>
        <source>course.no-answer</source>
        <translation>选项 {choice} 有值，而题目没有可比较的答案</translation>
    </message>
    <message>
        <source>course.numeric-choices</source>
        <translation>数值题没有选项</translation>
    </message>
    <message>
        <source>course.few-choices</source>
        <translation>选择题至少要两个选项</translation>
    </message>
    <message>
        <source>course.how-many-right</source>
        <translation>有 {count} 个选项正确{drawn}</translation>
    </message>
    <message>
        <source>course.same-labels</source>
        <translation>有两个选项都是“{label}”{drawn}</translation>
    </message>
    <message>
        <source>course.no-draws</source>
        <translation>没有一种取值满足“only”</translation>
    </message>
    <message>
        <source>course.too-many-draws</source>
        <translation>题目的取值组合超过 {limit} 种</translation>
    </message>
    <message>
        <source>course.plan-broken</source>
        <translation>方案违反规则{drawn}：{reason}</translation>
    </message>
    <message>
        <source>course.not-broken</source>
        <translation>方案没有出现预期的问题 {code}</translation>
    </message>
    <message>
        <source>course.cannot-run</source>
        <translation>引擎会拒绝运行这个方案：{reason}</translation>
    </message>
    <message>
        <source>course.highlight</source>
        <translation>方案里没有要突出显示的 {part} {number}</translation>
    </message>
    <message>
        <source>course.unknown-lesson</source>
        <translation>没有课程“{id}”</translation>
    </message>
    <message>
        <source>course.nothing-to-run</source>
        <translation>这一章没有可运行的内容</translation>
    </message>
    <message>
        <source>course.nothing-to-move</source>
        <translation>这一章没有可调的控件</translation>
    </message>
    <message>
        <source>course.no-lessons</source>
        <translation>这个文件夹里没有课程</translation>
    </message>
    <message>
        <source>memory.does-not-fit</source>
        <translation>阶段 {stage} 需要 {needed}，而一张卡只有 {capacity}</translation>
    </message>
    <message>
        <source>number.below</source>
        <translation>{name}={value} 小于 {least}</translation>
    </message>
    <message>
        <source>number.not-above</source>
        <translation>{name}={value} 不大于 {least}</translation>
    </message>
    <message>
        <source>number.above</source>
        <translation>{name}={value} 超过允许的范围</translation>
    </message>
    <message>
        <source>number.not-finite</source>
        <translation>{name}={value} 不是能计算的数</translation>
    </message>
    <message>
        <source>model.heads-divide-hidden</source>
        <translation>{heads} 个注意力头不能整除宽度 {hidden}</translation>
    </message>
    <message>
        <source>model.head-size-even</source>
        <translation>{hidden} 维分给 {heads} 个头，每头 {size} 维，是奇数；旋转位置要成对</translation>
    </message>
    <message>
        <source>model.kv-heads-divide-heads</source>
        <translation>{kv_heads} 个键值头不能整除 {heads} 个注意力头</translation>
    </message>
    <message>
        <source>layout.size-below-one</source>
        <translation>{name}={value} 不是有效的大小</translation>
    </message>
    <message>
        <source>layout.order-lacks-axis</source>
        <translation>编号顺序 {order} 没有 {axis}={value} 这一维</translation>
    </message>
    <message>
        <source>layout.too-many-cards</source>
        <translation>tp·cp·dp·pp = {tp}·{cp}·{dp}·{pp} 超过 {limit} 张卡</translation>
    </message>
    <message>
        <source>layout.ep-divides-dp-cp</source>
        <translation>ep={ep} 不能整除 dp·cp = {product}</translation>
    </message>
    <message>
        <source>layout.ep-without-experts</source>
        <translation>ep={ep} 没有可切分的：{model} 没有专家</translation>
    </message>
    <message>
        <source>layout.ep-divides-experts</source>
        <translation>ep={ep} 不能整除 {experts} 个专家</translation>
    </message>
    <message>
        <source>layout.tp-divides-expert-ffn</source>
        <translation>tp={tp} 不能整除专家的宽度 {count}</translation>
    </message>
    <message>
        <source>layout.tp-divides-heads</source>
        <translation>tp={tp} 不能整除 {count} 个注意力头</translation>
    </message>
    <message>
        <source>layout.tp-divides-ffn</source>
        <translation>tp={tp} 不能整除 MLP 宽度 {count}</translation>
    </message>
    <message>
        <source>layout.tp-divides-vocabulary</source>
        <translation>tp={tp} 不能整除 {count} 项的词表，这个引擎不做填充</translation>
    </message>
    <message>
        <source>layout.tp-divides-sequence</source>
        <translation>tp={tp} 不能整除序列并行要切分的 {count} 个 token</translation>
    </message>
    <message>
        <source>layout.tp-and-kv-heads</source>
        <translation>tp={tp} 既不能整除 {kv_heads} 个键值头，也不是它的倍数</translation>
    </message>
    <message>
        <source>layout.cp-divides-sequence</source>
        <translation>2·cp = 2·{cp} 不能整除 {sequence} 个 token 的序列</translation>
    </message>
    <message>
        <source>layout.cards</source>
        <translation>tp·cp·dp·pp = {tp}·{cp}·{dp}·{pp} = {needed}，而集群有 {nodes}·{gpus_per_node} = {cards} 张卡</translation>
    </message>
    <message>
        <source>layout.cards-not-whole</source>
        <translation>tp·cp·dp·pp = {tp}·{cp}·{dp}·{pp} = {needed}，而集群有 {nodes}·{gpus_per_node} = {cards} 张卡，任何 dp 都凑不齐：一个副本要 tp·cp·pp = {replica} 张</translation>
    </message>
    <message>
        <source>layout.more-stages-than-layers</source>
        <translation>pp={pp} 个阶段多于 {layers} 层</translation>
    </message>
    <message>
        <source>layout.pp-divides-layers</source>
        <translation>pp={pp} 不能整除 {layers} 层</translation>
    </message>
    <message>
        <source>layout.chunks-divide-layers</source>
        <translation>pp·virtual_stages = {pp}·{virtual_stages} 不能整除 {layers} 层</translation>
    </message>
    <message>
        <source>layout.stage-layers-count</source>
        <translation>stage_layers 有 {entries} 项，而阶段数为 {stages}</translation>
    </message>
    <message>
        <source>layout.stage-layers-empty</source>
        <translation>stage_layers 让某个阶段没有层</translation>
    </message>
    <message>
        <source>layout.stage-layers-sum</source>
        <translation>stage_layers 合计 {sum}，而模型有 {layers} 层</translation>
    </message>
    <message>
        <source>layout.tensor-crosses-nodes</source>
        <translation>tp={tp} 不能整除每节点 {gpus_per_node} 张卡：张量并行组要跨慢速链路</translation>
    </message>
    <message>
        <source>layout.sequence-parallel-alone</source>
        <translation>tp=1 时序列并行没有可切分的</translation>
    </message>
    <message>
        <source>batch.needs-two</source>
        <translation>全局批大小、微批次大小和微批次数之中，给出的不足两个</translation>
    </message>
    <message>
        <source>batch.contradiction</source>
        <translation>微批次·微批次数·dp = {micro}·{accumulation}·{dp} = {product}，而全局批大小是 {global}</translation>
    </message>
    <message>
        <source>batch.global-divisible</source>
        <translation>{name}·dp = {factor}·{dp} = {product} 不能整除全局批大小 {global}</translation>
    </message>
    <message>
        <source>batch.too-many-micro-batches</source>
        <translation>{pp} 个阶段、{micro_batches} 个微批次太多，无法排入调度</translation>
    </message>
    <message>
        <source>plan.too-large</source>
        <translation>{what} 超出 64 位整数</translation>
    </message>
    <message>
        <source>sequence.beyond-model</source>
        <translation>{sequence} 个 token 的序列超过 {model} 的 {maximum} 个位置</translation>
    </message>
    <message>
        <source>schedule.chunks</source>
        <translation>调度 {schedule} 不能每个 rank 有 {chunks} 个块</translation>
    </message>
    <message>
        <source>schedule.interleaved-multiple</source>
        <translation>交错调度要求微批次数是 pp={pp} 的倍数，这里是 {micro_batches}</translation>
    </message>
    <message>
        <source>schedule.dualpipe-micro-batches</source>
        <translation>调度 {schedule} 至少要 2·pp = 2·{pp} 个微批次，这里是 {micro_batches}</translation>
    </message>
    <message>
        <source>schedule.dualpipe-even</source>
        <translation>调度 dualpipe 要求微批次数为偶数，这里是 {micro_batches}</translation>
    </message>
    <message>
        <source>schedule.dualpipe-even-stages</source>
        <translation>调度 dualpipe 要求阶段数为偶数，pp={pp} 是奇数</translation>
    </message>
    <message>
        <source>lr.warmup-beyond-total</source>
        <translation>预热 {warmup} 次更新，调度总共只有 {total} 次，没有剩余</translation>
    </message>
    <message>
        <source>lr.deepspeed-no-warmup</source>
        <translation>DeepSpeed 的 {scheduler} 不接受 0 次预热；这里按 2 次计</translation>
    </message>
    <message>
        <source>lr.inverse-square-root-warmup</source>
        <translation>没有预热时，Megatron 的 inverse-square-root 从一个样本起算，学习率会随批大小变化；这里从一次更新起算</translation>
    </message>
    <message>
        <source>lr.one-cycle-first-half</source>
        <translation>OneCycle 在预热段上升，而预热长度为 0</translation>
    </message>
    <message>
        <source>lr.one-cycle-momentum</source>
        <translation>周期的最小动量 {least} 大于最大动量 {most}</translation>
    </message>
    <message>
        <source>lr.wsd-updates</source>
        <translation>WSD 不能在调度的 {total} 次更新里退火 {updates} 次</translation>
    </message>
    <message>
        <source>zero.offload-parameters</source>
        <translation>只有 ZeRO-3 能卸载参数，方案是阶段 {stage}</translation>
    </message>
    <message>
        <source>zero.offload-optimizer</source>
        <translation>ZeRO-1 及以上才能卸载优化器状态，方案是阶段 {stage}</translation>
    </message>
    <message>
        <source>zero.offload-nvme</source>
        <translation>在 ZeRO 阶段 {stage}，卸载到 nvme 等同于卸载到 cpu</translation>
    </message>
    <message>
        <source>zero.unused-at-stage</source>
        <translation>{name} 在 ZeRO-{stage} 不起作用</translation>
    </message>
    <message>
        <source>zero.unused-by-framework</source>
        <translation>{framework} 没有 {name}；它在这里不起作用</translation>
    </message>
    <message>
        <source>zero.folder-without-files</source>
        <translation>没有内容卸载到 nvme 时，offload_directory 不起作用</translation>
    </message>
    <message>
        <source>zero.nothing-to-shard</source>
        <translation>ZeRO 阶段 {stage} 没有可切分的：只有一个副本</translation>
    </message>
    <message>
        <source>cluster.unknown-gpu</source>
        <translation>目录里没有加速卡“{gpu}”</translation>
    </message>
    <message>
        <source>cluster.not-an-object</source>
        <translation>加速卡是一个 JSON 对象，这里不是</translation>
    </message>
    <message>
        <source>cluster.missing-key</source>
        <translation>缺少键“{key}”</translation>
    </message>
    <message>
        <source>cluster.wrong-type</source>
        <translation>“{key}”应为 {expected}</translation>
    </message>
    <message>
        <source>cluster.unknown-key</source>
        <translation>这里没有键“{key}”</translation>
    </message>
    <message>
        <source>precision.fp64</source>
        <translation>{framework} 不用 fp64 训练；引擎可以，用来核对算术</translation>
    </message>
    <message>
        <source>precision.fp64-gradients</source>
        <translation>{precision} 与 {dtype} 梯度不能混用</translation>
    </message>
    <message>
        <source>precision.loss-scale-unread</source>
        <translation>损失缩放属于 fp16，{precision} 没有</translation>
    </message>
    <message>
        <source>precision.loss-scale-key-unread</source>
        <translation>损失缩放规则 {rules} 不读取 {name}</translation>
    </message>
    <message>
        <source>precision.loss-scale-below-minimum</source>
        <translation>损失缩放从 {initial} 开始，低于最小值 {minimum}</translation>
    </message>
    <message>
        <source>precision.not-on-card</source>
        <translation>{gpu} 不支持 {precision} 计算</translation>
    </message>
    <message>
        <source>framework.engine-model</source>
        <translation>引擎描述和训练 GPT 和 LLaMA 结构；{model} 是另一种</translation>
    </message>
    <message>
        <source>framework.schedule</source>
        <translation>{framework} 没有调度 {schedule}</translation>
    </message>
    <message>
        <source>framework.deepspeed-zero-pipeline</source>
        <translation>DeepSpeed 的流水线引擎在 pp={pp} 时拒绝 ZeRO 阶段 {stage}</translation>
    </message>
    <message>
        <source>framework.megatron-zero</source>
        <translation>Megatron-LM 的分布式优化器是 ZeRO-1；阶段 {stage} 要用它的 FSDP</translation>
    </message>
    <message>
        <source>framework.megatron-offload</source>
        <translation>Megatron-LM 不把参数卸载到 {device}</translation>
    </message>
    <message>
        <source>framework.fsdp-zero</source>
        <translation>FSDP 还会切分梯度（阶段 2）或全部（阶段 3），没有阶段 1</translation>
    </message>
    <message>
        <source>search.memory</source>
        <translation>方案放不进这些卡</translation>
    </message>
    <message>
        <source>search.nothing-legal</source>
        <translation>这些卡对这个模型没有合法的布局</translation>
    </message>
    <message>
        <source>search.nothing-fits</source>
        <translation>没有布局放得进每卡可用的 {capacity}；最小的 {layout} 需要 {needed}</translation>
    </message>
    <message>
        <source>plan.version</source>
        <translation>方案版本 {found} 比这里能读的 {known} 新</translation>
    </message>
    <message>
        <source>plan.missing-key</source>
        <translation>缺少键“{key}”</translation>
    </message>
    <message>
        <source>plan.unknown-key</source>
        <translation>这里没有键“{key}”</translation>
    </message>
    <message>
        <source>plan.wrong-type</source>
        <translation>“{key}”应为 {expected}，这里是 {found}</translation>
    </message>
    <message>
        <source>plan.out-of-range</source>
        <translation>“{key}”= {found} 超出数值范围 {least} 到 {most}</translation>
    </message>
    <message>
        <source>plan.unknown-choice</source>
        <translation>“{found}”不是“{key}”的取值</translation>
    </message>
    <message>
        <source>plan.unknown-preset</source>
        <translation>“{found}”不是模型预设</translation>
    </message>
    <message>
        <source>plan.preset-and-config</source>
        <translation>模型同时有预设和配置</translation>
    </message>
    <message>
        <source>field.whole-number</source>
        <translation>“{text}”不是整数</translation>
    </message>
    <message>
        <source>field.too-large</source>
        <translation>“{text}”太大</translation>
    </message>
    <message>
        <source>schedule.planned-only</source>
        <translation>调度 {schedule} 只能做规划：还没有操作表</translation>
    </message>
    <message>
        <source>schedule.positive</source>
        <translation>{value} {quantity}；流水线至少要一个</translation>
    </message>
    <message>
        <source>schedule.shape</source>
        <translation>操作表没有阶段、没有微批次，或行数与 rank 数不符</translation>
    </message>
    <message>
        <source>schedule.op-outside</source>
        <translation>rank {rank} 执行 {op}，超出了表里的阶段和微批次</translation>
    </message>
    <message>
        <source>schedule.op-not-once</source>
        <translation>阶段 {stage} 对微批次 {micro_batch} 没有恰好做一次前向和一次反向</translation>
    </message>
    <message>
        <source>schedule.backward-before-forward</source>
        <translation>rank {rank} 在所需激活值的前向之前就执行了 {op}</translation>
    </message>
    <message>
        <source>schedule.op-on-wrong-rank</source>
        <translation>rank {rank} 执行 {op}，但那个阶段在 rank {home} 上</translation>
    </message>
    <message>
        <source>schedule.weight-before-input</source>
        <translation>rank {rank} 在输入梯度之前就执行了接着它的 {op}</translation>
    </message>
    <message>
        <source>schedule.deadlock</source>
        <translation>操作表会死锁：{cycle}</translation>
    </message>
    <message>
        <source>schedule.not-a-table</source>
        <translation>这不是操作表</translation>
    </message>
    <message>
        <source>schedule.unreadable-op</source>
        <translation>rank {rank} 的“{op}”不是操作</translation>
    </message>
    <message>
        <source>schedule.too-few-ops</source>
        <translation>{ops} 个操作不够 {stages} 个阶段 × {micro_batches} 个微批次做完前向和反向</translation>
    </message>
    <message>
        <source>schedule.no-table</source>
        <translation>调度 table 需要一张操作表</translation>
    </message>
    <message>
        <source>schedule.unused-table</source>
        <translation>方案里有操作表，但调度是 {schedule}</translation>
    </message>
    <message>
        <source>schedule.table-shape</source>
        <translation>操作表对应 pp={ranks}、每 rank {chunks} 块、{micro_batches} 个微批次；方案是 pp={pp}、{virtual_stages} 块、{plan_micro_batches} 个</translation>
    </message>
    <message>
        <source>recompute.only-full</source>
        <translation>recompute={recompute} 没有方法和层数可设</translation>
    </message>
    <message>
        <source>telemetry.line-too-long</source>
        <translation>一行有 {bytes} 字节，超过 1 MiB，未读取</translation>
    </message>
    <message>
        <source>telemetry.not-an-object</source>
        <translation>这一行不是 JSON 对象：{line}</translation>
    </message>
    <message>
        <source>telemetry.no-type</source>
        <translation>这一行没有文本字段“type”：{line}</translation>
    </message>
    <message>
        <source>telemetry.no-time</source>
        <translation>这一行没有字段“t”：{line}</translation>
    </message>
    <message>
        <source>telemetry.bad-field</source>
        <translation>字段 {detail} 类型不对或超出范围：{line}</translation>
    </message>
    <message>
        <source>telemetry.unknown-command</source>
        <translation>引擎没有命令“{detail}”；可用 pause、resume、step_once、checkpoint 和 stop</translation>
    </message>
    <message>
        <source>telemetry.cannot-write</source>
        <translation>运行记录无法写入：{detail}</translation>
    </message>
    <message>
        <source>telemetry.exists</source>
        <translation>已有同名文件，运行记录从不覆盖</translation>
    </message>
    <message>
        <source>telemetry.cannot-read</source>
        <translation>运行记录无法读取：{detail}</translation>
    </message>
    <message>
        <source>telemetry.not-a-run</source>
        <translation>文件里没有一行是训练事件</translation>
    </message>
    <message>
        <source>engine.offload-folder</source>
        <translation>文件夹 {folder} 无法存放卸载的数据（{reason}）</translation>
    </message>
    <message>
        <source>mega.size-large</source>
        <translation>--{name} 是 {value}，超出了任何尺寸的上限（{source}）</translation>
    </message>
    <message>
        <source>ds.batch-below-one</source>
        <translation>{key} = {value} 小于 1</translation>
    </message>
    <message>
        <source>neox.precision</source>
        <translation>“{value}”不是 GPT-NeoX 的精度</translation>
    </message>
    <message>
        <source>neox.precision-conflict</source>
        <translation>precision 是 {value}，而 fp16 块又启用了：GPT-NeoX 不接受两者并存</translation>
    </message>
    <message>
        <source>neox.unknown-key</source>
        <translation>GPT-NeoX 没有键“{key}”</translation>
    </message>
    <message>
        <source>ds.batch-any-world</source>
        <translation>train_batch_size = {train} 不是微批次 {micro} · 累积 {accumulation} 的倍数，无论有多少张卡</translation>
    </message>
    <message>
        <source>engine.offload-room</source>
        <translation>卸载的数据需要 {needed}，{folder} 只有 {available} 可用</translation>
    </message>
    <message>
        <source>parity.same-weights</source>
        <translation>在相同权重下，{what} 与单个 rank 相差 {error}，超出舍入允许的 {tolerance}</translation>
    </message>
    <message>
        <source>parity.free-run</source>
        <translation>在自由训练中，{what} 与单个 rank 相差 {error}，超出舍入允许的 {tolerance}</translation>
    </message>
    <message>
        <source>parity.bitwise</source>
        <translation>{layout} 的求和顺序相同，结果却不是逐位相同</translation>
    </message>
    <message>
        <source>cli.file-exists</source>
        <translation>{file} 已经存在</translation>
    </message>
    <message>
        <source>cli.kit-exists</source>
        <translation>{folder} 里已有内容不同的 {files}</translation>
    </message>
    <message>
        <source>cli.model-source</source>
        <translation>“{text}”既不是预设，也不是本机的文件；这里不会下载任何东西</translation>
    </message>
    <message>
        <source>batch.ramp</source>
        <translation>从 {start} 起每次增加 {increment}、历经 {samples} 个序列的批次递增，不能以微批次·dp = {round} 的整数倍到达全局批大小 {global}</translation>
    </message>
    <message>
        <source>lora.frozen</source>
        <translation>LoRA 冻结所有层，而 frozen_blocks 为 {blocks}</translation>
    </message>
    <message>
        <source>lora.latent</source>
        <translation>此处不描述潜在注意力的适配器</translation>
    </message>
    <message>
        <source>frozen.tied</source>
        <translation>frozen_blocks 冻结词嵌入，而其表同时是输出头</translation>
    </message>
    <message>
        <source>engine.adapters</source>
        <translation>引擎训练全部参数：没有适配器（秩 {rank}），没有冻结层（{blocks}）</translation>
    </message>
    <message>
        <source>engine.optimizer</source>
        <translation>引擎没有以 {moments} 存储动量的优化器 {kind}</translation>
    </message>
    <message>
        <source>engine.batch-ramp</source>
        <translation>引擎以固定的全局批大小训练，不支持递增</translation>
    </message>
    <message>
        <source>engine.uneven-chunks</source>
        <translation>引擎将每个 rank 的多个块均匀划分层</translation>
    </message>
    <message>
        <source>export.adapters</source>
        <translation>脚本训练全部参数：没有适配器，也没有冻结层</translation>
    </message>
    <message>
        <source>export.optimizer</source>
        <translation>脚本没有以 {moments} 存储动量的优化器 {optimizer}</translation>
    </message>
    <message>
        <source>export.batch-ramp</source>
        <translation>以更新步数给出长度的训练中，Megatron 拒绝批次递增</translation>
    </message>
    <message>
        <source>advice.tensor-across-nodes</source>
        <translation>{tp} 张卡的张量组跨越每节点 {gpus_per_node} 张卡的边界，每次求和都要等网络</translation>
    </message>
    <message>
        <source>advice.tensor-over-pcie</source>
        <translation>张量并行每层至少求和两次，而 {gpu} 的卡间只有 PCIe</translation>
    </message>
    <message>
        <source>advice.tensor-too-thin</source>
        <translation>tp {tp} 时每个 rank 的矩阵不足 1,024 个特征：启动与访存超过乘法本身</translation>
    </message>
    <message>
        <source>advice.tensor-ragged</source>
        <translation>tp {tp} 使宽度不再是 64 的倍数，矩阵单元只能部分利用</translation>
    </message>
    <message>
        <source>advice.no-sequence-parallel</source>
        <translation>归一化与 dropout 在每个张量 rank 上各算各存，共 {tp} 份</translation>
    </message>
    <message>
        <source>advice.pipeline-in-one-node</source>
        <translation>{pp} 个阶段的流水线都在一个节点内，其互连足以承载没有气泡的张量并行</translation>
    </message>
    <message>
        <source>advice.replicas-not-whole</source>
        <translation>{cards} 张卡只够 {replicas} 个 tp·cp·pp = {tp}·{cp}·{pp} 的副本，不是整数</translation>
    </message>
    <message>
        <source>advice.few-micro-batches</source>
        <translation>{micro_batches} 个微批次使 {pp} 个阶段的流水线空闲 {bubble}</translation>
    </message>
    <message>
        <source>advice.interleave</source>
        <translation>气泡为 {bubble}；每个 rank 两个块可使其减半，代价是更多消息</translation>
    </message>
    <message>
        <source>advice.heavy-last-stage</source>
        <translation>{vocabulary} 个词的输出头使最后阶段最慢，其余阶段都要等它</translation>
    </message>
    <message>
        <source>advice.short-context</source>
        <translation>cp {cp} 使每个 rank 不足 4,096 个 token：交换键值的代价超过收益</translation>
    </message>
    <message>
        <source>advice.experts-across-nodes</source>
        <translation>专家分布在超出节点的 {ep} 个 rank 上：每个 token 每层两次穿越网络</translation>
    </message>
    <message>
        <source>advice.experts-not-exported</source>
        <translation>不为有专家的模型写 Megatron-DeepSpeed 的启动包</translation>
    </message>
    <message>
        <source>advice.data-exposed</source>
        <translation>{dp} 个副本的梯度与权重通信独占步长的 {data_share}</translation>
    </message>
    <message>
        <source>advice.does-not-fit</source>
        <translation>最重的卡需要 {peak}，而容量为 {capacity}</translation>
    </message>
    <message>
        <source>advice.little-margin</source>
        <translation>{peak} / {capacity}，余量不足碎片可能占用的 6 %</translation>
    </message>
    <message>
        <source>advice.recompute-for-nothing</source>
        <translation>前向被执行两遍，而方案不重算也放得下</translation>
    </message>
    <message>
        <source>advice.selective-with-flash</source>
        <translation>选择性重算丢弃的分数，flash 注意力本就不保存</translation>
    </message>
    <message>
        <source>advice.scores-kept</source>
        <translation>{sequence} × {sequence} 的注意力分数被写出、保存并再次读取</translation>
    </message>
    <message>
        <source>advice.zero3-exposed</source>
        <translation>ZeRO-3 每个微批次收集并散布 3Ψ/(tp·pp) 个元素；{tokens} 个 token 少于可将其隐藏的 {hidden_tokens} 个</translation>
    </message>
    <message>
        <source>advice.zero3-hidden</source>
        <translation>ZeRO-3 每个微批次收集并散布 3Ψ/(tp·pp) 个元素；{tokens} 个 token 足以将其隐藏（{hidden_tokens}）</translation>
    </message>
    <message>
        <source>advice.zero3-with-tensor</source>
        <translation>ZeRO-3 与 tp {tp} 并用是合法的，但需要 Megatron-DeepSpeed，且往往只用其一便已足够</translation>
    </message>
    <message>
        <source>advice.zero-in-pipeline</source>
        <translation>DeepSpeed 拒绝在流水线中使用 ZeRO-{stage}：梯度会在每个微批次重复规约</translation>
    </message>
    <message>
        <source>advice.zero-without-replicas</source>
        <translation>ZeRO-{stage} 按副本数划分，而副本只有一个</translation>
    </message>
    <message>
        <source>advice.optimizer-whole</source>
        <translation>{dp} 个副本各自保存每参数 12 字节的优化器状态</translation>
    </message>
    <message>
        <source>advice.bucket-beyond-model</source>
        <translation>梯度桶大于卡上的模型：白占显存</translation>
    </message>
    <message>
        <source>advice.overlap-doubles-bucket</source>
        <translation>overlap_comm 需要两个梯度桶，而卡已接近满</translation>
    </message>
    <message>
        <source>advice.offload-for-nothing</source>
        <translation>状态经 PCIe 移到主机，而方案不卸载也放得下</translation>
    </message>
    <message>
        <source>advice.small-micro-batch</source>
        <translation>{tokens} 个 token 的微批次使卡半空</translation>
    </message>
    <message>
        <source>advice.zero-is-enough</source>
        <translation>仅用 ZeRO 即可放下：无需张量或流水线代码，一个框架就够</translation>
    </message>
    <message>
        <source>advice.needs-both</source>
        <translation>ZeRO-{stage} 与 tp {tp} 需要两者：Megatron 的张量组与 DeepSpeed 的 ZeRO</translation>
    </message>
    <message>
        <source>advice.narrow-accumulation</source>
        <translation>{micro_batches} 个微批次以 bf16 累加，8 位尾数会丢失小的梯度</translation>
    </message>
    <message>
        <source>advice.fp16</source>
        <translation>fp16 需要损失缩放且会溢出；{gpu} 支持 bf16</translation>
    </message>
    <message>
        <source>advice.fp32</source>
        <translation>fp32 使 {gpu} 的矩阵单元闲置</translation>
    </message>
    <message>
        <source>advice.huge-update</source>
        <translation>每次更新 {update_tokens} 个 token，超出大模型所能受益的批次</translation>
    </message>
    <message>
        <source>advice.tiny-update</source>
        <translation>每次更新 {update_tokens} 个 token，对超过 10^9 参数的模型偏少</translation>
    </message>
    <message>
        <source>advice.few-tokens</source>
        <translation>预算低于每参数 20 个 token：更小的模型可达到同样的损失</translation>
    </message>
    <message>
        <source>advice.no-checkpoints</source>
        <translation>未计划检查点；{cards} 张卡的故障率需要每 {interval} 次更新一个</translation>
    </message>
    <message>
        <source>advice.rare-checkpoints</source>
        <translation>检查点过于稀疏：每 {interval} 次更新一个损失最小</translation>
    </message>
    <message>
        <source>advice.no-warmup</source>
        <translation>最初的更新即用全学习率，而 Adam 尚不知梯度大小</translation>
    </message>
    <message>
        <source>advice.no-clipping</source>
        <translation>梯度未裁剪：一个坏批次可毁掉数日训练</translation>
    </message>
    <message>
        <source>advice.slow-second-moment</source>
        <translation>β2 = {beta2} 记住上千次更新；大模型通常使用 0.95</translation>
    </message>
    <message>
        <source>advice.padded-vocabulary</source>
        <translation>Megatron 会把 {vocabulary} 的词表补到 128·tp 的倍数，此处的计数没有</translation>
    </message>
    <message>
        <source>advice.needs-context</source>
        <translation>{sequence} 个 token 的序列放不进一个 rank</translation>
    </message>
    <message>
        <source>rescale.nothing-fits</source>
        <translation>{cards} 张卡上没有布局能以 {batch} 的全局批大小容纳此训练</translation>
    </message>
    <message>
        <source>hunt.not-a-report</source>
        <translation>引擎的回答不是找 bug 练习的报告（{reason}）</translation>
    </message>
    <message>
        <source>course.none-open</source>
        <translation>没有打开课程</translation>
    </message>
    <message>
        <source>nccl.bad-row</source>
        <translation>此扫描行缺少 {columns} 列之一，或其中的数不是数</translation>
    </message>
    <message>
        <source>nccl.no-rows</source>
        <translation>这里没有两种大小以上的行</translation>
    </message>
    <message>
        <source>nccl.no-ranks</source>
        <translation>"Using devices" 之下没有列出两个以上的 rank</translation>
    </message>
    <message>
        <source>topology.no-header</source>
        <translation>没有 GPU0、GPU1 … 的表头</translation>
    </message>
    <message>
        <source>topology.missing-row</source>
        <translation>{gpus} 张卡只有 {rows} 行</translation>
    </message>
    <message>
        <source>topology.short-row</source>
        <translation>{row} 一行少于 {columns} 列</translation>
    </message>
    <message>
        <source>topology.unknown-mark</source>
        <translation>“{mark}”不是两卡之间的路径</translation>
    </message>
    <message>
        <source>survey.wrong-type</source>
        <translation>“{key}”应为 {expected}</translation>
    </message>
    <message>
        <source>survey.unknown-key</source>
        <translation>普查文件中没有“{key}”这个键</translation>
    </message>
    <message>
        <source>survey.too-little</source>
        <translation>普查文件需要 products 与 passes</translation>
    </message>
    <message>
        <source>calibrate.step</source>
        <translation>“{text}”不是方案与其秒数</translation>
    </message>
    <message>
        <source>calibrate.base</source>
        <translation>被测卡既未以名称也未以普查给出，或两者都给了</translation>
    </message>
    <message>
        <source>calibrate.nothing</source>
        <translation>没有给出测量</translation>
    </message>
    <message>
        <source>quiz.not-a-set</source>
        <translation>这个文件不是测验的班级题集</translation>
    </message>
    <message>
        <source>quiz.version</source>
        <translation>班级题集的版本 {found} 不是这里能读的 {known}</translation>
    </message>
    <message>
        <source>quiz.range</source>
        <translation>{key} 是 {value}</translation>
    </message>
    <message>
        <source>quantity.cards</source>
        <translation>卡数</translation>
    </message>
    <message>
        <source>quantity.parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>quantity.step</source>
        <translation>每步</translation>
    </message>
    <message>
        <source>quantity.rate</source>
        <translation>整个作业的吞吐</translation>
    </message>
    <message>
        <source>quantity.card-flops</source>
        <translation>单卡模型 FLOPs</translation>
    </message>
    <message>
        <source>quantity.mfu</source>
        <translation>模型 FLOPs 利用率（MFU）</translation>
    </message>
    <message>
        <source>quantity.hfu</source>
        <translation>硬件 FLOPs 利用率（HFU）</translation>
    </message>
    <message>
        <source>quantity.bubble</source>
        <translation>流水线气泡</translation>
    </message>
    <message>
        <source>quantity.compute</source>
        <translation>前向与反向</translation>
    </message>
    <message>
        <source>quantity.tensor-communication</source>
        <translation>张量通信</translation>
    </message>
    <message>
        <source>quantity.pipeline-communication</source>
        <translation>流水线通信</translation>
    </message>
    <message>
        <source>quantity.data-communication</source>
        <translation>数据并行通信</translation>
    </message>
    <message>
        <source>quantity.update</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>quantity.idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>quantity.memory</source>
        <translation>占用最多的卡的显存</translation>
    </message>
    <message>
        <source>quantity.most-parameters</source>
        <translation>参数最多处</translation>
    </message>
    <message>
        <source>quantity.most-gradients</source>
        <translation>梯度最多处</translation>
    </message>
    <message>
        <source>quantity.most-optimizer</source>
        <translation>优化器最多处</translation>
    </message>
    <message>
        <source>quantity.most-activations</source>
        <translation>激活最多处</translation>
    </message>
    <message>
        <source>quantity.most-temporary</source>
        <translation>临时显存最多处</translation>
    </message>
    <message>
        <source>quantity.most-framework</source>
        <translation>框架占用最多处</translation>
    </message>
    <message>
        <source>quantity.capacity</source>
        <translation>单卡显存</translation>
    </message>
    <message>
        <source>quantity.updates</source>
        <translation>训练步数</translation>
    </message>
    <message>
        <source>quantity.days</source>
        <translation>训练时长</translation>
    </message>
    <message>
        <source>quantity.card-hours</source>
        <translation>全部卡时</translation>
    </message>
    <message>
        <source>quantity.energy</source>
        <translation>能耗</translation>
    </message>
    <message>
        <source>quantity.cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>term.forward</source>
        <translation>最忙 rank 的前向，t_F</translation>
    </message>
    <message>
        <source>term.backward</source>
        <translation>最忙 rank 的反向，t_B</translation>
    </message>
    <message>
        <source>term.micro-batches</source>
        <translation>每个副本的微批次数，m</translation>
    </message>
    <message>
        <source>term.batch</source>
        <translation>全局批大小（序列），B</translation>
    </message>
    <message>
        <source>term.sequence</source>
        <translation>序列长度，s</translation>
    </message>
    <message>
        <source>term.model-flops</source>
        <translation>每 token 的模型 FLOPs，F</translation>
    </message>
    <message>
        <source>term.hardware-flops</source>
        <translation>每 token 含重计算的 FLOPs，F′</translation>
    </message>
    <message>
        <source>term.peak</source>
        <translation>单卡峰值，R</translation>
    </message>
    <message>
        <source>term.pipeline-time</source>
        <translation>到流水线最后一个操作的时间，t_pipe</translation>
    </message>
    <message>
        <source>term.busy</source>
        <translation>全部 rank 的忙碌时间</translation>
    </message>
    <message>
        <source>term.busiest</source>
        <translation>最忙 rank 的忙碌时间，m·(f + b)</translation>
    </message>
    <message>
        <source>term.stages</source>
        <translation>流水线 rank 数，P</translation>
    </message>
    <message>
        <source>term.even-bubble</source>
        <translation>阶段相等且各一块时</translation>
    </message>
    <message>
        <source>term.tensor-sums</source>
        <translation>每步残差流求和次数，n</translation>
    </message>
    <message>
        <source>term.message-bytes</source>
        <translation>每条消息的字节数，S</translation>
    </message>
    <message>
        <source>term.tensor-sum</source>
        <translation>张量组内的一次求和</translation>
    </message>
    <message>
        <source>term.message</source>
        <translation>阶段之间的一条消息</translation>
    </message>
    <message>
        <source>term.without-messages</source>
        <translation>不计消息时</translation>
    </message>
    <message>
        <source>term.bandwidth</source>
        <translation>链路带宽，β</translation>
    </message>
    <message>
        <source>term.latency</source>
        <translation>链路延迟，α</translation>
    </message>
    <message>
        <source>term.card-parameters</source>
        <translation>ZeRO 之前单卡的参数，Ψ</translation>
    </message>
    <message>
        <source>term.data-wire</source>
        <translation>每步全部卡在数据组内发送</translation>
    </message>
    <message>
        <source>term.host-update</source>
        <translation>更新时卡与主机之间的传输，t_h</translation>
    </message>
    <message>
        <source>term.host-gathers</source>
        <translation>ZeRO-3 收集时从主机取来，t_h</translation>
    </message>
    <message>
        <source>term.host-bandwidth</source>
        <translation>卡与主机之间的带宽，β_h</translation>
    </message>
    <message>
        <source>term.disk-bandwidth</source>
        <translation>每张卡的硬盘带宽，β_d</translation>
    </message>
    <message>
        <source>term.updated</source>
        <translation>单卡更新的参数，Ψ′</translation>
    </message>
    <message>
        <source>term.update-bytes</source>
        <translation>每个参数读写的字节数，w</translation>
    </message>
    <message>
        <source>term.memory-bandwidth</source>
        <translation>长遍历达到的带宽，β_m</translation>
    </message>
    <message>
        <source>term.tensor</source>
        <translation>张量 rank 数，T</translation>
    </message>
    <message>
        <source>term.context</source>
        <translation>上下文 rank 数，C</translation>
    </message>
    <message>
        <source>term.replicas</source>
        <translation>数据 rank 数，D</translation>
    </message>
    <message>
        <source>term.embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>term.attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>term.mlp</source>
        <translation>MLP</translation>
    </message>
    <message>
        <source>term.norms</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>term.router</source>
        <translation>路由</translation>
    </message>
    <message>
        <source>term.head</source>
        <translation>输出头</translation>
    </message>
    <message>
        <source>term.other-parts</source>
        <translation>其他部分</translation>
    </message>
    <message>
        <source>term.stage</source>
        <translation>流水线阶段</translation>
    </message>
    <message>
        <source>term.budget</source>
        <translation>整个训练的 token 数</translation>
    </message>
    <message>
        <source>term.assumed-mfu</source>
        <translation>假设的 MFU</translation>
    </message>
    <message>
        <source>term.power</source>
        <translation>单卡功率</translation>
    </message>
    <message>
        <source>term.price</source>
        <translation>每卡时价格</translation>
    </message>
    <message>
        <source>rival.deepspeed-2</source>
        <translation>DeepSpeed ZeRO-2 估算器</translation>
    </message>
    <message>
        <source>rival.deepspeed-3</source>
        <translation>DeepSpeed ZeRO-3 估算器</translation>
    </message>
    <message>
        <source>rival.deepspeed-says</source>
        <translation>只算状态并除以全部卡数：不含张量与流水线并行，不含激活</translation>
    </message>
    <message>
        <source>rival.megatron-selective</source>
        <translation>Megatron-LM（序列并行且选择性重计算）</translation>
    </message>
    <message>
        <source>rival.megatron-other</source>
        <translation>Megatron-LM（其他设置）</translation>
    </message>
    <message>
        <source>rival.megatron-says</source>
        <translation>最满的分片，第一阶段的激活；有流水线时不含 logits，不含缓冲区，ZeRO 只到 1</translation>
    </message>
    <message>
        <source>rival.eleuther</source>
        <translation>EleutherAI cookbook</translation>
    </message>
    <message>
        <source>rival.eleuther-says</source>
        <translation>无论 T、P，梯度与优化器都按整个模型算；每张卡算全部层的激活</translation>
    </message>
    <message>
        <source>rival.llm-analysis</source>
        <translation>LLM analysis（llm-analysis 0.2.2）</translation>
    </message>
    <message>
        <source>rival.llm-analysis-says</source>
        <translation>一张词表，每个 MLP 两个矩阵，单卡含全部层的激活与 logits；不含缓冲区</translation>
    </message>
    <message>
        <source>rival.accelerate</source>
        <translation>Hugging Face accelerate</translation>
    </message>
    <message>
        <source>rival.accelerate-says</source>
        <translation>整个模型在一张卡上四个阶段中最大的一个；不含并行，不含激活</translation>
    </message>
    <message>
        <source>rival.textbook</source>
        <translation>教科书：每参数 16 字节</translation>
    </message>
    <message>
        <source>rival.textbook-says</source>
        <translation>只有权重除以 T，没有任何项除以 P；不含激活，不含缓冲区</translation>
    </message>
    <message>
        <source>cli.report-ending</source>
        <translation>“{file}”既不以 .html 也不以 .pdf 结尾</translation>
    </message>
    <message>
        <source>cli.no-explorer</source>
        <translation>PDF 由图形界面打印，而这里没有程序“{program}”</translation>
    </message>
    <message>
        <source>cli.not-printed</source>
        <translation>图形界面没有打印出“{file}”</translation>
    </message>
    <message>
        <source>cuda.no-plug-in</source>
        <translation>这个构建没有 CUDA 插件：{folder} 里没有 {file}</translation>
    </message>
    <message>
        <source>cuda.library</source>
        <translation>CUDA 插件无法加载：{reason}</translation>
    </message>
    <message>
        <source>cuda.other-build</source>
        <translation>{file} 不是版本 {version} 的 CUDA 插件</translation>
    </message>
    <message>
        <source>cuda.no-driver</source>
        <translation>这台机器没有 NVIDIA 驱动（{error}）</translation>
    </message>
    <message>
        <source>cuda.old-driver</source>
        <translation>NVIDIA 驱动太旧：它支持 CUDA {has}，本程序需要 {needs}（{error}）</translation>
    </message>
    <message>
        <source>cuda.stub-driver</source>
        <translation>找到的驱动库是工具包的空壳，不是驱动（{error}）</translation>
    </message>
    <message>
        <source>cuda.no-device</source>
        <translation>NVIDIA 驱动找不到 GPU（{error}）</translation>
    </message>
    <message>
        <source>cuda.old-card</source>
        <translation>{card} 的计算能力是 {has}；内核需要 {needs} 或更新</translation>
    </message>
    <message>
        <source>cuda.error</source>
        <translation>CUDA 运行时出错：{error}</translation>
    </message>
    <message>
        <source>cuda.switch</source>
        <translation>{name} 被设为 {value}</translation>
    </message>
    <message>
        <source>engine.processes</source>
        <translation>{name} 是 {processes}：引擎在一个进程里运行一个任务的所有 rank，每个进程都会把整个任务训练一遍</translation>
    </message>
    <message>
        <source>cuda.precision</source>
        <translation>fp64 用于在虚拟卡上核对；CUDA 内核用 fp32、bf16 和 fp16 计算</translation>
    </message>
    <message>
        <source>cuda.nvme</source>
        <translation>在 CUDA 卡上，状态卸载到主机内存，不卸载到文件</translation>
    </message>
    <message>
        <source>cuda.head-size</source>
        <translation>注意力头宽 {size}；CUDA 内核最多 {limit}</translation>
    </message>
    <message>
        <source>cuda.group</source>
        <translation>一个组有 {size} 个 rank；在 CUDA 卡上最多 {limit} 个一起归约</translation>
    </message>
    <message>
        <source>cuda.attention</source>
        <translation>CUDA 卡按块计算注意力：不写出分数，每行只保留一个数</translation>
    </message>
    <message>
        <source>cuda.graphs</source>
        <translation>这个计划的前向和反向不录制成 CUDA graph：{reason}</translation>
    </message>
    <message>
        <source>workflow.groups</source>
        <translation>进程组</translation>
    </message>
    <message>
        <source>workflow.groups-how</source>
        <translation>Megatron 的 mpu 把 {cards} 张卡分组：张量 {tp}、流水线 {pp}、数据 {dp}；之后的每条消息都在其中一个组内传递</translation>
    </message>
    <message>
        <source>workflow.build-pipe</source>
        <translation>按阶段建模型</translation>
    </message>
    <message>
        <source>workflow.build-pipe-how</source>
        <translation>层是一张列表，每个 rank 只建自己阶段的层；管道、数据、模型三轴的网格是 DeepSpeed 自己的，分出的组必须与 Megatron 相同</translation>
    </message>
    <message>
        <source>workflow.build-model</source>
        <translation>完整的模型</translation>
    </message>
    <message>
        <source>workflow.build-model-how</source>
        <translation>每个 rank 建出所有层，张量并行把它们切成 {tp} 份；ZeRO 第 3 级在建立权重时就切开</translation>
    </message>
    <message>
        <source>workflow.initialize-pipe</source>
        <translation>initialize，不传 mpu</translation>
    </message>
    <message>
        <source>workflow.initialize-pipe-how</source>
        <translation>得到 PipelineEngine；mpu 必须为 None，因为组来自模型自己的网格，高于第 1 级的 ZeRO 会被拒绝</translation>
    </message>
    <message>
        <source>workflow.initialize-zero</source>
        <translation>initialize，传 mpu</translation>
    </message>
    <message>
        <source>workflow.initialize-zero-how</source>
        <translation>得到 DeepSpeedEngine；mpu 告诉它哪些 rank 是副本：ZeRO 第 {stage} 级在它们之间切分，批量也按它们计算</translation>
    </message>
    <message>
        <source>workflow.train-batch</source>
        <translation>train_batch</translation>
    </message>
    <message>
        <source>workflow.train-batch-how</source>
        <translation>一步只有这一个调用：它按调度跑完全部 {micro_batches} 个微批次；不要再调用 forward、backward 和 step</translation>
    </message>
    <message>
        <source>workflow.gather</source>
        <translation>收集权重</translation>
    </message>
    <message>
        <source>workflow.gather-how</source>
        <translation>ZeRO 第 3 级下每个 rank 持有 1/{dp} 的权重；一层的权重在前向和反向用到之前收集，用完即丢</translation>
    </message>
    <message>
        <source>workflow.forward-call</source>
        <translation>前向调用</translation>
    </message>
    <message>
        <source>workflow.forward-call-how</source>
        <translation>{micro_batches} 个微批次各调用一次，backward 和 step 也一样；DeepSpeed 自己计数</translation>
    </message>
    <message>
        <source>workflow.forward</source>
        <translation>前向计算</translation>
    </message>
    <message>
        <source>workflow.forward-how</source>
        <translation>每个 {tp} 张卡的张量组里，每层两次 all-reduce：注意力之后和 MLP 之后；开序列并行时各换成 reduce-scatter 加 all-gather</translation>
    </message>
    <message>
        <source>workflow.send</source>
        <translation>发送激活</translation>
    </message>
    <message>
        <source>workflow.send-how</source>
        <translation>除最后一个阶段外，每个阶段把一个微批次的激活发给 {pp} 个阶段中的下一个</translation>
    </message>
    <message>
        <source>workflow.backward-call</source>
        <translation>反向调用</translation>
    </message>
    <message>
        <source>workflow.backward-call-how</source>
        <translation>用引擎的调用，而不是 loss 的：它缩放损失，并在梯度产生时归约</translation>
    </message>
    <message>
        <source>workflow.backward</source>
        <translation>反向计算</translation>
    </message>
    <message>
        <source>workflow.backward-how</source>
        <translation>每个 {tp} 张卡的张量组里，每层两次 all-reduce，用于该层输入的梯度</translation>
    </message>
    <message>
        <source>workflow.send-back</source>
        <translation>回传梯度</translation>
    </message>
    <message>
        <source>workflow.send-back-how</source>
        <translation>除第一个阶段外，每个阶段把输入的梯度发给前一个阶段</translation>
    </message>
    <message>
        <source>workflow.reduce</source>
        <translation>归约梯度</translation>
    </message>
    <message>
        <source>workflow.reduce-zero0</source>
        <translation>没有 ZeRO：最后一个微批次之后，在 {dp} 个副本间对全部梯度做一次 all-reduce</translation>
    </message>
    <message>
        <source>workflow.reduce-zero1</source>
        <translation>ZeRO 第 1 级：最后一个微批次之后，{dp} 个副本各得到自己那份的和</translation>
    </message>
    <message>
        <source>workflow.reduce-zero2</source>
        <translation>ZeRO 第 2 级：每个微批次都分桶归约；{dp} 个副本各只留自己那份</translation>
    </message>
    <message>
        <source>workflow.reduce-zero3</source>
        <translation>ZeRO 第 3 级：每个微批次都归约到 {dp} 个副本中持有该权重的那一个</translation>
    </message>
    <message>
        <source>workflow.tied</source>
        <translation>共享的词嵌入</translation>
    </message>
    <message>
        <source>workflow.tied-how</source>
        <translation>{pp} 个阶段中的第一个和最后一个各有一份词表，把它们的梯度相加</translation>
    </message>
    <message>
        <source>workflow.step-call</source>
        <translation>step 调用</translation>
    </message>
    <message>
        <source>workflow.step-call-how</source>
        <translation>每个微批次调用一次；更新发生在 {micro_batches} 个中的最后一个之后</translation>
    </message>
    <message>
        <source>workflow.update</source>
        <translation>优化器更新</translation>
    </message>
    <message>
        <source>workflow.update-how</source>
        <translation>先求所有 rank 的范数并裁剪，然后每个 rank 更新自己持有动量的那份；学习率调度随后前进</translation>
    </message>
    <message>
        <source>workflow.gather-after</source>
        <translation>收集新权重</translation>
    </message>
    <message>
        <source>workflow.gather-after-how</source>
        <translation>ZeRO 第 {stage} 级下 {dp} 个副本各更新了自己那份；all-gather 让所有副本得到新权重</translation>
    </message>
    <message>
        <source>workflow.save</source>
        <translation>save_checkpoint</translation>
    </message>
    <message>
        <source>workflow.save-how</source>
        <translation>全部 {cards} 个 rank 用同一个标签一起调用：有一个不调用，其他的就一直等待</translation>
    </message>
    <message>
        <source>cli.one-log</source>
        <translation>一次只看一个日志</translation>
    </message>
    <message>
        <source>log.tensorboard-damaged</source>
        <translation>TensorBoard 事件文件在第 {records} 条记录之后校验和不对</translation>
    </message>
    <message>
        <source>published.zero-table-1-title</source>
        <translation>按 ZeRO 阶段和数据并行度划分的每卡模型状态</translation>
    </message>
    <message>
        <source>published.zero-table-1-source</source>
        <translation>Rajbhandari 等 2020，表 1（印出两到三位数字）</translation>
    </message>
    <message>
        <source>published.korthikanti-figure-1-title</source>
        <translation>第一阶段各层块的激活</translation>
    </message>
    <message>
        <source>published.korthikanti-figure-1-source</source>
        <translation>Korthikanti 等 2022，图 1，由 Calculon 作者从图中读数</translation>
    </message>
    <message>
        <source>published.korthikanti-figure-7-title</source>
        <translation>一个层块的激活占张量并行基线的比例</translation>
    </message>
    <message>
        <source>published.korthikanti-figure-7-source</source>
        <translation>Korthikanti 等 2022，图 7，由 Calculon 作者从图中读数</translation>
    </message>
    <message>
        <source>published.korthikanti-table-5-title</source>
        <translation>A100 80 GB 上一次迭代的秒数</translation>
    </message>
    <message>
        <source>published.korthikanti-table-5-source</source>
        <translation>Korthikanti 等 2022，表 5</translation>
    </message>
    <message>
        <source>published.megatron-table-1-title</source>
        <translation>按论文公式 96·B·s·L·h²(1 + s/6h + V/16Lh) 计算的每卡 TFLOP/s，完全重计算</translation>
    </message>
    <message>
        <source>published.megatron-table-1-source</source>
        <translation>Narayanan 等 2021，表 1</translation>
    </message>
    <message>
        <source>published.korthikanti-table-4-title</source>
        <translation>22B 模型一个层块的毫秒数</translation>
    </message>
    <message>
        <source>published.korthikanti-table-4-source</source>
        <translation>Korthikanti 等 2022，表 4</translation>
    </message>
    <message>
        <source>published.megatron-table-2-title</source>
        <translation>按同一公式计算的每卡 TFLOP/s，非交错流水线；没有任何常数由这些行选定</translation>
    </message>
    <message>
        <source>published.megatron-table-2-source</source>
        <translation>Narayanan 等 2021，表 2（PTD-P）</translation>
    </message>
    <message>
        <source>published.bigscience-memory-title</source>
        <translation>BLOOM 训练之前 nvidia-smi 显示的最满一张卡的显存，取整到 GB；完全重计算</translation>
    </message>
    <message>
        <source>published.bigscience-memory-source</source>
        <translation>BigScience 2022，176B 模型的记录，拓扑试验（层数能被阶段数整除的行）</translation>
    </message>
    <message>
        <source>published.llmc-states-title</source>
        <translation>8 张 H100 上 GPT-2 1.56B 的权重、梯度和优化器分片，ZeRO-1</translation>
    </message>
    <message>
        <source>published.llmc-states-source</source>
        <translation>llm.c，讨论 677 的日志</translation>
    </message>
    <message>
        <source>published.production-runs-title</source>
        <translation>公开报告的训练中一步的秒数；没有任何常数由这些行选定</translation>
    </message>
    <message>
        <source>published.production-runs-source</source>
        <translation>BLOOM 记录（BigScience 2022）；Smith 等 2022，第 3 节</translation>
    </message>
    <message>
        <source>published.llama-3-mfu-title</source>
        <translation>405B 模型的模型 FLOPs 利用率，16 个阶段各 8 块，首块和末块不含层</translation>
    </message>
    <message>
        <source>published.llama-3-mfu-source</source>
        <translation>Grattafiori 等 2024，表 4</translation>
    </message>
    <message>
        <source>published.parameter-counts-title</source>
        <translation>已发布检查点的参数量</translation>
    </message>
    <message>
        <source>published.parameter-counts-source</source>
        <translation>检查点的索引文件</translation>
    </message>
    <message>
        <source>published.a100-of-2022</source>
        <translation>共用的 A100 常数：矩阵乘 0.80、显存 0.88、NVLink 0.78、网络 0.85；2022 年的软件：1</translation>
    </message>
    <message>
        <source>published.a100-of-2021</source>
        <translation>共用的 A100 常数：矩阵乘 0.80、显存 0.88、NVLink 0.78、网络 0.85；2021 年的软件：0.926</translation>
    </message>
    <message>
        <source>published.a100-of-2021-stragglers</source>
        <translation>共用的 A100 常数：矩阵乘 0.80、显存 0.88、NVLink 0.78、网络 0.85；2021 年的软件：0.926；掉队卡按 SimuMax 的规则</translation>
    </message>
    <message>
        <source>published.bigscience-memory-constants</source>
        <translation>保留 = 分配 / 0.94（SimuMax），核函数 1,573 MiB（来源实测）</translation>
    </message>
    <message>
        <source>published.llama-mfu-constants</source>
        <translation>H100 取自其数据手册，矩阵乘 0.74（实测 0.803 的 0.92），掉队卡按 SimuMax 的规则；没有拟合</translation>
    </message>
    <message>
        <source>published.a100-node-steps-title</source>
        <translation>Megatron-DeepSpeed 在单节点上一步的毫秒数，每种隐藏维由另一种预测；tp 不超过 4</translation>
    </message>
    <message>
        <source>published.a100-node-steps-tp8-title</source>
        <translation>tp 为 8 的同类行，常数相同</translation>
    </message>
    <message>
        <source>published.a100-node-steps-source</source>
        <translation>vTrain 仓库，单节点（KAIST VIA 研究组 2024，MIT 许可）</translation>
    </message>
    <message>
        <source>published.a100-node-steps-constants</source>
        <translation>共用的 A100 常数；软件 {software}、主机每核函数 {host} µs 由 h 1024 拟合用于 h 2048，反过来为 {other_software} 和 {other_host} µs</translation>
    </message>
    <message>
        <source>published.galvatron-block-title</source>
        <translation>LLaMA-2 7B 的一个层块在 8 卡节点的每张卡上增加的显存：ZeRO-3 下的状态和激活（两层减一层）</translation>
    </message>
    <message>
        <source>published.galvatron-block-source</source>
        <translation>Galvatron 仓库，bf16 LLaMA-2 7B 的显存剖析（PKU-DAIR，2024）</translation>
    </message>
    <message>
        <source>published.galvatron-block-constants</source>
        <translation>序列长 4,096，由其重计算层的 32 MiB = n·h·2 得出；没有拟合</translation>
    </message>
    <message>
        <source>trial.folder-in-use</source>
        <translation>文件夹里已经有文件</translation>
    </message>
    <message>
        <source>trial.updates</source>
        <translation>{updates} 次更新不是短运行</translation>
    </message>
    <message>
        <source>trial.no-trial</source>
        <translation>这不是方案试运行的文件</translation>
    </message>
    <message>
        <source>trial.entry</source>
        <translation>“{key}”的值缺失或不正确</translation>
    </message>
    <message>
        <source>trial.no-runs</source>
        <translation>没有运行留下含有效更新的日志</translation>
    </message>
    <message>
        <source>calibrate.no-time</source>
        <translation>该方案的调度没有时间模型</translation>
    </message>
    <message>
        <source>convention.palm</source>
        <translation>PaLM：注意力按整个序列计</translation>
    </message>
    <message>
        <source>convention.causal</source>
        <translation>Megatron-LM：不计被掩蔽的分数</translation>
    </message>
    <message>
        <source>convention.flash</source>
        <translation>按 flash attention 的实际计算</translation>
    </message>
    <message>
        <source>convention.parameters</source>
        <translation>只计参数</translation>
    </message>
    <message>
        <source>convention.llm-foundry</source>
        <translation>llm-foundry：嵌入表也计入</translation>
    </message>
    <message>
        <source>export.model-deepspeed</source>
        <translation>只为 GPT 和 LLaMA 结构写 Megatron-DeepSpeed：其他结构的部件它没有参数</translation>
    </message>
    <message>
        <source>export.experts-deepspeed</source>
        <translation>Megatron-DeepSpeed 自己的专家与稠密 MLP 同宽，最多访问两个，没有共享专家：不为它写有 {experts} 个专家的模型</translation>
    </message>
    <message>
        <source>export.experts-sequence</source>
        <translation>tp={tp} 时，Megatron-LM 只在序列并行下训练专家</translation>
    </message>
    <message>
        <source>export.experts-fp16</source>
        <translation>Megatron-LM 不在 fp16 下把专家分到 ep={ep} 个 rank</translation>
    </message>
    <message>
        <source>export.order-groups</source>
        <translation>Megatron-LM 的次序 {order} 不支持上下文并行和专家并行，这里 cp={cp}、ep={ep}</translation>
    </message>
    <message>
        <source>mega.experts-none</source>
        <translation>--expert-model-parallel-size {ep} 要分专家，但没有专家（{source}）</translation>
    </message>
    <message>
        <source>mega.experts-ep</source>
        <translation>{experts} 个专家不能被 --expert-model-parallel-size {ep} 整除（{source}）</translation>
    </message>
    <message>
        <source>mega.experts-fp16</source>
        <translation>分到 {ep} 个 rank 的专家不能在 fp16 下训练（{source}）</translation>
    </message>
    <message>
        <source>mega.experts-sequence</source>
        <translation>--tensor-model-parallel-size {tp} 时，专家只能与 --sequence-parallel 一起训练（{source}）</translation>
    </message>
    <message>
        <source>mega.experts-cards</source>
        <translation>{world} 张卡不能被放下一份专家的 {shape} 张整除（{source}）</translation>
    </message>
    <message>
        <source>mega.mapping-groups</source>
        <translation>--use-tp-pp-dp-mapping 不支持上下文并行和专家并行，这里是 {cp} 和 {ep}（{source}）</translation>
    </message>
    <message>
        <source>mega.expert-blocks</source>
        <translation>--moe-layer-freq {value} 不是 {layers} 个块的列表（{source}）</translation>
    </message>
    <message>
        <source>import.expert-blocks</source>
        <translation>--moe-layer-freq {value} 在 {layers} 个块里放置专家的方式，方案无法表示</translation>
    </message>
    <message>
        <source>import.expert-split</source>
        <translation>脚本把每个专家分到 {split} 张卡，方案按 tp={tp} 分</translation>
    </message>
    <message>
        <source>plan.is-a-model</source>
        <translation>这是模型的配置，不是方案</translation>
    </message>
    <message>
        <source>course.unknown-block</source>
        <translation>没有可以显示的内容叫“{name}”</translation>
    </message>
    <message>
        <source>course.computed-block</source>
        <translation>代码块 {name} 里写了内容，但它显示的是由方案算出来的内容</translation>
    </message>
    <message>
        <source>rescale.stopped</source>
        <translation>在得知哪种布局保留得最多之前，搜索被中断</translation>
    </message>
    <message>
        <source>term.op-forward</source>
        <translation>本阶段各块的前向传播</translation>
    </message>
    <message>
        <source>term.op-input</source>
        <translation>本阶段各块的输入梯度</translation>
    </message>
    <message>
        <source>term.op-weight</source>
        <translation>本阶段各块的权重梯度</translation>
    </message>
    <message>
        <source>term.op-recompute</source>
        <translation>重做的前向传播</translation>
    </message>
    <message>
        <source>term.op-experts</source>
        <translation>其中带专家的块的同一项</translation>
    </message>
    <message>
        <source>term.op-final-norm</source>
        <translation>最后的归一化</translation>
    </message>
    <message>
        <source>term.op-tensor</source>
        <translation>张量、上下文与专家组的集合通信</translation>
    </message>
    <message>
        <source>term.op-data</source>
        <translation>数据组中未被掩盖的集合通信</translation>
    </message>
    <message>
        <source>term.op-collectives</source>
        <translation>未被掩盖的集合通信</translation>
    </message>
    <message>
        <source>number.no-bytes</source>
        <translation>“{text}”不是字节数</translation>
    </message>
    <message>
        <source>number.part-of-byte</source>
        <translation>“{text}”不是整数个字节</translation>
    </message>
    <message>
        <source>engine.no-offload-folder</source>
        <translation>存放卸载数据的文件夹 {folder} 不存在</translation>
    </message>
    <message>
        <source>checkpoint.other-decay</source>
        <translation>检查点的学习率走 {checkpoint} 次更新，本方案走 {plan} 次：从这里起学习率不同</translation>
    </message>
    <message>
        <source>published.row-master-weights</source>
        <translation>主权重、m 与 v</translation>
    </message>
    <message>
        <source>published.row-weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>published.row-gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>published.row-states</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>published.row-activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>published.row-tensor-baseline</source>
        <translation>张量并行基线</translation>
    </message>
    <message>
        <source>published.row-tensor</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>published.row-sequence-selective</source>
        <translation>序列并行与选择性重计算</translation>
    </message>
    <message>
        <source>published.row-sequence</source>
        <translation>序列并行</translation>
    </message>
    <message>
        <source>published.row-selective</source>
        <translation>选择性重计算</translation>
    </message>
    <message>
        <source>published.row-full</source>
        <translation>完全重计算</translation>
    </message>
    <message>
        <source>published.row-forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>published.row-backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>published.row-zero</source>
        <translation>{model}，ZeRO-{stage}，{cards} 个副本</translation>
    </message>
    <message>
        <source>published.row-on</source>
        <translation>{model}，{cards}</translation>
    </message>
    <message>
        <source>published.row-cards</source>
        <translation>{cards} 张卡</translation>
    </message>
    <message>
        <source>published.row-micro</source>
        <translation>微批次 {micro}</translation>
    </message>
    <message>
        <source>published.row-global</source>
        <translation>全局批 {global}</translation>
    </message>
</context>
<context>
    <name>fix</name>
    <message>
        <source>fix.checkpoint.cannot-write</source>
        <translation>腾出空间，或指定别的文件夹（/run/checkpoint/directory，--checkpoint-dir）</translation>
    </message>
    <message>
        <source>fix.neox.precision</source>
        <translation>写 fp16、bfloat16 或 fp32</translation>
    </message>
    <message>
        <source>fix.neox.precision-conflict</source>
        <translation>把 precision 设为 fp16，或删去 fp16 块</translation>
    </message>
    <message>
        <source>fix.neox.unknown-key</source>
        <translation>您是不是想写“{nearest}”？</translation>
    </message>
    <message>
        <source>fix.ds.batch-below-one</source>
        <translation>用 1 或更大的值</translation>
    </message>
    <message>
        <source>fix.ds.batch-any-world</source>
        <translation>用它们能整除的 train_batch_size，例如 {nearest}</translation>
    </message>
    <message>
        <source>fix.mega.size-large</source>
        <translation>用 {most} 或更小的值</translation>
    </message>
    <message>
        <source>fix.plan.wrong-type</source>
        <translation>改写为 {expected}</translation>
    </message>
    <message>
        <source>fix.plan.range</source>
        <translation>用 {least} 到 {most} 之间的整数</translation>
    </message>
    <message>
        <source>fix.schedule.once</source>
        <translation>为该阶段写上这个微批次的一个 F 和一个 B，或一个 F、I 和 W</translation>
    </message>
    <message>
        <source>fix.schedule.leave-out</source>
        <translation>去掉 {op}</translation>
    </message>
    <message>
        <source>fix.schedule.home-rank</source>
        <translation>把 {op} 移到 rank {home} 的那一行</translation>
    </message>
    <message>
        <source>fix.schedule.after-forward</source>
        <translation>把 {op} 移到同一阶段、同一微批次的 F 之后</translation>
    </message>
    <message>
        <source>fix.schedule.after-input</source>
        <translation>把 {op} 移到同一阶段、同一微批次的 I 之后</translation>
    </message>
    <message>
        <source>fix.course.close</source>
        <translation>在同一段里写上与它配对的符号；如果只是普通字符，就在前面加 \</translation>
    </message>
    <message>
        <source>fix.course.close-block</source>
        <translation>另起一行，以 {sign} 结束这个代码块</translation>
    </message>
    <message>
        <source>fix.engine.go-on</source>
        <translation>排除这里所说的问题，再重新开始，或用 --resume 从检查点继续</translation>
    </message>
    <message>
        <source>fix.engine.offload-folder</source>
        <translation>在 /zero/offload_directory 中写上本机一个可写且空间足够的文件夹，或改为卸载到 cpu</translation>
    </message>
    <message>
        <source>fix.parity.repeat</source>
        <translation>请用 --precision fp64 再试一次：若通过，是训练放大了舍入误差（学习率过高、没有裁剪）；若不通过，不要相信这种布局的训练结果，并把方案和这里的答案一起报告</translation>
    </message>
    <message>
        <source>fix.parity.report</source>
        <translation>不要相信这种布局的训练结果；请把计划和这里的答案一起报告，这是本程序的错误</translation>
    </message>
    <message>
        <source>fix.file.smaller</source>
        <translation>使用不超过 {limit} 字节的文件</translation>
    </message>
    <message>
        <source>fix.checkpoint.cannot-read</source>
        <translation>检查路径和权限</translation>
    </message>
    <message>
        <source>fix.checkpoint.folder-in-use</source>
        <translation>用 --checkpoint-dir 指定别的文件夹</translation>
    </message>
    <message>
        <source>fix.checkpoint.not-found</source>
        <translation>指定一个检查点的文件夹，或存放多个检查点的文件夹</translation>
    </message>
    <message>
        <source>fix.checkpoint.overtaken</source>
        <translation>减少保存次数</translation>
    </message>
    <message>
        <source>fix.checkpoint.other-optimizer</source>
        <translation>把优化器类型设为 {checkpoint}，动量相同</translation>
    </message>
    <message>
        <source>fix.checkpoint.other-model</source>
        <translation>把 {name} 设为 {checkpoint}，或不带方案恢复</translation>
    </message>
    <message>
        <source>fix.checkpoint.other-batch</source>
        <translation>把全局批大小设为 {checkpoint}</translation>
    </message>
    <message>
        <source>fix.checkpoint.other-seed</source>
        <translation>把种子设为 {checkpoint}，样本次序就能接上</translation>
    </message>
    <message>
        <source>fix.checkpoint.nothing-left</source>
        <translation>把 --steps 设得大于 {step}</translation>
    </message>
    <message>
        <source>fix.checkpoint.previous</source>
        <translation>从第 {previous_step} 步的 {previous} 恢复</translation>
    </message>
    <message>
        <source>fix.checkpoint.no-previous</source>
        <translation>旁边没有其他完好的检查点</translation>
    </message>
    <message>
        <source>fix.checkpoint.folder-not-empty</source>
        <translation>用 --to 指定新的或空的文件夹</translation>
    </message>
    <message>
        <source>fix.checkpoint.needs-plan</source>
        <translation>用 --plan 指定将要训练它的方案</translation>
    </message>
    <message>
        <source>fix.checkpoint.no-plan</source>
        <translation>指定模型所在的文件夹；要把检查点转换为 Hugging Face 格式，去掉 --plan</translation>
    </message>
    <message>
        <source>fix.checkpoint.one-dtype</source>
        <translation>去掉 --dtype</translation>
    </message>
    <message>
        <source>fix.checkpoint.cannot-convert</source>
        <translation>腾出空间，或用 --to 指定另一个文件夹</translation>
    </message>
    <message>
        <source>fix.checkpoint.hf-no-weights</source>
        <translation>用 save_pretrained(…, safe_serialization=True) 保存模型</translation>
    </message>
    <message>
        <source>fix.checkpoint.hf-shape</source>
        <translation>让方案的模型 {model} 与 config.json 一致：shardscope-cli model CONFIG 会显示它</translation>
    </message>
    <message>
        <source>fix.checkpoint.hf-field</source>
        <translation>把方案的模型的 {name} 设为 {found}</translation>
    </message>
    <message>
        <source>fix.checkpoint.hf-beyond</source>
        <translation>改写 fp32 或 bf16</translation>
    </message>
    <message>
        <source>fix.cli.set</source>
        <translation>请写成 --set 指针=值，指针是方案文件中的 JSON 指针，例如 /optimizer/lr=0.001</translation>
    </message>
    <message>
        <source>fix.cli.train-needs</source>
        <translation>指定方案文件，或用 --resume 指定检查点</translation>
    </message>
    <message>
        <source>fix.cli.give-cards</source>
        <translation>给出 --cards，或 --nodes 和 --gpus-per-node</translation>
    </message>
    <message>
        <source>fix.cli.output-not-written</source>
        <translation>输出到有空间的地方</translation>
    </message>
    <message>
        <source>fix.bench.no-torch</source>
        <translation>指定能导入 torch 的 Python；Debian 上：apt install python3-torch libopenblas0-openmp</translation>
    </message>
    <message>
        <source>fix.cli.control-file</source>
        <translation>在本机可写的文件夹里指定一个新文件</translation>
    </message>
    <message>
        <source>fix.cli.record-full</source>
        <translation>长时间训练请用更大的 --record-limit</translation>
    </message>
    <message>
        <source>fix.cli.calibration</source>
        <translation>给出 FLOP/s、字节/s 和核数，例如 6e10,8e9,2，其后可再给 bf16 与 fp16 的 FLOP/s</translation>
    </message>
    <message>
        <source>fix.cli.fewer-ops</source>
        <translation>减少阶段或微批次</translation>
    </message>
    <message>
        <source>fix.cli.help</source>
        <translation>“shardscope-cli {command} --help”列出它的选项</translation>
    </message>
    <message>
        <source>fix.cli.choices</source>
        <translation>用 {choices}</translation>
    </message>
    <message>
        <source>fix.cli.did-you-mean</source>
        <translation>是不是 {nearest}？</translation>
    </message>
    <message>
        <source>fix.cli.commands</source>
        <translation>可用的命令有 {choices}</translation>
    </message>
    <message>
        <source>fix.cli.give-plan</source>
        <translation>指定方案文件，或用 --model 指定预设</translation>
    </message>
    <message>
        <source>fix.cli.give-whole</source>
        <translation>写整数，例如 8 或 64</translation>
    </message>
    <message>
        <source>fix.cli.zero-stage</source>
        <translation>用 0、1、2 或 3</translation>
    </message>
    <message>
        <source>fix.cli.cards</source>
        <translation>用 {nearest} 张卡，或给出 --dp</translation>
    </message>
    <message>
        <source>fix.cli.once</source>
        <translation>只给一次</translation>
    </message>
    <message>
        <source>fix.cli.one-of</source>
        <translation>去掉其中一个</translation>
    </message>
    <message>
        <source>fix.cli.presets</source>
        <translation>“shardscope-cli model --list”列出所有预设</translation>
    </message>
    <message>
        <source>fix.cli.give-lr</source>
        <translation>指定方案文件，或给出 --lr 和 --total</translation>
    </message>
    <message>
        <source>fix.cli.fewer-rates</source>
        <translation>不超过 {limit}</translation>
    </message>
    <message>
        <source>fix.cli.give-steps</source>
        <translation>指定方案文件，或给出 --steps</translation>
    </message>
    <message>
        <source>fix.cli.cost</source>
        <translation>代价不超过 {most}；只有比例起作用</translation>
    </message>
    <message>
        <source>fix.cli.lower-min-lr</source>
        <translation>不要超过峰值</translation>
    </message>
    <message>
        <source>fix.config.version</source>
        <translation>写成 0.16 或 0.16.4 的样子</translation>
    </message>
    <message>
        <source>fix.config.no-world</source>
        <translation>给出 --world-size</translation>
    </message>
    <message>
        <source>fix.config.world-split</source>
        <translation>用 {nearest} 张卡，或换一种切法</translation>
    </message>
    <message>
        <source>fix.config.nothing</source>
        <translation>指定 ds_config.json、启动脚本、参数列表或 GPT-NeoX 的 .yml</translation>
    </message>
    <message>
        <source>fix.ds.not-an-object</source>
        <translation>把各个键放进 { }</translation>
    </message>
    <message>
        <source>fix.ds.placeholder</source>
        <translation>使用前先填好模板，再检查结果</translation>
    </message>
    <message>
        <source>fix.ds.did-you-mean</source>
        <translation>是不是 {nearest}？</translation>
    </message>
    <message>
        <source>fix.ds.remove-key</source>
        <translation>删掉 {key}</translation>
    </message>
    <message>
        <source>fix.ds.remove-key-here</source>
        <translation>删掉它</translation>
    </message>
    <message>
        <source>fix.ds.key-too-new</source>
        <translation>用 DeepSpeed {since} 或更新的版本，或删掉 {key}</translation>
    </message>
    <message>
        <source>fix.ds.use-instead</source>
        <translation>改用 {instead}</translation>
    </message>
    <message>
        <source>fix.ds.key-inactive</source>
        <translation>删掉 {key}，或用阶段 {stages}</translation>
    </message>
    <message>
        <source>fix.ds.wrong-type</source>
        <translation>写 {expected}</translation>
    </message>
    <message>
        <source>fix.ds.choices</source>
        <translation>用 {choices}</translation>
    </message>
    <message>
        <source>fix.ds.auto</source>
        <translation>不用它时，请写数值</translation>
    </message>
    <message>
        <source>fix.ds.auto-nobody</source>
        <translation>写一个值</translation>
    </message>
    <message>
        <source>fix.ds.batch-pair</source>
        <translation>train_micro_batch_size_per_gpu 用 {micro}，gradient_accumulation_steps 用 {accumulation}</translation>
    </message>
    <message>
        <source>fix.ds.batch-multiple</source>
        <translation>train_batch_size 用 {nearest}</translation>
    </message>
    <message>
        <source>fix.ds.batch-triple</source>
        <translation>用 train_batch_size {nearest}、train_micro_batch_size_per_gpu {micro} 和 gradient_accumulation_steps {accumulation}</translation>
    </message>
    <message>
        <source>fix.ds.batch-missing</source>
        <translation>给出其中一个</translation>
    </message>
    <message>
        <source>fix.ds.fp16-and-bf16</source>
        <translation>关掉其中一个</translation>
    </message>
    <message>
        <source>fix.ds.loss-scale-negative</source>
        <translation>用 0 表示动态缩放，或用正数</translation>
    </message>
    <message>
        <source>fix.ds.at-least-one</source>
        <translation>用 1 或更大</translation>
    </message>
    <message>
        <source>fix.ds.loss-scale-huge</source>
        <translation>从 16 开始</translation>
    </message>
    <message>
        <source>fix.ds.zero-one</source>
        <translation>用 ZeRO 阶段 1、2 或 3，或关掉它</translation>
    </message>
    <message>
        <source>fix.ds.states-need-master</source>
        <translation>同时启用 bf16_master_weights_and_grads</translation>
    </message>
    <message>
        <source>fix.ds.accumulation-mix</source>
        <translation>去掉 data_types，或用 ZeRO 阶段 1</translation>
    </message>
    <message>
        <source>fix.ds.bf16-accumulation</source>
        <translation>把 data_types.grad_accum_dtype 设为 fp32</translation>
    </message>
    <message>
        <source>fix.ds.amp</source>
        <translation>删掉 amp 这一块</translation>
    </message>
    <message>
        <source>fix.ds.parameter-type</source>
        <translation>去掉 param_dtype</translation>
    </message>
    <message>
        <source>fix.ds.stage-range</source>
        <translation>用 0、1、2 或 3</translation>
    </message>
    <message>
        <source>fix.ds.zero-boolean</source>
        <translation>写成含有阶段 {stage} 的对象</translation>
    </message>
    <message>
        <source>fix.ds.partial-offload</source>
        <translation>比例用 1，或用阶段 3</translation>
    </message>
    <message>
        <source>fix.ds.share-range</source>
        <translation>用 0 到 1 的数</translation>
    </message>
    <message>
        <source>fix.ds.negative-size</source>
        <translation>用 0 或更大</translation>
    </message>
    <message>
        <source>fix.ds.elastic-checkpoint</source>
        <translation>用 universal 检查点</translation>
    </message>
    <message>
        <source>fix.ds.odd-bucket</source>
        <translation>用 {nearest}</translation>
    </message>
    <message>
        <source>fix.ds.scaled-scatter</source>
        <translation>把 reduce_scatter 设为 false，或删掉 {key}</translation>
    </message>
    <message>
        <source>fix.ds.nvme-path</source>
        <translation>给出 {object}.nvme_path</translation>
    </message>
    <message>
        <source>fix.ds.nvme-below-three</source>
        <translation>用阶段 3，或写 cpu</translation>
    </message>
    <message>
        <source>fix.ds.hierarchical-mics</source>
        <translation>给出 mics_shard_size，或删掉它</translation>
    </message>
    <message>
        <source>fix.ds.summed-gradients</source>
        <translation>用 mean，或用阶段 2</translation>
    </message>
    <message>
        <source>fix.ds.overlap-copies</source>
        <translation>把 contiguous_gradients 设为 true</translation>
    </message>
    <message>
        <source>fix.ds.autotp-stage</source>
        <translation>用阶段 2 或更低，或 DeepSpeed 0.19.4</translation>
    </message>
    <message>
        <source>fix.ds.autotp-sizes</source>
        <translation>只给 autotp_size</translation>
    </message>
    <message>
        <source>fix.ds.autotp-world</source>
        <translation>传入 mpu，或按全部卡数计算批大小</translation>
    </message>
    <message>
        <source>fix.ds.tag-validation</source>
        <translation>用 Ignore、Warn 或 Fail</translation>
    </message>
    <message>
        <source>fix.ds.parallel-write</source>
        <translation>写 true 或 false</translation>
    </message>
    <message>
        <source>fix.ds.no-progress</source>
        <translation>设置 steps_per_print</translation>
    </message>
    <message>
        <source>fix.ds.clipping-default</source>
        <translation>写明你要的值</translation>
    </message>
    <message>
        <source>fix.ds.contiguous-checkpoints</source>
        <translation>给出 {missing}，或删掉 contiguous_memory_optimization</translation>
    </message>
    <message>
        <source>fix.ds.pipeline-zero</source>
        <translation>用阶段 1，或不用流水线引擎（pp=1 时加 --no-pipeline-parallel）</translation>
    </message>
    <message>
        <source>fix.ds.pipeline-overlap</source>
        <translation>删掉 overlap_comm</translation>
    </message>
    <message>
        <source>fix.ds.pipeline-elasticity</source>
        <translation>关掉 elasticity，或用它的 0.2 版</translation>
    </message>
    <message>
        <source>fix.ds.pipeline-data</source>
        <translation>关掉 {key}</translation>
    </message>
    <message>
        <source>fix.ds.zero-off</source>
        <translation>用 ZeRO 阶段 0，或用 Adam</translation>
    </message>
    <message>
        <source>fix.ds.lamb-scale</source>
        <translation>把 fp16.loss_scale 设为 0</translation>
    </message>
    <message>
        <source>fix.ds.max-grad-norm</source>
        <translation>在最外层用 gradient_clipping</translation>
    </message>
    <message>
        <source>fix.ds.optimizer-unknown</source>
        <translation>用 Adam、AdamW、Lamb、Lion、Adagrad 或 torch.optim 的类</translation>
    </message>
    <message>
        <source>fix.ds.optimizer-untested</source>
        <translation>把 zero_allow_untested_optimizer 设为 true，或用 Adam</translation>
    </message>
    <message>
        <source>fix.ds.client-offload</source>
        <translation>把 zero_force_ds_cpu_optimizer 设为 false，或在脚本里用 DeepSpeedCPUAdam</translation>
    </message>
    <message>
        <source>fix.ds.adam-is-adamw</source>
        <translation>写 AdamW，或把 adam_w_mode 设为 false 使用 L2</translation>
    </message>
    <message>
        <source>fix.ds.no-type</source>
        <translation>给出 {block}.type，或删掉这一块</translation>
    </message>
    <message>
        <source>fix.ds.scheduler-unknown</source>
        <translation>是不是 {nearest}？</translation>
    </message>
    <message>
        <source>fix.ds.scheduler-missing</source>
        <translation>给出 scheduler.params.{parameter}</translation>
    </message>
    <message>
        <source>fix.ds.warmup-steps</source>
        <translation>用 1 或更大</translation>
    </message>
    <message>
        <source>fix.ds.warmup-total</source>
        <translation>缩短预热</translation>
    </message>
    <message>
        <source>fix.ds.warmup-type</source>
        <translation>用 log 或 linear</translation>
    </message>
    <message>
        <source>fix.ds.warmup-log</source>
        <translation>要直线上升，把 warmup_type 设为 linear</translation>
    </message>
    <message>
        <source>fix.ds.warmup-replaces-lr</source>
        <translation>把 warmup_max_lr 设为 {rate}</translation>
    </message>
    <message>
        <source>fix.ds.warmup-two-rates</source>
        <translation>两处都写你要的学习率</translation>
    </message>
    <message>
        <source>fix.ds.elasticity-batch</source>
        <translation>删掉 {key}，或把 elasticity.ignore_non_elastic_batch_info 设为 true</translation>
    </message>
    <message>
        <source>fix.ds.elasticity-missing</source>
        <translation>给出 elasticity.{key}</translation>
    </message>
    <message>
        <source>fix.ds.elasticity-cards</source>
        <translation>用 1 或更大，max_gpus 不小于 min_gpus</translation>
    </message>
    <message>
        <source>fix.ds.elasticity-node</source>
        <translation>用能整除 {cards} 的 model_parallel_size</translation>
    </message>
    <message>
        <source>fix.shell.unclosed</source>
        <translation>把它关闭</translation>
    </message>
    <message>
        <source>fix.shell.too-long</source>
        <translation>只给出启动训练的那部分</translation>
    </message>
    <message>
        <source>fix.yaml.syntax</source>
        <translation>修正此处的 YAML</translation>
    </message>
    <message>
        <source>fix.mega.unknown-argument</source>
        <translation>是不是 --{nearest}？</translation>
    </message>
    <message>
        <source>fix.mega.unlisted-argument</source>
        <translation>在你那一版的 arguments.py 里查找它</translation>
    </message>
    <message>
        <source>fix.mega.no-value</source>
        <translation>给一个值</translation>
    </message>
    <message>
        <source>fix.mega.wrong-type</source>
        <translation>写 {expected}</translation>
    </message>
    <message>
        <source>fix.mega.world</source>
        <translation>用 {nearest} 张卡，或换一种切法</translation>
    </message>
    <message>
        <source>fix.mega.size</source>
        <translation>用 1 或更大</translation>
    </message>
    <message>
        <source>fix.mega.nodes</source>
        <translation>给启动器写 $SLURM_NNODES，并在 #SBATCH --nodes 里写所需的节点数</translation>
    </message>
    <message>
        <source>fix.mega.tp-nodes</source>
        <translation>用 tp={nearest}</translation>
    </message>
    <message>
        <source>fix.mega.heads-width</source>
        <translation>用 {nearest} 个头，或给出 --kv-channels</translation>
    </message>
    <message>
        <source>fix.mega.heads-tp</source>
        <translation>用 tp={nearest}</translation>
    </message>
    <message>
        <source>fix.mega.groups-tp</source>
        <translation>用 tp={nearest}</translation>
    </message>
    <message>
        <source>fix.mega.layers-pp</source>
        <translation>用 pp={nearest}，或不均匀划分（--decoder-first-pipeline-num-layers、--pipeline-model-parallel-layout）</translation>
    </message>
    <message>
        <source>fix.mega.two-virtual</source>
        <translation>--num-layers-per-virtual-pipeline-stage、--num-virtual-stages-per-pipeline-rank、--pipeline-model-parallel-layout 只留一个</translation>
    </message>
    <message>
        <source>fix.mega.virtual-pp</source>
        <translation>增加阶段，或不用虚拟阶段</translation>
    </message>
    <message>
        <source>fix.mega.virtual-layers</source>
        <translation>用 {nearest}</translation>
    </message>
    <message>
        <source>fix.mega.virtual-group</source>
        <translation>让全局批大小对应 pp 整数倍的微批次</translation>
    </message>
    <message>
        <source>fix.mega.sp-without-tp</source>
        <translation>去掉 --sequence-parallel，或让 tp 大于 1</translation>
    </message>
    <message>
        <source>fix.mega.sequence</source>
        <translation>序列长度用 {nearest}</translation>
    </message>
    <message>
        <source>fix.mega.positions</source>
        <translation>给出 --max-position-embeddings {sequence}</translation>
    </message>
    <message>
        <source>fix.mega.no-micro-batch</source>
        <translation>给出它</translation>
    </message>
    <message>
        <source>fix.mega.batch</source>
        <translation>全局批大小用 {nearest}</translation>
    </message>
    <message>
        <source>fix.mega.rampup</source>
        <translation>用 --step-batch-size-schedule</translation>
    </message>
    <message>
        <source>fix.mega.rampup-values</source>
        <translation>给出起始值、增量和样本数</translation>
    </message>
    <message>
        <source>fix.mega.step-schedule</source>
        <translation>去掉 --global-batch-size</translation>
    </message>
    <message>
        <source>fix.mega.both-lengths</source>
        <translation>--train-iters 和 --train-samples 只留一个</translation>
    </message>
    <message>
        <source>fix.mega.mixed-lengths</source>
        <translation>都按迭代数，或都按样本数</translation>
    </message>
    <message>
        <source>fix.mega.two-warmups</source>
        <translation>只留一个</translation>
    </message>
    <message>
        <source>fix.mega.long-warmup</source>
        <translation>缩短预热</translation>
    </message>
    <message>
        <source>fix.mega.rates</source>
        <translation>降低 --min-lr</translation>
    </message>
    <message>
        <source>fix.mega.fp16-and-bf16</source>
        <translation>只留一个</translation>
    </message>
    <message>
        <source>fix.mega.recompute-granularity</source>
        <translation>用 full 或 selective</translation>
    </message>
    <message>
        <source>fix.mega.recompute-full</source>
        <translation>给出 --recompute-method uniform 或 block，以及 --recompute-num-layers</translation>
    </message>
    <message>
        <source>fix.mega.recompute-selective</source>
        <translation>去掉它</translation>
    </message>
    <message>
        <source>fix.mega.distribute-saved</source>
        <translation>去掉它</translation>
    </message>
    <message>
        <source>fix.mega.overlap-gather</source>
        <translation>给出 --{missing}</translation>
    </message>
    <message>
        <source>fix.mega.fsdp-strategy</source>
        <translation>配合 --use-megatron-fsdp 用 no_shard、optim、optim_grads 或 optim_grads_params</translation>
    </message>
    <message>
        <source>fix.mega.torch-fsdp</source>
        <translation>用 --use-megatron-fsdp，或改变 {other}</translation>
    </message>
    <message>
        <source>fix.mega.connections</source>
        <translation>export CUDA_DEVICE_MAX_CONNECTIONS=1</translation>
    </message>
    <message>
        <source>fix.mega.connections-fsdp</source>
        <translation>不设置它</translation>
    </message>
    <message>
        <source>fix.mega.removed</source>
        <translation>用 --{instead}</translation>
    </message>
    <message>
        <source>fix.mds.clamped</source>
        <translation>用更多卡启动，或写实际能运行的值</translation>
    </message>
    <message>
        <source>fix.mds.sequence-alone</source>
        <translation>用 tp=1、pp=1</translation>
    </message>
    <message>
        <source>fix.mds.no-pipeline</source>
        <translation>用 pp=1，或去掉它</translation>
    </message>
    <message>
        <source>fix.mds.no-deepspeed</source>
        <translation>给出 --deepspeed</translation>
    </message>
    <message>
        <source>fix.mds.no-config</source>
        <translation>指定 ds_config</translation>
    </message>
    <message>
        <source>fix.mds.checkpointing-pair</source>
        <translation>两个都给</translation>
    </message>
    <message>
        <source>fix.mds.zero-bubble</source>
        <translation>给出 --deepspeed，并去掉 --sequence-parallel</translation>
    </message>
    <message>
        <source>fix.mds.virtual</source>
        <translation>去掉虚拟阶段</translation>
    </message>
    <message>
        <source>fix.mds.routed-data</source>
        <translation>去掉它，或用 pp=1 加 --no-pipeline-parallel</translation>
    </message>
    <message>
        <source>fix.mds.experts-stage</source>
        <translation>用阶段 1 或 2</translation>
    </message>
    <message>
        <source>fix.mds.cards-per-node</source>
        <translation>8 卡节点写 --num_nodes {nodes} --num_gpus 8，或给出 hostfile</translation>
    </message>
    <message>
        <source>fix.log.loss</source>
        <translation>看看那一步的数据和学习率</translation>
    </message>
    <message>
        <source>fix.log.out-of-memory</source>
        <translation>减小微批次，启用重计算，提高 ZeRO 阶段，或增加卡数</translation>
    </message>
    <message>
        <source>fix.log.traceback</source>
        <translation>看日志的末尾</translation>
    </message>
    <message>
        <source>fix.log.nothing</source>
        <translation>支持 Megatron、DeepSpeed、BLOOM、nanotron、llm.c、torchtitan 和 picotron 的格式</translation>
    </message>
    <message>
        <source>fix.import.missing</source>
        <translation>在文件里或用选项补上缺少的部分</translation>
    </message>
    <message>
        <source>fix.import.experts</source>
        <translation>用 --model 给出模型，或手工修改方案</translation>
    </message>
    <message>
        <source>fix.import.vocabulary</source>
        <translation>在脚本里给出 --vocab-size，或修改方案</translation>
    </message>
    <message>
        <source>fix.import.accelerator</source>
        <translation>在方案里设置 /cluster/gpu</translation>
    </message>
    <message>
        <source>fix.import.remark</source>
        <translation>改正或删掉它</translation>
    </message>
    <message>
        <source>fix.export.schedule-lm</source>
        <translation>用 1f1b 或 interleaved</translation>
    </message>
    <message>
        <source>fix.export.schedule-deepspeed</source>
        <translation>用 1f1b 或 zb-h1</translation>
    </message>
    <message>
        <source>fix.export.model</source>
        <translation>用 GPT、LLaMA，或各部分都有参数的模型，如 mixtral 或 deepseek-v3</translation>
    </message>
    <message>
        <source>fix.export.zero-bubble</source>
        <translation>用 1f1b，或不用序列并行</translation>
    </message>
    <message>
        <source>fix.export.zero-lm</source>
        <translation>用阶段 0 或 1，或导出为 megatron-deepspeed</translation>
    </message>
    <message>
        <source>fix.export.zero-pipeline</source>
        <translation>用阶段 1，或 pp=1</translation>
    </message>
    <message>
        <source>fix.export.offload-lm</source>
        <translation>优化器用 cpu，参数用 none</translation>
    </message>
    <message>
        <source>fix.export.offload-stage</source>
        <translation>用阶段 1，或不卸载</translation>
    </message>
    <message>
        <source>fix.export.offload-nvme</source>
        <translation>用阶段 3 并指定文件夹，或用 cpu</translation>
    </message>
    <message>
        <source>fix.export.context</source>
        <translation>用 cp=1，或导出为 megatron-lm</translation>
    </message>
    <message>
        <source>fix.export.virtual-stages</source>
        <translation>用一个，或导出为 megatron-lm</translation>
    </message>
    <message>
        <source>fix.export.order</source>
        <translation>用顺序 megatron</translation>
    </message>
    <message>
        <source>fix.export.order-deepspeed</source>
        <translation>用顺序 megatron 或 deepspeed-3d</translation>
    </message>
    <message>
        <source>fix.export.stage-layers-lm</source>
        <translation>让中间各级层数相同，或取能整除 {layers} 层的 pp：{even}</translation>
    </message>
    <message>
        <source>fix.export.stage-layers-deepspeed</source>
        <translation>导出给 megatron-lm（它允许首尾阶段不同）；或去掉 stage_layers，并取能整除 {layers} 层的 pp：{even}；若像 BLOOM 那样首尾各少一块留给嵌入层，可用 BigScience 的分支并加 --pp-partition-method 'type:transformer|embedding'</translation>
    </message>
    <message>
        <source>fix.export.accumulation</source>
        <translation>用 ZeRO 阶段 1，或用那个类型</translation>
    </message>
    <message>
        <source>fix.export.fp8</source>
        <translation>用 bf16，或导出为 megatron-lm</translation>
    </message>
    <message>
        <source>fix.export.fp64</source>
        <translation>用 fp32</translation>
    </message>
    <message>
        <source>fix.export.recompute-block</source>
        <translation>方式用 uniform</translation>
    </message>
    <message>
        <source>fix.export.adam</source>
        <translation>用 adamw，或不用权重衰减</translation>
    </message>
    <message>
        <source>fix.export.rate</source>
        <translation>用 megatron 的调度之一</translation>
    </message>
    <message>
        <source>fix.export.warmup</source>
        <translation>预热少于 {updates} 次更新，或加大 token 预算</translation>
    </message>
    <message>
        <source>fix.export.rope-base</source>
        <translation>取整</translation>
    </message>
    <message>
        <source>fix.export.rate-near</source>
        <translation>要完全一致，用 megatron 的调度之一</translation>
    </message>
    <message>
        <source>fix.export.decay-exempt</source>
        <translation>要同样的训练，用 norms-and-biases</translation>
    </message>
    <message>
        <source>fix.export.sliding-window</source>
        <translation>要同样的训练，用全注意力</translation>
    </message>
    <message>
        <source>fix.export.rope-factor</source>
        <translation>导出为 megatron-lm</translation>
    </message>
    <message>
        <source>fix.export.fsdp</source>
        <translation>框架用 megatron 或 deepspeed</translation>
    </message>
    <message>
        <source>fix.cross.same</source>
        <translation>两处写同一个值</translation>
    </message>
    <message>
        <source>fix.cross.stage</source>
        <translation>给出 --zero-stage {configured}</translation>
    </message>
    <message>
        <source>fix.cross.precision</source>
        <translation>两处写同一种精度</translation>
    </message>
    <message>
        <source>fix.cross.clipping</source>
        <translation>把 gradient_clipping 设为 {argument}</translation>
    </message>
    <message>
        <source>fix.cross.inert</source>
        <translation>删掉这一块，用脚本的参数</translation>
    </message>
    <message>
        <source>fix.cross.checkpointing</source>
        <translation>和 --checkpoint-activations 一起给出</translation>
    </message>
    <message>
        <source>fix.cross.prescale</source>
        <translation>把 prescale_gradients 设为 false</translation>
    </message>
    <message>
        <source>fix.cross.unused</source>
        <translation>用 --deepspeed 启动 Megatron-DeepSpeed，或去掉 ds_config</translation>
    </message>
    <message>
        <source>fix.data.missing</source>
        <translation>指定 UTF-8 文本文件或存放它们的文件夹</translation>
    </message>
    <message>
        <source>fix.data.unreadable</source>
        <translation>检查权限，或指定别的文本</translation>
    </message>
    <message>
        <source>fix.data.not-a-file</source>
        <translation>指定 UTF-8 文本文件或存放它们的文件夹</translation>
    </message>
    <message>
        <source>fix.data.binary</source>
        <translation>指定 UTF-8 文本文件</translation>
    </message>
    <message>
        <source>fix.data.not-utf8</source>
        <translation>用 iconv -t UTF-8 转换，或指定别的文本</translation>
    </message>
    <message>
        <source>fix.data.no-text</source>
        <translation>指定含有 UTF-8 文本文件的文件夹</translation>
    </message>
    <message>
        <source>fix.data.too-short</source>
        <translation>用更长的文本，或更短的序列</translation>
    </message>
    <message>
        <source>fix.data.none-on-machine</source>
        <translation>安装 Debian 的 fortunes 软件包，或用 --data 指定文本</translation>
    </message>
    <message>
        <source>fix.engine.model</source>
        <translation>选这两种结构之一的模型</translation>
    </message>
    <message>
        <source>fix.engine.attention</source>
        <translation>把 attention 设为 materialised</translation>
    </message>
    <message>
        <source>fix.engine.loss-scale-at-minimum</source>
        <translation>降低学习率，改用 bf16 或 fp32，或把 loss_scale.minimum 设小</translation>
    </message>
    <message>
        <source>fix.engine.leave-alone</source>
        <translation>启动时加上 --record 和 --control-file</translation>
    </message>
    <message>
        <source>fix.engine.host-memory</source>
        <translation>在这里训练小一点的模型、微批次或序列</translation>
    </message>
    <message>
        <source>fix.engine.out-of-memory</source>
        <translation>给卡更多显存，进一步切分模型（tp、pp），提高 ZeRO 阶段，或减小微批次</translation>
    </message>
    <message>
        <source>fix.engine.not-a-number</source>
        <translation>降低学习率，加长预热，或裁剪梯度</translation>
    </message>
    <message>
        <source>fix.engine.precision</source>
        <translation>把精度设为 bf16、fp16 或 fp32</translation>
    </message>
    <message>
        <source>fix.engine.unknown-command</source>
        <translation>发送 pause、resume、step_once、checkpoint 或 stop，例如 {example}</translation>
    </message>
    <message>
        <source>fix.engine.gradient-dtype</source>
        <translation>不设 gradient_dtype，或设为 fp32</translation>
    </message>
    <message>
        <source>fix.engine.shared-kv-heads</source>
        <translation>取能整除 {kv_heads} 的 tp</translation>
    </message>
    <message>
        <source>fix.engine.sliding-window</source>
        <translation>序列不超过 {window}</translation>
    </message>
    <message>
        <source>fix.engine.vocabulary</source>
        <translation>把词表设为 256 或更大</translation>
    </message>
    <message>
        <source>fix.engine.accelerator</source>
        <translation>把 gpu 设为 virtual-card，就能预测本机</translation>
    </message>
    <message>
        <source>fix.engine.one</source>
        <translation>设为 1</translation>
    </message>
    <message>
        <source>fix.engine.schedule</source>
        <translation>用 {nearest}</translation>
    </message>
    <message>
        <source>fix.engine.offload</source>
        <translation>设为 none</translation>
    </message>
    <message>
        <source>fix.engine.framework</source>
        <translation>把框架设为 engine，就能比较预测和实测</translation>
    </message>
    <message>
        <source>fix.engine.fewer-ranks</source>
        <translation>最多用 {limit} 张卡</translation>
    </message>
    <message>
        <source>fix.file.check-path</source>
        <translation>检查路径和权限</translation>
    </message>
    <message>
        <source>fix.file.choose-other-place</source>
        <translation>换一个可写且有空间的文件夹</translation>
    </message>
    <message>
        <source>fix.file.name-a-file</source>
        <translation>指定一个文件</translation>
    </message>
    <message>
        <source>fix.json.keep-one</source>
        <translation>两个只留一个</translation>
    </message>
    <message>
        <source>fix.json.mend</source>
        <translation>修正此处的 JSON</translation>
    </message>
    <message>
        <source>fix.json.save-utf8</source>
        <translation>把文件存为 UTF-8</translation>
    </message>
    <message>
        <source>fix.number.write</source>
        <translation>写成 4、0.5k、175B 或 175e9 的样子</translation>
    </message>
    <message>
        <source>fix.resource.reinstall</source>
        <translation>重新安装，或让 SHARDSCOPE_RESOURCES 指向资源文件夹</translation>
    </message>
    <message>
        <source>fix.hf.model-type</source>
        <translation>给出只有解码器的语言模型的 config.json；可用的有 {choices}</translation>
    </message>
    <message>
        <source>fix.hf.dimensions</source>
        <translation>可用的有 {choices}；或在方案里给出模型的各项尺寸</translation>
    </message>
    <message>
        <source>fix.hf.several-models</source>
        <translation>把要计算的那一个存成单独的文件</translation>
    </message>
    <message>
        <source>fix.expression.see-list</source>
        <translation>“shardscope-cli lesson names”列出表达式里可以写什么</translation>
    </message>
    <message>
        <source>fix.course.formats</source>
        <translation>用 number、int、bytes、percent、seconds、big、science 或 plain</translation>
    </message>
    <message>
        <source>fix.course.targets</source>
        <translation>用 optimizer、tensor 之类的含义，或 lesson:ID、help:PAGE</translation>
    </message>
    <message>
        <source>fix.course.escape</source>
        <translation>只想写括号时，写成 \[</translation>
    </message>
    <message>
        <source>fix.course.title</source>
        <translation>以“# ”加标题开头</translation>
    </message>
    <message>
        <source>fix.course.headings</source>
        <translation>用“## step ID: 标题”“## quiz ID”，或“### ”加 question、choice ID: 选项、right、hint、kitchen、formula、run</translation>
    </message>
    <message>
        <source>fix.course.write-section</source>
        <translation>每种语言都要写它的文字</translation>
    </message>
    <message>
        <source>fix.course.remove-section</source>
        <translation>删掉它，或改正名字</translation>
    </message>
    <message>
        <source>fix.course.heading</source>
        <translation>写在标题行的冒号后面</translation>
    </message>
    <message>
        <source>fix.course.base</source>
        <translation>写方案文件夹里一个方案的名字，不带后缀</translation>
    </message>
    <message>
        <source>fix.course.id</source>
        <translation>用小写字母、数字和连字符，每个标识只用一次</translation>
    </message>
    <message>
        <source>fix.course.id-is-folder</source>
        <translation>两者取同一个名字</translation>
    </message>
    <message>
        <source>fix.course.number</source>
        <translation>同类课程按 1、2、3…… 编号</translation>
    </message>
    <message>
        <source>fix.course.name</source>
        <translation>用小写字母、数字和 _</translation>
    </message>
    <message>
        <source>fix.course.fields</source>
        <translation>用 /layout/tp 这样的指针；“shardscope-cli estimate --help”列出全部</translation>
    </message>
    <message>
        <source>fix.course.level</source>
        <translation>1 记忆，2 应用，3 推理</translation>
    </message>
    <message>
        <source>fix.course.tolerance</source>
        <translation>百分之一写成 0.01</translation>
    </message>
    <message>
        <source>fix.course.value-or-right</source>
        <translation>用“value”与答案比较，或用“right”直接说对错</translation>
    </message>
    <message>
        <source>fix.course.answer</source>
        <translation>给题目加上“answer”</translation>
    </message>
    <message>
        <source>fix.course.choices</source>
        <translation>增加选项，或改成数值题</translation>
    </message>
    <message>
        <source>fix.course.one-right</source>
        <translation>让正好一个正确</translation>
    </message>
    <message>
        <source>fix.course.some-right</source>
        <translation>至少一个正确，至少一个错误</translation>
    </message>
    <message>
        <source>fix.course.same-labels</source>
        <translation>改变取值、格式或文字</translation>
    </message>
    <message>
        <source>fix.course.draws</source>
        <translation>放宽“draw”的列表或“only”</translation>
    </message>
    <message>
        <source>fix.course.expect</source>
        <translation>修正方案，或把 {code} 列入“expect”</translation>
    </message>
    <message>
        <source>fix.course.not-broken</source>
        <translation>从“expect”里去掉它，或让方案违反这条规则</translation>
    </message>
    <message>
        <source>fix.course.cannot-run</source>
        <translation>运行引擎能训练的虚拟卡方案</translation>
    </message>
    <message>
        <source>fix.course.highlight</source>
        <translation>用 0 到 {most}</translation>
    </message>
    <message>
        <source>fix.course.lesson</source>
        <translation>写本课程里的一课</translation>
    </message>
    <message>
        <source>fix.course.run</source>
        <translation>给某一步加上“run”</translation>
    </message>
    <message>
        <source>fix.course.controls</source>
        <translation>给某一步加上“controls”</translation>
    </message>
    <message>
        <source>fix.course.no-lessons</source>
        <translation>指定含有 lesson.json 的文件夹，或其上一级</translation>
    </message>
    <message>
        <source>fix.memory.does-not-fit</source>
        <translation>减小微批次、提高 ZeRO 阶段、增加张量或流水线并行，或换显存更大的卡</translation>
    </message>
    <message>
        <source>fix.memory.way</source>
        <translation>{flags} 是能放下的最小改动</translation>
    </message>
    <message>
        <source>fix.memory.nothing-fits</source>
        <translation>这里试过的改动，一处或两处，都放不下：请用更多或更大的卡，或更小的模型</translation>
    </message>
    <message>
        <source>fix.cli.file-exists</source>
        <translation>换一个文件名，或加上 --force 覆盖它</translation>
    </message>
    <message>
        <source>fix.cli.kit-exists</source>
        <translation>换一个文件夹，或加上 --force 覆盖它们</translation>
    </message>
    <message>
        <source>fix.cli.nearest-preset</source>
        <translation>最接近的预设是 {nearest}；也可以给出本机的 config.json</translation>
    </message>
    <message>
        <source>fix.cli.preset-or-file</source>
        <translation>用“shardscope-cli model --list”列出的预设，或本机的 config.json</translation>
    </message>
    <message>
        <source>fix.number.at-least</source>
        <translation>用 {least} 或更大</translation>
    </message>
    <message>
        <source>fix.number.more-than</source>
        <translation>要大于 {least}</translation>
    </message>
    <message>
        <source>fix.number.at-most</source>
        <translation>用 {most} 或更小</translation>
    </message>
    <message>
        <source>fix.number.less-than</source>
        <translation>要小于 {most}</translation>
    </message>
    <message>
        <source>fix.use-nearest</source>
        <translation>用 {nearest}</translation>
    </message>
    <message>
        <source>fix.did-you-mean</source>
        <translation>是不是 {nearest}？</translation>
    </message>
    <message>
        <source>fix.one-of</source>
        <translation>用 {choices}</translation>
    </message>
    <message>
        <source>fix.model.head-size-even</source>
        <translation>让每个头的维数为偶数</translation>
    </message>
    <message>
        <source>fix.layout.one</source>
        <translation>设为 1</translation>
    </message>
    <message>
        <source>fix.layout.one-or-more</source>
        <translation>用 1 或更大</translation>
    </message>
    <message>
        <source>fix.layout.order-lacks-axis</source>
        <translation>把 {axis} 设为 1，或选顺序 megatron</translation>
    </message>
    <message>
        <source>fix.layout.fewer-cards</source>
        <translation>用更小的值</translation>
    </message>
    <message>
        <source>fix.layout.ep</source>
        <translation>取 {product} 的因数</translation>
    </message>
    <message>
        <source>fix.layout.cards</source>
        <translation>把 dp 设为 {nearest}，或用 {needed} 张卡</translation>
    </message>
    <message>
        <source>fix.layout.cards-not-whole</source>
        <translation>用 {nearest} 张卡，或让各项的乘积等于 {cards}</translation>
    </message>
    <message>
        <source>fix.layout.pp-divides-layers</source>
        <translation>用 {nearest}，或在 stage_layers 里写明每个阶段的层数</translation>
    </message>
    <message>
        <source>fix.layout.chunks</source>
        <translation>用 {nearest} 个阶段，或减少块数</translation>
    </message>
    <message>
        <source>fix.layout.tensor-crosses-nodes</source>
        <translation>取能整除 {gpus_per_node} 的 tp</translation>
    </message>
    <message>
        <source>fix.stage-layers-count</source>
        <translation>每个阶段写一项</translation>
    </message>
    <message>
        <source>fix.stage-layers-empty</source>
        <translation>每个阶段至少一层；每个 rank 有多个块时，首块与末块可以为空</translation>
    </message>
    <message>
        <source>fix.stage-layers-sum</source>
        <translation>让各项合计为 {layers}</translation>
    </message>
    <message>
        <source>fix.batch.needs-two</source>
        <translation>三个之中给出两个</translation>
    </message>
    <message>
        <source>fix.batch.contradiction</source>
        <translation>全局批大小用 {product}，或微批次×微批次数用 {pairs}</translation>
    </message>
    <message>
        <source>fix.batch.global-divisible</source>
        <translation>全局批大小用 {nearest}，或微批次×微批次数用 {pairs}</translation>
    </message>
    <message>
        <source>fix.batch.dp-divides</source>
        <translation>全局批大小用 {nearest}；dp={dp} 不能整除 {global}，微批次取多少都不行</translation>
    </message>
    <message>
        <source>fix.batch.fewer-micro-batches</source>
        <translation>增大微批次，或减小全局批大小</translation>
    </message>
    <message>
        <source>fix.plan.smaller</source>
        <translation>用更小的值</translation>
    </message>
    <message>
        <source>fix.sequence.beyond-model</source>
        <translation>用 {maximum} 或更小</translation>
    </message>
    <message>
        <source>fix.schedule.chunks</source>
        <translation>把 virtual_stages 设为 {nearest}</translation>
    </message>
    <message>
        <source>fix.schedule.micro-batches</source>
        <translation>用 {nearest} 个微批次</translation>
    </message>
    <message>
        <source>fix.schedule.even-stages</source>
        <translation>pp 取偶数</translation>
    </message>
    <message>
        <source>fix.lr.warmup</source>
        <translation>预热小于 {total}</translation>
    </message>
    <message>
        <source>fix.lr.deepspeed-warmup</source>
        <translation>把 warmup 设为 1 或更大</translation>
    </message>
    <message>
        <source>fix.lr.one-cycle-first-half</source>
        <translation>把 warmup 设为前半周期的长度</translation>
    </message>
    <message>
        <source>fix.lr.one-cycle-momentum</source>
        <translation>把 min_momentum 设为 {most} 或更小</translation>
    </message>
    <message>
        <source>fix.lr.wsd-updates</source>
        <translation>把 wsd.updates 设为 1 或更大，且不超过 {total}</translation>
    </message>
    <message>
        <source>fix.zero.offload-parameters</source>
        <translation>用阶段 3，或把 offload_parameters 设为 none</translation>
    </message>
    <message>
        <source>fix.zero.offload-optimizer</source>
        <translation>用阶段 1，或把 offload_optimizer 设为 none</translation>
    </message>
    <message>
        <source>fix.zero.offload-nvme</source>
        <translation>用阶段 3，或把 offload_optimizer 设为 cpu</translation>
    </message>
    <message>
        <source>fix.precision.fp64-gradients</source>
        <translation>不设 gradient_dtype</translation>
    </message>
    <message>
        <source>fix.precision.loss-scale-unread</source>
        <translation>把精度设为 fp16，或去掉 loss_scale</translation>
    </message>
    <message>
        <source>fix.precision.loss-scale-key-unread</source>
        <translation>去掉它，或用别的规则</translation>
    </message>
    <message>
        <source>fix.precision.loss-scale-minimum</source>
        <translation>把 minimum 设为 {initial} 或更小</translation>
    </message>
    <message>
        <source>fix.precision.fp16</source>
        <translation>把精度设为 fp16</translation>
    </message>
    <message>
        <source>fix.precision.bf16</source>
        <translation>把精度设为 bf16</translation>
    </message>
    <message>
        <source>fix.framework.other</source>
        <translation>把框架设为 megatron、deepspeed 或 fsdp 来做规划；引擎不能训练它</translation>
    </message>
    <message>
        <source>fix.framework.zero-at-most-one</source>
        <translation>用阶段 0 或 1</translation>
    </message>
    <message>
        <source>fix.framework.fsdp-zero</source>
        <translation>用阶段 2 或 3</translation>
    </message>
    <message>
        <source>fix.search.other-values</source>
        <translation>少固定几个值，或换一个卡数</translation>
    </message>
    <message>
        <source>fix.search.nothing-legal</source>
        <translation>少固定一些值，或换一个卡数；最常见的原因：{reason}</translation>
    </message>
    <message>
        <source>fix.search.nothing-fits</source>
        <translation>用更多或更大的卡、更短的序列，或卸载</translation>
    </message>
    <message>
        <source>fix.plan.version</source>
        <translation>用更新的版本打开</translation>
    </message>
    <message>
        <source>fix.plan.add-key</source>
        <translation>加上“{key}”，{expected}</translation>
    </message>
    <message>
        <source>fix.plan.did-you-mean-key</source>
        <translation>是不是“{nearest}”？</translation>
    </message>
    <message>
        <source>fix.plan.keys</source>
        <translation>这里可用：{choices}</translation>
    </message>
    <message>
        <source>fix.plan.remove</source>
        <translation>删掉它</translation>
    </message>
    <message>
        <source>fix.plan.one-model</source>
        <translation>两个只留一个</translation>
    </message>
    <message>
        <source>fix.field.whole-number</source>
        <translation>写整数，例如 4</translation>
    </message>
    <message>
        <source>fix.schedule.not-a-table</source>
        <translation>每个 rank 写一行，例如 0F0 0F1 0B0 0B1，或用 schedule 命令打印的 JSON</translation>
    </message>
    <message>
        <source>fix.schedule.unreadable-op</source>
        <translation>操作写成阶段、F/B/I/W、微批次：0F3</translation>
    </message>
    <message>
        <source>fix.schedule.too-few-ops</source>
        <translation>每个阶段对每个微批次都要有 F 和 B（或 I 和 W）</translation>
    </message>
    <message>
        <source>fix.schedule.no-table</source>
        <translation>在方案里写 schedule_table，或用 --schedule-table 指定文件（schedule 命令用 --table）</translation>
    </message>
    <message>
        <source>fix.schedule.unused-table</source>
        <translation>把 schedule 设为 table，或去掉 schedule_table</translation>
    </message>
    <message>
        <source>fix.schedule.table-shape</source>
        <translation>修改操作表，或修改 pp、virtual_stages 和全局批大小</translation>
    </message>
    <message>
        <source>fix.recompute.full</source>
        <translation>把 recompute 设为 full，或去掉它们</translation>
    </message>
    <message>
        <source>fix.schedule.planned-only</source>
        <translation>用 {nearest}</translation>
    </message>
    <message>
        <source>fix.schedule.positive</source>
        <translation>用 1 或更大</translation>
    </message>
    <message>
        <source>fix.schedule.chunks-flag</source>
        <translation>用 {nearest}</translation>
    </message>
    <message>
        <source>fix.schedule.deadlock</source>
        <translation>让挡路的操作之一，例如 {op}，在它的 rank 上靠后</translation>
    </message>
    <message>
        <source>fix.telemetry.cannot-write</source>
        <translation>换一个可写且有空间的文件夹</translation>
    </message>
    <message>
        <source>fix.telemetry.exists</source>
        <translation>换一个新名字</translation>
    </message>
    <message>
        <source>fix.telemetry.cannot-read</source>
        <translation>换一个文件</translation>
    </message>
    <message>
        <source>fix.telemetry.not-a-run</source>
        <translation>打开由 shardscope-cli train --json 或本程序窗口写出的文件</translation>
    </message>
    <message>
        <source>fix.ds.pipeline-flag</source>
        <translation>写成 true 或 false</translation>
    </message>
    <message>
        <source>fix.batch.ramp</source>
        <translation>令 start 与 increment 为 {round} 的倍数，全局批大小为 start 加 increment 的倍数，且 samples 大于 0</translation>
    </message>
    <message>
        <source>fix.lora.frozen</source>
        <translation>将 frozen_blocks 或 lora.rank 设为 0</translation>
    </message>
    <message>
        <source>fix.lora.latent</source>
        <translation>将 lora.rank 设为 0</translation>
    </message>
    <message>
        <source>fix.frozen.tied</source>
        <translation>将 frozen_blocks 设为 0，或不共享词嵌入</translation>
    </message>
    <message>
        <source>fix.engine.adapters</source>
        <translation>将 lora.rank 与 frozen_blocks 设为 0</translation>
    </message>
    <message>
        <source>fix.engine.optimizer</source>
        <translation>使用动量为 fp32 的 adamw、adam 或 sgd</translation>
    </message>
    <message>
        <source>fix.engine.batch-ramp</source>
        <translation>去掉 batch.ramp</translation>
    </message>
    <message>
        <source>fix.engine.uneven-chunks</source>
        <translation>去掉 stage_layers，或将 virtual_stages 设为 1</translation>
    </message>
    <message>
        <source>fix.export.adapters</source>
        <translation>将 lora.rank 与 frozen_blocks 设为 0</translation>
    </message>
    <message>
        <source>fix.export.optimizer</source>
        <translation>使用动量为 fp32 的 adamw 或 sgd</translation>
    </message>
    <message>
        <source>fix.export.batch-ramp</source>
        <translation>去掉 batch.ramp</translation>
    </message>
    <message>
        <source>fix.advice.tensor-across-nodes</source>
        <translation>使用不超出节点的 tp，增加副本或阶段</translation>
    </message>
    <message>
        <source>fix.advice.tensor-over-pcie</source>
        <translation>使用 tp 1，由 ZeRO 或流水线切分模型</translation>
    </message>
    <message>
        <source>fix.advice.tensor-too-thin</source>
        <translation>使用更小的 tp</translation>
    </message>
    <message>
        <source>fix.advice.tensor-ragged</source>
        <translation>使用令宽度保持 64 的倍数的 tp</translation>
    </message>
    <message>
        <source>fix.advice.no-sequence-parallel</source>
        <translation>打开序列并行：通信量相同，显存更少</translation>
    </message>
    <message>
        <source>fix.advice.pipeline-in-one-node</source>
        <translation>增大 tp，令 pp 为 1</translation>
    </message>
    <message>
        <source>fix.advice.replicas-not-whole</source>
        <translation>将多余的卡留作备用，或改用能整除的并行规模</translation>
    </message>
    <message>
        <source>fix.advice.few-micro-batches</source>
        <translation>使用更多微批次：增大全局批大小或减少副本</translation>
    </message>
    <message>
        <source>fix.advice.interleave</source>
        <translation>使用 interleaved 调度</translation>
    </message>
    <message>
        <source>fix.advice.heavy-last-stage</source>
        <translation>在 stage_layers 中减少最后阶段的层数</translation>
    </message>
    <message>
        <source>fix.advice.short-context</source>
        <translation>使用 cp 1，增加副本</translation>
    </message>
    <message>
        <source>fix.advice.experts-across-nodes</source>
        <translation>使用不超出节点的 ep</translation>
    </message>
    <message>
        <source>fix.advice.experts-not-exported</source>
        <translation>用框架 megatron，它的启动包里有专家</translation>
    </message>
    <message>
        <source>fix.advice.data-exposed</source>
        <translation>打开 overlap_comm</translation>
    </message>
    <message>
        <source>fix.advice.does-not-fit</source>
        <translation>采用 estimate 列出的第一项改动</translation>
    </message>
    <message>
        <source>fix.advice.little-margin</source>
        <translation>采用能留出余量的改动</translation>
    </message>
    <message>
        <source>fix.advice.recompute-for-nothing</source>
        <translation>减少重算</translation>
    </message>
    <message>
        <source>fix.advice.selective-with-flash</source>
        <translation>将 recompute 设为 none</translation>
    </message>
    <message>
        <source>fix.advice.scores-kept</source>
        <translation>使用 flash 注意力</translation>
    </message>
    <message>
        <source>fix.advice.zero3-exposed</source>
        <translation>增大微批次，或使用 ZeRO-1</translation>
    </message>
    <message>
        <source>fix.advice.zero3-hidden</source>
        <translation>无需改动；ZeRO-1 通信更少</translation>
    </message>
    <message>
        <source>fix.advice.zero3-with-tensor</source>
        <translation>在此 tp 下使用 ZeRO-1，或单独使用 ZeRO-3</translation>
    </message>
    <message>
        <source>fix.advice.zero-in-pipeline</source>
        <translation>使用 ZeRO-1</translation>
    </message>
    <message>
        <source>fix.advice.zero-without-replicas</source>
        <translation>使用 ZeRO-0</translation>
    </message>
    <message>
        <source>fix.advice.optimizer-whole</source>
        <translation>使用 ZeRO-1，即分布式优化器</translation>
    </message>
    <message>
        <source>fix.advice.bucket-beyond-model</source>
        <translation>桶不要大于模型</translation>
    </message>
    <message>
        <source>fix.advice.overlap-doubles-bucket</source>
        <translation>关闭 overlap_comm，或减小桶</translation>
    </message>
    <message>
        <source>fix.advice.offload-for-nothing</source>
        <translation>不使用卸载</translation>
    </message>
    <message>
        <source>fix.advice.small-micro-batch</source>
        <translation>增大微批次</translation>
    </message>
    <message>
        <source>fix.advice.zero-is-enough</source>
        <translation>使用 tp 1、pp 1 与 ZeRO</translation>
    </message>
    <message>
        <source>fix.advice.needs-both</source>
        <translation>使用 deepspeed 框架</translation>
    </message>
    <message>
        <source>fix.advice.narrow-accumulation</source>
        <translation>将 gradient_dtype 设为 fp32</translation>
    </message>
    <message>
        <source>fix.advice.fp16</source>
        <translation>使用 bf16</translation>
    </message>
    <message>
        <source>fix.advice.fp32</source>
        <translation>使用 16 位精度</translation>
    </message>
    <message>
        <source>fix.advice.huge-update</source>
        <translation>减小全局批大小，或减少副本</translation>
    </message>
    <message>
        <source>fix.advice.tiny-update</source>
        <translation>增大全局批大小</translation>
    </message>
    <message>
        <source>fix.advice.few-tokens</source>
        <translation>增加 token，或使用更小的模型</translation>
    </message>
    <message>
        <source>fix.advice.no-checkpoints</source>
        <translation>设置 run.checkpoint.every</translation>
    </message>
    <message>
        <source>fix.advice.rare-checkpoints</source>
        <translation>将 run.checkpoint.every 设为约 {interval}</translation>
    </message>
    <message>
        <source>fix.advice.no-warmup</source>
        <translation>设置预热</translation>
    </message>
    <message>
        <source>fix.advice.no-clipping</source>
        <translation>裁剪到 1.0</translation>
    </message>
    <message>
        <source>fix.advice.slow-second-moment</source>
        <translation>将 beta2 设为 0.95</translation>
    </message>
    <message>
        <source>fix.advice.padded-vocabulary</source>
        <translation>填写补齐后的词表</translation>
    </message>
    <message>
        <source>fix.advice.needs-context</source>
        <translation>使用上下文并行切分</translation>
    </message>
    <message>
        <source>fix.rescale.nothing-fits</source>
        <translation>使用更多卡、能整除批次的卡数，或以另一批次规划</translation>
    </message>
    <message>
        <source>fix.hunt.not-a-report</source>
        <translation>请使用与窗口版本相同的引擎</translation>
    </message>
    <message>
        <source>fix.course.none-open</source>
        <translation>请先在“学习”中打开一课</translation>
    </message>
    <message>
        <source>fix.nccl.bad-row</source>
        <translation>按原样提供 nccl-tests 的输出</translation>
    </message>
    <message>
        <source>fix.nccl.no-rows</source>
        <translation>在一段大小范围上运行，例如 -b 8 -e 1G -f 2</translation>
    </message>
    <message>
        <source>fix.nccl.no-ranks</source>
        <translation>提供完整输出，包括开头几行</translation>
    </message>
    <message>
        <source>fix.topology.no-header</source>
        <translation>按原样提供 nvidia-smi topo -m 的输出</translation>
    </message>
    <message>
        <source>fix.topology.unknown-mark</source>
        <translation>标记有 X、NV 加数字、PIX、PXB、PHB、NODE 与 SYS</translation>
    </message>
    <message>
        <source>fix.survey</source>
        <translation>提供 bench survey 写出的文件</translation>
    </message>
    <message>
        <source>fix.calibrate.step</source>
        <translation>写成 PLAN=SECONDS，例如 run.shardscope.json=1.25</translation>
    </message>
    <message>
        <source>fix.calibrate.base</source>
        <translation>给出 --gpu 或 --survey</translation>
    </message>
    <message>
        <source>fix.calibrate.nothing</source>
        <translation>给出 --nccl、--topology 或 --step</translation>
    </message>
    <message>
        <source>fix.quiz.not-a-set</source>
        <translation>请写一个对象，含 "version"、"seed" 以及帮助页“学习”中列出的其他键</translation>
    </message>
    <message>
        <source>fix.quiz.range</source>
        <translation>请用 {least} 到 {most}</translation>
    </message>
    <message>
        <source>fix.cli.report-ending</source>
        <translation>给出如 plan.html 或 plan.pdf 的文件名</translation>
    </message>
    <message>
        <source>fix.cli.no-explorer</source>
        <translation>改写 .html 再打印，或把图形界面装在 shardscope-cli 旁边</translation>
    </message>
    <message>
        <source>fix.cuda.no-plug-in</source>
        <translation>在有 nvcc 的地方构建（cmake --preset cuda），或把后端设为 auto 或 cpu</translation>
    </message>
    <message>
        <source>fix.cuda.library</source>
        <translation>安装其中提到的 CUDA 库，或把它们的目录加进 LD_LIBRARY_PATH，或把后端设为 auto 或 cpu</translation>
    </message>
    <message>
        <source>fix.cuda.other-build</source>
        <translation>把程序和插件一起构建</translation>
    </message>
    <message>
        <source>fix.cuda.no-driver</source>
        <translation>安装 NVIDIA 驱动，或把后端设为 auto 或 cpu</translation>
    </message>
    <message>
        <source>fix.cuda.old-driver</source>
        <translation>更新 NVIDIA 驱动，或把后端设为 auto 或 cpu</translation>
    </message>
    <message>
        <source>fix.cuda.stub-driver</source>
        <translation>把工具包的 stubs 目录从 LD_LIBRARY_PATH 去掉，并安装 NVIDIA 驱动</translation>
    </message>
    <message>
        <source>fix.cuda.no-device</source>
        <translation>看看 nvidia-smi 列出什么、CUDA_VISIBLE_DEVICES 隐藏了什么；容器要分到 GPU</translation>
    </message>
    <message>
        <source>fix.cuda.old-card</source>
        <translation>用更新的卡，或用 SHARDSCOPE_CUDA_ARCHITECTURES 为这张卡构建</translation>
    </message>
    <message>
        <source>fix.cuda.error</source>
        <translation>看看 nvidia-smi 说什么；出错的卡在重新加载驱动后恢复</translation>
    </message>
    <message>
        <source>fix.cuda.switch</source>
        <translation>设为 0 或 1</translation>
    </message>
    <message>
        <source>fix.engine.processes</source>
        <translation>在机器上启动一个进程，不用 torchrun、mpirun 或 srun</translation>
    </message>
    <message>
        <source>fix.cuda.precision</source>
        <translation>把精度设为 fp32、bf16 或 fp16</translation>
    </message>
    <message>
        <source>fix.cuda.nvme</source>
        <translation>设为 cpu 或 none</translation>
    </message>
    <message>
        <source>fix.cuda.head-size</source>
        <translation>用更多的头</translation>
    </message>
    <message>
        <source>fix.cuda.group</source>
        <translation>最多用 {limit}</translation>
    </message>
    <message>
        <source>fix.cuda.attention</source>
        <translation>把 attention 设为 flash，让预测也这样算</translation>
    </message>
    <message>
        <source>fix.cuda.graphs</source>
        <translation>不必做什么：没有它们也照样训练；SHARDSCOPE_CUDA_GRAPHS=0 表示不要求它们</translation>
    </message>
    <message>
        <source>fix.cli.one-log</source>
        <translation>给出一个文件、- 表示标准输入，或用 --command 给出命令</translation>
    </message>
    <message>
        <source>fix.log.tensorboard-damaged</source>
        <translation>重新复制它；之前的内容已经读出</translation>
    </message>
    <message>
        <source>fix.trial.folder-in-use</source>
        <translation>请给一个新的或空的文件夹</translation>
    </message>
    <message>
        <source>fix.trial.updates</source>
        <translation>最多给 {most} 次</translation>
    </message>
    <message>
        <source>fix.trial.no-trial</source>
        <translation>请给 --trial 用过的文件夹</translation>
    </message>
    <message>
        <source>fix.trial.entry</source>
        <translation>请重新写出试运行</translation>
    </message>
    <message>
        <source>fix.trial.no-runs</source>
        <translation>请运行各脚本，并把输出留在各自的文件夹里</translation>
    </message>
    <message>
        <source>fix.export.model-deepspeed</source>
        <translation>导出为 megatron-lm，或用这两类模型</translation>
    </message>
    <message>
        <source>fix.export.experts-deepspeed</source>
        <translation>导出为 megatron-lm</translation>
    </message>
    <message>
        <source>fix.export.experts-sequence</source>
        <translation>打开序列并行，或用 tp=1</translation>
    </message>
    <message>
        <source>fix.export.experts-fp16</source>
        <translation>用 bf16，或 ep=1</translation>
    </message>
    <message>
        <source>fix.export.order-groups</source>
        <translation>用次序 megatron</translation>
    </message>
    <message>
        <source>fix.mega.experts-none</source>
        <translation>给出 --num-experts，或去掉它</translation>
    </message>
    <message>
        <source>fix.mega.experts-ep</source>
        <translation>用 {nearest}</translation>
    </message>
    <message>
        <source>fix.mega.experts-fp16</source>
        <translation>用 --bf16</translation>
    </message>
    <message>
        <source>fix.mega.experts-sequence</source>
        <translation>加上 --sequence-parallel</translation>
    </message>
    <message>
        <source>fix.mega.experts-cards</source>
        <translation>用 --expert-model-parallel-size {nearest}</translation>
    </message>
    <message>
        <source>fix.mega.mapping-groups</source>
        <translation>去掉它</translation>
    </message>
    <message>
        <source>fix.mega.expert-blocks</source>
        <translation>给一个数，或如 ([0]*1+[1]*23) 的列表，{layers} 个块每个一项</translation>
    </message>
    <message>
        <source>fix.import.expert-blocks</source>
        <translation>用有规律的排列，或用 --model 给出模型</translation>
    </message>
    <message>
        <source>fix.import.expert-split</source>
        <translation>要得到同样的运行，把 --expert-tensor-parallel-size 设为 {tp}</translation>
    </message>
    <message>
        <source>fix.plan.is-a-model</source>
        <translation>请用 --model {file} 给出</translation>
    </message>
    <message>
        <source>fix.course.blocks</source>
        <translation>自己写的内容只用 ``` 开头；要显示方案的配置，用 ```ds_config</translation>
    </message>
    <message>
        <source>fix.course.computed-block</source>
        <translation>里面留空</translation>
    </message>
    <message>
        <source>fix.rescale.stopped</source>
        <translation>让它运行到结束</translation>
    </message>
    <message>
        <source>fix.number.bytes</source>
        <translation>写字节数，或带 KiB、MiB、GiB、TiB（1024 进）或 KB、MB、GB、TB（1000 进）的数，如 64MiB</translation>
    </message>
    <message>
        <source>fix.engine.no-offload-folder</source>
        <translation>先建好它，或改正名称：可能是写错了，所以不会自动创建</translation>
    </message>
    <message>
        <source>fix.checkpoint.other-decay</source>
        <translation>要保持原来的学习率，把学习率计划的长度 /lr_schedule/total 设为 {checkpoint}</translation>
    </message>
    <message>
        <source>fix.batch.nearest</source>
        <translation>用全局批 {nearest}</translation>
    </message>
</context>
<context>
    <name>ledger</name>
    <message>
        <source>ledger.parameters</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>ledger.fp8-copies</source>
        <translation>权重的 8 位副本及其转置</translation>
    </message>
    <message>
        <source>ledger.gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>ledger.tied-head-gradient</source>
        <translation>共享输出层的梯度，与嵌入的梯度分开保存</translation>
    </message>
    <message>
        <source>ledger.master-weights</source>
        <translation>主权重（fp32）</translation>
    </message>
    <message>
        <source>ledger.gradient-copy</source>
        <translation>梯度的 fp32 副本</translation>
    </message>
    <message>
        <source>ledger.adam-moments</source>
        <translation>Adam 动量 m 和 v（fp32）</translation>
    </message>
    <message>
        <source>ledger.rotary-table</source>
        <translation>旋转位置的余弦和正弦表</translation>
    </message>
    <message>
        <source>ledger.sgd-momentum</source>
        <translation>SGD 的动量（fp32）</translation>
    </message>
    <message>
        <source>ledger.on-host</source>
        <translation>保存在主机内存</translation>
    </message>
    <message>
        <source>ledger.scratch</source>
        <translation>各层的临时空间</translation>
    </message>
    <message>
        <source>ledger.gradient-bucket</source>
        <translation>梯度桶</translation>
    </message>
    <message>
        <source>ledger.gathered-parameters</source>
        <translation>收集来的权重</translation>
    </message>
    <message>
        <source>ledger.reduce-bucket</source>
        <translation>规约桶</translation>
    </message>
    <message>
        <source>ledger.gather-bucket</source>
        <translation>all-gather 桶</translation>
    </message>
    <message>
        <source>ledger.step-gradients</source>
        <translation>更新时的 fp32 梯度</translation>
    </message>
    <message>
        <source>ledger.compute-copy</source>
        <translation>计算用的 16 位权重副本</translation>
    </message>
    <message>
        <source>ledger.pipeline-messages</source>
        <translation>流水线阶段之间的消息</translation>
    </message>
    <message>
        <source>ledger.activations-blocks</source>
        <translation>各层的激活值</translation>
    </message>
    <message>
        <source>ledger.activations-embedding</source>
        <translation>嵌入的激活值</translation>
    </message>
    <message>
        <source>ledger.activations-final-norm</source>
        <translation>最后归一化的激活值</translation>
    </message>
    <message>
        <source>ledger.activations-head</source>
        <translation>logits 和输出层的输入</translation>
    </message>
    <message>
        <source>ledger.activations-pending</source>
        <translation>等待权重梯度的层输入和输出梯度</translation>
    </message>
    <message>
        <source>ledger.activations-passing</source>
        <translation>正在执行的操作重算和经过的激活值</translation>
    </message>
    <message>
        <source>ledger.context</source>
        <translation>设备上下文和模块</translation>
    </message>
    <message>
        <source>ledger.communicators</source>
        <translation>通信器</translation>
    </message>
    <message>
        <source>ledger.muon-momentum</source>
        <translation>Muon 的矩阵动量</translation>
    </message>
    <message>
        <source>ledger.moment-scales</source>
        <translation>8 位动量的缩放因子</translation>
    </message>
    <message>
        <source>ledger.moments-bf16</source>
        <translation>优化器动量（bf16）</translation>
    </message>
    <message>
        <source>ledger.moments-int8</source>
        <translation>优化器动量（8 位）</translation>
    </message>
    <message>
        <source>ledger.activations-sent</source>
        <translation>流水线保存至梯度返回的输出</translation>
    </message>
    <message>
        <source>ledger.flat-gradients</source>
        <translation>为更新而首尾相接的梯度</translation>
    </message>
</context>
<context>
    <name>field</name>
    <message>
        <source>/model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>/cluster/gpu</source>
        <translation>加速卡</translation>
    </message>
    <message>
        <source>/cluster/cards</source>
        <translation>卡数</translation>
    </message>
    <message>
        <source>/batch/micro_batches</source>
        <translation>微批次数</translation>
    </message>
    <message>
        <source>/gradient_dtype</source>
        <translation>梯度类型</translation>
    </message>
    <message>
        <source>/run/card_memory_bytes</source>
        <translation>单卡显存</translation>
    </message>
    <message>
        <source>/name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>/cluster/nodes</source>
        <translation>节点数</translation>
    </message>
    <message>
        <source>/cluster/gpus_per_node</source>
        <translation>每节点卡数</translation>
    </message>
    <message>
        <source>/cluster/links/intra_node_bandwidth</source>
        <translation>节点内带宽</translation>
    </message>
    <message>
        <source>/cluster/links/intra_node_latency</source>
        <translation>节点内延迟</translation>
    </message>
    <message>
        <source>/cluster/links/inter_node_bandwidth</source>
        <translation>节点间带宽</translation>
    </message>
    <message>
        <source>/cluster/links/inter_node_latency</source>
        <translation>节点间延迟</translation>
    </message>
    <message>
        <source>/layout/tp</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>/layout/cp</source>
        <translation>上下文并行</translation>
    </message>
    <message>
        <source>/layout/ep</source>
        <translation>专家并行</translation>
    </message>
    <message>
        <source>/layout/dp</source>
        <translation>数据并行</translation>
    </message>
    <message>
        <source>/layout/pp</source>
        <translation>流水线并行</translation>
    </message>
    <message>
        <source>/layout/virtual_stages</source>
        <translation>每 rank 块数</translation>
    </message>
    <message>
        <source>/layout/order</source>
        <translation>rank 编号顺序</translation>
    </message>
    <message>
        <source>/zero/stage</source>
        <translation>ZeRO 阶段</translation>
    </message>
    <message>
        <source>/zero/offload_optimizer</source>
        <translation>卸载优化器</translation>
    </message>
    <message>
        <source>/zero/offload_parameters</source>
        <translation>卸载参数</translation>
    </message>
    <message>
        <source>/zero/offload_directory</source>
        <translation>卸载文件夹</translation>
    </message>
    <message>
        <source>/zero/reduce_bucket_size</source>
        <translation>梯度桶</translation>
    </message>
    <message>
        <source>/zero/prefetch_bucket_size</source>
        <translation>预取</translation>
    </message>
    <message>
        <source>/zero/max_live_parameters</source>
        <translation>驻留参数</translation>
    </message>
    <message>
        <source>/zero/overlap_comm</source>
        <translation>通信重叠</translation>
    </message>
    <message>
        <source>/framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>/batch/micro</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>/batch/global</source>
        <translation>全局批大小</translation>
    </message>
    <message>
        <source>/sequence_length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>/precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>/loss_scale/rules</source>
        <translation>损失缩放</translation>
    </message>
    <message>
        <source>/loss_scale/initial</source>
        <translation>初始损失缩放</translation>
    </message>
    <message>
        <source>/loss_scale/window</source>
        <translation>多少步后放大</translation>
    </message>
    <message>
        <source>/loss_scale/hysteresis</source>
        <translation>多少次溢出后缩小</translation>
    </message>
    <message>
        <source>/loss_scale/consecutive_hysteresis</source>
        <translation>只算连续溢出</translation>
    </message>
    <message>
        <source>/loss_scale/minimum</source>
        <translation>最小损失缩放</translation>
    </message>
    <message>
        <source>/schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>/recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>/recompute_method</source>
        <translation>重计算方式</translation>
    </message>
    <message>
        <source>/recompute_layers</source>
        <translation>重计算层数</translation>
    </message>
    <message>
        <source>/sequence_parallel</source>
        <translation>序列并行</translation>
    </message>
    <message>
        <source>/optimizer/kind</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>/optimizer/lr</source>
        <translation>峰值学习率</translation>
    </message>
    <message>
        <source>/optimizer/beta1</source>
        <translation>Adam β1</translation>
    </message>
    <message>
        <source>/optimizer/beta2</source>
        <translation>Adam β2</translation>
    </message>
    <message>
        <source>/optimizer/eps</source>
        <translation>Adam ε</translation>
    </message>
    <message>
        <source>/optimizer/momentum</source>
        <translation>SGD 动量</translation>
    </message>
    <message>
        <source>/optimizer/weight_decay</source>
        <translation>权重衰减</translation>
    </message>
    <message>
        <source>/optimizer/weight_decay_exempt</source>
        <translation>不衰减的参数</translation>
    </message>
    <message>
        <source>/optimizer/clip</source>
        <translation>梯度裁剪</translation>
    </message>
    <message>
        <source>/lr_schedule/kind</source>
        <translation>学习率调度</translation>
    </message>
    <message>
        <source>/lr_schedule/warmup</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>/lr_schedule/total</source>
        <translation>调度长度</translation>
    </message>
    <message>
        <source>/lr_schedule/min_ratio</source>
        <translation>末尾学习率占比</translation>
    </message>
    <message>
        <source>/lr_schedule/start_ratio</source>
        <translation>起始学习率占比</translation>
    </message>
    <message>
        <source>/lr_schedule/warmup_type</source>
        <translation>预热形式</translation>
    </message>
    <message>
        <source>/lr_schedule/one_cycle/first_stairs</source>
        <translation>上升阶梯数</translation>
    </message>
    <message>
        <source>/lr_schedule/one_cycle/second_stairs</source>
        <translation>下降阶梯数</translation>
    </message>
    <message>
        <source>/lr_schedule/one_cycle/decay_step</source>
        <translation>衰减步长</translation>
    </message>
    <message>
        <source>/lr_schedule/one_cycle/decay_rate</source>
        <translation>衰减率</translation>
    </message>
    <message>
        <source>/lr_schedule/one_cycle/momentum</source>
        <translation>动量循环</translation>
    </message>
    <message>
        <source>/lr_schedule/one_cycle/min_momentum</source>
        <translation>最小动量</translation>
    </message>
    <message>
        <source>/lr_schedule/one_cycle/max_momentum</source>
        <translation>最大动量</translation>
    </message>
    <message>
        <source>/lr_schedule/one_cycle/momentum_decay_rate</source>
        <translation>动量增长率</translation>
    </message>
    <message>
        <source>/lr_schedule/range_test/step_size</source>
        <translation>范围测试步长</translation>
    </message>
    <message>
        <source>/lr_schedule/range_test/step_rate</source>
        <translation>每步增长</translation>
    </message>
    <message>
        <source>/lr_schedule/range_test/staircase</source>
        <translation>阶梯式</translation>
    </message>
    <message>
        <source>/lr_schedule/wsd/updates</source>
        <translation>退火</translation>
    </message>
    <message>
        <source>/lr_schedule/wsd/tail</source>
        <translation>退火形式</translation>
    </message>
    <message>
        <source>/budget/tokens</source>
        <translation>训练 token 数</translation>
    </message>
    <message>
        <source>/assumptions/mfu</source>
        <translation>假定的 MFU</translation>
    </message>
    <message>
        <source>/assumptions/price_per_gpu_hour</source>
        <translation>每卡时价格</translation>
    </message>
    <message>
        <source>/assumptions/power_watts</source>
        <translation>单卡功率</translation>
    </message>
    <message>
        <source>/batch/ramp/start</source>
        <translation>批次递增起点</translation>
    </message>
    <message>
        <source>/batch/ramp/increment</source>
        <translation>批次递增步长</translation>
    </message>
    <message>
        <source>/batch/ramp/samples</source>
        <translation>批次递增所历序列</translation>
    </message>
    <message>
        <source>/lora/rank</source>
        <translation>LoRA 秩</translation>
    </message>
    <message>
        <source>/lora/targets</source>
        <translation>LoRA 矩阵</translation>
    </message>
    <message>
        <source>/frozen_blocks</source>
        <translation>冻结层数</translation>
    </message>
    <message>
        <source>/optimizer/moments</source>
        <translation>动量存储类型</translation>
    </message>
    <message>
        <source>/assumptions/efficiency</source>
        <translation>软件效率</translation>
    </message>
    <message>
        <source>/assumptions/failures_per_card_year</source>
        <translation>每卡每年故障数</translation>
    </message>
    <message>
        <source>/assumptions/checkpoint_seconds</source>
        <translation>检查点停顿</translation>
    </message>
    <message>
        <source>/assumptions/restart_seconds</source>
        <translation>故障后重启</translation>
    </message>
    <message>
        <source>/data/path</source>
        <translation>训练文本</translation>
    </message>
    <message>
        <source>/data/held_out_fraction</source>
        <translation>留出比例</translation>
    </message>
    <message>
        <source>/run/backend</source>
        <translation>后端</translation>
    </message>
    <message>
        <source>/run/steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>/run/seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>/run/threads_per_rank</source>
        <translation>每 rank 线程数</translation>
    </message>
    <message>
        <source>/run/validate_every</source>
        <translation>验证间隔</translation>
    </message>
    <message>
        <source>/run/sample/prompt</source>
        <translation>提示文本</translation>
    </message>
    <message>
        <source>/run/sample/every</source>
        <translation>采样间隔</translation>
    </message>
    <message>
        <source>/run/sample/length</source>
        <translation>样本长度</translation>
    </message>
    <message>
        <source>/run/collective_timeout_seconds</source>
        <translation>集合通信超时</translation>
    </message>
    <message>
        <source>/run/checkpoint/directory</source>
        <translation>检查点文件夹</translation>
    </message>
    <message>
        <source>/run/checkpoint/every</source>
        <translation>检查点间隔</translation>
    </message>
    <message>
        <source>/run/checkpoint/keep</source>
        <translation>保留的检查点数</translation>
    </message>
    <message>
        <source>/run/checkpoint/at_stop</source>
        <translation>停止时保存检查点</translation>
    </message>
    <message>
        <source>/run/simulated_links/delay</source>
        <translation>模拟链路延迟</translation>
    </message>
    <message>
        <source>/attention</source>
        <translation>注意力</translation>
    </message>
</context>
<context>
    <name>word</name>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>一个整数</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>一个数</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>一段文字</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>一个对象</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>一个列表</translation>
    </message>
    <message>
        <source>a value</source>
        <translation>一个值</translation>
    </message>
    <message>
        <source>the end of the text stands</source>
        <translation>文本已经结束</translation>
    </message>
    <message>
        <source>the end of the line stands</source>
        <translation>这一行已经结束</translation>
    </message>
    <message>
        <source>the closing double quote</source>
        <translation>右双引号</translation>
    </message>
    <message>
        <source>the closing quote</source>
        <translation>右引号</translation>
    </message>
    <message>
        <source>the closing '''</source>
        <translation>结尾的 '''</translation>
    </message>
    <message>
        <source>a colon</source>
        <translation>冒号</translation>
    </message>
    <message>
        <source>a comma or }</source>
        <translation>逗号或 }</translation>
    </message>
    <message>
        <source>a comma or ]</source>
        <translation>逗号或 ]</translation>
    </message>
    <message>
        <source>a key in double quotes or }</source>
        <translation>双引号里的键或 }</translation>
    </message>
    <message>
        <source>a key or }</source>
        <translation>键或 }</translation>
    </message>
    <message>
        <source>four hexadecimal digits</source>
        <translation>四位十六进制数字</translation>
    </message>
    <message>
        <source>an escape such as \n or \u00e9</source>
        <translation>像 \n 或 \u00e9 这样的转义</translation>
    </message>
    <message>
        <source>the end of the comment, */,</source>
        <translation>注释的结尾 */ </translation>
    </message>
    <message>
        <source>the second half of a surrogate pair</source>
        <translation>代理对的后一半</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>Look in:</source>
        <translation>查找范围：</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Go forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Parent Directory</source>
        <translation>上级文件夹</translation>
    </message>
    <message>
        <source>Go to the parent directory</source>
        <translation>到上级文件夹</translation>
    </message>
    <message>
        <source>Create New Folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>Create a New Folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>List View</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>Change to list view mode</source>
        <translation>以列表显示</translation>
    </message>
    <message>
        <source>Detail View</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Change to detail view mode</source>
        <translation>以详细信息显示</translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation>侧栏</translation>
    </message>
    <message>
        <source>List of places and bookmarks</source>
        <translation>位置与书签</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Files of type:</source>
        <translation>文件类型：</translation>
    </message>
    <message>
        <source>Directory:</source>
        <translation>文件夹：</translation>
    </message>
    <message>
        <source>File &amp;name:</source>
        <translation>文件名(&amp;N)：</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Choose</source>
        <translation>选择(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>重命名(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
    <message>
        <source>Show &amp;hidden files</source>
        <translation>显示隐藏文件(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;New Folder</source>
        <translation>新建文件夹(&amp;N)</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Save As</source>
        <translation>另存为</translation>
    </message>
    <message>
        <source>All Files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Recent Places</source>
        <translation>最近的位置</translation>
    </message>
    <message>
        <source>%1
File not found.
Please verify the correct file name was given.</source>
        <translation>%1
找不到文件。
请确认文件名是否正确。</translation>
    </message>
</context>
<context>
    <name>QFileSystemModel</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Type</source>
        <comment>All other platforms</comment>
        <translation>类型</translation>
    </message>
    <message>
        <source>Date Modified</source>
        <translation>修改日期</translation>
    </message>
    <message>
        <source>Computer</source>
        <translation>计算机</translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>是(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;No</source>
        <translation>否(&amp;N)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
</context>
</TS>
