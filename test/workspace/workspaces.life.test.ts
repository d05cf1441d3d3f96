import { createHash } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { SandboxError, type SandboxPlace } from '../../src/kernel/declaration/sandbox';
import { newUlid } from '../../src/kernel/ids';
import { searchAttributes } from '../../src/kernel/work/search-attributes';
import { SandboxHosts } from '../../src/sandbox/hosts';
import type { RunningWorker } from '../../src/worker';
import { BACKUP_LIFE_MS, KEPT_MS, workspaceLifecycle } from '../../src/workspace/life/contract';
import { lookAt } from '../../src/workspace/life/look';
import { expireBackups, reapDisks } from '../../src/workspace/life/sweep';
import { lazySandbox } from '../sandbox/lazy';
import { type Answer, type OwnerSession, openSite, type Site } from '../surfaces/site';
import { eventually } from '../world/eventually';
import { slowCases, slowTest } from '../world/slow-test';
import { startTestWorker } from '../world/worker';

/** The escape suite looks at both drivers in each run. */
const drivers = ['bubblewrap', ...slowCases('builtin' as const)] as const;

describe.each(drivers)('the life of a workspace with %s', (driver) => {
  const sandbox = lazySandbox(driver);
  let site: Site;
  let worker: RunningWorker;
  let owner: OwnerSession;
  let missing = false;

  beforeAll(async () => {
    site = await openSite({ sandbox, temporalLife: true });
    owner = await site.session();
    worker = await startTestWorker(site.world);
    missing = (await sandbox.probed()).driver === null;
  });
  afterAll(async () => {
    await worker.stop();
    await site.close();
    await sandbox.close();
  });

  async function opened(name: string) {
    const { body } = await site.call('POST', '/v1/workspaces', { session: owner, body: { name } });
    const ws = body.workspace.id as string;
    const call = (method: string, at: string, body?: unknown): Promise<Answer> =>
      site.call(method, `/v1/workspaces/${ws}${at}`, { token: body_.token, body });
    const body_ = body as { token: string };
    return {
      ws,
      call,
      place: (epoch: number) => ({ storeId: site.world.storeId, workspaceId: ws, epoch }),
      exec: (command: string, more: object = {}) => call('POST', '/exec', { command, ...more }),
      write: (name: string, data: string) => call('PUT', `/file?path=${encodeURIComponent(name)}`, { data }),
      read: async (name: string) => (await call('GET', `/file?path=${encodeURIComponent(name)}`)).body,
      backup: () => call('POST', '/backup'),
      refresh: () => site.call('POST', `/v1/workspaces/${ws}/refresh`, { session: owner, body: {} }),
      archive: () =>
        site.call('POST', '/v1/commands', {
          session: owner,
          body: {
            command: 'workspace.archive',
            storeId: site.world.storeId,
            payload: { workspaceId: ws },
            idempotencyKey: newUlid(),
          },
        }),
      async listed() {
        const { body } = await site.call('GET', '/v1/workspaces?limit=100', { session: owner });
        return body.items.find(({ id }: { id: string }) => id === ws);
      },
      async feed(): Promise<string[]> {
        const { body } = await site.call('GET', `/v1/workspaces/${ws}/activity?limit=50`, { session: owner });
        return body.items
          .map(({ kind, outcome }: { kind: string; outcome: string }) => `${kind} ${outcome}`)
          .toReversed();
      },
      async loss(): Promise<string> {
        const { body } = await site.call('GET', `/v1/workspaces/${ws}/activity?limit=50`, { session: owner });
        return body.items.find(({ kind }: { kind: string }) => kind === 'loss')?.subject;
      },
    };
  }

  const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
  const content = `${'satır, ğüşiöç\n'.repeat(20_000)}son`;

  describe('workspaces.refresh', () => {
    test('a backup is made, read back and named; a refresh begins a new life, and the next work brings the files back', async () => {
      if (missing) return;
      const { write, exec, read, backup, refresh, listed, feed, place } = await opened('Rapor');
      expect(await listed()).toMatchObject({ sandbox: 'cold', lastBackup: null });
      await write('/workspace/store/rapor.txt', content);
      await exec('mkdir -p a && printf x > a/b && printf "#!/bin/sh" > a/c && chmod 755 a/c');
      expect(await listed()).toMatchObject({ sandbox: 'warm', sandboxDriver: driver, sandboxReason: null });
      const made = await backup();
      expect(made).toMatchObject({ status: 200, body: { digest: expect.stringMatching(/^[0-9a-f]{64}$/) } });
      expect(Date.parse(made.body.expiresAt) - Date.parse(made.body.at)).toBe(BACKUP_LIFE_MS);
      expect(await listed()).toMatchObject({
        sandbox: 'warm',
        lastBackup: { at: made.body.at, bytes: made.body.bytes },
      });
      await write('/workspace/store/sonra.txt', 'after the backup');
      expect(await refresh()).toMatchObject({ status: 200, body: { workspace: { sandbox: 'destroying' } } });
      await eventually(async () => (await listed()).sandbox === 'cold');
      expect(await sandbox.holds(place(2))).toBe(false);
      expect(await sandbox.holds(place(3))).toBe(false);
      expect(sha((await read('/workspace/store/rapor.txt')).data)).toBe(sha(content));
      expect((await read('/workspace/store/sonra.txt')).data).toBe('after the backup');
      expect((await exec('cat a/b')).body.stdout).toBe('x');
      const disk = path.join(await sandbox.folder(), 'disks', site.world.storeId, `${place(4).workspaceId}-4`);
      expect((await stat(path.join(disk, 'store/a/c'))).mode & 0o777).toBe(0o755);
      expect(await feed()).toEqual([
        'write done',
        'exec done',
        'backup done',
        'write done',
        'refresh done',
        'backup done',
        'read done',
        'restore done',
        'read done',
        'exec done',
      ]);
    });
  });

  test('a command that is ended by a refresh or an archive says so, and work on files goes on in the next life', async () => {
    if (missing) return;
    for (const act of ['refresh', 'archive'] as const) {
      const each = await opened(`Biten ${act}`);
      await each.exec('true');
      const running = each.exec('sleep 100', { timeoutSeconds: 120 });
      await eventually(async () => (await each.feed()).includes('exec running'));
      expect((await each[act]()).status).toBe(200);
      const answer = await running;
      // The token of an archived workspace ends as well: whichever is noticed first is told.
      if (act === 'refresh' || answer.status === 200)
        expect(answer).toMatchObject({ status: 200, body: { exitCode: null, stoppedBy: act, timedOut: false } });
      else expect(answer.body).toMatchObject({ code: 'exec_lost', detail: expect.stringContaining('credential') });
    }
  });

  test('operators see in Temporal which workspace it is, and how it stands', async () => {
    if (missing) return;
    const { ws, exec } = await opened('Görünen ajan');
    await exec('true');
    const handle = site.world.platform.temporal.workflow.getHandle(workspaceLifecycle.workflowId(ws));
    const details = async () =>
      (await handle.query<{ currentDetails?: string }>('__temporal_workflow_metadata')).currentDetails ?? '';
    await eventually(async () => /^Görünen ajan: warm$/.test(await details()));
    const { typedSearchAttributes } = await handle.describe();
    expect(typedSearchAttributes.get(searchAttributes.SandboxState)).toBe('warm');
  });

  describe('workspaces.backup', () => {
    test('a backup is refused while a command runs', async () => {
      if (missing) return;
      const { exec, backup, feed } = await opened('Meşgul');
      await exec('true');
      const running = exec('sleep 3');
      await eventually(async () => (await feed()).includes('exec running'));
      expect(await backup()).toMatchObject({ status: 409, body: { code: 'workspace_busy' } });
      expect(await running).toMatchObject({ status: 200, body: { exitCode: 0 } });
      expect(await backup()).toMatchObject({ status: 200 });
    });
  });

  slowTest('a backup that nobody can make is told of where it was asked for', async () => {
    if (missing) return;
    const { write, backup, feed } = await opened('Yedeksiz');
    await write('x', 'y');
    const { pack } = sandbox;
    sandbox.pack = async () => {
      throw new SandboxError('sandbox_unavailable');
    };
    expect(await backup()).toMatchObject({ status: 503 });
    sandbox.pack = pack;
    await eventually(async () => (await feed()).includes('backup sandbox_unavailable'));
    expect(await feed()).not.toContain('backup running');
  });

  test('files that are gone with their machine come back from the backup, and the feed tells which work is lost', async () => {
    if (missing) return;
    const { write, read, backup, feed, loss, call } = await opened('Kayıp');
    await write('kalan', 'stays');
    const { body: made } = await backup();
    await write('giden', 'goes');
    await rm(path.join(await sandbox.folder(), 'disks', site.world.storeId), { recursive: true, force: true });
    expect((await read('kalan')).data).toBe('stays');
    expect(await call('GET', '/file?path=giden')).toMatchObject({ status: 404 });
    expect(await feed()).toEqual(expect.arrayContaining(['loss files_lost', 'restore done']));
    const [from, to] = (await loss()).split('/') as [string, string];
    expect(from).toBe(made.at);
    expect(Date.parse(to)).toBeGreaterThanOrEqual(Date.parse(from));
  });

  test('an archived workspace ends its commands and its files', async () => {
    if (missing) return;
    const { exec, archive, feed, place, call, listed, backup } = await opened('Arşiv');
    await exec('echo x > y');
    await backup();
    const running = exec('sleep 500', { timeoutSeconds: 600 });
    await eventually(async () => (await feed()).includes('exec running'));
    expect((await archive()).status).toBe(200);
    const { status, body } = await running;
    // The token of an archived workspace ends as well: whichever is noticed first is told.
    if (status !== 200)
      expect(body).toMatchObject({ code: 'exec_lost', detail: expect.stringContaining('credential') });
    // Where the kill meets the child of the shell first, the shell tells of it as 128 + 9.
    else expect(body.signal === 'SIGKILL' || body.exitCode === 137).toBe(true);
    await eventually(async () => (await listed()).sandbox === 'none');
    expect(await sandbox.holds(place(2))).toBe(false);
    expect((await call('POST', '/exec', { command: 'true' })).status).toBe(401);
    expect(await listed()).toMatchObject({ sandbox: 'none', lastBackup: null });
    expect((await feed()).at(-1)).toBe('archive done');
  });

  test('a sandbox that nobody uses is backed up and rests; its folder goes after a day, and the backup after seven', async () => {
    if (missing) return;
    const { ws, write, read, listed, feed, loss, place } = await opened('Dinlenen');
    const { platform } = site.world;
    await write('not', 'remembered');
    await idleSoon(ws);
    await eventually(async () => (await listed()).sandbox === 'cold');
    const { lastBackup } = await listed();
    expect(lastBackup).not.toBeNull();
    expect(await sandbox.holds(place(2))).toBe(true);
    // It wakes as it was.
    expect((await read('not')).data).toBe('remembered');
    expect(await feed()).not.toContain('restore done');
    await site.world.sql(`UPDATE workspace_sandbox SET state = 'cold', kept = true WHERE workspace_id = '${ws}'`);
    await reapDisks(platform, new Date(Date.now() + KEPT_MS - 60_000));
    expect(await sandbox.holds(place(2))).toBe(true);
    await reapDisks(platform, new Date(Date.now() + KEPT_MS + 60_000));
    expect(await sandbox.holds(place(2))).toBe(false);
    expect((await read('not')).data).toBe('remembered');
    expect(await feed()).toContain('restore done');
    await site.world.sql(
      `UPDATE workspace_sandbox SET state = 'cold', kept = false, epoch = epoch + 1 WHERE workspace_id = '${ws}'`,
    );
    await expireBackups(platform, new Date(Date.parse(lastBackup.expiresAt) - 1_000));
    expect((await listed()).lastBackup).toEqual(lastBackup);
    const end = new Date(Date.parse(lastBackup.expiresAt) + 1_000);
    await expireBackups(platform, end);
    expect((await listed()).lastBackup).toBeNull();
    expect((await feed()).slice(-2)).toEqual(['expire done', 'loss files_lost']);
    expect(await loss()).toBe(`${lastBackup.at}/${end.toISOString()}`);
  });

  /** Its workflow begins anew, and the sandbox rests as soon as nobody works in it. */
  async function idleSoon(ws: string): Promise<void> {
    const { platform, config, storeId } = site.world;
    const workflowId = workspaceLifecycle.workflowId(ws);
    await platform.temporal.workflow.getHandle(workflowId).terminate('the next run is idle sooner');
    const args = [{ storeId, workspaceId: ws, idleMs: 500 }];
    await platform.temporal.workflow.start(workspaceLifecycle.name, { workflowId, taskQueue: config.taskQueue, args });
  }

  test('work that ends while a backup is made is backed up again before the folder goes', async () => {
    if (missing) return;
    const { ws, write, exec, backup, read, listed, feed, place } = await opened('Geç');
    await write('not', 'first');
    const pack = sandbox.pack;
    let [taken, goOn] = [() => {}, () => {}];
    const isTaken = new Promise<void>((resolve) => (taken = resolve));
    const wentOn = new Promise<void>((resolve) => (goOn = resolve));
    sandbox.pack = async (of) => {
      const archive = Buffer.concat(await (await pack(of)).toArray());
      taken();
      await wentOn;
      return Readable.from([archive]);
    };
    const made = backup();
    await isTaken;
    await exec('echo late > /workspace/late');
    goOn();
    expect(await made).toMatchObject({ status: 200 });
    sandbox.pack = pack;
    // As if the command had waited for the backup since before that began.
    await site.world.sql(`
      UPDATE workspace_activity_end SET duration_ms = duration_ms + 60000 WHERE activity_id IN
        (SELECT id FROM workspace_activity WHERE workspace_id = '${ws}' AND kind = 'exec');
      UPDATE workspace_activity SET begun_at = begun_at - interval '1 minute' WHERE workspace_id = '${ws}' AND kind = 'exec'`);
    await idleSoon(ws);
    await eventually(async () => (await listed()).sandbox === 'cold');
    expect((await feed()).filter((line) => line === 'backup done')).toHaveLength(2);
    await reapDisks(site.world.platform, new Date(Date.now() + KEPT_MS + 60_000));
    expect(await sandbox.holds(place(2))).toBe(false);
    expect((await read('late')).data).toBe('late\n');
    expect(await feed()).not.toContain('loss files_lost');
  });

  test('work that begins while a sandbox goes to rest wakes it, and no folder goes whose last work has no backup', async () => {
    if (missing) return;
    const { ws, write, exec, backup, read, listed, place } = await opened('Yarış');
    const { storeId, platform } = site.world;
    await write('not', 'first');
    await backup();
    const { database, services } = platform;
    let isLate = true;
    const writer = (of: string) => {
      const books = database.writer(of);
      return Object.assign(Object.create(books) as typeof books, {
        query: async (text: string, values: readonly unknown[]) => {
          if (isLate && text.includes('UPDATE workspace_sandbox SET state')) {
            isLate = false;
            await exec('echo late > /workspace/late');
          }
          return books.query(text, values);
        },
      });
    };
    const raced = { reader: database.reader.bind(database), writer, maintenance: database.maintenance };
    await lookAt({ database: raced, services }, { storeId, workspaceId: ws, idleMs: 0 });
    expect([isLate, (await listed()).sandbox]).toEqual([false, 'warm']);
    await site.world.sql(`UPDATE workspace_sandbox SET state = 'cold', kept = true WHERE workspace_id = '${ws}'`);
    await reapDisks(platform, new Date(Date.now() + KEPT_MS + 60_000));
    expect([await sandbox.holds(place(2)), (await listed()).sandbox]).toEqual([true, 'warm']);
    expect((await read('late')).data).toBe('late\n');
  });

  test('work that comes behind the last backup of a refresh begins in the next life, and the backup has all the rest', async () => {
    if (missing) return;
    const { write, refresh, read, listed, feed, place } = await opened('Arada');
    await write('not', 'first');
    const { run, pack, destroy } = sandbox;
    const faults: unknown[] = [];
    const tried = (): Promise<unknown> =>
      run(place(2), { do: 'write', path: '/workspace/lost', content: Buffer.from('x') }).catch(({ fault }) =>
        faults.push(fault),
      );
    let [sent, come] = [() => {}, () => {}];
    const isSent = new Promise<void>((resolve) => (sent = resolve));
    const hasCome = new Promise<void>((resolve) => (come = resolve));
    // It has found the sandbox warm, and its call is late.
    sandbox.run = async (...asked) => {
      sandbox.run = run;
      sent();
      await hasCome;
      return run(...asked);
    };
    const late = write('late', 'second');
    await isSent;
    let waits: Promise<unknown> | undefined;
    sandbox.pack = async (of) => {
      const archive = await pack(of);
      come();
      waits = tried();
      return archive;
    };
    sandbox.destroy = async (of) => {
      await waits;
      await tried();
      await destroy(of);
    };
    await refresh();
    await eventually(async () => (await listed()).sandbox === 'cold' || (await feed()).includes('restore done'));
    Object.assign(sandbox, { run, pack, destroy });
    expect(faults.slice(0, 2)).toEqual(['not_started', 'not_started']);
    // On a busy machine it is told to come again.
    const { status } = await late;
    expect([200, 503]).toContain(status);
    if (status === 503) await eventually(async () => (await write('late', 'second')).status === 200);
    expect([(await read('not')).data, (await read('late')).data]).toEqual(['first', 'second']);
    expect(await feed()).not.toContain('loss files_lost');
  });

  test('a refresh that cannot back up closes the sandbox no longer than until the next work', async () => {
    if (missing) return;
    const { write, refresh, read, listed } = await opened('Açılan');
    await write('not', 'first');
    const { pack } = sandbox;
    sandbox.pack = async () => {
      throw new SandboxError('archive_failed', 'It cannot be read.');
    };
    await refresh();
    await eventually(async () => (await listed()).sandbox === 'failed');
    sandbox.pack = pack;
    expect(await write('not', 'second')).toMatchObject({ status: 200 });
    expect((await read('not')).data).toBe('second');
  });

  test('folders that no row knows are removed, and those of others are not', async () => {
    if (missing) return;
    const { write, place } = await opened('Kalan');
    await write('x', 'y');
    const stray = { ...place(1), workspaceId: 'wsp_01K00000000000000000000000' };
    const older = place(1);
    await Promise.all([sandbox.start(stray), sandbox.start(older)]);
    await reapDisks(site.world.platform, new Date());
    expect(await sandbox.holds(stray)).toBe(true);
    // One that cannot be removed holds up no other one, and is tried again.
    const { platform } = site.world;
    const destroy = async (of: SandboxPlace): Promise<void> => {
      if (of.workspaceId === stray.workspaceId) throw new SandboxError('sandbox_unavailable');
      await sandbox.destroy(of);
    };
    const hosts = new SandboxHosts(new Map([['local', { ...sandbox, destroy }]]));
    const services = { ...platform.services, sandbox: hosts };
    await reapDisks({ ...platform, services }, new Date(), 0);
    expect([await sandbox.holds(stray), await sandbox.holds(older)]).toEqual([true, false]);
    await reapDisks(platform, new Date(), 0);
    expect([await sandbox.holds(stray), await sandbox.holds(older), await sandbox.holds(place(2))]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('a backup for which there is no room now is told of, and no refresh drops it', async () => {
    if (missing) return;
    const { ws, write, read, backup, refresh, listed, call, feed } = await opened('Dar');
    await write('x', 'y');
    await backup();
    await site.world.sql(
      `UPDATE workspace_sandbox SET state = 'cold', kept = false, epoch = epoch + 1 WHERE workspace_id = '${ws}'`,
    );
    const { unpack } = sandbox;
    sandbox.unpack = async () => {
      throw new SandboxError('sandbox_full', 'The machine has no room left.');
    };
    expect(await call('GET', '/file?path=x')).toMatchObject({ status: 422, body: { code: 'sandbox_full' } });
    expect(await listed()).toMatchObject({ sandbox: 'failed', sandboxReason: expect.stringContaining('no room left') });
    await refresh();
    await eventually(async () => (await listed()).sandbox === 'cold');
    sandbox.unpack = unpack;
    expect((await read('x')).data).toBe('y');
    expect(await feed()).not.toContain('loss files_lost');
  });

  test('a restore that takes long answers nobody, and whoever comes next is told its fault', async () => {
    if (missing) return;
    const { ws, write, call, backup } = await opened('Uzun');
    await write('x', 'y');
    await backup();
    await site.world.sql(
      `UPDATE workspace_sandbox SET state = 'failed', reason = 'The last one failed.', kept = false, epoch = epoch + 1 WHERE workspace_id = '${ws}'`,
    );
    const { unpack } = sandbox;
    let goOn = (): void => {};
    const wentOn = new Promise<void>((resolve) => (goOn = resolve));
    sandbox.unpack = async (...asked) => {
      await wentOn;
      await unpack(...asked);
    };
    const answer = await call('GET', '/file?path=x');
    goOn();
    sandbox.unpack = unpack;
    expect(answer).toMatchObject({ status: 503, body: { detail: expect.stringContaining('The last one failed.') } });
  });

  test('a backup that is damaged is told, and its owner begins anew', async () => {
    if (missing) return;
    const { ws, write, backup, refresh, listed, call, exec, feed, place } = await opened('Bozuk');
    await write('x', 'y');
    await backup();
    await write('later', 'y');
    await sandbox.destroy(place(2));
    await site.world.sql(`UPDATE workspace_sandbox SET backup_digest = repeat('0', 64) WHERE workspace_id = '${ws}'`);
    expect(await call('GET', '/file?path=x')).toMatchObject({ status: 422, body: { code: 'archive_failed' } });
    expect(await listed()).toMatchObject({ sandbox: 'failed', sandboxReason: expect.stringContaining('reads back') });
    await refresh();
    await eventually(async () => (await listed()).sandbox === 'cold');
    // The files that each workspace begins with are there again, and nothing else.
    expect(await exec('ls -A')).toMatchObject({ status: 200, body: { stdout: 'README.md\nzararina.sh\n' } });
    // The work behind the backup was lost with the folder, and the rest with the backup: each is told once.
    expect((await feed()).filter((line) => line === 'loss files_lost')).toHaveLength(2);
  });
});
