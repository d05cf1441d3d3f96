import { createHash, randomBytes } from 'node:crypto';
import { newUlid } from '../../src/kernel/ids';
import { lazySandbox } from '../sandbox/lazy';
import { type Answer, openSite, type Site } from '../surfaces/site';
import { connectTo } from '../surfaces/tool-client';

const MIB = 1024 * 1024;

interface Read {
  readonly size: number;
  readonly encoding: BufferEncoding;
  readonly data: string;
}

describe.each(['builtin', 'bubblewrap'] as const)('bytes that come out of a sandbox of %s', (driver) => {
  const sandbox = lazySandbox(driver);
  let site: Site;
  let token: string;
  let ws: string;
  let missing = false;

  beforeAll(async () => {
    missing = (await sandbox.probed()).driver === null;
    site = await openSite({ sandbox });
    const { body } = await site.call('POST', '/v1/workspaces', {
      session: await site.session(),
      body: { name: 'Baytlar' },
    });
    token = body.token;
    ws = body.workspace.id;
  });
  afterAll(async () => {
    await site.close();
    await sandbox.close();
  });

  const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
    site.call(method, `/v1/workspaces/${ws}${path}`, { token, body });
  const exec = (command: string) => call('POST', '/exec', { command });
  const read = (path: string) => call('GET', `/file?path=${path}`);
  const write = (path: string, content: Buffer) =>
    call('PUT', `/file?path=${path}`, { data: content.toString('base64'), encoding: 'base64' });
  const bytesOf = ({ data, encoding }: Read) => Buffer.from(data, encoding);
  const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

  test('a file up to 1 MiB is read as it is, and one byte more is refused by both doors', async () => {
    if (missing) return;
    const client = await connectTo(site, token, '/mcp/tools');
    const readByTool = async (path: string) => {
      const { content, isError } = (await client.callTool({
        name: 'workspaces.files.read',
        arguments: { ws, path },
      })) as { content: { text: string }[]; isError?: boolean };
      return { isError: isError === true, body: JSON.parse(content[0]?.text as string) };
    };
    const letters = Buffer.from('ışıltılı €😀\n'.repeat(MIB / 8)).subarray(0, MIB);
    for (const whole of [randomBytes(MIB), letters, randomBytes(MIB - 1), Buffer.alloc(0)]) {
      expect((await write('tam', whole)).status).toBe(200);
      const { body } = await read('tam');
      expect([body.size, sha(bytesOf(body))]).toEqual([whole.length, sha(whole)]);
      const told = await readByTool('tam');
      expect([told.body.size, sha(bytesOf(told.body))]).toEqual([whole.length, sha(whole)]);
    }
    for (const more of [1, 2, 64, MIB, 5 * MIB]) {
      await write('taşan', randomBytes(MIB - 10));
      await exec(`head -c ${10 + more} /workspace/taşan > /tmp/x; cat /tmp/x >> /workspace/taşan`);
      if (more > 64) await exec('cd /workspace; for i in 1 2 3; do cat taşan taşan > y; mv y taşan; done');
      const { body: listed } = await call('GET', '/files?path=/workspace');
      const { size } = listed.entries.find(({ name }: { name: string }) => name === 'taşan');
      expect(size).toBeGreaterThanOrEqual(MIB + Math.min(more, 64));
      expect(await read('taşan')).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
      expect(await readByTool('taşan')).toMatchObject({ isError: true, body: { code: 'payload_too_large' } });
    }
    await client.close();
  });

  test('output that is no text comes as base64, whole or cut, by both doors and from its key', async () => {
    // Programs of the interpreter have a way of their own with bytes.
    if (missing || driver === 'builtin') return;
    const client = await connectTo(site, token, '/mcp/tools');
    // The Turkish letters of windows-1254, and bytes of no character at all.
    await write('eski', Buffer.from([0xde, 0xfd, 0xf0, 0xdd, 10, 0, 255, 10]));
    const said = { exitCode: 0, encoding: 'base64', stdoutCut: null, droppedBytes: 0 };
    const headers = { 'Idempotency-Key': newUlid() };
    const keyed = () =>
      site.call('POST', `/v1/workspaces/${ws}/exec`, { token, headers, body: { command: 'cat /workspace/eski' } });
    const { body } = await keyed();
    expect(body).toMatchObject(said);
    expect([...Buffer.from(body.stdout, 'base64')]).toEqual([0xde, 0xfd, 0xf0, 0xdd, 10, 0, 255, 10]);
    expect((await keyed()).body).toEqual({ ...body, replayed: true });
    const { content } = (await client.callTool({
      name: 'workspaces.exec',
      arguments: { ws, body: { command: 'cat /workspace/eski; echo hata >&2' } },
    })) as { content: { text: string }[] };
    expect(JSON.parse(content[0]?.text as string)).toMatchObject({
      ...said,
      stdout: body.stdout,
      stderr: Buffer.from('hata\n').toString('base64'),
    });
    await client.close();
    const whole = randomBytes(MIB);
    await write('uzun', whole);
    for (const command of ['cat /workspace/uzun', 'cat /workspace/uzun >&2']) {
      const { stdout, stderr, stdoutCut, stderrCut, droppedBytes } = (await exec(command)).body;
      const cut = stdoutCut ?? stderrCut;
      const kept = Buffer.from(stdout + stderr, 'base64');
      expect([kept.length + cut.bytes, droppedBytes]).toEqual([whole.length, cut.bytes]);
      expect(kept.length).toBeGreaterThan(255 * 1024);
      const tail = kept.length - cut.at;
      expect(sha(kept)).toBe(sha(Buffer.concat([whole.subarray(0, cut.at), whole.subarray(-tail)])));
    }
  });

  test('a list of the longest names is whole, and a backup of large files comes back byte for byte', async () => {
    if (missing) return;
    // The interpreter takes long to make files.
    const count = driver === 'builtin' ? 100 : 1_000;
    const names = Array.from({ length: count }, (_, at) => `${String(at).padStart(4, '0')}${'ş'.repeat(125)}`);
    await exec(
      `mkdir -p /workspace/liste && cd /workspace/liste && n=$(printf 'ş%.0s' $(seq 125)) && for i in $(seq 10000 ${10_000 + count - 1}); do : > \${i#1}$n; done`,
    );
    const { body } = await call('GET', '/files?path=liste');
    expect(body).toMatchObject({ complete: true });
    expect(body.entries.map(({ name }: { name: string }) => name)).toEqual(names);
    const large = Buffer.from(randomBytes(MIB / 2).toString('hex'));
    await write('bir', large);
    await exec('cd /workspace; for i in 1 2 3 4 5; do cat bir >> büyük; done');
    expect((await call('POST', '/backup')).status).toBe(200);
    // The machine is lost.
    const [{ epoch } = { epoch: 0 }] = await site.rows<{ epoch: number }>(
      'SELECT epoch FROM workspace_sandbox WHERE workspace_id = $1',
      [ws],
    );
    await sandbox.destroy({ storeId: site.world.storeId, workspaceId: ws, epoch });
    expect(sha(bytesOf((await read('bir')).body))).toBe(sha(large));
    // Programs of the interpreter have a way of their own with bytes.
    if (driver === 'builtin') return;
    await exec(
      'cd /workspace; for i in 0 1 2 3 4; do tail -c +$((i * 1048576 + 1)) büyük | head -c 1048576 > p$i; done',
    );
    for (const part of [0, 1, 2, 3, 4]) expect(sha(bytesOf((await read(`p${part}`)).body))).toBe(sha(large));
  });
});
