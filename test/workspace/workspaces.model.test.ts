// tier: all
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { newUlid } from '../../src/kernel/ids';
import { SandboxClient } from '../../src/sandbox/client';
import { socketOf } from '../../src/sandbox/wire';
import { KEPT_MS } from '../../src/workspace/life/contract';
import { lookAt } from '../../src/workspace/life/look';
import { reapDisks } from '../../src/workspace/life/sweep';
import { startCompiledSandbox } from '../sandbox/compiled-sandbox';
import { passableFolder } from '../sandbox/passable';
import { type OwnerSession, openSite, type Site } from '../surfaces/site';
import { runsOf } from '../world/runs';

type Driver = 'bubblewrap' | 'builtin';
/** Bytes of each file in base64. */
type Files = ReadonlyMap<string, string>;

const NAMES = ['bir', 'iki', 'ğü', 'dört'] as const;
const LOST_OR_COMES_AGAIN = [409, 502, 503];
const base64 = (text: string): string => Buffer.from(text).toString('base64');

interface Model {
  files: Map<string, string>;
  /** Files of the last backup; undefined: there is none. */
  saved: Files | undefined;
  /** A command or a write came behind the last backup. */
  unsaved: boolean;
}

/** How often each act was done: a model that meets nothing proves nothing. */
const met = new Map<string, number>();
const count = (name: string): void => void met.set(name, (met.get(name) ?? 0) + 1);

/** A site and a program `sandbox` that is killed. */
class Machine {
  private constructor(
    readonly site: Site,
    readonly owner: OwnerSession,
    private readonly driver: Driver,
    private readonly folder: string,
    private program: Awaited<ReturnType<typeof startCompiledSandbox>>,
  ) {}

  static async open(driver: Driver): Promise<Machine> {
    const folder = await passableFolder('model');
    const program = await startCompiledSandbox(folder, driver);
    const site = await openSite({
      sandbox: new SandboxClient(socketOf(folder)),
      environment: { TEZGAH_THROTTLE_PER_MINUTE: '1000000' },
    });
    return new Machine(site, await site.session(), driver, folder, program);
  }

  get isMissing(): boolean {
    return this.program.state.driver === null;
  }

  async killed(): Promise<void> {
    await this.program.kill();
    this.program = await startCompiledSandbox(this.folder, this.driver);
  }

  async disks(workspaceId: string): Promise<string[]> {
    const ofStore = path.join(this.folder, 'disks', this.site.world.storeId);
    const names = await readdir(ofStore).catch(() => []);
    return names.filter((name) => name.startsWith(`${workspaceId}-`)).map((name) => path.join(ofStore, name));
  }

  async close(): Promise<void> {
    await this.program.kill();
    await this.site.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** A workspace as its owner and its agent see it. */
class Real {
  private constructor(
    readonly machine: Machine,
    readonly ws: string,
    private readonly token: string,
  ) {}

  static async begin(machine: Machine): Promise<Real> {
    const { site, owner: session } = machine;
    const { body } = await site.call('POST', '/v1/workspaces', { session, body: { name: newUlid() } });
    return new Real(machine, body.workspace.id, body.token);
  }

  private agent(method: string, at: string, more: object = {}) {
    return this.machine.site.call(method, `/v1/workspaces/${this.ws}${at}`, { token: this.token, ...more });
  }

  write(name: string, data: string) {
    return this.agent('PUT', `/file?path=${encodeURIComponent(`m/${name}`)}`, { body: { data, encoding: 'base64' } });
  }

  exec(command: string, key?: string) {
    const headers = key ? { headers: { 'Idempotency-Key': key } } : {};
    const body = { command: `mkdir -p /workspace/m && cd /workspace/m && { ${command}; }` };
    return this.agent('POST', '/exec', { body, ...headers });
  }

  backup() {
    return this.agent('POST', '/backup');
  }

  async refresh(): Promise<void> {
    const { site, owner: session } = this.machine;
    await site.call('POST', `/v1/workspaces/${this.ws}/refresh`, { session, body: {} });
  }

  archive() {
    const { site, owner: session } = this.machine;
    const { storeId } = site.world;
    const call = {
      command: 'workspace.archive',
      storeId,
      payload: { workspaceId: this.ws },
      idempotencyKey: newUlid(),
    };
    return site.call('POST', '/v1/commands', { session, body: call });
  }

  /** Does what the workflow does until it rests or waits. Another try follows one that failed, as there. */
  async looked(idleMs?: number): Promise<void> {
    const { platform, storeId } = this.machine.site.world;
    const input = { storeId, workspaceId: this.ws, ...(idleMs !== undefined && { idleMs }) };
    for (let tries = 0; tries < 20; tries += 1) {
      const looked = await lookAt(platform, input).catch(() => sleep(200));
      if (looked && (looked.rests || looked.nextMs > 0)) return;
    }
    throw new Error('the sandbox does not come to rest');
  }

  async listed() {
    const { site, owner: session } = this.machine;
    const { body } = await site.call('GET', '/v1/workspaces?limit=100', { session });
    return body.items.find(({ id }: { id: string }) => id === this.ws);
  }

  /** Ids of the newest ones: a page shows no more. */
  async losses(): Promise<string[]> {
    const { site, owner: session } = this.machine;
    const { body } = await site.call('GET', `/v1/workspaces/${this.ws}/activity?limit=100`, { session });
    return body.items.filter(({ kind }: { kind: string }) => kind === 'loss').map(({ id }: { id: string }) => id);
  }

  async files(): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const name of NAMES) {
      const at = `/file?path=${encodeURIComponent(`m/${name}`)}`;
      let answer = await this.agent('GET', at);
      for (let tries = 0; LOST_OR_COMES_AGAIN.includes(answer.status) && tries < 50; tries += 1) {
        await sleep(200);
        answer = await this.agent('GET', at);
      }
      if (answer.status === 404) continue;
      expect(answer).toMatchObject({ status: 200 });
      found.set(name, answer.body.encoding === 'base64' ? answer.body.data : base64(answer.body.data));
    }
    return found;
  }
}

