import { registry } from '../../src/registry';
import contract from '../contract/catalog.json';
import { openSite, type Site } from '../surfaces/site';

interface Listed {
  readonly scope: string;
  readonly label: string;
  readonly grantable_to: 'any' | 'developer' | 'session';
  readonly used: boolean;
}

describe('scopes.list', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  const list = async (): Promise<Listed[]> =>
    (await site.call('GET', '/v1/scopes', { session: await site.login() })).body.items;

  test('an owner who mints reads in Turkish what each scope allows and who may hold it', async () => {
    const items = await list();
    expect(items).toContainEqual({
      scope: 'catalog:write',
      label: 'Kataloğu düzenle',
      sensitivity: 'high',
      grantable_to: 'any',
      used: true,
    });
    expect(new Set(items.map(({ scope }) => scope)).size).toBe(items.length);
    expect(new Set(items.map(({ label }) => label)).size).toBe(items.length);
    const needed = new Set(contract.commands.map(({ scope }) => scope));
    expect([...needed].filter((scope) => !items.some((item) => item.scope === scope))).toEqual([]);
  });

  test('says which of them open something: by now each that a token may hold', async () => {
    const items = await list();
    const held = items.filter((item) => item.grantable_to !== 'session');
    const needed = new Set<string>([
      ...[...registry.routes, ...registry.commands].flatMap(({ policy, scope, developerOptIn }) => {
        return [...(policy === 'owner' ? [] : [scope]), developerOptIn].filter((each) => each != null);
      }),
      // Of parts of a call.
      'secrets:write',
      // Of agents, whatever they change.
      'proposals:write',
    ]);
    expect(held.filter(({ used }) => used).map(({ scope }) => scope)).toEqual(
      held.filter(({ scope }) => needed.has(scope)).map(({ scope }) => scope),
    );
    expect(held.filter(({ used }) => !used).map(({ scope }) => scope)).toEqual([]);
  });

  test('what it says of a scope is how a mint answers', async () => {
    const { world } = site;
    for (const { scope, grantable_to } of await list())
      for (const kind of ['agent', 'developer'] as const) {
        const { status } = await world.run('token.mint', { kind, scopes: [scope] }, { as: world.owner });
        const holds = grantable_to === 'any' || grantable_to === kind;
        expect([scope, kind, status]).toEqual([scope, kind, holds ? 200 : 422]);
      }
  });

  test('every credential may read it, nobody without one', async () => {
    const { token } = await site.mint('agent', ['catalog:read']);
    expect((await site.call('GET', '/v1/scopes', { token })).status).toBe(200);
    expect((await site.call('GET', '/v1/scopes')).body.code).toBe('unauthenticated');
  });
});
