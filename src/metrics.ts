import { Gauge, Registry } from 'prom-client';
import { countSandboxes } from './access/sandbox/store';
import { livingStates } from './access/sandbox/table';
import { countOpenJobs } from './channel/job/open-store';
import type { Config } from './config';
import { healthOf } from './health';
import { backlogOf } from './health-store';
import { counted } from './kernel/metrics';
import { collectNodeMetrics } from './kernel/process/node-metrics';
import type { Platform } from './platform';
import { type MetricsListener, startMetrics } from './surfaces/metrics';

/** Opens `GET /metrics` of a process where the settings want it. */
export async function listenForMetrics(platform: Platform, config: Config): Promise<MetricsListener | undefined> {
  const { metricsHost: host, metricsPort: port, metricsToken: token } = config;
  return port === undefined ? undefined : startMetrics({ host, port, token, read: metricsOf(platform, config) });
}

/** How long Postgres has for what is asked at a reading, in ms: who reads must hear what else is known while it is away. */
const ASKED_MS_MAX = 2_000;

/**
 * Reads all that a process tells of itself, in the text form of Prometheus: its counts, the state of Node, and the present facts of the
 * database and the health. The last are the same for every process of an installation: queries take their maximum.
 */
function metricsOf(platform: Platform, config: Config): () => Promise<string> {
  const current = new Registry();
  collectNodeMetrics(current);
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    collect: (set: Set<Label>) => unknown,
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [current],
      async collect() {
        // The numbers of the last reading are not told again when nobody answers.
        this.reset();
        if (labelNames.length === 0) this.remove();
        await withinBound(collect((labels, value) => this.set(labels, value)));
      },
    });
  const { database } = platform;
  const { ask } = healthOf(platform, config);
  gauge('tezgah_part_up', 'Parts of the health: 1 ok, 0 late or failing.', ['part'], async (set) => {
    for (const [part, state] of Object.entries((await ask()).parts)) set({ part }, state === 'ok' ? 1 : 0);
  });
  gauge('tezgah_outbox_waiting', 'Effects that wait for their delivery to Temporal.', [], async (set) =>
    set({}, (await backlogOf(database.system)).waiting),
  );
  gauge('tezgah_outbox_oldest_seconds', 'How long the oldest effect has waited.', [], async (set) =>
    set({}, (await backlogOf(database.system)).oldestSeconds),
  );
  gauge('tezgah_jobs_open', 'Marketplace jobs that have not ended.', ['kind', 'state'], async (set) => {
    for (const { kind, state, jobs } of await countOpenJobs(database.system)) set({ kind, state }, jobs);
  });
  const { sandbox } = platform.services;
  gauge(
    'tezgah_sandboxes',
    'Sandboxes of workspaces that are not archived, by the host that has their files; empty: none has.',
    ['state', 'host'],
    async (set) => {
      const counted = await countSandboxes(database.system);
      const hosts = new Set(['', ...(await sandbox.states()).map(({ host }) => host)]);
      // A state in which none is counts as 0: an alert sees the first one come.
      for (const host of hosts) for (const state of livingStates) set({ state, host }, 0);
      for (const { host, state, sandboxes } of counted) set({ state, host: host ?? '' }, sandboxes);
    },
  );
  gauge('tezgah_sandbox_host_up', 'Hosts of sandboxes: 1 commands can run, 0 they cannot.', ['host'], async (set) => {
    for (const { host, driver } of await sandbox.states()) set({ host }, driver === null ? 0 : 1);
  });
  gauge(
    'tezgah_sandboxes_full',
    'Folders of workspaces that were full when they were counted last.',
    ['host'],
    async (set) => {
      const [disks, states] = await Promise.all([sandbox.disks(), sandbox.states()]);
      for (const { host, driver } of states)
        if (driver !== null) set({ host }, disks.filter((disk) => disk.host === host && disk.isFull).length);
    },
  );
  gauge(
    'tezgah_database_connections',
    'Connections to Postgres of this process, and calls that wait for one.',
    ['state'],
    (set) => {
      for (const [state, connections] of Object.entries(database.poolUse)) set({ state }, connections);
    },
  );
  const all = Registry.merge([counted, current]);
  return () => all.metrics();
}

type Set<Label extends string> = (labels: Partial<Record<Label, string>>, value: number) => void;

/** Waits for an answer within the bound, and leaves out one that fails or takes too long. */
async function withinBound(asked: unknown): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ASKED_MS_MAX);
  });
  await Promise.race([Promise.resolve(asked).catch(() => {}), late]).finally(() => clearTimeout(timer));
}
