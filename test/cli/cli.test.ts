// tier: all
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exitCodes } from '../../src/cli/exit';
import { openSecrets } from '../../src/extension/secret/store';
import { newUlid } from '../../src/kernel/ids';
import { lockDataFolder } from '../../src/supervisor/data-folder';
import { openSite, type Site } from '../surfaces/site';
import { PASSWORD } from '../world/world';
import { openGateway } from './gateway';
import { Tezgah } from './tezgah';

let site: Site;
let tezgah: Tezgah;
let token: string;
let productId: string;

beforeAll(async () => {
  site = await openSite();
  token = (
    await site.mint('developer', [
      'catalog:read',
      'catalog:write',
      'orders:read',
      'store:admin',
      'secrets:write',
      'proposals:write',
    ])
  ).token;
  tezgah = new Tezgah({ TEZGAH_URL: site.url, TEZGAH_TOKEN: token, TEZGAH_RETRY_SECONDS: '5' });
  await site.world.done('catalog.product.create', { title: 'Filtre Kahve', price: 32_900 });
  productId = (await site.world.done('catalog.product.create', { title: 'Türk Kahvesi', price: 14_990 })).id;
});

afterAll(async () => {
  tezgah.remove();
  await site.close();
});

const priceOf = async (): Promise<number> =>
  (await site.world.read('catalog.products.get', { params: { prd: productId } })).price;

