import { Ajv } from 'ajv';
import { registry } from '../../src/registry';
import { schemaForTools } from '../../src/surfaces/tools/shown';
import { openSite } from './site';

/** What a schema allows, without what only people read. */
const allowed = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    /^x-(label|words|type|risks|risk-new|form)$/.test(key) ? undefined : value,
  );

describe('a schema as tools describe it', () => {
  const schemas = [...registry.routes, ...registry.commands].map(({ id, result }) => ({ id, result }));

  test('allows of every answer what is declared of it, and has its words in one language', () => {
    for (const { id, result } of schemas) {
      expect({ id, schema: allowed(schemaForTools(result)) }).toEqual({ id, schema: allowed(result) });
      expect(JSON.stringify(schemaForTools(result))).not.toMatch(/"x-label":\{|"x-words":\{"\w+":\{/);
    }
  });

  test('is met by an answer that has itself fields named tr and en', async () => {
    const site = await openSite();
    try {
      const { token } = await site.mint('developer');
      const { body } = await site.call('GET', '/v1/commands', { token });
      const route = schemas.find(({ id }) => id === 'commands.list');
      const isMet = new Ajv({ strict: false, validateFormats: false }).compile(schemaForTools(route?.result) as object);
      expect([isMet(body), isMet.errors]).toEqual([true, null]);
      expect(body.items.length).toBeGreaterThan(0);
    } finally {
      await site.close();
    }
  });
});
