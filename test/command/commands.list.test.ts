import { coreCommands } from '../../src/command/commands.list';
import { scopeNames } from '../../src/kernel/declaration/scopes';
import type { Words } from '../../src/kernel/schema/schema';
import { registry } from '../../src/registry';
import { openSite, type Site } from '../surfaces/site';

describe('commands.list', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  const list = async (who: { token?: string; session?: Awaited<ReturnType<Site['login']>> } = {}) =>
    (await site.call('GET', '/v1/commands', who)).body;
  const idsOf = ({ items }: { items: readonly { id: string }[] }) => items.map(({ id }) => id);

  test('a program without a token sees the frozen core, to be written against', async () => {
    expect(idsOf(await list())).toEqual([...coreCommands].toSorted());
  });

  test('a token sees what its scopes allow and no more, an owner all that callers may send', async () => {
    const { token: reader } = await site.mint('developer', ['catalog:read']);
    expect(idsOf(await list({ token: reader }))).toEqual([]);
    const { token: writer } = await site.mint('developer', ['catalog:write']);
    const catalog = registry.commands.filter(({ scope }) => scope === 'catalog:write').map(({ id }) => id);
    expect(idsOf(await list({ token: writer }))).toEqual(catalog.toSorted());
    const { token: keeper } = await site.mint('developer', ['secrets:write']);
    expect(idsOf(await list({ token: keeper }))).toEqual(['secret.delete', 'secret.set']);
    const session = await site.login();
    const { items } = await list({ session });
    const held = registry.commands.filter(({ scope }) => scopeNames.includes(scope as never)).map(({ id }) => id);
    expect(idsOf({ items })).toEqual(held.toSorted());
  });

  test('what it lists can be sent: the schema that it shows is the one that the payload is held against', async () => {
    const { token } = await site.mint('developer', ['catalog:write']);
    const { items } = await list({ token });
    const price = items.find(({ id }: { id: string }) => id === 'catalog.price.set');
    expect(price).toMatchObject({
      policy: 'propose',
      scope: 'catalog:write',
      flags: ['bumps generation'],
      irreversible: false,
      payload: { type: 'object', required: expect.arrayContaining(['targetId', 'price']), additionalProperties: false },
      refuses: expect.arrayContaining(['price_required', 'compare_at_on_variant']),
    });
    expect(price.payload.properties.price).toMatchObject({
      'x-label': { tr: 'Fiyat', en: 'Price' },
      anyOf: expect.arrayContaining([expect.objectContaining({ 'x-unit': 'kuruş', type: 'integer' })]),
    });
  });

  test('names every call and every thing that audit rows and previews speak of', async () => {
    const { labels, entities } = await list();
    for (const { id } of registry.commands)
      expect([id, labels[id]]).toEqual([id, { tr: expect.any(String), en: expect.any(String) }]);
    const product = entities.find(({ word }: { word: string }) => word === 'product');
    expect(product.schema.properties.vatRate).toMatchObject({ 'x-unit': 'percent' });
  });

  test('names each call once: another door to a command is no call of its own', async () => {
    const labels: Record<string, Words> = (await list()).labels;
    const names = (language: keyof Words) => Object.values(labels).map((label) => label[language]);
    for (const language of ['tr', 'en'] as const) expect(names(language)).toEqual([...new Set(names(language))]);
    for (const { route } of registry.commands) if (route?.id) expect(Object.keys(labels)).not.toContain(route.id);
  });
});
