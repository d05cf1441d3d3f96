import { type Api, startApi } from '../../src/api';
import { newUlid } from '../../src/kernel/ids';
import { createLog } from '../../src/kernel/log';
import type { RunningWorker } from '../../src/worker';
import { connectedMarketplace, type Marketplace } from '../channel/marketplace';
import { startTestWorker } from '../world/worker';
import { PASSWORD } from '../world/world';
import { Attended, called } from './attended';
import { Tezgah } from './tezgah';

let shop: Marketplace;
let worker: RunningWorker;
let api: Api;
let tezgah: Tezgah;

beforeAll(async () => {
  shop = await connectedMarketplace({ products: 120 });
  api = await startApi(shop.world.platform, shop.world.config, createLog('test', 'silent'));
  tezgah = new Tezgah({ TEZGAH_URL: api.url });
  await tezgah.run(['login', '--email', shop.world.email, '--password-stdin'], PASSWORD);
});

afterAll(async () => {
  tezgah.remove();
  await worker.stop();
  await api.stop();
  await shop.close();
});

test('a job is started, watched to its end, listed; one that was cancelled fails the watch', async () => {
  const cancelKey = newUlid();
  const begin = ['channel', 'catalog', 'pull', 'trendyol', '--idempotency-key', cancelKey, '--yes', '--json'];
  const cancelled = (await tezgah.run(begin)).json;
  expect((await tezgah.run(['channel', 'jobs', 'cancel', 'trendyol', cancelled.id, '--yes'])).code).toBe(0);
  const pull = [
    'channel',
    'catalog',
    'pull',
    'trendyol',
    '--mode',
    'import',
    '--yes',
    '--json',
    '--idempotency-key',
    newUlid(),
  ];
  const waited = await tezgah.run([...pull, '--wait', '1']);
  expect([waited.json.state, waited.stderr]).toEqual(['queued', expect.stringContaining('The work goes on')]);
  const job = waited.json;
  const watching = tezgah.run(['jobs', 'watch', job.id]);
  worker = await startTestWorker(shop.world);

  const { code, stdout, stderr } = await watching;
  expect([code, stdout]).toEqual([0, `${job.id} catalog.pull (import) succeeded\n`]);
  expect(stderr).toMatch(/^\[\.{24}\] queued 0\/\?/);
  expect(stderr).toMatch(/\[#{24}\] succeeded 120\/120 100%, 120 created, 0 updated, 0 unchanged, 0 failed\n$/);

  const ended = await tezgah.run([...pull, '--wait', '20']);
  expect([ended.json.id, ended.json.state, ended.stderr]).toEqual([job.id, 'succeeded', '']);

  const again = ['--idempotency-key', cancelKey, '--wait', '20', '--yes', '--json'];
  const vain = await tezgah.run(['channel', 'catalog', 'pull', 'trendyol', ...again]);
  expect([vain.code, vain.json.id, vain.json.state]).toEqual([1, cancelled.id, 'cancelled']);
  const failed = await tezgah.run(['jobs', 'watch', cancelled.id, '--json']);
  expect([failed.code, failed.json.state]).toEqual([1, 'cancelled']);
  const { items } = (await tezgah.run(['jobs', 'list', '--json'])).json;
  expect(items.map(({ id }: { id: string }) => id)).toEqual([job.id, cancelled.id]);
  const [head, first] = (await tezgah.run(['jobs', 'list'])).stdout.split('\n');
  expect(head).toMatch(/^ID +KIND +STATE +PROGRESS +CREATED +EXTENSION/);
  expect(first).toMatch(
    new RegExp(`^${job.id} +catalog\\.pull +succeeded +120/120 100% +${job.createdAt.slice(0, 16)}Z +trendyol`),
  );
  expect((await tezgah.run(['jobs', 'watch', 'cjb_01ARZ3NDEKTSV4RRFFQ69G5FAV'])).code).toBe(4);

  // A round of the clock is newer, and nobody waits for its end.
  await shop.world.sql(`UPDATE channel_job SET created_by = 'product' WHERE id = '${job.id}'`);
  expect((await tezgah.run(['jobs', 'watch', '--json'])).json.id).toBe(cancelled.id);
  await shop.world.sql(`UPDATE channel_job SET created_by = 'product' WHERE id = '${cancelled.id}'`);
  expect((await tezgah.run(['jobs', 'watch'])).stderr).toContain('Nobody has asked for a job yet.');
});

test('a developer token of the default scopes starts, lists and watches, as docs/cli.md has it', async () => {
  const { body } = await shop.world.run('token.mint', { kind: 'developer', label: 'test' }, { as: shop.world.owner });
  const script = tezgah.with({ TEZGAH_TOKEN: (body as { token: string }).token });
  const words = ['channel', 'catalog', 'pull', 'trendyol', '--mode', 'import', '--yes', '--json'];
  const { id } = (await script.run(words)).json;
  const { code, stdout } = await script.run(['jobs', 'watch', id]);
  expect([code, stdout]).toEqual([0, `${id} catalog.pull (import) succeeded\n`]);
  const { items } = (await script.run(['jobs', 'list', '--json'])).json;
  expect(items[0].id).toBe(id);
  const nowhere = await script.run(['jobs', 'watch', 'cjb_01ARZ3NDEKTSV4RRFFQ69G5FAV']);
  expect([nowhere.code, nowhere.stderr]).toEqual([
    4,
    expect.stringMatching(/looked through trendyol, hepsiburada\. --ext names/),
  ]);
});

test('a verb shows what nobody takes back and asks; without a terminal it needs --yes, and a no starts nothing', async () => {
  const { email, storeId } = shop.world;
  const response = await fetch(`${api.url}/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { csrfToken } = (await response.json()) as { csrfToken: string };
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] as string;
  const session = { cookie, csrfToken, email, storeId, expiresAt: '2999-01-01T00:00:00.000Z' };
  const jobs = async () => (await tezgah.run(['jobs', 'list', '--json'])).json.items.length;
  const before = await jobs();

  const pull = ['channel', 'catalog', 'pull', 'trendyol', '--mode', 'preview'];
  const unattended = await tezgah.run(pull);
  expect([unattended.code, unattended.stderr]).toEqual([2, expect.stringContaining('add --yes')]);
  const terminal = new Attended('n');
  await expect(called(pull, api.url, session, terminal)).rejects.toThrow('Not confirmed: nothing has changed.');
  expect(terminal.told).toEqual([
    expect.stringContaining('channel job'),
    'channel.catalog.pull cannot be taken back. Run it? [y/N]',
  ]);
  expect(await jobs()).toBe(before);
  await called(pull, api.url, session, new Attended('y'));
  expect(await jobs()).toBe(before + 1);
});
