import { isDeepStrictEqual } from 'node:util';
import { sleep } from '../../src/embedded/process';
import type { Faults } from '../../src/simulator/kit/faults';
import { Patience } from '../world/patience';
import type { Findings } from './findings';
import type { Call, Gateway } from './gateway';
import type { Outside } from './outside';
import type { Random } from './random';

interface JobPlan {
  readonly mode: 'preview' | 'import';
  /** After the act began. */
  readonly afterMs: number;
  /** After the job began; null: never. */
  readonly cancelAfterMs: number | null;
}

/** One act of the marketplace: its size then, how it misbehaves, and the jobs that meet it. */
export interface Act {
  readonly products: number;
  readonly faults: Faults;
  /** How it posts its news. */
  readonly posts: Posts;
  readonly jobs: readonly JobPlan[];
}

interface Posts {
  /** How many of each post come at once. */
  readonly copies: number;
  readonly otherBytes: boolean;
  readonly postAfterMs: number;
}

const promptPosts: Posts = { copies: 1, otherBytes: false, postAfterMs: 0 };

/** Rows that are an error of their own, and come as they should the next time. */
const POISONS = ['nul', 'surrogate', 'nullRow', 'nullVariant', 'textForNumber'] as const;

/** Of an import that has nothing to do, and fetches no pictures. */
const none = {
  total: 0,
  done: 0,
  created: 0,
  updated: 0,
  pictures: 0,
  picturesFetched: 0,
  picturesFailed: 0,
  picturesElsewhere: 0,
  begunAnew: 0,
  failed: 0,
};

const one: JobPlan = { mode: 'import', afterMs: 0, cancelAfterMs: null };

/** The catalog grows from act to act, so that each import has something to create; the last act brings all of it. */
export function planActs(count: number, products: number, random: Random): Act[] {
  const pages = Math.ceil(products / 100);
  return Array.from({ length: count }, (_, index): Act => {
    const jobs: JobPlan[] = {
      single: () => [one],
      sequence: () => [
        { ...one, mode: 'preview' as const },
        { ...one, afterMs: random.int(2_000, 5_000) },
      ],
      overlap: () => [one, { ...one, afterMs: random.int(100, 3_000) }],
      mixed: () => [one, { ...one, mode: 'preview' as const, afterMs: random.int(100, 2_000) }],
      cancelled: () => [
        { ...one, cancelAfterMs: random.int(300, 4_000) },
        { ...one, afterMs: random.int(500, 6_000) },
      ],
    }[random.pick(['single', 'sequence', 'overlap', 'mixed', 'cancelled'] as const)]();
    // Slow enough that kills find it at work.
    const delayMs = Math.min(800, Math.max(100, Math.round(7_500 / pages)));
    const last = index === count - 1;
    const faults: Faults = {
      slowAnswer: { rate: 1, delayMs },
      ...(random.chance(0.4) ? { lostAnswer: { rate: 0.04 } } : {}),
      ...(random.chance(0.3) ? { throttleStorm: { rate: 0.1 } } : {}),
      ...(random.chance(0.3) ? { serverError: { rate: 0.04, status: 503 as const } } : {}),
      ...(random.chance(0.2) ? { malformedBody: { rate: 0.03 } } : {}),
      ...(random.chance(0.3) ? { silence: { rate: 0.02 } } : {}),
      ...(random.chance(0.6) && !last ? { hostilePage: { rate: 0.3, kind: random.pick(POISONS) } } : {}),
    };
    const posts: Posts = {
      copies: random.int(1, 3),
      otherBytes: random.chance(0.5),
      postAfterMs: random.pick([0, 0, 3_000, 15_000]),
    };
    return {
      products: Math.ceil((products * (index + 1)) / count),
      faults,
      posts,
      jobs: last ? [one, ...jobs] : jobs,
    };
  });
}

/** What was seen of a job at one moment. */
export interface Sighting {
  readonly askedAt: number;
  readonly at: number;
  readonly jobId: string;
  readonly done: number;
  readonly finished: boolean;
}

interface SeenJob {
  readonly id: string;
  readonly mode: string;
  readonly state: string;
  readonly progress: { total: number | null; done: number; created: number; updated: number; failed: number };
}

const EXTENSION = '/v1/channel/trendyol';
/** A job whose counters stand still for so long, with everything up, is stuck. */
const STUCK_MS = 150_000;

/** Runs the acts, watches every job to its end, and keeps the marketplace as the act wants it, restarts included. */
export class Imports {
  readonly jobs: SeenJob[] = [];
  readonly sightings: Sighting[] = [];
  /** Jobs that may have met rows that nobody can read. */
  readonly poisoned = new Set<string>();
  /** Acts that have begun. */
  begun = 0;
  private readonly keys: Random;
  private readonly picks: Random;
  private weather: Act | undefined;
  private isAway = false;
  /** How the marketplace posts by now; it is never killed itself. */
  private manner = promptPosts;

  constructor(
    private readonly gateway: Gateway,
    private readonly findings: Findings,
    random: Random,
    private readonly outside: Outside,
    /** False: the marketplace behaves, and nobody waits. */
    private readonly disturbed: boolean,
  ) {
    this.keys = random.fork('keys of imports');
    this.picks = random.fork('picks of imports');
  }

