import type { Capability, Command, Route } from '../../src/kernel/declare';
import { newUlid } from '../../src/kernel/ids';
import { grantable, type Scope } from '../../src/kernel/scopes';
import { schemaErrors } from '../../src/kernel/validation';
import { registry } from '../../src/registry';
import {
  type Answer,
  type CallOptions,
  contentsOf,
  envelope,
  type OwnerSession,
  openSite,
  type Site,
} from '../surfaces/site';
import { sample } from './sample';

/** Who may call what, derived from the registry and asked over HTTP. A new capability is in here without a line of test. */
const routes = registry.routes.filter((route) => !isEnvelope(route));
const { commands } = registry;
const cases: readonly Capability[] = [...routes, ...commands];

function isEnvelope(route: Route): boolean {
  return 'delegates' in route && route.delegates === 'envelope';
}

const changes = (capability: Capability): boolean => capability.kind === 'command' || capability.writes;
const payloadOf = (command: Command): unknown => command.example ?? sample(command.payload);

/** The id that its audit row carries. */
const auditedAs = (capability: Capability): string =>
  'delegates' in capability && capability.delegates !== 'envelope' ? capability.delegates.command.id : capability.id;

interface Expected {
  readonly status: number;
  readonly code: string;
}

const unauthenticated: Expected = { status: 401, code: 'unauthenticated' };

/** The answer of the policy to a token that holds `held`; undefined when it may call. */
function refusalFor(capability: Capability, kind: 'agent' | 'developer', held: readonly Scope[]): Expected | undefined {
  const command =
    'delegates' in capability && capability.delegates !== 'envelope' ? capability.delegates.command : capability;
  const optIn = (command as Command).developerOptIn;
  if (capability.policy === 'owner' && !(optIn && kind === 'developer')) return { status: 403, code: 'owner_only' };
  const needed = capability.policy === 'owner' ? (optIn as Scope) : capability.scope;
  if (needed !== null && !held.includes(needed)) return { status: 403, code: 'forbidden_scope' };
  if (capability.policy === 'propose' && kind === 'agent') return { status: 403, code: 'proposals_unavailable' };
  return undefined;
}

