import { isAlive, type ProcessIdentity, signalTo, sleep, waitUntilGone } from '../../src/embedded/process';
import { Patience, patient } from '../world/patience';
import type { Findings } from './findings';
import type { Gateway } from './gateway';
import type { Imports } from './imports';
import { childrenOf, type Product } from './product';
import type { Random } from './random';
import type { SecondMachine } from './second';

/** `backend`: one Postgres session; its death makes the postmaster drop all of them and recover. */
const targets = [
  'api',
  'worker',
  'temporal',
  'postgres',
  'supervisor',
  'simulator',
  'storefront',
  'backend',
  'secondApi',
  'secondWorker',
] as const;
export type Target = (typeof targets)[number];

const MAIN: readonly Target[] = ['api', 'worker', 'temporal', 'postgres', 'supervisor', 'simulator', 'storefront'];
const DECK: readonly Target[] = [
  ...(['api', 'api', 'worker', 'worker', 'temporal', 'temporal', 'postgres', 'postgres'] as const),
  ...(['supervisor', 'supervisor', 'simulator', 'storefront', 'backend', 'secondApi', 'secondWorker'] as const),
];

/** When the next strike comes: at once or after a while, whatever state things are in; when all is up; when work goes on. */
const WAITS = { time: 40, ready: 25, commands: 20, import: 15 } as const;
type Wait = keyof typeof WAITS;

export interface Strike {
  readonly kills: readonly Target[];
  readonly at: number;
  /** Until every part was up again; undefined when the next strike came first. */
  readyMs?: number;
  /** Until a command that was sent after the strike was acknowledged. */
  commandMs?: number;
  /** Until an import that was under way had written its next page. */
  importMs?: number;
}

const READY_MS_MAX = patient(45_000);
const IMPORT_MS_MAX = 30_000;
const ACT_MS_MAX = 15_000;

/** Kills what runs, at moments that the seed chooses. */
export class Nemesis {
  readonly strikes: Strike[] = [];
  readonly kills: Record<Target, number> = Object.fromEntries(targets.map((target) => [target, 0])) as Record<
    Target,
    number
  >;
  freezes = 0;
  private deck: Target[];

  constructor(
    private readonly product: Product,
    private readonly gateway: Gateway,
    private readonly imports: Imports,
    private readonly second: SecondMachine,
    private readonly findings: Findings,
    private readonly random: Random,
    private readonly say: (line: string) => void,
  ) {
    this.deck = random.shuffled(MAIN);
  }

  get count(): number {
    return Object.values(this.kills).reduce((sum, count) => sum + count, 0);
  }

  /** @param acts kills are spread over so many acts of the imports */
  async run(count: number, acts: number): Promise<void> {
    const began = Date.now();
    while (this.count < count) {
      await sleep(this.random.int(0, 1_500));
      await this.act(Math.floor((this.count * acts) / count) + 1);
      if (this.random.chance(0.2)) await this.freeze();
      const two = this.random.chance(0.2) && count - this.count > 1;
      const first = this.draw();
      const kills = two ? [first, this.random.pick(MAIN.filter((target) => target !== first))] : [first];
      const gapMs = this.random.int(0, 500);
      const strike: Strike = { kills, at: Date.now() };
      this.strikes.push(strike);
      for (const [index, target] of kills.entries()) {
        if (index > 0) await sleep(gapMs);
        await this.kill(target);
      }
      const outcome = await this.wait(strike, this.random.weighted(WAITS));
      const time = ((strike.at - began) / 1000).toFixed(0).padStart(4);
      this.say(`${time} s  kill ${String(this.count).padStart(2)}  ${kills.join(' + ').padEnd(24)} ${outcome}`);
    }
    await this.product.ready(READY_MS_MAX);
  }

  /** Waits for the act, so that the last one is disturbed as well; not for long, it may be this nemesis that holds it up. */
  private async act(number: number): Promise<void> {
    const until = Date.now() + ACT_MS_MAX;
    while (this.imports.begun < number && Date.now() < until) await sleep(100);
  }

  private draw(): Target {
    if (this.deck.length === 0) this.deck = this.random.shuffled(DECK);
    return this.deck.pop() as Target;
  }

