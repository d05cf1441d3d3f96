import { readFileSync } from 'node:fs';
import type { Round, RoundResult } from './load';
import { type Program, residentMb } from './program';
import type { Side, Target } from './scenarios';

/** One server with one filled database behind it. */
export interface Server {
  /** Its column in the report; `floor` stands beside the ratio. */
  readonly side: Side | 'floor';
  /** Whose paths it serves; another checkout's API stands in the column of the baseline. */
  readonly speaks: Side;
  readonly size: number;
  readonly origin: string;
  readonly process: Program;
  readonly target: Target;
}

/** A server under one scenario with so many connections: one number of the report. */
export interface Contender {
  readonly server: Server;
  readonly scenario: string;
  readonly connections: number;
}

export interface Measured extends Contender {
  readonly rounds: readonly (RoundResult & { readonly cpuUs: number | undefined })[];
}

export interface Pace {
  readonly rounds: number;
  readonly roundMs: number;
  readonly warmUpMs: number;
}

const MEMORY_EVERY_MS = 100;

/** A few hundred requests leave most of a program to its compiler; a server that runs for days has that behind it. */
const WARM_UP_CONNECTIONS = 16;

/** The most resident memory that a process was seen with. */
export class MemoryWatch {
  maxMb: number | undefined;
  private readonly timer = setInterval(() => this.look(), MEMORY_EVERY_MS);

  constructor(private readonly pids: readonly number[]) {}

  stop(): number | undefined {
    clearInterval(this.timer);
    this.look();
    return this.maxMb;
  }

  private look(): void {
    for (const pid of this.pids) {
      const mb = residentMb(pid);
      if (mb !== undefined) this.maxMb = Math.max(mb, this.maxMb ?? 0);
    }
  }
}

/**
 * Runs contenders in turn, in short rounds and alternating order: whatever else the machine does hits all of them alike, and
 * numbers of one group may be divided by each other round by round.
 */
export async function compare(
  load: Program,
  contenders: readonly Contender[],
  { rounds, roundMs, warmUpMs }: Pace,
): Promise<Measured[]> {
  const results = contenders.map((contender) => ({ ...contender, rounds: [] as Measured['rounds'][number][] }));
  const run = ({ server, scenario, connections }: Contender, forMs: number): Promise<RoundResult> => {
    const { speaks, origin, target } = server;
    const round: Round = { side: speaks, origin, scenario, target, connections, forMs };
    return load.ask<RoundResult>(round);
  };
  for (const contender of contenders) await run({ ...contender, connections: WARM_UP_CONNECTIONS }, warmUpMs);
  for (let round = 0; round < rounds; round += 1) {
    for (const result of round % 2 === 0 ? results : results.toReversed()) {
      const { pid } = result.server.process;
      const before = cpuSeconds(pid);
      const start = performance.now();
      const measured = await run(result, roundMs);
      const after = cpuSeconds(pid);
      const requests = (measured.requestsPerSecond * (performance.now() - start)) / 1000;
      const cpuUs = before === undefined || after === undefined ? undefined : ((after - before) / requests) * 1e6;
      result.rounds.push({ ...measured, cpuUs });
    }
  }
  return results;
}

const TICKS_PER_SECOND = 100;

/**
 * Processor time of a process so far; undefined where there is no /proc.
 * @param of whether what it has started counts, as far as that has ended
 */
export function cpuSeconds(pid: number, of: 'its own' | 'and of those that ended' = 'its own'): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, of === 'its own' ? 13 : 15).reduce((sum, each) => sum + Number(each), 0);
    return ticks / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** Of times: what one in twenty exceeds. */
export function p95(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length * 0.95)] as number;
}

/** @returns how long each request took, in ms */
export async function timesOf(
  connections: number,
  requests: number,
  work: (turn: number, connection: number) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  let turn = 0;
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      while (turn < requests) {
        const since = performance.now();
        await work(turn++, connection);
        times.push(performance.now() - since);
      }
    }),
  );
  return times;
}

/** Requests a second. */
export async function perSecond(...[connections, requests, work]: Parameters<typeof timesOf>): Promise<number> {
  const since = performance.now();
  await timesOf(connections, requests, work);
  return requests / ((performance.now() - since) / 1000);
}

export const medianOf = ({ rounds }: Measured, key: 'requestsPerSecond' | 'p50Ms' | 'p99Ms'): number =>
  median(rounds.map((round) => round[key]));

export function medianCpuUs({ rounds }: Measured): number | undefined {
  const known = rounds.flatMap(({ cpuUs }) => (cpuUs === undefined ? [] : [cpuUs]));
  return known.length > 0 ? median(known) : undefined;
}

/** Median over the rounds of how many times faster `left` was than `right`, neighbours in time. */
export const ratio = (left: Measured, right: Measured): number =>
  median(
    left.rounds.map((round, index) => round.requestsPerSecond / (right.rounds[index]?.requestsPerSecond ?? Number.NaN)),
  );
