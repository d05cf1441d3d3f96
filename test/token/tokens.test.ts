import { isWellFormedToken, newTokenSecret, TOKEN_PATTERN, tokenDigest } from '../../src/access/token/secret';
import { grantable, type Scope, scopeNames, scopes } from '../../src/kernel/declaration/scopes';
import { newUlid } from '../../src/kernel/ids';
import { envelope, openSite, type Site } from '../surfaces/site';

const sessionOnly = scopeNames.filter((scope) => scopes[scope].grantable_to === 'session');
const developerOnly = scopeNames.filter((scope) => scopes[scope].grantable_to === 'developer');

describe('the secret of a token', () => {
  test('is recognisable offline: a fixed prefix, 190 random bits and a checksum', () => {
    const secrets = Array.from({ length: 200 }, () => newTokenSecret('developer'));
    expect(new Set(secrets).size).toBe(200);
    for (const secret of secrets) {
      expect(secret).toMatch(TOKEN_PATTERN);
      expect(isWellFormedToken(secret)).toBe(true);
      const last = secret.at(-1) === 'A' ? 'B' : 'A';
      expect(isWellFormedToken(secret.slice(0, -1) + last)).toBe(false);
    }
    expect(newTokenSecret('agent')).toMatch(/^tzg_agt_/);
  });
});

describe('access tokens', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  const mint = async (body: object) => site.call('POST', '/v1/tokens', { session: await site.login(), body });

  test('unknown, malformed, revoked and expired tokens are one answer', async () => {
    const revoked = await site.mint('developer');
    const expired = await site.mint('developer');
    await site.world.done('token.revoke', { tokenId: revoked.id }, { as: site.world.owner });
    await site.world.sql(`UPDATE access_token SET expires_at = now() - interval '1 second' WHERE id = '${expired.id}'`);
    const headers = ['Basic YTpi', 'Bearer', 'Bearer  ', 'bearer x y'].map((Authorization) => ({ Authorization }));
    for (const header of headers)
      expect((await site.call('GET', '/v1/tokens/me', { headers: header })).status).toBe(401);
    const bodies = [];
    for (const token of [revoked.token, expired.token, newTokenSecret('developer'), 'tzg_dev_x', 'x'.repeat(5000)]) {
      const { status, headers: answered, body } = await site.call('GET', '/v1/tokens/me', { token });
      expect([token, status, answered.get('WWW-Authenticate')]).toEqual([token, 401, 'Bearer']);
      const { requestId: _, ...rest } = body;
      bodies.push(JSON.stringify(rest));
    }
    expect(new Set(bodies).size).toBe(1);
  });

  test('a scope that found its way into the table does not help', async () => {
    const workspaceId = (await mint({ kind: 'agent' })).body.workspaceId;
    const forge = async (kind: 'agent' | 'developer', held: readonly Scope[]): Promise<string> => {
      const secret = newTokenSecret(kind);
      await site.rows(
        `INSERT INTO access_token (store_id, id, digest, kind, label, scopes, workspace_id, created_by, created_at, expires_at)
         VALUES ($1, $2, $3, $4, 'forged', $5, $6, 'test', now(), now() + interval '1 day')`,
        [
          site.world.storeId,
          `tok_${newUlid()}`,
          tokenDigest(secret),
          kind,
          held,
          kind === 'agent' ? workspaceId : null,
        ],
      );
      return secret;
    };
    const run = (token: string, command: string, payload: unknown) =>
      site.call('POST', '/v1/commands', { token, body: envelope(site.world.storeId, command, payload) });

    const developer = await forge('developer', sessionOnly);
    expect((await run(developer, 'token.mint', { kind: 'developer' })).body.code).toBe('owner_only');
    expect((await site.call('GET', '/v1/tokens', { token: developer })).body.code).toBe('owner_only');
    expect((await site.call('GET', '/v1/audit', { token: developer })).body.code).toBe('forbidden_scope');
    expect((await site.call('GET', '/v1/commands', { token: developer })).body.items).toEqual([]);

    const agent = await forge('agent', [...developerOnly, ...sessionOnly]);
    for (const [command, payload] of [
      ['token.mint', { kind: 'developer' }],
      ['secret.set', { extension: 'trendyol', key: 'apiKey', value: 'x' }],
    ] as const)
      expect([command, (await run(agent, command, payload)).status]).toEqual([command, 403]);
    expect(developerOnly.some((scope) => grantable(scope, 'agent'))).toBe(false);
  });

  test('each token has a throttle of its own, and is told when to come back', async () => {
    const slow = await openSite({ environment: { TEZGAH_THROTTLE_PER_MINUTE: '5' } });
    try {
      const [one, two] = [await slow.mint('developer'), await slow.mint('developer')];
      const me = (token: string) => slow.call('GET', '/v1/tokens/me', { token });
      const answers = await Promise.all(Array.from({ length: 8 }, () => me(one.token)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
      const refused = answers.find(({ status }) => status === 429);
      expect(refused?.body.code).toBe('throttled');
      expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect(Number(refused?.headers.get('Retry-After'))).toBeLessThanOrEqual(61);
      expect((await me(two.token)).status).toBe(200);
    } finally {
      await slow.close();
    }
  });
});