describe('verbs of the registry', () => {
  test('a route is a verb; its page is a table for people, with money as TL', async () => {
    const { code, stdout, stderr } = await tezgah.run(['catalog', 'products', 'list', '--text', 'turk']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^ID +TITLE +STATUS +PRICE /);
    expect(stdout).toContain('Türk Kahvesi');
    expect(stdout).toContain('149,90 TL');
    expect(stdout).not.toContain('Filtre');
  });

  test('--json is the answer of the API in one line', async () => {
    const { stdout, json } = await tezgah.run(['catalog', 'products', 'list', '--limit', '1', '--json']);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(json).toEqual((await site.call('GET', '/v1/catalog/products?limit=1', { token })).body);
  });

  test('a path parameter is an operand or a flag, a camelCase name is spelt either way, --all follows the pages', async () => {
    const operand = await tezgah.run(['catalog', 'products', 'get', productId, '--json']);
    const flag = await tezgah.run(['--json', 'catalog', 'products', 'get', '--prd', productId]);
    expect(operand.json).toMatchObject({ id: productId, price: 14_990 });
    expect(flag.json).toEqual(operand.json);
    for (const words of [
      ['stock-movements', 'list', '--target-id', productId],
      ['stockMovements', 'list', '--targetId', productId],
    ])
      expect((await tezgah.run(['catalog', ...words, '--json'])).json).toEqual({ items: [], nextCursor: null });
    const all = await tezgah.run(['catalog', 'products', 'list', '--limit', '1', '--all', '--json']);
    expect([all.json.items.length, all.json.nextCursor]).toEqual([2, null]);
  });

  test('--columns prints fields of a list as they are, for awk', async () => {
    const list = ['catalog', 'products', 'list', '--text', 'turk', '--columns', 'id,price, title ,none,stock.none'];
    const { code, stdout, stderr } = await tezgah.run([...list, '--all']);
    expect([code, stderr, stdout]).toEqual([0, '', `${productId}\t14990\tTürk Kahvesi\t\t\n`]);
    expect(await tezgah.run([...list, '--json'])).toMatchObject({ code: 2, json: { error: { code: 'usage' } } });
  });

  test('a list that is not all says so, and how the rest is asked for', async () => {
    const part = await tezgah.run(['catalog', 'products', 'list', '--limit', '1']);
    const [, cursor = ''] = /^1 of 2: --all, or --cursor (\S+)\n$/.exec(part.stderr) ?? [];
    expect(part.stdout).not.toContain(cursor);
    const rest = await tezgah.run(['catalog', 'products', 'list', '--limit', '1', '--cursor', cursor]);
    expect([rest.stdout.split('\n')[1] === part.stdout.split('\n')[1], rest.stderr]).toEqual([false, '']);
    // A program reads nextCursor.
    expect((await tezgah.run(['catalog', 'products', 'list', '--limit', '1', '--json'])).stderr).toBe('');
  });

  test.each([
    ['a verb', ['catlog', 'products', 'list'], 'catalog'],
    ['a verb of a group', ['catalog', 'prodcts', 'list'], 'products'],
    ['a flag', ['catalog', 'products', 'list', '--txt', 'kahve'], '--text'],
    ['a flag of a command', ['run', 'catalog.price.set', '--pric', '1'], '--price'],
    ['a word of our own', ['proposals', 'reviw'], 'review'],
  ])('%s that is misspelt is answered with the nearest one', async (_, args, near) => {
    const { code, stderr } = await tezgah.run(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`(Did you mean ${near}?)`)]);
  });

  test('so is a command, once the server has said that there is none', async () => {
    const { code, stderr } = await tezgah.run(['run', 'catalog.price.st', '--payload', '{}', '--yes']);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/there is no command catalog\.price\.st\nDid you mean /)]);
    expect(stderr.match(/catalog\.price\.set/g)).toHaveLength(1);
  });

  test.each([
    [['catalog', 'product', 'update', '--help'], 'catalog.product.update'],
    [['catalog', 'product', 'create', '--title', 'Kahve'], 'catalog.product.create'],
    [['catalog', 'product', 'set-variants'], 'catalog.product.setVariants'],
  ])('a command that is spelled like a verb is shown where it runs: %j', async (args, id) => {
    const { code, stderr } = await tezgah.run(args);
    expect([code, stderr]).toEqual([2, `${id} is a command: tezgah run ${id} --help\n`]);
  });

  test('bodies come from flags, inline, a file or stdin', async () => {
    const payload = { targetId: productId, price: 1 };
    const file = path.join(tezgah.home, 'body.json');
    writeFileSync(file, JSON.stringify({ command: 'catalog.price.set', payload }));
    const verb = ['validate', 'command', '--json'];
    const flags = ['--command', 'catalog.price.set', '--field-payload', JSON.stringify(payload)];
    const answers = await Promise.all([
      tezgah.run([...verb, ...flags]),
      tezgah.run([...verb, '--body', `@${file}`]),
      tezgah.run([...verb, '--body', '-', '--command', 'catalog.price.set'], JSON.stringify({ payload })),
    ]);
    for (const { json } of answers) expect(json).toEqual({ valid: true, errors: [] });
  });

  test('what is not valid ends with 1, so that nothing behind it runs', async () => {
    writeFileSync(path.join(tezgah.home, 'm.json'), '{"manifestVersion":1,"scopes":["catalog:all"]}');
    const manifest = await tezgah.run(['validate', 'manifest', '--manifest', '@m.json', '--json']);
    expect([manifest.code, manifest.json.valid]).toEqual([1, false]);
    const pointers = manifest.json.errors.map(({ pointer }: { pointer: string }) => pointer);
    expect(pointers).toEqual(expect.arrayContaining(['/manifest/kind', '/manifest/scopes/0']));
    const payload = ['--command', 'catalog.price.set', '--field-payload', '{}'];
    expect((await tezgah.run(['validate', 'command', ...payload])).code).toBe(1);
  });

  test('a secret comes from stdin, or is asked for, and stands in no history', async () => {
    await site.world.done('extension.install', { extension: 'trendyol' }, { as: site.world.owner });
    const set = ['run', 'secret.set', '--extension', 'trendyol', '--key', 'apiSecret', '--yes'];
    expect((await tezgah.run([...set, '--value', '-'], 'gizli\n')).code).toBe(0);
    expect((await tezgah.run(set)).stderr).toContain('--value is required');
    expect((await tezgah.run([...set.slice(0, 2), '--help'])).stdout).toContain('asked for where it is left out');
    const box = site.world.platform.services.secretBox;
    const reader = site.world.database.reader(site.world.storeId);
    expect((await openSecrets(reader, box, site.world.storeId, 'trendyol')).apiSecret).toBe('gizli');
  });

  test('help at every level comes from the schemas', async () => {
    const [top, group, leaf, run] = await Promise.all([
      tezgah.run(['--help']),
      tezgah.run(['help', 'catalog']),
      tezgah.run(['catalog', 'products', 'list', '--help']),
      tezgah.run(['run', 'catalog.price.set', '-h']),
    ]);
    expect([top.code, group.code, leaf.code, run.code]).toEqual([0, 0, 0, 0]);
    expect(top.stdout).toMatch(/catalog +categories, collections, products/);
    expect(top.stdout.replaceAll(/\s+/g, ' ')).toMatch(/catalog categories,[a-z -]+(, [a-z -]+)*, export, import /);
    expect(top.stdout).toContain('5  it has moved on since (409)');
    expect(group.stdout).toContain('stock-movements');
    expect(leaf.stdout).toMatch(/--stock <in\|out\|low\|untracked>/);
    expect(leaf.stdout).toContain('GET /v1/catalog/products, read, scope catalog:read');
    expect(run.stdout).toMatch(/--price <kuruş>[\s\S]*required/);
    expect(run.stdout).toContain('rev_conflict');
  });

  test('every route and every command of the server has a verb', async () => {
    const { routes, commands } = site.world.platform.services.capabilities;
    const help = (await tezgah.run(['run', '--help'])).stdout;
    const shown = (await tezgah.run(['commands', 'list', '--json'])).json.items.map(({ id }: { id: string }) => id);
    expect(shown.length).toBeGreaterThan(10);
    for (const id of shown) expect(help).toContain(` ${id} `);
    expect(commands.length).toBeGreaterThanOrEqual(shown.length);
    const ids = routes.map(({ id }) => id).filter((id) => id !== 'commands.run');
    for (const id of ids.filter((_, index) => index % 4 === 0)) {
      const { code, stdout } = await tezgah.run([...id.split('.'), '--help']);
      expect([id, code, stdout.includes('Usage: tezgah')]).toEqual([id, 0, true]);
    }
  });

  test('the registry is kept on disk by its hash, readable by its owner only and without the token', async () => {
    const folder = path.join(tezgah.home, 'cache', 'tezgah');
    const [file] = readdirSync(folder).map((name) => path.join(folder, name)) as [string];
    const { registryHash, routes } = JSON.parse(readFileSync(file, 'utf8'));
    expect(registryHash).toBe(site.world.platform.services.capabilities.hash);
    expect(routes.length).toBeGreaterThan(10);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).not.toContain(token);

    const gateway = await openGateway(site.url);
    const through = tezgah.with({ TEZGAH_URL: gateway.url });
    await through.run(['meta', 'get']);
    const first = gateway.seen.length;
    await through.run(['meta', 'get']);
    expect(gateway.seen.slice(first).map((request) => request.path)).toEqual(['/v1/meta', '/v1/meta']);
    await gateway.close();
  });
});