type Act =
  | { readonly do: 'write'; readonly name: string; readonly data: string }
  | { readonly do: 'copy' | 'move'; readonly name: string; readonly other: string }
  | { readonly do: 'append' | 'remove'; readonly name: string }
  | { readonly do: 'idle' | 'reap' | 'backup' | 'refresh' | 'kill' | 'lose' }
  | { readonly do: 'killCommand' | 'killBackup' | 'killRefresh'; readonly afterMs: number };

/** Does to the map what an act does to the files. @returns the same as a command of a shell */
function changeOf(act: Act, files: Map<string, string>): string | undefined {
  if (act.do === 'append') {
    const bytes = Buffer.from(files.get(act.name) ?? '', 'base64');
    files.set(act.name, Buffer.concat([bytes, Buffer.from('x\n')]).toString('base64'));
    return `echo x >> '${act.name}'`;
  }
  if (act.do === 'remove') {
    files.delete(act.name);
    return `rm -f '${act.name}'`;
  }
  if (act.do !== 'copy' && act.do !== 'move') return undefined;
  const bytes = files.get(act.name);
  if (bytes === undefined || act.name === act.other) return 'true';
  files.set(act.other, bytes);
  if (act.do === 'move') files.delete(act.name);
  return `${act.do === 'copy' ? 'cp' : 'mv'} '${act.name}' '${act.other}'`;
}

class Step implements fc.AsyncCommand<Model, Real> {
  constructor(private readonly act: Act) {}

  check(): boolean {
    return true;
  }

  async run(model: Model, real: Real): Promise<void> {
    count(this.act.do);
    await this.done(model, real);
    // What the product knows of its last backup says which files it holds.
    expect({ act: this.act, files: await real.files() }).toEqual({ act: this.act, files: model.files });
  }

  private async done(model: Model, real: Real): Promise<void> {
    const { act } = this;
    const { machine } = real;
    if (act.do === 'write') {
      expect(await real.write(act.name, act.data)).toMatchObject({ status: 200 });
      model.files.set(act.name, act.data);
      model.unsaved = true;
    } else if (act.do === 'append' || act.do === 'remove' || act.do === 'copy' || act.do === 'move') {
      const command = changeOf(act, model.files) as string;
      const key = newUlid();
      // The same key runs it once.
      for (const replayed of [false, true])
        expect(await real.exec(command, key)).toMatchObject({
          status: 200,
          body: { exitCode: 0, stderr: '', replayed },
        });
      model.unsaved = true;
    } else if (act.do === 'idle') {
      await real.looked(0);
      if (model.unsaved) this.saved(model);
    } else if (act.do === 'reap') {
      await reapDisks(machine.site.world.platform, new Date(Date.now() + KEPT_MS + 60_000));
    } else if (act.do === 'backup') {
      expect(await real.backup()).toMatchObject({ status: 200 });
      this.saved(model);
    } else if (act.do === 'refresh') {
      await real.refresh();
      await real.looked();
      expect(await real.listed()).toMatchObject({ sandbox: 'cold' });
      if (model.unsaved) this.saved(model);
    } else if (act.do === 'kill') await machine.killed();
    else if (act.do === 'lose') await this.lost(model, real);
    else if (act.do === 'killCommand') await this.killedCommand(model, real, act.afterMs);
    else if (act.do === 'killBackup' || act.do === 'killRefresh')
      await this.killedLife(model, real, act.do, act.afterMs);
  }

