import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { SandboxState } from '../../src/kernel/declaration/sandbox';
import { MemoryWatch, median, p95, timesOf } from './measure';
import { besideOthers, type NeighbourPace, type NeighbourResult } from './neighbours';
import { programs, residentMb, startProgram } from './program';
import { RAISED, type Services } from './services';
import { mint, openBenchPlatform, openStore, run } from './stores';

export interface WorkspacePace {
  readonly rounds: number;
  readonly execs: number;
  /** Commands that write 200 MB each. */
  readonly floods: number;
  readonly beside: NeighbourPace;
}

/** One driver, all in ms. */
export interface WorkspaceResult {
  readonly driver: string;
  /** Time of a command beyond a plain spawn, p95. */
  readonly execMs: number;
  readonly spawnMs: number;
  /** 200 commands at once in 25 workspaces, each asked again while there is no room, p95. */
  readonly crowdMs: number;
  readonly writeMs: number;
  readonly readMs: number;
  readonly coldMs: number;
  readonly backupMs: number;
  readonly restoreMs: number;
  /** The growth of the API or the program, whichever is larger, while commands write 200 MB each; undefined where there is no /proc. */
  readonly floodMb: number | undefined;
  readonly floods: number;
  /** A price change beside 50 workspaces that run commands all the time. */
  readonly beside: NeighbourResult;
}

const CROWD = { workspaces: 25, each: 8 };
const FILES = 5_000;
const FLOOD_BYTES = 200_000_000;
const BUSY = 50;
const MIB = 1024 * 1024;

/** Commands, files and backups in sandboxes, by each driver that works here. */
export async function measureWorkspaces(services: Services, pace: WorkspacePace): Promise<readonly WorkspaceResult[]> {
  const url = await services.createDatabase('bench_workspaces');
  await services.startImporting(url, 1);
  const platform = await openBenchPlatform(url, services);
  const api = await services.startApi(url, [], programs.api, RAISED);
  const { storeId } = await openStore(platform, 'Ölçüm');
  const scopes = ['sandbox:use', 'design:write'];
  const token = await mint(platform, storeId, { kind: 'developer', label: 'Çalışma', scopes });
  const http = new Pool(api.origin, { connections: CROWD.workspaces * CROWD.each });
  const create = async (): Promise<string> => {
    const { body } = await run(platform, storeId, 'workspace.create', { name: 'Ölçüm', kind: 'developer' });
    return (body as { workspace: { id: string } }).workspace.id;
  };
  const stateOf = async (workspaceId: string): Promise<string | undefined> => {
    const [row] = await platform.database
      .reader(storeId)
      .query<{ state: string }>('SELECT state FROM workspace_sandbox WHERE store_id = $1 AND workspace_id = $2', [
        storeId,
        workspaceId,
      ]);
    return row?.state;
  };
  const refresh = async (workspaceId: string): Promise<void> => {
    await run(platform, storeId, 'workspaces.refresh', { workspaceId });
    while ((await stateOf(workspaceId)) !== 'cold') await sleep(50);
  };
  const results: WorkspaceResult[] = [];
  try {
    for (const driver of ['bubblewrap', 'builtin']) {
      const sandbox = await services.keep(
        startProgram(programs.sandbox, { env: { ...services.sandboxEnvironment(), TEZGAH_SANDBOX: driver } }),
      );
      if ((sandbox.facts as unknown as SandboxState).driver === driver) {
        const ask: Ask = { ...askingAt(http, token), create, refresh };
        const found = await measured(ask, pace);
        const floodMb = await grownBy([api.pid, sandbox.pid], () => flooded(ask, pace.floods));
        const others = await Promise.all(Array.from({ length: BUSY }, async () => busyIn(ask, await create())));
        const beside = await besideOthers(api.origin, platform, storeId, others, pace.beside);
        results.push({ driver, ...found, floodMb, floods: pace.floods, beside });
      }
      await sandbox.stop();
    }
  } finally {
    await http.close();
    await platform.close();
  }
  return results;
}

interface Ask extends ReturnType<typeof askingAt> {
  create(): Promise<string>;
  /** Resolves when the workspace is cold. */
  refresh(workspaceId: string): Promise<void>;
}

