// tier: all
import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newUlid } from '../../src/kernel/ids';
import { metafieldPurge } from '../../src/metafield/purge/contract';
import { SandboxClient } from '../../src/sandbox/client';
import { socketOf } from '../../src/sandbox/wire';
import { workspaceLifecycle } from '../../src/workspace/life/contract';
import { reapDisks } from '../../src/workspace/life/sweep';
import { startCompiledSandbox } from '../sandbox/compiled-sandbox';
import { openHeldSocket, type Point } from '../sandbox/held-socket';
import { passableFolder } from '../sandbox/passable';
import { openSite } from '../surfaces/site';
import { connectTo } from '../surfaces/tool-client';
import { type CompiledProgram, readyOf, startCompiled } from '../world/compiled';
import { environmentOf, startCompiledWorker } from '../world/compiled-worker';
import { eventually } from '../world/eventually';
import { prepareTemporal } from '../world/worker';

type Driver = 'bubblewrap' | 'builtin';
type Part = 'sandbox' | 'worker' | 'api';
type Edge = Point['edge'];

/** The whole product for workspaces: an API, a worker and a sandbox that are killed, and an API in this process that looks on. */
async function openThere(driver: Driver) {
  const [front, back] = await Promise.all([passableFolder('front'), passableFolder('back')]);
  const program = socketOf(back);
  const held = await openHeldSocket(socketOf(front), program);
  const settings = { TEZGAH_SANDBOX_FOLDER: front };
  const site = await openSite({
    environment: settings,
    sandbox: new SandboxClient(socketOf(front)),
    temporalLife: true,
  });
  await prepareTemporal(site.world);
  const environment = { ...settings, PORT: '0', HOST: '127.0.0.1', TEZGAH_THROTTLE_PER_MINUTE: '1000000' };
  const start = {
    sandbox: () => startCompiledSandbox(back, driver),
    worker: async () => {
      const worker = startCompiledWorker(site.world, { environment });
      await readyOf(worker);
      return worker;
    },
    api: async () => {
      const api = startCompiled('main.js', { env: environmentOf(site.world, environment) });
      const { port } = await readyOf<{ port: number }>(api);
      url = `http://127.0.0.1:${port}`;
      return api;
    },
  };
  let url = '';
  const [sandbox, worker, api] = await Promise.all([start.sandbox(), start.worker(), start.api()]);
  const running: Record<Part, CompiledProgram> = { sandbox, worker, api };
  return {
    site,
    held,
    back,
    isMissing: sandbox.state.driver === null,
    owner: await site.session(),
    /** The address of the API that is killed. */
    url: () => url,
    async killed(part: Part): Promise<void> {
      await running[part].kill();
      running[part] = await start[part]();
    },
    async close() {
      held.release();
      await Promise.all(Object.values(running).map((each) => each.kill()));
      await held.close();
      await site.close();
      await Promise.all([front, back].map((folder) => rm(folder, { recursive: true, force: true })));
    },
  };
}
type There = Awaited<ReturnType<typeof openThere>>;

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const report = `${'ürün;maliyet;fiyat, ğüşiöç\n'.repeat(2_000)}son`;
const later = 'written after the last backup';
const passing = new Set(['starting', 'backing_up', 'destroying']);