  private saved(model: Model): void {
    model.saved = new Map(model.files);
    model.unsaved = false;
  }

  /** All folders of the workspace go with their machine. */
  private async lost(model: Model, real: Real): Promise<void> {
    const before = await real.losses();
    const disks = await real.machine.disks(real.ws);
    await Promise.all(disks.map((disk) => rm(disk, { recursive: true, force: true })));
    await real.files();
    const told = (await real.losses()).filter((id) => !before.includes(id)).length;
    // The next loss tells again of work that an earlier one has told of.
    if (model.unsaved && disks.length > 0) {
      expect(told).toBe(1);
      count('told loss');
    } else expect(told).toBe(0);
    model.files = new Map(model.saved ?? []);
  }

  /** Each file is as it was or as the command makes it, in the order of the command. */
  private async killedCommand(model: Model, real: Real, afterMs: number): Promise<void> {
    const text = `k${newUlid()}\n`;
    const answer = real.exec(NAMES.map((name) => `printf '${text}' > '${name}'; sleep 0.1`).join('; '));
    await sleep(afterMs);
    await real.machine.killed();
    const { status } = await answer;
    expect([200, ...LOST_OR_COMES_AGAIN]).toContain(status);
    count(`killed command ${status}`);
    const found = await real.files();
    const isNew = NAMES.map((name) => found.get(name) === base64(text));
    // The file that was being written at that moment may be empty.
    const last = isNew.indexOf(false);
    for (const [at, name] of NAMES.entries()) {
      if (isNew[at]) expect(last === -1 || at < last).toBe(true);
      else if (!(at === last && found.get(name) === ''))
        expect([name, found.get(name)]).toEqual([name, model.files.get(name)]);
    }
    if (status === 200) expect(isNew).toEqual(NAMES.map(() => true));
    model.files = found;
    if (status !== 503 && status !== 409) model.unsaved = true;
  }

  private async killedLife(model: Model, real: Real, which: Act['do'], afterMs: number): Promise<void> {
    const before = (await real.listed()).lastBackup?.at;
    let act: Promise<unknown>;
    if (which === 'killRefresh') {
      await real.refresh();
      act = real.looked();
    } else act = real.backup();
    await sleep(afterMs);
    await real.machine.killed();
    await act.catch(() => {});
    await real.looked();
    if ((await real.listed()).lastBackup?.at !== before) this.saved(model);
  }

  toString(): string {
    return JSON.stringify(this.act);
  }
}

const name = fc.constantFrom(...NAMES);
const data = fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes).toString('base64'));
const afterMs = fc.integer({ min: 0, max: 600 });
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('write' as const), name, data }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('append' as const, 'remove' as const), name }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('copy' as const, 'move' as const), name, other: name }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('idle', 'reap', 'backup', 'refresh', 'kill', 'lose', 'lose'),
    }) as fc.Arbitrary<Act>,
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('killCommand', 'killBackup', 'killRefresh'),
      afterMs,
    }) as fc.Arbitrary<Act>,
  },
);

describe.each(['builtin', 'bubblewrap'] as const)('files of a workspace with %s against a map of bytes', (driver) => {
  test('nothing is lost but what came behind the last backup, and that is told', async () => {
    const machine = await Machine.open(driver);
    try {
      if (machine.isMissing) return;
      const runs = fc.asyncProperty(
        fc.commands([act.map((each) => new Step(each))], { size: 'max', maxCommands: 30 }),
        async (drawn) => {
          const real = await Real.begin(machine);
          const model: Model = { files: new Map(), saved: undefined, unsaved: false };
          await fc.asyncModelRun(() => ({ model, real }), drawn);
          expect(await real.archive()).toMatchObject({ status: 200 });
          await real.looked();
          expect([(await real.listed()).sandbox, await machine.disks(real.ws)]).toEqual(['none', []]);
        },
      );
      await fc.assert(runs, { numRuns: runsOf(8), endOnFailure: !process.env.SHRINK });
      console.log([...met].map(([what, times]) => `${what} ${times}`).join(', '));
    } finally {
      await machine.close();
    }
  }, 900_000);
});