  /** @param begins settles when an act may begin */
  async run(acts: readonly Act[], begins: (index: number) => Promise<void>): Promise<void> {
    const stop = new AbortController();
    const weathering = this.keepWeather(stop.signal);
    try {
      for (const [index, act] of acts.entries()) {
        await begins(index);
        this.begun = index + 1;
        await this.perform(act);
      }
    } finally {
      stop.abort();
      await weathering;
    }
  }

  async perform(act: Act): Promise<void> {
    this.weather = act;
    await this.applyWeather(act);
    await Promise.all(act.jobs.map((job) => this.watch(job)));
  }

  /** The marketplace answers nobody for a while, as when it is worked on. */
  async goAway(ms: number): Promise<void> {
    this.isAway = true;
    if (this.weather) await this.applyWeather(this.weather);
    await sleep(ms);
    this.isAway = false;
    if (this.weather) await this.applyWeather(this.weather);
  }

  /** The marketplace behaves from now on. */
  calmDown(products: number): Promise<void> {
    this.isAway = false;
    this.weather = { products, faults: {}, posts: promptPosts, jobs: [] };
    return this.applyWeather(this.weather);
  }

  /** Nothing may be left for it to do. */
  async importAgain(products: number): Promise<void> {
    await this.calmDown(products);
    const job = await this.watch({ ...one });
    this.findings.expectEqual(
      'an import of what is there already',
      [job?.state, job?.progress],
      ['succeeded', { ...none, total: products, done: products }],
    );
  }

  /** Was a job between its first and its last page then? */
  underWay(at: number): boolean {
    const before = new Map<string, Sighting>();
    for (const sighting of this.sightings) if (sighting.at <= at) before.set(sighting.jobId, sighting);
    return [...before.values()].some(({ finished }) => !finished);
  }

  /** When a job was first seen to have gone on, compared with what the first question after that moment showed. */
  movedAfter(at: number): number | undefined {
    const first = new Map<string, number>();
    for (const { askedAt, at: seenAt, jobId, done, finished } of this.sightings) {
      if (askedAt < at) continue;
      const known = first.get(jobId);
      if (known === undefined) first.set(jobId, done);
      else if (done > known || finished) return seenAt;
    }
    return undefined;
  }

  private async watch({ mode, afterMs, cancelAfterMs }: JobPlan): Promise<SeenJob | undefined> {
    if (this.disturbed) await sleep(afterMs);
    const call = this.callOf('channel.catalog.pull', `${EXTENSION}/catalog/pull`, { mode });
    const { status, body } = await this.gateway.call(call);
    if (status !== 202) return undefined;
    const { id } = body as SeenJob;
    if (this.disturbed && this.weather?.faults.hostilePage) this.poisoned.add(id);
    const cancelled = cancelAfterMs === null ? undefined : this.cancelAfter(id, cancelAfterMs);
    let before: SeenJob['progress'] = none;
    const patience = new Patience(STUCK_MS);
    for (;;) {
      const askedAt = Date.now();
      const job = (await this.gateway.read(`${EXTENSION}/jobs/${id}`)) as SeenJob;
      const finished = ['succeeded', 'failed', 'cancelled'].includes(job.state);
      const { progress } = job;
      this.sightings.push({ askedAt, at: Date.now(), jobId: id, done: progress.done, finished });
      for (const counter of ['done', 'created', 'updated', 'failed'] as const) {
        if (progress[counter] < before[counter])
          this.findings.mismatch(`${counter} of job ${id} went back from ${before[counter]} to ${progress[counter]}`);
      }
      // Once all is written, its pictures are fetched.
      if (!isDeepStrictEqual(progress, before)) patience.renew();
      before = progress;
      if (finished || patience.isOver) {
        if (!finished)
          this.findings.mismatch(`job ${id} is stuck: ${JSON.stringify({ state: job.state, ...progress })}`);
        await cancelled;
        this.jobs.push(job);
        return job;
      }
      await sleep(this.picks.int(150, 350));
    }
  }

  private async cancelAfter(jobId: string, ms: number): Promise<void> {
    await sleep(ms);
    const call = this.callOf('channel.jobs.cancel', `${EXTENSION}/jobs/${jobId}/cancel`, {});
    await this.gateway.call({ ...call, mayRefuse: ['invalid_state'] });
  }

  private callOf(name: string, path: string, payload: Call['payload']): Call {
    return { by: 'developer', name, key: this.keys.ulid(), path, payload };
  }

  /** A restarted simulator has forgotten what it was told. */
  private async keepWeather(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (this.weather) await this.applyWeather(this.weather).catch(() => {});
      await sleep(100, undefined, { signal }).catch(() => {});
    }
  }

  private async applyWeather({ products, faults, posts }: Act): Promise<void> {
    for (;;) {
      const url = this.outside.origin;
      try {
        const catalog = (await ask('GET', `${url}/__simulator/catalog`)) as { products: number };
        const current = await ask('GET', `${url}/__simulator/faults`);
        const wanted = this.disturbed ? { ...faults, ...(this.isAway ? { down: true } : {}) } : {};
        const manner = this.disturbed ? posts : promptPosts;
        if (!isDeepStrictEqual(this.manner, manner)) await this.outside.posts(manner);
        this.manner = manner;
        if (catalog.products !== products) await ask('PUT', `${url}/__simulator/catalog`, { products });
        if (JSON.stringify(current) !== JSON.stringify(wanted)) await ask('PUT', `${url}/__simulator/faults`, wanted);
        return;
      } catch {
        await sleep(50);
      }
    }
  }
}

async function ask(method: string, url: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(2_000),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
