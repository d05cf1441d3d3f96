import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { channelSchedules } from '../../src/channel/schedules';
import { signalTo, sleep } from '../../src/embedded/process';
import { nextRunOf } from '../../src/kernel/declaration/next-run';
import { patient } from '../world/patience';
import type { Findings } from './findings';
import type { Imports } from './imports';
import type { Outside } from './outside';
import type { Product } from './product';
import type { Random } from './random';
import type { SecondMachine } from './second';

const EXTENSION = 'trendyol';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The waits of the marketplace between two tries are no longer than the shortest leap, so all that waits there is due behind each. */
const LEAP_MINUTES = { least: 20, most: 50 };
/** Between two leaps time goes by as it does. */
const PAUSE_MS = { least: 1_500, most: 3_500 };
/** So long all stands still while the clocks are put forward. */
const STILL_MS = 120;
const READY_MS_MAX = patient(60_000);
/** The weather changes each so many leaps, and the marketplace is away for a while as often. */
const WEATHER_LEAPS = 8;
const OUTAGE_LEAPS = 2;

/** Postgres tells the time that the product lives in: its functions are ahead by a setting, which a file states. */
const PUT_AHEAD = `
  SET allow_system_table_mods = on;
  CREATE FUNCTION pg_catalog.clock_as_it_is() RETURNS timestamptz LANGUAGE internal VOLATILE PARALLEL SAFE AS 'clock_timestamp';
  UPDATE pg_proc SET prolang = (SELECT oid FROM pg_language WHERE lanname = 'sql'), proisstrict = false,
    prosrc = CASE proname WHEN 'now' THEN 'SELECT pg_catalog.transaction_timestamp()' ELSE 'SELECT pg_catalog.clock_as_it_is()' END
      || ' + coalesce(current_setting(''leap.ms'', true), ''0'')::float8 * interval ''1 ms'''
  WHERE pronamespace = 'pg_catalog'::regnamespace AND proname IN ('now', 'clock_timestamp')`;

/**
 * Days that pass in minutes. Time goes by as it does, and leaps ahead every few seconds: for the product, for Postgres and for all who are
 * outside. Rounds that became due in a leap run behind it. Nobody waits for what a machine or a network needs, so those
 * waits are not shortened.
 */
export class Days {
  /** Milliseconds by which all clocks are ahead. */
  ahead = 0;
  leaps = 0;
  private readonly began = Date.now();
  outages = 0;
  /** Leaps in which a round became due, by the name of the round. */
  readonly rounds: Record<string, number> = {};
  private stopped = false;

  private readonly folder = mkdtempSync(path.join(os.tmpdir(), 'tezgah-days-'));

  constructor(private readonly random: Random) {
    this.state();
  }

  /** Names the settings that the programs of the product are started with. */
  get environment(): Record<string, string> {
    const clock = path.join(__dirname, 'leaping-clock.js');
    return { NODE_OPTIONS: `--require ${clock}`, TEZGAH_CHAOS_LEAPS: this.file };
  }

  /** The clock of those who are outside. */
  readonly now = (): number => Date.now() + this.ahead;

  /** The file states how far the clocks are ahead. */
  private get file(): string {
    return path.join(this.folder, 'leaps');
  }