/** A workspace with a report in it, and what its owner and its agent ask for. */
async function opened({ site, owner, url, back }: There, name: string) {
  const { storeId } = site.world;
  const { body } = await site.call('POST', '/v1/workspaces', { session: owner, body: { name } });
  const { token } = body as { token: string };
  const ws = body.workspace.id as string;
  const agent = (method: string, at: string, more: object = {}) =>
    site.call(method, `/v1/workspaces/${ws}${at}`, { token, ...more });
  /** Asked of the API that is killed, whose answer may never come. */
  const asked = (method: string, at: string, stated: object = {}, as: 'agent' | 'owner' = 'agent') =>
    fetch(url() + at, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(as === 'agent'
          ? { Authorization: `Bearer ${token}` }
          : { Cookie: owner.cookie, 'X-CSRF-Token': owner.csrfToken }),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(stated) }),
    }).then(
      ({ status }) => status,
      () => 'lost',
    );
  const listed = async () => {
    const all = await site.call('GET', '/v1/workspaces?limit=100', { session: owner });
    return all.body.items.find(({ id }: { id: string }) => id === ws);
  };
  const read = async (file: string) => {
    const answer = await eventually(async () => {
      const tried = await agent('GET', `/file?path=${file}`);
      // Whoever comes while something else begins with the workspace is told to come again.
      return [409, 502, 503].includes(tried.status) ? undefined : tried;
    }, 60_000);
    return answer.body?.data ?? `${answer.status} ${answer.body?.code}`;
  };
  return {
    ws,
    token,
    name,
    listed,
    read,
    agent,
    ask: {
      start: () => asked('PUT', `/v1/workspaces/${ws}/file?path=yeni`, { data: 'new' }),
      restore: () => asked('GET', `/v1/workspaces/${ws}/file?path=rapor.csv`),
      backup: () => asked('POST', `/v1/workspaces/${ws}/backup`),
      refresh: () => asked('POST', `/v1/workspaces/${ws}/refresh`, {}, 'owner'),
      archive: () =>
        asked(
          'POST',
          '/v1/commands',
          { command: 'workspace.archive', storeId, payload: { workspaceId: ws }, idempotencyKey: newUlid() },
          'owner',
        ),
    },
    write: (file: string, data: string) => agent('PUT', `/file?path=${file}`, { body: { data } }),
    exec: (command: string, key?: string) =>
      agent('POST', '/exec', { body: { command }, ...(key ? { headers: { 'Idempotency-Key': key } } : {}) }),
    refreshed: () => site.call('POST', `/v1/workspaces/${ws}/refresh`, { session: owner, body: {} }),
    async disks(): Promise<string[]> {
      const names = await readdir(path.join(back, 'disks', storeId)).catch(() => []);
      return names.filter((each) => each.startsWith(`${ws}-`));
    },
    rests: () => eventually(async () => !passing.has((await listed()).sandbox), 90_000),
  };
}
type Opened = Awaited<ReturnType<typeof opened>>;
type Act = keyof Opened['ask'];

/** Calls of the program in the order in which each act makes them. Both ends of each are a place to be killed at. */
const calls: Readonly<Record<Act, readonly string[]>> = {
  start: ['/destroy', '/start'],
  restore: ['/destroy', '/unpack'],
  backup: ['/pack'],
  refresh: ['/quiet', '/pack', '/destroy'],
  archive: ['/destroy'],
};
const edges: readonly Edge[] = ['before', 'after'];
const cases = Object.entries(calls).flatMap(([act, paths]) =>
  paths.flatMap((call) => edges.map((edge) => ({ act: act as Act, call, edge }))),
);

/** A worker does no more than ten things at a time, and what is held is one of them. */
const HELD_AT_ONCE = 9;

/** All the work on workspaces that a worker does at a time. */
const HANGING = 10;

const chunked = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

/** Products of the shop, and those of them that are sold below their costs. */
const [PRODUCTS, LOW] = [300, 5];

/** Brings a workspace to where an act begins. */
async function prepared(there: There, { act, call, edge }: (typeof cases)[number]) {
  const each = await opened(there, `${act} ${call} ${edge}`);
  if (act !== 'start') {
    // A busy machine starts so many at once late: a write that was refused has done nothing, and is asked for again.
    const written = (file: string, data: string) =>
      eventually(async () => (await each.write(file, data)).status === 200, 60_000);
    await written('rapor.csv', report);
    expect((await each.agent('POST', '/backup')).status).toBe(200);
    await written('sonra', later);
  }
  if (act === 'restore') {
    await each.refreshed();
    await eventually(async () => (await each.listed()).sandbox === 'cold');
  }
  return { ...each, act, point: { workspaceId: each.ws, path: call, edge } };
}

