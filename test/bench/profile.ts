import { readFileSync } from 'node:fs';

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
  readonly startTime: number;
}

export interface Share {
  readonly name: string;
  readonly percent: number;
}

export interface Summary {
  /** Share of the time that the process was busy. */
  readonly busyPercent: number;
  readonly packages: readonly Share[];
  readonly functions: readonly Share[];
  /** With everything that they call; recursion counts once. */
  readonly inclusive: readonly Share[];
}

const IDLE = new Set(['(idle)', '(program)']);

/** Sums up a .cpuprofile of `node --cpu-prof` between two moments of the monotonic clock, in µs. */
export function summarise(file: string, fromUs: number, toUs: number): Summary {
  const { nodes, samples, timeDeltas, startTime } = JSON.parse(readFileSync(file, 'utf8')) as CpuProfile;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parent = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const self = new Map<number, number>();
  let at = startTime;
  samples.forEach((id, index) => {
    const delta = timeDeltas[index] ?? 0;
    at += delta;
    if (at >= fromUs && at <= toUs) self.set(id, (self.get(id) ?? 0) + delta);
  });
  const total = sum(self.values());
  const idle = sum([...self].filter(([id]) => IDLE.has(nameOf(id))).map(([, us]) => us));
  const busy = total - idle;
  const functions = new Map<string, number>();
  const packages = new Map<string, number>();
  const inclusive = new Map<string, number>();
  for (const [id, us] of self) {
    if (IDLE.has(nameOf(id))) continue;
    add(functions, describe(id), us);
    add(packages, packageOf(id), us);
    const seen = new Set<string>();
    for (let node: number | undefined = id; node !== undefined; node = parent.get(node)) seen.add(describe(node));
    for (const name of seen) add(inclusive, name, us);
  }
  const shares = (of: Map<string, number>, most: number): Share[] =>
    [...of]
      .sort(([, left], [, right]) => right - left)
      .slice(0, most)
      .map(([name, us]) => ({ name, percent: (100 * us) / busy }));
  return {
    busyPercent: (100 * busy) / total,
    packages: shares(packages, 20),
    functions: shares(functions, 40),
    inclusive: shares(inclusive, 70),
  };

  function nameOf(id: number): string {
    return byId.get(id)?.callFrame.functionName ?? '';
  }

  function describe(id: number): string {
    const { functionName, url, lineNumber } = (byId.get(id) as CpuProfile['nodes'][number]).callFrame;
    const place = url === '' ? '' : ` ${shortened(url)}:${lineNumber + 1}`;
    return `${functionName || '(anonymous)'}${place}`;
  }

  function packageOf(id: number): string {
    const { functionName, url } = (byId.get(id) as CpuProfile['nodes'][number]).callFrame;
    if (url === '') return functionName === '(garbage collector)' ? 'garbage collector' : 'native';
    if (url.startsWith('node:')) return url.replace('node:internal/', 'node:').split('/')[0] as string;
    const dependency = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(url)?.[1];
    return dependency ?? shortened(url);
  }
}

const shortened = (url: string): string => url.replace(/^file:\/\//, '').replace(/^.*\/(node_modules|dist)\//, '');
const sum = (values: Iterable<number>): number => [...values].reduce((left, right) => left + right, 0);
const add = (to: Map<string, number>, name: string, us: number): void => void to.set(name, (to.get(name) ?? 0) + us);

export function printSummary({ busyPercent, packages, functions, inclusive }: Summary): void {
  const print = (title: string, shares: readonly Share[]) =>
    process.stdout.write(
      `\n${title}\n${shares.map(({ name, percent }) => `${percent.toFixed(1).padStart(6)} %  ${name}`).join('\n')}\n`,
    );
  process.stdout.write(`busy ${busyPercent.toFixed(0)} % of the time; shares of the busy time:\n`);
  print('By package, own time', packages);
  print('By function, own time', functions);
  print('By function, with what it calls', inclusive);
}