  /** Ends all leaps; the one that is under way comes to its end. */
  stop(): void {
    this.stopped = true;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Puts Postgres under the same clock. What has planned its statements before is started anew. */
  async prepare(product: Product): Promise<void> {
    await product.sql((query) => query(PUT_AHEAD));
    await product.killSupervisor(0);
    await product.ready(READY_MS_MAX);
  }

  /** Tells which part of so many days has passed, 0 … 1. */
  passed = (days: number): number => Math.min(1, this.ahead / (days * DAY_MS));

  /** @param world whose clocks leap @param days until so many have passed */
  async run(world: Leaping, days: number, say: (line: string) => void): Promise<void> {
    while (this.passed(days) < 1 && !this.stopped) {
      if (this.leaps % WEATHER_LEAPS === 0) await this.change(world);
      else if (this.leaps % WEATHER_LEAPS === OUTAGE_LEAPS) await world.imports.perform(this.fair(world));
      await this.leap(world, this.random.int(LEAP_MINUTES.least, LEAP_MINUTES.most) * MINUTE_MS);
      if (this.leaps % 20 === 0) say(`${(this.ahead / DAY_MS).toFixed(2)} days have passed in ${this.leaps} leaps`);
      await sleep(this.random.int(PAUSE_MS.least, PAUSE_MS.most));
    }
  }

  /** Holds that orders came through all of the days, by the clocks of the product and of Postgres. */
  async check(product: Product, findings: Findings, days: number): Promise<void> {
    const [span] = await product.sql((query) =>
      query<{ orders: string; audits: string }>(
        `SELECT extract(epoch FROM max(created_at) - min(created_at)) * 1000 AS orders,
           (SELECT extract(epoch FROM max(at) - min(at)) * 1000 FROM audit_row WHERE store_id = $1 AND at > $2) AS audits
         FROM store_order WHERE store_id = $1 AND external_number IS NOT NULL AND created_at > $2`,
        [product.run?.storeId, new Date(this.began)],
      ),
    );
    for (const [what, ms] of Object.entries(span ?? {}))
      if (Number(ms) < 0.9 * days * DAY_MS)
        findings.mismatch(`${what} are spread over ${(Number(ms) / DAY_MS).toFixed(2)} days, and ${days} have passed`);
  }

  /** The marketplace is away for some leaps; behind that it misbehaves in another way. */
  private async change({ imports, products }: Leaping): Promise<void> {
    this.outages += 1;
    const faults = this.random.chance(0.5) ? { down: true } : { serverError: { rate: 1, status: 503 as const } };
    await imports.perform({ products, faults, posts: this.posts(), jobs: [] });
  }

  private fair({ products }: Leaping): Parameters<Imports['perform']>[0] {
    const { random } = this;
    const faults = {
      slowAnswer: { rate: 0.3, delayMs: 200 },
      ...(random.chance(0.6) ? { lostAnswer: { rate: 0.04 } } : {}),
      ...(random.chance(0.6) ? { throttleStorm: { rate: 0.08 } } : {}),
      ...(random.chance(0.4) ? { serverError: { rate: 0.04, status: 503 as const } } : {}),
      ...(random.chance(0.3) ? { malformedBody: { rate: 0.03 } } : {}),
    };
    return { products, faults, posts: this.posts(), jobs: [] };
  }

  private posts() {
    const { random } = this;
    const postAfterMs = random.pick([0, 0, 3_000, 15_000]);
    return { copies: random.int(1, 3), otherBytes: random.chance(0.5), postAfterMs };
  }

  /** All of the product stands still while its clocks are put forward, as a machine that slept. */
  private async leap({ product, second, outside }: Leaping, ms: number): Promise<void> {
    // A program that starts would believe that it had no time left.
    await product.ready(READY_MS_MAX);
    const from = this.now();
    const programs = [product.part('api')?.pid, product.part('worker')?.pid, ...second.pids].filter((pid) => !!pid);
    for (const pid of programs) signalTo(pid as number, 'SIGSTOP');
    // The clocks outside leap first: nobody here believes that a window of theirs is over before it is.
    this.ahead += ms;
    this.leaps += 1;
    this.state();
    this.tellPostgres(product);
    await sleep(STILL_MS);
    for (const pid of programs) signalTo(pid as number, 'SIGCONT');
    await outside.hurry();
    this.countDue(product, from, this.now());
  }

  private state(): void {
    writeFileSync(`${this.file}.new`, String(this.ahead));
    renameSync(`${this.file}.new`, this.file);
  }

  private tellPostgres(product: Product): void {
    // The last line counts.
    const settings = path.join(product.dataFolder, 'postgres', 'cluster', 'postgresql.auto.conf');
    appendFileSync(settings, `leap.ms = '${this.ahead}'\n`);
    const postgres = product.part('postgres');
    if (postgres) signalTo(postgres.pid, 'SIGHUP');
  }

  /** Counts the rounds that became due: the worker asks for them behind the leap. */
  private countDue({ run }: Product, from: number, to: number): void {
    const storeId = run?.storeId;
    if (!storeId) return;
    for (const { name, concerns, spec } of channelSchedules)
      if (concerns(EXTENSION) && nextRunOf(spec(storeId, EXTENSION), from).getTime() <= to)
        this.rounds[name] = (this.rounds[name] ?? 0) + 1;
  }
}

/** Holds everybody whose clock leaps. */
interface Leaping {
  readonly product: Product;
  readonly second: SecondMachine;
  readonly outside: Outside;
  readonly imports: Imports;
  readonly products: number;
}