/** What was there is there, byte by byte; what an act that came to its end has made is there once. */
async function expectWhole({ act, listed, read, exec, disks }: Awaited<ReturnType<typeof prepared>>): Promise<void> {
  if (act === 'archive') {
    await eventually(async () => (await listed()).sandbox === 'none', 90_000);
    expect(await disks()).toEqual([]);
    return;
  }
  if (act !== 'start') {
    expect(sha(await read('rapor.csv'))).toBe(sha(report));
    expect(await read('sonra')).toBe(later);
  }
  await eventually(async () => (await exec('true')).status === 200, 60_000);
  const key = newUlid();
  expect([await exec('echo bir >> kez', key), await exec('echo bir >> kez', key)]).toMatchObject([
    { status: 200, body: { exitCode: 0, replayed: false } },
    { status: 200, body: { exitCode: 0, replayed: true } },
  ]);
  expect(await read('store/kez')).toBe('bir\n');
}

describe.each(['builtin', 'bubblewrap'] as const)('workspaces with %s', (driver) => {
  test.each(['worker', 'sandbox', 'api'] as const)(
    '%s is killed at both ends of each step of a start, a restore, a backup, a refresh and an archive',
    async (part) => {
      const there = await openThere(driver);
      try {
        if (there.isMissing) return;
        const { site, held, back } = there;
        const all = await Promise.all(cases.map((each) => prepared(there, each)));
        for (const some of chunked(all, HELD_AT_ONCE)) {
          held.hold(some.map(({ point }) => point));
          const answers = some.map(async ({ ask, act }) => {
            let answer = await ask[act]();
            // A host that was killed for the cases before is away for a moment, and whoever asks comes back.
            while (answer === 503 && held.missing().length > 0) {
              await sleep(1_000);
              answer = await ask[act]();
            }
            return answer;
          });
          await eventually(() => held.reached(), 15_000).catch(() => {
            throw new Error(`not reached: ${held.missing().join(', ')}`);
          });
          await there.killed(part);
          held.release();
          await Promise.all(some.map(({ rests }) => rests()));
          await Promise.all(answers);
        }
        await Promise.all(all.map(expectWhole));

        // Each life has one folder, and no other one is left once the sweep was there.
        await reapDisks(site.world.platform, new Date(), 0);
        const living = all.filter(({ act }) => act !== 'archive');
        for (const { name, disks } of living) expect([name, await disks()]).toEqual([name, [expect.any(String)]]);

        // The owner begins anew from wherever that was; then the machine is lost.
        await Promise.all(living.map(({ refreshed }) => refreshed()));
        await Promise.all(
          living.map(({ listed }) => eventually(async () => (await listed()).sandbox === 'cold', 90_000)),
        );
        await rm(path.join(back, 'disks'), { recursive: true, force: true });
        for (const { act, read } of living) {
          expect(await read('store/kez')).toBe('bir\n');
          if (act !== 'start') expect(sha(await read('rapor.csv'))).toBe(sha(report));
        }
      } finally {
        await there.close();
      }
    },
    600_000,
  );

  test('a command whose program or caller is killed ends, is told as lost, and stands in nobody’s way', async () => {
    const there = await openThere(driver);
    try {
      if (there.isMissing) return;
      const each = await opened(there, 'Uzun komut');
      await each.write('rapor.csv', report);
      const outcomes = async (): Promise<string[]> => {
        const { body } = await each.agent('GET', '/activity?limit=50');
        return body.items
          .filter(({ kind }: { kind: string }) => kind === 'exec')
          .map(({ outcome }: { outcome: string }) => outcome);
      };
      const lost = each.exec('sleep 500');
      await eventually(async () => (await outcomes()).includes('running'));
      await there.killed('sandbox');
      expect(await lost).toMatchObject({ status: 502, body: { code: 'exec_lost' } });
      expect(await outcomes()).toEqual(['exec_lost']);
      expect(sha(await each.read('rapor.csv'))).toBe(sha(report));

      // A key tells at once that its command was killed with the API that had asked for it.
      const key = newUlid();
      const keyed = fetch(`${there.url()}/v1/workspaces/${each.ws}/exec`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${each.token}`,
          'Idempotency-Key': key,
        },
        body: JSON.stringify({ command: 'sleep 500' }),
      }).catch(() => 'lost');
      await eventually(async () => (await outcomes()).includes('running'));
      await there.killed('api');
      expect(await keyed).toBe('lost');
      await eventually(async () => (await outcomes())[0] === 'exec_lost', 20_000);
      expect(await each.exec('sleep 500', key)).toMatchObject({ status: 502, body: { code: 'exec_lost' } });

      // Nobody waits for its answer any more: it would hold back a backup until its time is over.
      const unheard = fetch(`${there.url()}/v1/workspaces/${each.ws}/exec`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${each.token}` },
        body: JSON.stringify({ command: 'sleep 500', timeoutSeconds: 600 }),
      }).catch(() => 'lost');
      await eventually(async () => (await outcomes()).includes('running'));
      expect(await each.agent('POST', '/backup')).toMatchObject({ status: 409, body: { code: 'workspace_busy' } });
      await there.killed('api');
      expect(await unheard).toBe('lost');
      await eventually(async () => (await each.agent('POST', '/backup')).status === 200, 60_000);
    } finally {
      await there.close();
    }
  }, 300_000);

  test('a sandbox that falls silent holds up nobody else’s work', async () => {
    const there = await openThere(driver);
    try {
      if (there.isMissing) return;
      const { site, held } = there;
      const { world } = site;
      const field = { target: 'product', key: 'care', type: 'text', label: 'Bakım' };
      const { id } = await world.done('metafield.definition.create', field, { as: world.owner });
      const { id: ownerId } = await world.done('catalog.product.create', { title: 'Gömlek', price: 100 });
      await world.done('metafield.set', { ownerId, definitionId: id, value: 'Elde yıkayın' });
      const names = Array.from({ length: HANGING }, (_, at) => `Bekleyen ${at}`);
      const all = await Promise.all(names.map((name) => opened(there, name)));
      held.hold(all.map(({ ws }) => ({ workspaceId: ws, path: '/holds', edge: 'before' })));
      const answers = all.map(({ ask }) => ask.start());
      await eventually(() => held.reached());
      await world.done('metafield.definition.delete', { definitionId: id }, { as: world.owner });
      const purge = world.platform.temporal.workflow.getHandle(metafieldPurge.workflowId(id));
      const ended = async () => (await purge.describe().catch(() => undefined))?.status.name === 'COMPLETED';
      // Far sooner than the silence of a sandbox is given up, after which there would be room for others anyway.
      await eventually(ended, 5_000, 250);
      expect(held.reached()).toBe(true);
      held.release();
      await Promise.all(answers);
    } finally {
      await there.close();
    }
  }, 300_000);

  test('an agent finds prices below costs and proposes others; its owner approves, and the feed tells all of it', async () => {
    const there = await openThere(driver);
    try {
      if (there.isMissing) return;
      const { site, back } = there;
      const { world } = site;
      const skus = Array.from({ length: PRODUCTS }, (_, at) => `SKU-${String(at).padStart(4, '0')}`);
      for (const some of chunked(skus, 50))
        await Promise.all(
          some.map((sku) => world.done('catalog.product.create', { title: `Ürün, "${sku}"`, sku, price: 10_000 })),
        );
      const each = await opened(there, 'Fiyat ajanı');
      const run = (command: string) =>
        fetch(`${there.url()}/v1/workspaces/${each.ws}/exec`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${each.token}` },
          body: JSON.stringify({ command, timeoutSeconds: 300 }),
        }).then((answer) => answer.json() as Promise<{ exitCode: number; stdout: string; stderr: string }>);
      // The protocol brings the costs; HTTP and the protocol run the script of the starter project.
      const costs = skus.map((sku, at) => `${sku},${at % 60 === 0 ? 11_000 + at : 9_000}`);
      const tools = await connectTo(site, each.token);
      const written = {
        name: 'workspaces.files.write',
        arguments: {
          ws: each.ws,
          path: '/workspace/store/maliyet.csv',
          body: { data: ['sku,maliyet', ...costs].join('\n') },
        },
      };
      // A busy machine asks for another call, as it does over HTTP.
      await eventually(async () => (await tools.callTool(written)).isError !== true, 60_000, 250);
      const looked = await run('bash zararina.sh > /dev/null; head -n 5 rapor.md');
      expect(looked).toMatchObject({ exitCode: 0, stderr: '', stdout: expect.stringContaining(`${PRODUCTS} ürün`) });
      const kept = await each.read('store/rapor.md');
      expect(kept.split('\n').filter((line: string) => line.startsWith('| SKU-'))).toHaveLength(LOW);
      for (const part of ['sandbox', 'api', 'worker'] as const) {
        await there.killed(part);
        expect(sha(await each.read('store/rapor.md'))).toBe(sha(kept));
      }
      const told = (await tools.callTool({
        name: 'workspaces.exec',
        arguments: { ws: each.ws, body: { command: 'bash zararina.sh oner', timeoutSeconds: 300 } },
      })) as { structuredContent?: { exitCode: number }; content: unknown };
      expect(JSON.stringify(told.content)).toContain('Öneri gönderildi');
      await tools.close();
      const { body: list } = await site.call('GET', '/v1/proposals?state=submitted', { session: there.owner });
      const { body: proposal } = await site.call('GET', `/v1/proposals/${list.items[0].id}`, { session: there.owner });
      expect(proposal.list).toHaveLength(LOW);
      const live = async () => (await world.read('catalog.products.list', { query: { sku: skus[60] } })).items[0].price;
      expect(await live()).toBe(10_000);
      const { id: proposalId, hash } = proposal;
      await world.done('proposal.approve', { proposalId, hash }, { as: world.owner });
      await eventually(async () => (await live()) === Math.ceil((11_060 * 110) / 100), 60_000);

      // It rests, its machine is lost, and the report is still what it was.
      await each.refreshed();
      await eventually(async () => (await each.listed()).sandbox === 'cold', 90_000);
      await rm(path.join(back, 'disks'), { recursive: true, force: true });
      expect(sha(await each.read('store/rapor.md'))).toBe(sha(kept));
      const { body: feed } = await site.call('GET', `/v1/workspaces/${each.ws}/activity?limit=100`, {
        session: there.owner,
      });
      const lines = feed.items.map(({ kind, outcome }: Record<string, string>) => `${kind} ${outcome}`);
      expect(lines).toEqual(
        expect.arrayContaining(['write done', 'exec done', 'read done', 'refresh done', 'backup done', 'restore done']),
      );
      expect(lines.filter((line: string) => line.startsWith('exec'))).toEqual(['exec done', 'exec done']);
      expect(lines.filter((line: string) => line.startsWith('loss'))).toEqual([]);
    } finally {
      await there.close();
    }
  }, 400_000);

  test('a report outlives kills of all parts, a rest and the loss of its machine', async () => {
    const there = await openThere(driver);
    try {
      if (there.isMissing) return;
      const { site, back } = there;
      const { storeId, config, platform } = site.world;
      const each = await opened(there, 'Rapor');
      await each.write('rapor.csv', report);
      for (const part of ['sandbox', 'worker', 'api'] as const) await there.killed(part);
      expect(sha(await each.read('rapor.csv'))).toBe(sha(report));
      const workflowId = workspaceLifecycle.workflowId(each.ws);
      await platform.temporal.workflow.getHandle(workflowId).terminate('the next run is idle sooner');
      await platform.temporal.workflow.start(workspaceLifecycle.name, {
        workflowId,
        taskQueue: config.taskQueue,
        args: [{ storeId, workspaceId: each.ws, idleMs: 500 }],
      });
      await eventually(async () => (await each.listed()).sandbox === 'cold', 60_000);
      await rm(path.join(back, 'disks'), { recursive: true, force: true });
      expect(sha(await each.read('rapor.csv'))).toBe(sha(report));
      const { body } = await each.agent('GET', '/activity?limit=50');
      const kinds = body.items.map(({ kind }: { kind: string }) => kind);
      expect(kinds).toContain('restore');
      expect(kinds).not.toContain('loss');
    } finally {
      await there.close();
    }
  }, 300_000);
});