describe('running commands', () => {
  test('a dry run shows before and after as money, and changes nothing', async () => {
    const args = ['run', 'catalog.price.set', '--target-id', productId, '--price', '129,90TL', '--dry-run'];
    const { code, stdout } = await tezgah.run(args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/field +before +after\n +Price +149,90 TL +129,90 TL\n/);
    expect(stdout).toContain('Dry run: nothing has changed.');
    expect((await tezgah.run([...args, '--json'])).json).toMatchObject({
      dryRun: true,
      preview: { changes: [{ field: 'price', before: 14_990, after: 12_990 }] },
    });
    expect(await priceOf()).toBe(14_990);
  });

  test('a command runs once per key', async () => {
    const args = [
      'run',
      'catalog.price.set',
      '--targetId',
      productId,
      '--price',
      '13990',
      '--key',
      newUlid(),
      '--json',
    ];
    const [first, second] = [await tezgah.run(args), await tezgah.run(args)];
    expect(first.json).toMatchObject({ command: 'catalog.price.set', result: { price: 13_990, rev: 2 } });
    expect(second.json).toEqual(first.json);
  });

  test('null, lists and nested fields', async () => {
    const args = ['run', 'catalog.product.create', '--title', 'Set', '--price', '1.250,00TL', '--brand', 'null'];
    const nested = ['--tags', 'a', '--tags', 'b', '--variants', '[{"title":"S","price":99900}]'];
    const { json } = await tezgah.run([...args, ...nested, '--json']);
    const product = await site.world.read('catalog.products.get', { params: { prd: json.result.id } });
    expect(product).toMatchObject({ price: 125_000, brand: null, tags: ['a', 'b'], variants: [{ price: 99_900 }] });
  });

  test('a destructive command needs --yes where nobody can be asked', async () => {
    const { id: spare } = await site.world.done('catalog.product.create', { title: 'Eski', price: 1 });
    const args = ['run', 'catalog.product.archive', '--product-id', spare];
    const refused = await tezgah.run(args);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('add --yes')]);
    expect((await tezgah.run([...args, '--dry-run'])).code).toBe(0);
    expect((await tezgah.run([...args, '--yes', '--json'])).json.result).toMatchObject({
      id: spare,
      status: 'archived',
    });
  });

  test('text of others cannot steer the terminal', async () => {
    await site.world.done('catalog.product.create', { title: 'x', price: 1, brand: 'sinsi' });
    // No call writes such a title any more; rows of earlier releases have some.
    await site.world.sql("UPDATE catalog_product SET title = E'x\\u001b[2J\\u202egnp' WHERE brand = 'sinsi'");
    const { stdout } = await tezgah.run(['catalog', 'products', 'list', '--text', 'sinsi']);
    expect(stdout).toContain('x\\{U+001B}[2J\\{U+202E}gnp');
    expect(stdout).not.toContain('\u001b');
  });
});