describe('every capability, asked by everyone', () => {
  let site: Site;
  let owner: OwnerSession;
  const tokens = new Map<string, Promise<{ id: string; token: string }>>();
  beforeAll(async () => {
    site = await openSite();
    owner = await site.login();
  });
  afterAll(() => site.close());

  const mint = (kind: 'agent' | 'developer', scope: Scope): Promise<{ id: string; token: string }> => {
    const name = `${kind} ${scope}`;
    const known = tokens.get(name) ?? site.mint(kind, [scope]);
    tokens.set(name, known);
    return known;
  };

  function ask(capability: Capability, options: CallOptions, more: object = {}): Promise<Answer> {
    if (capability.kind === 'command') {
      const body = envelope(site.world.storeId, capability.id, payloadOf(capability), more);
      return site.call('POST', '/v1/commands', { ...options, body });
    }
    return askRoute(capability, options);
  }

  function askRoute(route: Route, options: CallOptions, query = ''): Promise<Answer> {
    const [method, pattern] = route.http.split(' ') as [string, string];
    const params = sample(route.params) as Record<string, string>;
    const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
    const required = new URLSearchParams(sample(route.query) as Record<string, string>).toString();
    const search = [required, query].filter(Boolean).join('&');
    const body = method === 'GET' ? {} : { body: sample(route.body ?? {}) };
    return site.call(method, search ? `${path}?${search}` : path, { ...body, ...options });
  }

  /** Everyone who is refused somewhere, and how; the audit is compared with it below. */
  const denied: { command: string; actor: string; code: string }[] = [];

  async function expectAnswer(capability: Capability, kind: 'agent' | 'developer', scope: Scope): Promise<void> {
    const { id, token } = await mint(kind, scope);
    const { status, body } = await ask(capability, { token });
    const expected = refusalFor(capability, kind, [scope]);
    if (expected) {
      expect({ id: capability.id, kind, scope, status, code: body.code }).toEqual({
        id: capability.id,
        kind,
        scope,
        ...expected,
      });
      if (changes(capability)) denied.push({ command: auditedAs(capability), actor: id, code: expected.code });
    } else expectAllowed(capability, { status, body });
  }

  /** A provider that is not there is no matter of policy. */
  function expectAllowed({ id }: Capability, { status, body }: Pick<Answer, 'status' | 'body'>): void {
    const fine = status !== 401 && status !== 403 && (status < 500 || body.code === 'provider_refused');
    expect({ id, status, code: fine ? undefined : body.code, fine }).toEqual({
      id,
      status,
      code: undefined,
      fine: true,
    });
  }

  test.each(cases.map((capability) => [capability.id, capability] as const))('%s', async (_, capability) => {
    const { scope } = capability;
    const anonymous = await ask(capability, {});
    if ('anonymous' in capability && capability.anonymous) expect(anonymous.status).toBeLessThan(400);
    else expect({ status: anonymous.status, code: anonymous.body.code }).toEqual(unauthenticated);

    for (const kind of ['agent', 'developer'] as const) {
      const needed = (capability as Partial<Command>).developerOptIn ?? scope;
      if (needed !== null && grantable(needed, kind)) await expectAnswer(capability, kind, needed);
      await expectAnswer(capability, kind, needed === 'sandbox:use' ? 'design:read' : 'sandbox:use');
    }
    expectAllowed(capability, await ask(capability, { session: owner }));
  });

  test('a revoked, an expired and an unknown credential call nothing', async () => {
    const { owner: as, storeId } = site.world;
    const [revoked, expired] = [await site.mint('developer'), await site.mint('developer')];
    await site.world.done('token.revoke', { tokenId: revoked.id }, { as });
    await site.world.sql(`UPDATE access_token SET expires_at = now() - interval '1 second' WHERE id = '${expired.id}'`);
    const before = await site.rows('SELECT count(*) FROM audit_row WHERE store_id = $1', [storeId]);
    for (const token of [revoked.token, expired.token, 'tzg_dev_nobody']) {
      for (const capability of cases) {
        const { status, body } = await ask(capability, { token });
        expect({ id: capability.id, status, code: body.code }).toEqual({ id: capability.id, ...unauthenticated });
      }
    }
    for (const capability of cases) {
      const { status } = await ask(capability, { session: { cookie: 'tezgah_session=nobody', csrfToken: 'x' } });
      expect([capability.id, status]).toEqual([capability.id, 401]);
    }
    expect(await site.rows('SELECT count(*) FROM audit_row WHERE store_id = $1', [storeId])).toEqual(before);
  });

  test('another store’s developer reaches no command of this store, and reads nothing of it', async () => {
    const { other, storeId } = site.world;
    for (const capability of cases) {
      const scope =
        capability.scope !== null && grantable(capability.scope, 'developer') ? capability.scope : 'catalog:read';
      const { token } = await site.mint('developer', [scope], other);
      const { status, body, text } = await ask(capability, { token });
      if (capability.kind === 'command')
        expect({ id: capability.id, status, code: body.code }).toEqual({
          id: capability.id,
          status: 404,
          code: 'not_found',
        });
      expect([capability.id, text.includes(storeId)]).toEqual([capability.id, false]);
    }
  });

  test('each refused change left an audit row', async () => {
    const rows = await site.rows<{ command: string; actor: string; code: string }>(
      `SELECT DISTINCT command, actor_id AS actor, code FROM audit_row WHERE store_id = $1 AND outcome = 'refused'`,
      [site.world.storeId],
    );
    const audited = new Set(rows.map(({ command, actor, code }) => `${command} ${actor} ${code}`));
    const missing = denied.filter(({ command, actor, code }) => !audited.has(`${command} ${actor} ${code}`));
    expect(missing).toEqual([]);
    expect(denied.length).toBeGreaterThan(0);
  });

  test('a field that nobody declared is refused by name', async () => {
    const session = owner;
    for (const command of commands) {
      const payload = { ...(payloadOf(command) as object), surprise: 1 };
      const { status, body } = await site.call('POST', '/v1/commands', {
        session,
        body: envelope(site.world.storeId, command.id, payload),
      });
      expectUnknown(command.id, status, body, '/payload/surprise');
    }
    for (const route of routes) {
      const query = await askRoute(route, { session }, 'surprise=1');
      expectUnknown(route.id, query.status, query.body, '/query/surprise');
      if (!route.body || route.http.startsWith('GET')) continue;
      const body = await askRoute(route, { session, body: { ...(sample(route.body) as object), surprise: 1 } });
      expectUnknown(route.id, body.status, body.body, '/surprise');
    }
  });

  function expectUnknown(id: string, status: number, body: Answer['body'], pointer: string): void {
    const pointers = (body.errors ?? []).map((error: { pointer: string }) => error.pointer);
    expect({ id, status, named: pointers.includes(pointer) }).toEqual({ id, status: 400, named: true });
  }

  test('examples fit their schemas', () => {
    const unfit = commands.filter(
      ({ example, payload }) => example !== undefined && schemaErrors(payload, example).length > 0,
    );
    expect(unfit.map(({ id }) => id)).toEqual([]);
  });

  test('a dry run leaves no row anywhere', async () => {
    const before = await contentsOf(site);
    for (const command of commands) {
      const body = { command: command.id, storeId: site.world.storeId, payload: payloadOf(command), dryRun: true };
      const { status, body: answer } = await site.call('POST', '/v1/commands', { session: owner, body });
      expect([command.id, status < 500]).toEqual([command.id, true]);
      if (status === 200) expect(answer.preview.changes).toBeDefined();
    }
    for (const route of routes.filter(changes)) {
      const { status } = await askRoute(route, { session: owner, headers: { 'Dry-Run': 'true' } });
      expect([route.id, status < 500]).toEqual([route.id, true]);
    }
    expect(await contentsOf(site)).toEqual(before);
  });

  test.each(commands.map((command) => [command.id, command] as const))(
    '%s: a replay has the first outcome, byte for byte, and one effect',
    async (_, command) => {
      const body = envelope(site.world.storeId, command.id, payloadOf(command));
      const first = await site.call('POST', '/v1/commands', { session: owner, body });
      const after = await contentsOf(site);
      const second = await site.call('POST', '/v1/commands', { session: owner, body });
      expect(second.status).toBe(first.status);
      expect(second.headers.get('Idempotent-Replayed')).toBe('true');
      expect(withoutOnce(command, second)).toBe(withoutOnce(command, first));
      expect(await contentsOf(site)).toEqual(after);
      const conflict = await site.call('POST', '/v1/commands', { session: owner, body: { ...body, deferBump: true } });
      expect(conflict.body.code).toBe('idempotency_conflict');
    },
  );

  /** The request id is the answer's own, and what is shown once is not shown again. */
  function withoutOnce({ answersOnce }: Command, { text, body, status }: Answer): string {
    if (status < 400 && !answersOnce) return text;
    const kept = Object.entries(body).filter(
      ([name]) => name !== 'requestId' && name !== 'replayed' && !(name in (answersOnce ?? {})),
    );
    return JSON.stringify(Object.fromEntries(kept));
  }

  test('a route that changes the store replays by its Idempotency-Key', async () => {
    for (const route of routes.filter(changes)) {
      const headers = { 'Idempotency-Key': newUlid() };
      const first = await askRoute(route, { session: owner, headers });
      if (first.status >= 500 || first.status === 400) continue;
      const second = await askRoute(route, { session: owner, headers });
      expect([route.id, second.status, second.headers.get('Idempotent-Replayed')]).toEqual([
        route.id,
        first.status,
        'true',
      ]);
    }
  });
});
