import type { Inspector } from './inspector.ts';

/** A function of the program, as the inspector names it. */
export interface Place {
  /** Address of its file. */
  readonly url: string;
  readonly name: string;
  /** The line that it begins in, from 1. */
  readonly line: number;
}

/** A function, and what was found about it. */
export interface Found extends Place {
  readonly amount: number;
}

interface Coverage {
  readonly result: readonly {
    readonly scriptId: string;
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
    }[];
  }[];
}

/** How often each function is called. Code runs unoptimised meanwhile. */
export async function calls(inspector: Inspector, work: () => Promise<void>): Promise<readonly Found[]> {
  await inspector.call('Debugger.enable');
  await inspector.call('Profiler.enable');
  await inspector.call('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await inspector.call('Profiler.takePreciseCoverage');
  await work();
  const { result } = await inspector.call<Coverage>('Profiler.takePreciseCoverage');
  await inspector.call('Profiler.stopPreciseCoverage');
  const found: Found[] = [];
  for (const { scriptId, url, functions } of result) {
    if (!url.startsWith('file:')) continue;
    const { scriptSource } = await inspector.call<{ scriptSource: string }>('Debugger.getScriptSource', { scriptId });
    for (const { functionName: name, ranges } of functions) {
      const { startOffset = 0, count: amount = 0 } = ranges[0] ?? {};
      // The file itself is a function that begins with it.
      if (amount > 0 && (name !== '' || startOffset > 0)) {
        found.push({ url, name, line: lineAt(scriptSource, startOffset), amount });
      }
    }
  }
  await inspector.call('Debugger.disable');
  return found;
}

function lineAt(source: string, offset: number): number {
  let line = 1;
  for (let at = source.indexOf('\n'); at >= 0 && at < offset; at = source.indexOf('\n', at + 1)) line += 1;
  return line;
}

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  /** From 0. */
  readonly lineNumber: number;
}

const placeOf = ({ functionName: name, url, lineNumber }: CallFrame): Place => ({ url, name, line: lineNumber + 1 });

/** Who called whom. */
interface CallTree<Node> {
  readonly callFrame: CallFrame;
  readonly children?: readonly Node[];
}

/** What functions of V8 and Node took, such as `next` of an iterator, counts with the function of a file that called them. */
function byCaller<Node extends CallTree<Node>>(root: Node, amountOf: (node: Node) => number): Found[] {
  const found: Found[] = [];
  const walk = (node: Node, caller: Place): void => {
    const own = placeOf(node.callFrame);
    const place = own.url.startsWith('file:') || !caller.url.startsWith('file:') ? own : caller;
    found.push({ ...place, amount: amountOf(node) });
    for (const child of node.children ?? []) walk(child, place);
  };
  walk(root, placeOf(root.callFrame));
  return found;
}

interface HeapNode extends CallTree<HeapNode> {
  readonly selfSize: number;
}

/** How many bytes each function allocates, whatever becomes of them; a sample for each two kilobytes. */
export async function allocations(inspector: Inspector, work: () => Promise<void>): Promise<readonly Found[]> {
  await inspector.call('HeapProfiler.enable');
  await inspector.call('HeapProfiler.startSampling', {
    samplingInterval: 2048,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  await work();
  const { profile } = await inspector.call<{ profile: { head: HeapNode } }>('HeapProfiler.stopSampling');
  return byCaller(profile.head, ({ selfSize }) => selfSize);
}

interface CpuNode {
  readonly id: number;
  readonly callFrame: CallFrame;
  readonly children?: readonly number[];
}

interface CpuProfile {
  readonly nodes: readonly [CpuNode, ...CpuNode[]];
  readonly samples: readonly number[];
}

interface TimedNode extends CallTree<TimedNode> {
  readonly count: number;
}

/** In how many samples, one every tenth of a millisecond, each function was on top. Those in which nothing ran are left out. */
export async function samples(inspector: Inspector, work: () => Promise<void>): Promise<readonly Found[]> {
  await inspector.call('Profiler.enable');
  await inspector.call('Profiler.setSamplingInterval', { interval: 100 });
  await inspector.call('Profiler.start');
  await work();
  const { profile } = await inspector.call<{ profile: CpuProfile }>('Profiler.stop');
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const counts = new Map<number, number>();
  for (const id of profile.samples) counts.set(id, (counts.get(id) ?? 0) + 1);
  const timed = ({ id, callFrame, children = [] }: CpuNode): TimedNode => ({
    callFrame,
    count: callFrame.functionName === '(idle)' || callFrame.functionName === '(program)' ? 0 : (counts.get(id) ?? 0),
    children: children.flatMap((child) => nodes.get(child) ?? []).map(timed),
  });
  return byCaller(timed(profile.nodes[0]), ({ count }) => count);
}
