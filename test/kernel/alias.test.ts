import { denial } from '../../src/kernel/authority';
import { type Alias, aliasRoute, type Command } from '../../src/kernel/declare';
import type { Principal, PrincipalKind } from '../../src/kernel/principal';
import { object } from '../../src/kernel/schema';
import { type Scope, scopeNames } from '../../src/kernel/scopes';
import { registry } from '../../src/registry';
import { operation } from '../../src/surfaces/openapi/operation';

const secretSet = registry.command('secret.set') as Command;
const alias: Alias = {
  id: 'secrets.put',
  http: 'PUT /v1/secrets/{extension}',
  payload: ({ body }) => body,
  body: object({}),
};
/** What a command has because it is named in a body and run. */
const ofCommands = ['kind', 'id', 'payload', 'run', 'runMany', 'alias', 'example'];

describe('the route of an alias', () => {
  const all = { ...secretSet, flags: ['destructive'], irreversible: true, awaitsEffects: true } as Command;
  const route = aliasRoute(all, alias);

  test('shares whatever its command declares', () => {
    const traits = Object.entries(all).filter(([name]) => !ofCommands.includes(name));
    expect(traits.map(([name]) => name)).toEqual(expect.arrayContaining(['developerOptIn', 'flags', 'irreversible']));
    expect(route).toMatchObject(Object.fromEntries(traits));
    expect(route).not.toHaveProperty('run');
  });

  test('is for whom the command is for', () => {
    const principal = (kind: PrincipalKind, scopes: readonly Scope[]): Principal => ({
      kind,
      id: 'tok_1',
      storeId: 'str_1',
      scopes: new Set(scopes),
      workspaceId: null,
      expiresAt: null,
      limits: null,
    });
    const answers = (['owner', 'developer', 'agent'] as const).flatMap((kind) =>
      [[], scopeNames].map((scopes) => [denial(route, principal(kind, scopes)), denial(all, principal(kind, scopes))]),
    );
    expect(answers.map(([ofRoute]) => ofRoute?.code)).toEqual(answers.map(([, ofCommand]) => ofCommand?.code));
    expect(denial(route, principal('developer', ['secrets:write']))).toBeUndefined();
  });

  test('says in OpenAPI which token may call it', () => {
    const { description, security } = operation(route, registry.commands) as {
      description: string;
      security: object[];
    };
    expect(description).toContain('developer tokens with the scope `secrets:write`');
    expect(security).toContainEqual({ token: [] });
  });
});