function askingAt(http: Pool, token: string) {
  /** @returns undefined: there is no room just now */
  const once = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await http.request({
      method,
      path,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.body.text();
    if (answer.statusCode === 429 || answer.statusCode === 503) return undefined;
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${text.slice(0, 300)}`);
    // biome-ignore lint/suspicious/noExplicitAny: each answer has a shape of its own
    return JSON.parse(text) as any;
  };
  const ask = async (...asked: Parameters<typeof once>) => {
    for (;;) {
      const answer = await once(...asked);
      if (answer !== undefined) return answer;
      await sleep(50);
    }
  };
  return {
    ask,
    async exec(ws: string, command: string) {
      const { exitCode, stderr } = await ask('POST', `/v1/workspaces/${ws}/exec`, { command, cwd: '/workspace' });
      if (exitCode !== 0) throw new Error(`${command}: ${exitCode} ${stderr}`);
    },
  };
}

async function measured({ ask, create, refresh, exec }: Ask, { rounds, execs }: WorkspacePace) {
  const cold: number[] = [];
  let ws = '';
  for (let round = -1; round < rounds; round += 1) {
    ws = await create();
    const ms = await timed(() => exec(ws, 'true'));
    if (round >= 0) cold.push(ms);
  }
  const spawned = await timesOf(1, execs, () => once(spawn('true'), 'exit'));
  const run = await timesOf(1, execs, () => exec(ws, 'true'));
  const text = 'k'.repeat(MIB - 1);
  const file = `/v1/workspaces/${ws}/file?path=${encodeURIComponent('/workspace/buyuk.txt')}`;
  const written = await timesOf(1, execs / 3, () => ask('PUT', file, { data: text }));
  const read = await timesOf(1, execs / 3, () => ask('GET', file));
  await exec(ws, `rm buyuk.txt; mkdir -p dosyalar; for i in $(seq ${FILES}); do echo $i > dosyalar/$i; done`);
  const [backups, restores]: [number[], number[]] = [[], []];
  for (let round = -1; round < rounds; round += 1) {
    const backup = await timed(() => ask('POST', `/v1/workspaces/${ws}/backup`, {}));
    await refresh(ws);
    const restore = await timed(() => exec(ws, `test -f dosyalar/${FILES}`));
    if (round < 0) continue;
    backups.push(backup);
    restores.push(restore);
  }
  const crowd = await Promise.all(Array.from({ length: CROWD.workspaces }, create));
  await Promise.all(crowd.map((each) => exec(each, 'true')));
  const all = await Promise.all(
    crowd.flatMap((each) => Array.from({ length: CROWD.each }, () => timed(() => exec(each, 'true')))),
  );
  return {
    execMs: p95(run) - p95(spawned),
    spawnMs: p95(spawned),
    crowdMs: p95(all),
    writeMs: p95(written),
    readMs: p95(read),
    coldMs: median(cold),
    backupMs: median(backups),
    restoreMs: median(restores),
  };
}

/** Commands of which each writes far more than is kept. Who has too little memory for that is ended, which is an answer. */
async function flooded({ ask, create }: Ask, floods: number): Promise<void> {
  const workspaces = await Promise.all(Array.from({ length: CROWD.workspaces }, create));
  const flood = (at: number) =>
    ask('POST', `/v1/workspaces/${workspaces[at % workspaces.length]}/exec`, {
      command: `head -c ${FLOOD_BYTES} /dev/zero`,
      timeoutSeconds: 300,
    });
  await Promise.all(Array.from({ length: floods }, (_, at) => flood(at)));
}

/** By how many MB the process grew at most that grew most. The floods come once before: what the first brings stays. */
async function grownBy(pids: readonly number[], work: () => Promise<void>): Promise<number | undefined> {
  await work();
  const watches = pids.map((pid) => ({ before: residentMb(pid), watch: new MemoryWatch([pid]) }));
  await work();
  const grown = watches.flatMap(({ before, watch }) => {
    const most = watch.stop();
    return before === undefined || most === undefined ? [] : [most - before];
  });
  return grown.length === 0 ? undefined : Math.max(...grown);
}

/** @returns a call that runs commands in a workspace for a while, and counts them */
const busyIn =
  ({ exec }: Ask, workspaceId: string) =>
  async (forMs: number): Promise<number> => {
    let commands = 0;
    for (const until = performance.now() + forMs; performance.now() < until; commands += 1)
      await exec(workspaceId, 'echo x > x && cat x');
    return commands;
  };

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}
