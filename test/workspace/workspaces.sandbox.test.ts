import { SandboxError, type Sandboxes } from '../../src/kernel/declaration/sandbox';
import { digestOf } from '../../src/kernel/digest';
import { newId, newUlid } from '../../src/kernel/ids';
import { counted } from '../../src/kernel/metrics';
import { SandboxClient } from '../../src/sandbox/client';
import { SandboxHosts } from '../../src/sandbox/hosts';
import { currentUseOf } from '../../src/workspace/activity/asked';
import { claimKey } from '../../src/workspace/activity/key-store';
import { noteBegin } from '../../src/workspace/activity/store';
import { openWith } from '../sandbox/drivers';
import { lazySandbox } from '../sandbox/lazy';
import { type Answer, type OwnerSession, openSite, type Site } from '../surfaces/site';
import { eventually } from '../world/eventually';

/** A program that does not run. */
const none = new SandboxClient('/nowhere/sandbox.sock');

describe('work in a workspace', () => {
  const sandbox = lazySandbox();
  let site: Site;
  let owner: OwnerSession;
  let token: string;
  let ws: string;
  let other: string;

  beforeAll(async () => {
    site = await openSite({ sandbox });
    owner = await site.session();
    ({ token, ws } = await opened('Fiyat ajanı'));
    ({ ws: other } = await opened('Öteki ajan'));
  });
  afterAll(async () => {
    await site.close();
    await sandbox.close();
  });

  async function opened(name: string): Promise<{ token: string; ws: string }> {
    const { body } = await site.call('POST', '/v1/workspaces', { session: owner, body: { name } });
    return { token: body.token, ws: body.workspace.id };
  }

  const call = (method: string, path: string, body?: unknown, headers = {}, as: string | undefined = token) =>
    site.call(method, `/v1/workspaces/${ws}${path}`, { token: as, body, headers });
  const exec = (command: string, more: object = {}, headers = {}): Promise<Answer> =>
    call('POST', '/exec', { command, ...more }, headers);
  const file = (path: string): string => `/file?path=${encodeURIComponent(path)}`;
  const feed = async () => (await call('GET', '/activity?limit=50')).body.items;

  describe('workspaces.files.write', () => {
    test('files come in, a command works on them, and what it made is read; the feed tells all of it', async () => {
      const costs = 'sku,maliyet\nKHV-1,8200\nKHV-2,12000\n';
      expect(await call('PUT', file('maliyet.csv'), { data: costs })).toMatchObject({
        status: 200,
        body: { size: 35 },
      });
      const ran = await call('POST', '/exec', {
        command: `awk -F, 'NR > 1 && $2 > 10000 { print $1 }' maliyet.csv | tee pahalı.txt`,
        cwd: '/workspace',
      });
      expect(ran).toMatchObject({
        status: 200,
        body: {
          exitCode: 0,
          signal: null,
          timedOut: false,
          stdout: 'KHV-2\n',
          encoding: 'utf8',
          droppedBytes: 0,
          replayed: false,
        },
      });
      expect((await call('GET', file('/workspace/pahalı.txt'))).body).toMatchObject({
        data: 'KHV-2\n',
        encoding: 'utf8',
      });
      const { body: listed } = await call('GET', '/files?path=/workspace');
      expect(listed).toMatchObject({ path: '/workspace', complete: true });
      expect(listed.entries.map(({ name }: { name: string }) => name)).toEqual(['maliyet.csv', 'pahalı.txt', 'store']);
      const items = await feed();
      expect(items.map(({ kind, outcome }: { kind: string; outcome: string }) => `${kind} ${outcome}`)).toEqual([
        'list done',
        'read done',
        'exec done',
        'write done',
      ]);
      expect(items[2]).toMatchObject({
        byKind: 'agent',
        exitCode: 0,
        bytes: 6,
        subject: expect.stringContaining('awk'),
      });
      // The owner sees it as well, and the list names the driver.
      const seen = await site.call('GET', `/v1/workspaces/${ws}/activity`, { session: owner });
      expect(seen.body.items).toEqual(items);
      const { body: workspaces } = await site.call('GET', '/v1/workspaces', { session: owner });
      expect(workspaces.items.slice(0, 2)).toMatchObject([
        { id: 'main', sandbox: 'none', sandboxDriver: null },
        { id: ws, sandbox: 'warm', sandboxDriver: 'builtin' },
      ]);
    });
  });

  describe('workspaces.exec', () => {
    test('a command that fails, or does not end, is answered', async () => {
      expect(await exec('echo no >&2; exit 3')).toMatchObject({ status: 200, body: { exitCode: 3, stderr: 'no\n' } });
      expect(await exec('sleep 1000', { timeoutSeconds: 1 })).toMatchObject({
        status: 200,
        body: { exitCode: null, signal: 'SIGKILL', timedOut: true, stoppedBy: 'time' },
      });
      expect((await feed())[0]).toMatchObject({ kind: 'exec', outcome: 'time', exitCode: null });
    });

    test('a command ends with its token', async () => {
      const { token: own, ws: late } = await opened('Giden ajan');
      const feedOf = async () =>
        (await site.call('GET', `/v1/workspaces/${late}/activity?limit=1`, { session: owner })).body.items;
      const headers = { 'Idempotency-Key': newUlid() };
      const asked = { token: own, body: { command: 'sleep 60' }, headers };
      const ended = site.call('POST', `/v1/workspaces/${late}/exec`, asked);
      await eventually(async () => (await feedOf())[0]?.outcome === 'running');
      const [{ byId }] = await feedOf();
      await site.world.done('token.revoke', { tokenId: byId }, { as: site.world.owner });
      expect(await ended).toMatchObject({
        status: 502,
        body: { code: 'exec_lost', detail: expect.stringContaining('credential') },
      });
      expect((await feedOf())[0]).toMatchObject({ outcome: 'exec_stopped' });
    });

    test('a key runs a command once', async () => {
      const headers = { 'Idempotency-Key': newUlid() };
      const first = await exec('echo x >> sayaç; wc -l < sayaç', {}, headers);
      const again = await exec('echo x >> sayaç; wc -l < sayaç', {}, headers);
      expect(first.body).toMatchObject({ exitCode: 0, replayed: false });
      expect(again.body).toEqual({ ...first.body, replayed: true });
      expect((await exec('wc -l < sayaç')).body.stdout.trim()).toBe('1');
      expect(await exec('echo other', {}, headers)).toMatchObject({
        status: 422,
        body: { code: 'idempotency_conflict' },
      });
      // After its day it is a new one.
      await site.world.sql("UPDATE workspace_exec_key SET claimed_at = now() - interval '25 hours'");
      expect((await exec('echo x >> sayaç; wc -l < sayaç', {}, headers)).body).toMatchObject({ replayed: false });
      expect((await exec('wc -l < sayaç')).body.stdout.trim()).toBe('2');
    });

    test('a key keeps output small and sealed, and of more than a store may keep how the command ended', async () => {
      const keyed = async (command: string) => {
        const headers = { 'Idempotency-Key': newUlid() };
        const { body } = await exec(command, {}, headers);
        const again = async () => (await exec(command, {}, headers)).body;
        const key = headers['Idempotency-Key'];
        return { key, body, again };
      };
      const old = await keyed('echo gizli-sözcük; echo hata >&2; exit 3');
      const large = await keyed("printf '%0262144d' 0");
      expect(await large.again()).toEqual({ ...large.body, replayed: true });
      const kept = await site.rows<{ key: string; bytes: number; answer: string; output: Buffer }>(
        'SELECT key, output_bytes AS bytes, answer, sealed_output AS output FROM workspace_exec_key WHERE key = ANY($1) ORDER BY claimed_at',
        [[old.key, large.key]],
      );
      expect(kept.map(({ key }) => key)).toEqual([old.key, large.key]);
      for (const { answer, output, bytes } of kept) {
        expect(answer + output.toString('utf8')).not.toContain('gizli');
        expect(answer.length + bytes).toBeLessThan(2_000);
      }
      const size = 32 * 1024 * 1024 - 2_800;
      await site.world.sql(`UPDATE workspace_exec_key SET output_bytes = ${size} WHERE key = '${large.key}'`);
      const last = await keyed('echo son');
      expect(await last.again()).toEqual({ ...last.body, replayed: true });
      expect(await large.again()).toMatchObject({ outputForgotten: false, replayed: true });
      const { stdout, stderr } = old.body;
      expect(await old.again()).toEqual({
        ...old.body,
        stdout: '',
        stderr: '',
        stdoutCut: { at: 0, bytes: Buffer.byteLength(stdout) },
        stderrCut: { at: 0, bytes: Buffer.byteLength(stderr) },
        droppedBytes: Buffer.byteLength(stdout + stderr),
        outputForgotten: true,
        replayed: true,
      });
    });

    test('a key whose command ran stays taken when its end cannot be noted', async () => {
      const headers = { 'Idempotency-Key': newUlid() };
      const rename = (from: string, to: string) => site.world.sql(`ALTER TABLE ${from} RENAME TO ${to}`);
      await rename('workspace_activity_end', 'workspace_activity_gone');
      const first = await exec('echo x >> bir', {}, headers).finally(() =>
        rename('workspace_activity_gone', 'workspace_activity_end'),
      );
      expect(first.status).toBeGreaterThanOrEqual(500);
      expect(await exec('echo x >> bir', {}, headers)).toMatchObject({ status: 502, body: { code: 'exec_lost' } });
      expect((await exec('wc -l < bir')).body.stdout.trim()).toBe('1');
    });

    test('a command without a key ends with its caller, and one with a key goes on', async () => {
      const asked = (name: string, headers: Record<string, string>) => {
        const gone = new AbortController();
        const answer = fetch(`${site.url}/v1/workspaces/${ws}/exec`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
          body: JSON.stringify({ command: `touch ${name}-begun; sleep 10; touch ${name}-ended` }),
          signal: gone.signal,
        }).catch(() => 'gone');
        return { gone, answer };
      };
      const names = async () =>
        ((await call('GET', '/files?path=store')).body.entries ?? []).map(({ name }: { name: string }) => name);
      // It is awake: both begin at once.
      await exec('true');
      const [ends, stays] = [asked('keyless', {}), asked('keyed', { 'Idempotency-Key': newUlid() })];
      await eventually(async () => {
        const seen = await names();
        return seen.includes('keyless-begun') && seen.includes('keyed-begun');
      }, 20_000);
      ends.gone.abort();
      stays.gone.abort();
      expect([await ends.answer, await stays.answer]).toEqual(['gone', 'gone']);
      await eventually(async () => (await names()).includes('keyed-ended'), 60_000);
      // Each look at the files is a row of the feed, so the command may stand on a later page.
      const ofKeyless = async (cursor = ''): Promise<{ outcome: string } | undefined> => {
        const { items, nextCursor } = (await call('GET', `/activity?limit=50${cursor}`)).body;
        const row = items.find(({ subject }: { subject: string }) => subject.includes('keyless-begun'));
        return row ?? (nextCursor ? ofKeyless(`&cursor=${nextCursor}`) : undefined);
      };
      await eventually(async () => {
        const row = await ofKeyless();
        return row !== undefined && row.outcome !== 'running';
      }, 20_000);
      expect(await names()).not.toContain('keyless-ended');
    });

    test('a command that is lost is lost for its key at once', async () => {
      const headers = { 'Idempotency-Key': newUlid() };
      const { sandbox } = site.world.platform.services;
      const lost = jest.spyOn(sandbox, 'run').mockRejectedValueOnce(new SandboxError('exec_lost'));
      const answers = [await exec('echo x >> yitik', {}, headers), await exec('echo x >> yitik', {}, headers)];
      lost.mockRestore();
      expect(answers).toMatchObject([
        { status: 502, body: { code: 'exec_lost' } },
        { status: 502, body: { code: 'exec_lost' } },
      ]);
    });

    test('a command to which nobody attends any more is lost at once, for its key and in the feed', async () => {
      const { storeId, database, platform } = site.world;
      const books = database.writer(storeId);
      const workspaceId = ws;
      await exec('true');
      const [{ byId, byKind }] = await feed();
      const key = newUlid();
      const activityId = newId('wac');
      // As an API leaves it that was killed while the command ran.
      const work = { do: 'exec', command: 'sleep 500', cwd: '/workspace/store', timeoutMs: 600_000 };
      const digest = digestOf([ws, work]);
      const within = { withinMs: 660_000 };
      await claimKey(books, { storeId, principalId: byId, key }, { activityId, digest, ...within });
      const begun = { id: activityId, storeId, workspaceId, byKind, byId, subject: 'sleep 500', ...within };
      await noteBegin(books, { ...begun, kind: 'exec' });
      const again = () => exec('sleep 500', { timeoutSeconds: 600 }, { 'Idempotency-Key': key });
      const leave = await sandbox.attend(activityId);
      expect(await again()).toMatchObject({ status: 409, body: { code: 'exec_running' } });
      expect((await feed())[0]).toMatchObject({ id: activityId, outcome: 'running' });
      expect((await currentUseOf(platform.services, books, storeId, ws)).running).toEqual([activityId]);
      leave();
      expect((await feed())[0]).toMatchObject({ id: activityId, outcome: 'exec_lost', durationMs: null });
      expect(await again()).toMatchObject({ status: 502, body: { code: 'exec_lost' } });
      // The workflow of the workspace waits for it no longer, and tells its end.
      expect((await currentUseOf(platform.services, books, storeId, ws)).running).toEqual([]);
      expect((await feed())[0]).toMatchObject({ outcome: 'exec_lost', durationMs: expect.any(Number) });
    });

    test('a key whose sandbox cannot be asked stays as it is', async () => {
      const key = newUlid();
      const headers = { 'Idempotency-Key': key };
      const services = site.world.platform.services as { sandbox: Sandboxes };
      const before = services.sandbox;
      services.sandbox = new SandboxHosts(new Map([['local', none]]));
      expect(await exec('echo x >> yok', {}, headers)).toMatchObject({
        status: 503,
        body: { code: 'sandbox_unavailable' },
      });
      services.sandbox = before;
      expect(await exec('echo x >> yok', {}, headers)).toMatchObject({ status: 200, body: { replayed: false } });
    });

    test('one key at two calls of one moment runs one command', async () => {
      const headers = { 'Idempotency-Key': newUlid() };
      const both = await Promise.all([
        exec('echo y >> ikiz; sleep 1', {}, headers),
        exec('echo y >> ikiz; sleep 1', {}, headers),
      ]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(both.find(({ status }) => status === 409)?.body.code).toBe('exec_running');
      expect((await exec('wc -l < ikiz')).body.stdout.trim()).toBe('1');
    });
  });

  describe('workspaces.files.read', () => {
    test('bytes that are no text come as base64, and go in so', async () => {
      const bytes = Buffer.from([0, 255, 254, 10]).toString('base64');
      await call('PUT', file('ikili'), { data: bytes, encoding: 'base64' });
      expect((await call('GET', file('ikili'))).body).toMatchObject({ size: 4, encoding: 'base64', data: bytes });
    });

    test.each([
      ['../x', 422, 'path_outside'],
      ['/etc/passwd', 422, 'path_outside'],
      ['/workspace/store/../../x', 422, 'path_outside'],
      ['yok', 404, 'not_found'],
      ['store', 422, 'not_a_file'],
    ])('a path that cannot be read: %s', async (path, status, code) => {
      const answer = await call('GET', file(path));
      expect(answer).toMatchObject({ status, body: { code } });
      expect(answer.body.detail).toMatch(/ /);
    });
  });

  test('bad input is refused in words', async () => {
    expect(await exec('')).toMatchObject({ status: 400 });
    expect(await exec('x'.repeat(32 * 1024 + 1))).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(await exec('ş'.repeat(20 * 1024))).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(await exec('true', { timeoutSeconds: 601 })).toMatchObject({ status: 400 });
    expect(await exec('true', { cwd: '/workspace/yok' })).toMatchObject({
      status: 422,
      body: { code: 'cwd_not_found' },
    });
    expect(await exec('true', { cwd: '/' })).toMatchObject({ status: 422, body: { code: 'path_outside' } });
    expect(await exec('true', {}, { 'Dry-Run': 'true' })).toMatchObject({ status: 400 });
    const large = { data: 'x'.repeat(1024 * 1024 + 1) };
    expect(await call('PUT', file('büyük'), large)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
    const most = { data: 'x'.repeat(1024 * 1024) };
    expect(await call('PUT', file('büyük'), most)).toMatchObject({ status: 200 });
    expect(await exec('echo more >> /workspace/büyük')).toMatchObject({ status: 200 });
    expect(await call('GET', file('büyük'))).toMatchObject({ status: 413 });
    expect(await call('PUT', file('x'), { data: '???', encoding: 'base64' })).toMatchObject({ status: 400 });
    expect(await call('PUT', file('büyük/x'), { data: 'x' })).toMatchObject({
      status: 422,
      body: { code: 'not_a_folder' },
    });
  });

  describe('workspaces.files.list', () => {
    test('a list stops at 1,000 entries, and says so', async () => {
      await exec('mkdir çok; cd çok; touch $(seq 1 1001)');
      const { body } = await call('GET', '/files?path=store/çok');
      expect(body).toMatchObject({ entries: { length: 1_000 } });
      expect(body.complete).toBe(false);
    });
  });

  test('the main draft has no sandbox, and an agent is told that it is not its own', async () => {
    const { token: developer } = await site.mint('developer', ['sandbox:use', 'design:read', 'design:write']);
    const calls = [
      ['POST', '/exec', { command: 'true' }],
      ['GET', '/files', undefined],
      ['GET', '/file?path=x', undefined],
      ['PUT', '/file?path=x', { data: 'x' }],
      ['POST', '/backup', undefined],
      ['GET', '/activity', undefined],
    ] as const;
    for (const [method, path, body] of calls) {
      const of = `/v1/workspaces/main${path}`;
      expect(await site.call(method, of, { token, body })).toMatchObject({
        status: 403,
        body: { code: 'agent_workspace_only' },
      });
      expect(await site.call(method, of, { token: developer, body })).toMatchObject({
        status: 409,
        body: { code: 'invalid_state', state: 'none' },
      });
    }
    const refresh = await site.call('POST', '/v1/workspaces/main/refresh', { session: owner, body: {} });
    expect(refresh).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
    const headers = { 'If-Match': '"0"' };
    const adopt = await site.call('POST', '/v1/workspaces/main/adopt', { token: developer, headers, body: {} });
    expect(adopt).toMatchObject({ status: 404 });
    expect((await site.call('GET', '/v1/workspaces/main/preview-url', { token: developer })).status).not.toBe(400);
    expect(await site.call('GET', '/v1/workspaces/mainz/files', { token })).toMatchObject({ status: 400 });
  });

  test('an agent works in its own workspace alone, and another store has none of it', async () => {
    const foreign = await site.call('POST', `/v1/workspaces/${other}/exec`, { token, body: { command: 'true' } });
    expect(foreign).toMatchObject({ status: 403, body: { code: 'agent_workspace_only' } });
    for (const path of ['files', 'activity', 'file?path=x'])
      expect(await site.call('GET', `/v1/workspaces/${other}/${path}`, { token })).toMatchObject({ status: 403 });
    const stranger = await site.session(site.world.other);
    const unseen = await site.call('POST', `/v1/workspaces/${ws}/exec`, {
      session: stranger,
      body: { command: 'true' },
    });
    expect(unseen).toMatchObject({ status: 404 });
    const { token: weak } = await site.mint('developer');
    expect(await call('POST', '/exec', { command: 'true' }, {}, weak)).toMatchObject({
      status: 403,
      body: { code: 'forbidden_scope' },
    });
  });

  describe('workspaces.activity.list', () => {
    test('the feed is masked, and no statement of the product changes it', async () => {
      await exec(`echo ${token} > /dev/null; curl -H 'Authorization: Bearer gizli-anahtar' http://x`);
      const [{ subject }] = await feed();
      expect(subject).not.toContain(token);
      expect(subject).not.toContain('gizli-anahtar');
      const books = site.world.database.writer(site.world.storeId);
      await expect(books.query("UPDATE workspace_activity SET subject = 'x'")).rejects.toThrow(/permission denied/);
      await expect(books.query('DELETE FROM workspace_activity_end')).rejects.toThrow(/permission denied/);
    });
  });

  test('a command of which nobody told how it ended is lost, in the feed and for its key', async () => {
    const key = newUlid();
    await exec('echo z', {}, { 'Idempotency-Key': key });
    await site.world.sql(`
      DELETE FROM workspace_activity_end WHERE activity_id IN (SELECT activity_id FROM workspace_exec_key WHERE key = '${key}');
      UPDATE workspace_activity SET ends_by = now() - interval '1 second'
        WHERE id IN (SELECT activity_id FROM workspace_exec_key WHERE key = '${key}');
      UPDATE workspace_exec_key SET answer = NULL, ends_by = now() - interval '1 second' WHERE key = '${key}'`);
    expect(await exec('echo z', {}, { 'Idempotency-Key': key })).toMatchObject({
      status: 502,
      body: { code: 'exec_lost' },
    });
    expect((await feed())[0]).toMatchObject({ outcome: 'exec_lost', exitCode: null });
  });

  test('the starter project reaches the shop, and what it changes is proposed', async () => {
    const { token: own, ws: fresh } = await opened('Maliyet ajanı');
    const { id } = await site.world.done('catalog.product.create', { title: 'Cezve', sku: 'CZV-1', price: 10_000 });
    const asked = (method: string, path: string, body: unknown) =>
      site.call(method, `/v1/workspaces/${fresh}${path}`, { token: own, body });
    await asked('PUT', file('/workspace/store/maliyet.csv'), { data: 'sku,maliyet\nCZV-1,12000\n' });
    const ran = await asked('POST', '/exec', { command: 'bash zararina.sh oner' });
    expect(ran.body).toMatchObject({ exitCode: 0, stderr: '', stdout: expect.stringContaining('Öneri gönderildi') });
    const { body: waiting } = await site.call('GET', '/v1/proposals?state=submitted', { token: own });
    const { body: proposal } = await site.call('GET', `/v1/proposals/${waiting.items[0].id}`, { session: owner });
    expect(proposal.list).toMatchObject([{ command: 'catalog.price.set', payload: { targetId: id, price: 13_200 } }]);
    const { body: live } = await site.call('GET', `/v1/catalog/products/${id}`, { session: owner });
    expect(live.price).toBe(10_000);
  });

  test('operators count work by its kind and by how it ended', async () => {
    await exec('exit 3');
    await call('GET', file('yok'));
    const told = await counted.getSingleMetricAsString('tezgah_workspace_work_seconds');
    expect(told).toMatch(/_count\{kind="exec",outcome="done"\} [1-9]/);
    expect(told).toMatch(/_count\{kind="read",outcome="file_not_found"\} [1-9]/);
  });

  test('an archived workspace runs nothing, and its feed stays', async () => {
    const { token: late, ws: archived } = await opened('Eski');
    const asked = (method: string, path: string, body?: unknown) =>
      site.call(method, `/v1/workspaces/${archived}${path}`, { session: owner, body });
    expect(await asked('POST', '/exec', { command: 'echo son' })).toMatchObject({ status: 200 });
    await site.world.done('workspace.archive', { workspaceId: archived }, { as: site.world.owner });
    expect(await asked('POST', '/exec', { command: 'true' })).toMatchObject({
      status: 409,
      body: { code: 'invalid_state' },
    });
    expect((await asked('GET', '/activity')).body.items).toHaveLength(1);
    expect(
      (await site.call('POST', `/v1/workspaces/${archived}/exec`, { token: late, body: { command: 'true' } })).status,
    ).toBe(401);
  });
});

describe('without a sandbox', () => {
  test('the call says that nothing began, its key is free again, and everything else works', async () => {
    const site = await openSite({ sandbox: none });
    const owner = await site.session();
    const { body } = await site.call('POST', '/v1/workspaces', { session: owner, body: { name: 'Ajan' } });
    const headers = { 'Idempotency-Key': newUlid() };
    const exec = () =>
      site.call('POST', `/v1/workspaces/${body.workspace.id}/exec`, {
        token: body.token,
        headers,
        body: { command: 'true' },
      });
    for (const answer of [await exec(), await exec()]) {
      expect(answer).toMatchObject({ status: 503, body: { code: 'sandbox_unavailable' } });
      expect(answer.headers.get('Retry-After')).toBe('2');
    }
    const health = await site.call('GET', '/v1/health');
    expect(health.body.sandbox).toMatchObject({ driver: null, lacks: [], reason: expect.stringContaining('sandbox') });
    await site.close();
  });

  test('a driver that was asked for and does not work here is replaced by none', async () => {
    const path = process.env.PATH;
    process.env.PATH = '/nowhere';
    const opened = await openWith('bubblewrap');
    process.env.PATH = path;
    // A machine that has it in /usr/bin has it.
    if (typeof opened === 'string') expect(opened).toContain('bubblewrap');
    else await opened.close();
  });
});
