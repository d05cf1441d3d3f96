import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import type { Context } from '../../src/cli/context';
import type { OwnerSession } from '../../src/cli/session-file';
import { addVerbs } from '../../src/cli/verbs';
import { routeView } from '../../src/command/view';
import { guardsRev } from '../../src/kernel/declaration/traits';
import { exampleImage } from '../../src/media/image/example';
import { registry } from '../../src/registry';
import { openSite, type Site } from '../surfaces/site';
import { Attended, called } from './attended';

test('a verb offers to state a rev only where it is held against something', () => {
  const routes = registry.routes.filter(({ id }) => id !== 'commands.run');
  const offering = routes.filter((route) => {
    const program = new Command();
    // What a verb offers is known without the context in which it runs.
    addVerbs(program, {} as Context, [routeView(route, registry.commands)]);
    let verb: Command = program;
    while (verb.commands[0]) [verb] = verb.commands as [Command];
    return verb.options.some(({ long }) => long === '--if-match');
  });
  expect(offering.map(({ id }) => id)).toEqual(routes.filter(guardsRev).map(({ id }) => id));
  expect(offering.length).toBeGreaterThan(0);
  expect(offering.length).toBeLessThan(routes.filter(({ writes }) => writes).length);
});

describe('before what nobody takes back', () => {
  let site: Site;
  let session: OwnerSession;
  let productId: string;

  beforeAll(async () => {
    site = await openSite();
    const { email, storeId } = site.world;
    session = { ...(await site.login()), email, storeId, expiresAt: '2999-01-01T00:00:00.000Z' };
    ({ id: productId } = await site.world.done('catalog.product.create', { title: 'Cezve', price: 12_990 }));
  });
  afterAll(() => site.close());

  const statusOfProduct = async () =>
    (await site.world.read('catalog.products.get', { params: { prd: productId } })).status;

  test('run shows what it would do and asks, and a no changes nothing', async () => {
    const words = ['run', 'catalog.product.archive', '--product-id', productId];
    const terminal = new Attended('n');
    await expect(called(words, site.url, session, terminal)).rejects.toThrow('Not confirmed: nothing has changed.');
    expect(terminal.told).toEqual([
      expect.stringContaining('archived'),
      'catalog.product.archive cannot be taken back. Run it? [y/N]',
    ]);
    expect(await statusOfProduct()).not.toBe('archived');
    await called(words, site.url, session, new Attended('y'));
    expect(await statusOfProduct()).toBe('archived');
  });

  test('what stays in the own workspace does not ask', async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'tezgah-')), 'cezve.png');
    writeFileSync(file, exampleImage());
    const terminal = new Attended('n');
    await called(['media', 'upload', '--file', file], site.url, session, terminal);
    expect(terminal.told).toEqual([]);
    rmSync(path.dirname(file), { recursive: true });
  });
});