  private async kill(target: Target): Promise<void> {
    this.kills[target] += 1;
    if (target === 'supervisor') {
      await this.product.killSupervisor(this.random.chance(0.5) ? 0 : this.random.int(100, 2_000));
      return;
    }
    if (target === 'secondApi' || target === 'secondWorker') return this.second.kill(target);
    const victim = await this.alive(target === 'backend' ? 'postgres' : target);
    if (!victim) return;
    if (target !== 'backend') {
      signalTo(victim.pid, 'SIGKILL');
      await waitUntilGone(victim, 5_000);
      // That of the product stands in for a marketplace, which is away as long.
      if (target === 'simulator') await this.imports.goAway(this.random.int(200, 2_000));
      return;
    }
    const sessions = childrenOf(victim.pid).filter(({ command }) => /^postgres: \S+ \S+ \S+\(\d+\)/.test(command));
    if (sessions.length > 0) signalTo(this.random.pick(sessions).pid, 'SIGKILL');
  }

  /** A machine that hangs for a while: the process does nothing, and its connections stay open. */
  private async freeze(): Promise<void> {
    const target = this.random.pick(['api', 'worker', 'temporal', 'postgres', 'simulator', 'storefront'] as const);
    const ms = this.random.int(500, 2_500);
    const victim = await this.alive(target);
    if (!victim) return;
    this.freezes += 1;
    const pids = [victim.pid, ...(target === 'postgres' ? childrenOf(victim.pid).map(({ pid }) => pid) : [])];
    for (const pid of pids) signalTo(pid, 'SIGSTOP');
    await sleep(ms);
    for (const pid of pids) signalTo(pid, 'SIGCONT');
  }

  /** What was killed a moment ago takes a while to have a process again. */
  private async alive(name: Parameters<Product['part']>[0]): Promise<ProcessIdentity | undefined> {
    const patience = new Patience(20_000);
    for (;;) {
      const identity = this.product.part(name);
      if (identity && isAlive(identity)) return identity;
      if (patience.isOver) {
        this.findings.mismatch(`${name} had no process for 20 s`);
        return undefined;
      }
      await sleep(20);
    }
  }

  private async wait(strike: Strike, wait: Wait): Promise<string> {
    if (wait === 'time') {
      const ms = this.random.int(0, 4_000);
      const until = Date.now() + ms;
      while (Date.now() < until) {
        if (strike.readyMs === undefined && (await this.product.isReady())) strike.readyMs = Date.now() - strike.at;
        await sleep(Math.min(50, Math.max(0, until - Date.now())));
      }
      return strike.readyMs === undefined ? `next one after ${seconds(ms)}, while it recovers` : readyIn(strike);
    }
    await this.ready(strike);
    if (wait === 'commands') {
      const enough = this.gateway.acknowledged + this.random.int(5, 60);
      const until = Date.now() + 10_000;
      while (this.gateway.acknowledged < enough && Date.now() < until) await sleep(50);
    }
    if (wait === 'import') {
      const until = Date.now() + IMPORT_MS_MAX;
      while (Date.now() < until && this.imports.underWay(strike.at) && this.imports.movedAfter(strike.at) === undefined)
        await sleep(100);
    }
    return readyIn(strike);
  }

  private async ready(strike: Strike): Promise<void> {
    const patience = new Patience(READY_MS_MAX);
    while (!(await this.product.isReady())) {
      if (patience.isOver) {
        this.findings.mismatch(`not ready ${READY_MS_MAX / 1000} s after ${strike.kills.join(' and ')} was killed`);
        return;
      }
      await sleep(50);
    }
    strike.readyMs = Date.now() - strike.at;
  }

  /** Fills in what clients saw of each strike, unless the next strike came first. */
  measure(): void {
    const entries = [...this.gateway.journal.values()];
    for (const [index, strike] of this.strikes.entries()) {
      const end = this.strikes[index + 1]?.at ?? Number.POSITIVE_INFINITY;
      const answers = entries.flatMap(({ sentAt, answeredAt }) =>
        sentAt >= strike.at && answeredAt !== undefined && answeredAt < end ? [answeredAt] : [],
      );
      if (answers.length > 0) strike.commandMs = answers.reduce((a, b) => Math.min(a, b)) - strike.at;
      const moved = this.imports.underWay(strike.at) ? this.imports.movedAfter(strike.at) : undefined;
      if (moved !== undefined && moved < end) strike.importMs = moved - strike.at;
    }
  }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const readyIn = ({ readyMs }: Strike): string => (readyMs === undefined ? 'not ready' : `ready in ${seconds(readyMs)}`);