describe('exit codes', () => {
  test('1: refused by a rule, with the problem on stdout for programs', async () => {
    const { code, json, stderr } = await tezgah.run([
      'run',
      'catalog.stock.adjust',
      '--target-id',
      productId,
      '--delta',
      '-1',
      '--json',
    ]);
    expect([code, json.error]).toEqual([1, expect.objectContaining({ code: 'stock_untracked', status: 422 })]);
    expect(stderr).toContain('stock_untracked');
  });

  test.each([
    ['an unknown verb', ['catalog', 'nothing']],
    ['an unknown option', ['catalog', 'products', 'list', '--colour', 'red']],
    ['a value of another type', ['catalog', 'products', 'list', '--limit', 'many']],
    ['a value outside of the enum', ['catalog', 'products', 'list', '--stock', 'some']],
    ['a missing operand', ['catalog', 'products', 'get']],
    ['a missing field', ['run', 'catalog.price.set', '--price', '1']],
    ['no command', ['run']],
    ['a payload that is no object', ['run', 'catalog.price.set', '--payload', '[]']],
    ['a file that is not there', ['run', 'catalog.price.set', '--payload', '@nothing.json']],
    ['a bad URL', ['--url', 'ftp://x', 'whoami']],
    ['undo without a subject', ['undo']],
    ['the id of a token as a token', ['--token', 'tok_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'whoami']],
  ])('2: %s', async (_, args) => {
    const { code, json, stderr } = await tezgah.run([...args, '--json']);
    expect([code, json?.error.code]).toEqual([2, 'usage']);
    expect(stderr).not.toContain('    at ');
  });

  test('3: no credential, a wrong one, or not allowed to it', async () => {
    const anonymous = tezgah.with({ TEZGAH_TOKEN: '' });
    const wrong = tezgah.with({ TEZGAH_TOKEN: 'tzg_dev_wrong' });
    const answers = [
      await anonymous.run(['whoami', '--json']),
      await wrong.run(['whoami', '--json']),
      await tezgah.run(['tokens', 'list', '--json']),
      await tezgah.run(['run', 'token.revoke', '--payload', '{}', '--json']),
    ];
    expect(answers.map(({ code, json }) => [code, json.error.code])).toEqual([
      [3, 'unauthenticated'],
      [3, 'unauthenticated'],
      [3, 'owner_only'],
      [3, 'owner_only'],
    ]);
    expect(answers[1]?.stderr).toContain('TEZGAH_TOKEN');
    expect(JSON.stringify(answers)).not.toContain('tzg_dev_wrong');
  });

  test('4: not found', async () => {
    const { code, stdout } = await tezgah.run(['catalog', 'products', 'get', `prd_${newUlid()}`]);
    expect([code, stdout]).toEqual([4, '']);
  });

  test('5: it has moved on', async () => {
    const args = [
      'run',
      'catalog.price.set',
      '--target-id',
      productId,
      '--price',
      '1',
      '--expected-rev',
      '1',
      '--json',
    ];
    const { code, json } = await tezgah.run(args);
    expect([code, json.error.code, json.error.currentRev]).toEqual([5, 'rev_conflict', 2]);
  });

  test('6: nobody answers; help is shown all the same', async () => {
    const gateway = await openGateway(site.url);
    const through = tezgah.with({ TEZGAH_URL: gateway.url, TEZGAH_RETRY_SECONDS: '1' });
    await through.run(['whoami']);
    await gateway.close();
    const read = await through.run(['catalog', 'products', 'list', '--json']);
    expect([read.code, read.json.error.code]).toEqual([6, 'unreachable']);
    expect((await through.run(['--help'])).stdout).toMatch(/catalog +categories/);
    expect((await through.with({ TEZGAH_TOKEN: 'x' }).run(['--help'])).stdout).toContain('could not be asked');
  });

  test('7: proposed', async () => {
    const agent = tezgah.with({ TEZGAH_TOKEN: (await site.mint('agent')).token });
    const args = ['run', 'catalog.price.set', '--target-id', productId, '--price', '9900'];
    const json = await agent.run([...args, '--json']);
    expect([json.code, json.json]).toEqual([7, expect.objectContaining({ proposed: true, seq: 1 })]);
    const { code, stdout } = await agent.run(args);
    expect([code, stdout]).toEqual([7, expect.stringContaining('Proposed, nothing has changed: item 2')]);
    expect(await priceOf()).toBe(13_990);
  });
});

describe('an API that comes and goes', () => {
  test('a lost answer and an API that is away are met with the same key, and the change is made once', async () => {
    const gateway = await openGateway(site.url);
    const through = tezgah.with({ TEZGAH_URL: gateway.url });
    await through.run(['run', 'catalog.stock.set', '--target-id', productId, '--stock', '10']);
    gateway.next('lost');
    const away = setInterval(() => {
      if (gateway.seen.filter(({ body }) => body.includes('catalog.stock.adjust')).length === 0) return;
      clearInterval(away);
      void gateway.close().then(() => setTimeout(() => void gateway.reopen(), 900));
    }, 5);
    const args = ['run', 'catalog.stock.adjust', '--target-id', productId, '--delta', '-3', '--json'];
    const { code, json, stderr } = await through.run(args);
    expect([code, json?.result.stock]).toEqual([0, 7]);
    expect(stderr).toContain('Trying again');
    const keys = gateway.seen
      .filter(({ body }) => body.includes('catalog.stock.adjust'))
      .map(({ body }) => JSON.parse(body).idempotencyKey);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    expect((await site.world.read('catalog.products.get', { params: { prd: productId } })).stock).toBe(7);
    await gateway.close();
  });

  test('503 is tried again after its Retry-After, with the same key', async () => {
    const gateway = await openGateway(site.url);
    const through = tezgah.with({ TEZGAH_URL: gateway.url });
    gateway.next('busy');
    const { code, stderr } = await through.run(['run', 'catalog.stock.set', '--target-id', productId, '--stock', '8']);
    expect([code, stderr]).toEqual([0, 'The database is not reachable. Trying again for 5 s.\n']);
    const keys = gateway.seen.flatMap(({ method, body }) =>
      method === 'POST' ? [JSON.parse(body).idempotencyKey] : [],
    );
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
    await gateway.close();
  });

  test('when it stays away, the key to go on with is told', async () => {
    const down = await openGateway(site.url);
    const through = tezgah.with({ TEZGAH_URL: down.url, TEZGAH_RETRY_SECONDS: '1' });
    await through.run(['whoami']);
    const away = setInterval(() => {
      if (down.seen.some(({ method }) => method === 'POST')) void down.close();
    }, 2);
    down.next('lost');
    const { code, stderr } = await through.run(['run', 'catalog.stock.set', '--target-id', productId, '--stock', '5']);
    clearInterval(away);
    expect(code).toBe(6);
    const key = /--idempotency-key (\w{26})/.exec(stderr)?.[1] as string;
    const again = ['run', 'catalog.stock.set', '--target-id', productId, '--stock', '5', '--idempotency-key', key];
    expect((await tezgah.run(again)).code).toBe(0);
    const { items } = await site.world.read('audit.list', { query: { command: 'catalog.stock.set', limit: '1' } });
    expect(items[0].idempotencyKey).toBe(key);
  });

  test('an older program says one sentence', async () => {
    const gateway = await openGateway(site.url);
    gateway.next((url, body) => (url === '/v1/meta' ? JSON.stringify({ ...JSON.parse(body), minCli: '9.1.0' }) : body));
    const through = tezgah.with({ TEZGAH_URL: gateway.url });
    for (const args of [['catalog', 'products', 'list'], ['--help'], ['whoami'], ['login', '--email', 'a@b.c']]) {
      const { code, stderr, stdout } = await through.run(args);
      expect([args, code, stdout]).toEqual([args, 2, '']);
      expect(stderr).toBe('This tezgah is 0.1.0, and the server needs 9.1.0 or newer: update it.\n');
    }
    expect((await through.run(['whoami', '--json'])).json.error.code).toBe('cli_outdated');
    await gateway.close();
  });
});

describe('who calls', () => {
  test('run.json of a running start lends its address and developer token, to that address only', async () => {
    const data = path.join(tezgah.home, '.data');
    mkdirSync(data);
    const lock = await lockDataFolder(data, () => {});
    const run = { api: site.url, tokens: { developer: token }, pids: { supervisor: process.pid } };
    writeFileSync(path.join(data, 'run.json'), JSON.stringify(run));
    const plain = tezgah.with({ TEZGAH_URL: '', TEZGAH_TOKEN: '' });
    const { json, stderr } = await plain.run(['whoami', '--json']);
    expect([json.kind, json.storeId]).toEqual(['developer', site.world.storeId]);
    expect(stderr).toContain('run.json');
    expect(stderr).not.toContain(token);

    const gateway = await openGateway(site.url);
    expect((await plain.run(['--url', gateway.url, 'whoami'])).code).toBe(3);
    await gateway.close();

    // Its supervisor was killed: by now anybody may listen at the address.
    lock.release();
    expect((await plain.run(['--url', site.url, 'whoami'])).code).toBe(3);
  });

  test('an owner logs in and out; the session is in a file that nobody else may read', async () => {
    const guest = tezgah.with({ TEZGAH_TOKEN: '' });
    const login = ['login', '--email', site.world.email, '--password-stdin'];
    expect((await guest.run(login, 'wrong\n')).code).toBe(3);
    expect((await guest.run(login, `${PASSWORD}\n`)).code).toBe(0);
    const file = path.join(tezgah.home, 'config', 'tezgah', 'sessions.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await guest.run(['whoami', '--json'])).json.kind).toBe('owner');
    // What only an owner may do uses the session although a token is set.
    expect((await tezgah.run(['tokens', 'list', '--json'])).code).toBe(0);
    expect((await tezgah.run(['whoami', '--json'])).json.kind).toBe('developer');
    expect((await guest.run(['logout', '--json'])).json).toEqual({ loggedOut: true });
    expect((await guest.run(['tokens', 'list'])).code).toBe(3);
  });

  test('a session is forgotten once the server has ended it, and ended when another one takes its place', async () => {
    const gateway = await openGateway(site.url);
    const guest = tezgah.with({ TEZGAH_TOKEN: '', TEZGAH_URL: gateway.url, TEZGAH_RETRY_SECONDS: '0' });
    const sessions = async () => (await site.rows('SELECT FROM owner_session')).length;
    const before = await sessions();
    const logIn = () => guest.run(['login', '--email', site.world.email, '--password-stdin'], PASSWORD);
    expect((await logIn()).code).toBe(0);
    expect((await logIn()).code).toBe(0);
    expect(await sessions()).toBe(before + 1);

    await gateway.close();
    const away = await guest.run(['logout']);
    expect([away.code, away.stderr]).toEqual([6, expect.stringContaining('Still logged in')]);
    await gateway.reopen();
    expect((await guest.run(['whoami', '--json'])).json.kind).toBe('owner');
    expect((await guest.run(['logout', '--json'])).json).toEqual({ loggedOut: true });
    expect(await sessions()).toBe(before);
    await gateway.close();
  });

  test('who holds a session that is over logs in anew, whatever token is set', async () => {
    const guest = tezgah.with({ TEZGAH_TOKEN: '' });
    const logIn = (as: Tezgah) => as.run(['login', '--email', site.world.email, '--password-stdin'], PASSWORD);
    expect((await logIn(guest)).code).toBe(0);
    await site.world.sql('DELETE FROM owner_session');
    expect((await guest.run(['whoami'])).code).toBe(3);
    expect((await logIn(guest)).code).toBe(0);
    expect((await guest.run(['whoami', '--json'])).json.kind).toBe('owner');

    const { code, stderr } = await logIn(tezgah.with({ TEZGAH_TOKEN: 'tzg_dev_over' }));
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^TEZGAH_TOKEN still goes first/)]);
  });

  test('the bin of package.json is this program, and the documentation has its exit codes', async () => {
    const root = path.join(__dirname, '../..');
    const { bin } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    expect(execFileSync(path.join(root, bin.tezgah), ['--version'], { encoding: 'utf8' })).toBe('0.1.0\n');
    const docs = readFileSync(path.join(root, 'docs/cli.md'), 'utf8');
    for (const { code, meaning } of Object.values(exitCodes)) expect(docs).toContain(`| ${code} | ${meaning} |`);
  });

  test('version and completion need no server', async () => {
    const offline = new Tezgah({ TEZGAH_URL: 'http://127.0.0.1:1' });
    expect(await offline.run(['--version'])).toMatchObject({ code: 0, stdout: '0.1.0\n' });
    expect((await offline.run(['completion', 'bash'])).stdout).toContain('complete -o default -F _tezgah tezgah');
    offline.remove();
    expect((await tezgah.run(['complete-words', '--', 'catalog'])).stdout).toContain('products\n');
  });
});
