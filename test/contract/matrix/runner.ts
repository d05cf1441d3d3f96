import { createHash } from 'node:crypto';
import type { Command } from '../../../src/kernel/declaration/command';
import type { Capability, Route } from '../../../src/kernel/declaration/route';
import { grantable, type Scope } from '../../../src/kernel/declaration/scopes';
import { nameIn } from '../../../src/kernel/declaration/subject';
import { acceptedBy, isEnvelope, requiredRev } from '../../../src/kernel/declaration/traits';
import { newUlid } from '../../../src/kernel/ids';
import { registry } from '../../../src/registry';
import {
  type Answer,
  type CallOptions,
  contentsOf,
  envelope,
  type OwnerSession,
  openSite,
  type Site,
} from '../../surfaces/site';
import type { TestStore } from '../../world/world';
import { commandOf, exampleOf } from '../call';
import { asSent } from '../form';
import { capabilitiesOf, type Group } from '../groups';

const changes = (capability: Capability): boolean => capability.kind === 'command' || capability.writes;

/** The id that its audit row carries. */
const auditedAs = (capability: Capability): string => commandOf(capability)?.id ?? capability.id;

interface Expected {
  readonly status: number;
  readonly code?: string | undefined;
  /** Which scope a forbidden_scope names. */
  readonly scope?: string | undefined;
}

const unauthenticated: Expected = { status: 401, code: 'unauthenticated' };
const notFound: Expected = { status: 404, code: 'not_found' };
const forbidden = (scope: Scope): Expected => ({ status: 403, code: 'forbidden_scope', scope });

type Kind = 'agent' | 'developer';

/** The scope that a token of this kind needs; null when it needs none or when no scope helps. */
function neededScope(capability: Capability, kind: Kind): Scope | null {
  const optIn = commandOf(capability)?.developerOptIn;
  const own = kind === 'developer' && optIn !== undefined ? optIn : capability.scope;
  const scope = capability.policy === 'owner' ? (optIn ?? null) : own;
  return scope !== null && grantable(scope, kind) ? scope : null;
}

const isProposed = (capability: Capability, kind: Kind): boolean => kind === 'agent' && capability.policy === 'propose';

/** The answer of the policy to a token that holds `held`; undefined when it may call. */
function refusalFor(capability: Capability, kind: Kind, held: readonly Scope[]): Expected | undefined {
  const needed = neededScope(capability, kind);
  if (capability.policy === 'owner' && (kind === 'agent' || needed === null))
    return { status: 403, code: 'owner_only' };
  if (kind === 'agent' && 'closedToAgents' in capability) return { status: 403, code: 'owner_only' };
  if (needed !== null && !held.includes(needed)) return forbidden(needed);
  if (isProposed(capability, kind) && !held.includes('proposals:write')) return forbidden('proposals:write');
  if (kind === 'agent' && worksOnMain(capability)) return { status: 403, code: 'agent_workspace_only' };
  return undefined;
}

/** An example that names the draft of the store, or a call that writes that draft alone. */
function worksOnMain(capability: Capability): boolean {
  const command = commandOf(capability);
  if (command?.id === 'workspaces.adopt') return true;
  return command?.workspace !== undefined && nameIn(command.example, command.workspace) === 'main';
}

/** A scope that does not help. */
const besides = (capability: Capability): Scope => (capability.scope === 'sandbox:use' ? 'design:read' : 'sandbox:use');

/** Tests of each capability of a group who may call it, derived from the registry and asked over HTTP. */
export function testMatrix(group: Group): void {
  const routes = capabilitiesOf(
    group,
    registry.routes.filter((route) => !isEnvelope(route)),
  );
  const commands = capabilitiesOf(group, registry.commands);
  const cases: readonly Capability[] = [...routes, ...commands];
  let site: Site;
  let owner: OwnerSession;
  let otherOwner: OwnerSession;
  /** Credentials that were good once, or never. */
  const outdated: Record<string, CallOptions> = {};
  const tokens = new Map<string, Promise<{ id: string; token: string }>>();
  beforeAll(async () => {
    site = await openSite();
    owner = await site.login();
    otherOwner = await site.login(site.world.other);
    for (const kind of ['agent', 'developer'] as const) {
      const [revoked, expired] = [await site.mint(kind), await site.mint(kind)];
      await site.world.done('token.revoke', { tokenId: revoked.id }, { as: site.world.owner });
      await site.rows(`UPDATE access_token SET expires_at = now() - interval '1 second' WHERE id = $1`, [expired.id]);
      outdated[`revoked ${kind}`] = { token: revoked.token };
      outdated[`expired ${kind}`] = { token: expired.token };
      outdated[`unknown ${kind}`] = { token: kind === 'agent' ? 'tzg_agt_nobody' : 'tzg_dev_nobody' };
    }
    const [ended, expired] = [await site.login(), await site.login()];
    await site.call('POST', '/v1/auth/logout', { session: ended });
    const digest = createHash('sha256')
      .update(expired.cookie.split('=')[1] as string)
      .digest();
    await site.rows(`UPDATE owner_session SET expires_at = now() - interval '1 second' WHERE digest = $1`, [digest]);
    outdated['owner who signed out'] = { session: ended };
    outdated['expired owner'] = { session: expired };
    outdated['unknown owner'] = { session: { cookie: 'tezgah_session=nobody', csrfToken: 'x' } };
  });
  afterAll(() => site.close());

  /** One token for each set of scopes; a proposing agent gets one of its own, so that its proposal holds this item alone. */
  const mint = (kind: Kind, scopes: readonly Scope[], store: TestStore = site.world) => {
    if (kind === 'agent' && scopes.includes('proposals:write')) return site.mint(kind, scopes, store);
    const name = `${store.storeId} ${kind} ${scopes.join(' ')}`;
    const known = tokens.get(name) ?? site.mint(kind, scopes, store);
    tokens.set(name, known);
    return known;
  };

  function ask(capability: Capability, options: CallOptions, dryRun = false): Promise<Answer> {
    if (capability.kind === 'command') {
      const { idempotencyKey, ...body } = envelope(site.world.storeId, capability.id, exampleOf(capability).body);
      const rev = requiredRev(capability);
      return site.call('POST', '/v1/commands', {
        ...options,
        ...(rev === undefined ? {} : { headers: { 'If-Match': `"${rev}"` } }),
        body: { ...body, ...(dryRun ? { dryRun } : { idempotencyKey }) },
      });
    }
    const headers = dryRun && capability.writes ? { 'Dry-Run': 'true' } : {};
    return askRoute(capability, { ...options, headers });
  }

  function askRoute(route: Route, options: CallOptions, query = ''): Promise<Answer> {
    const [method, pattern] = route.http.split(' ') as [string, string];
    const { params = {}, query: asked, body: sent = {} } = exampleOf(route);
    const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
    const search = [new URLSearchParams(asked).toString(), query].filter(Boolean).join('&');
    const { body: other = sent, ...rest } = options;
    const body = method === 'GET' ? {} : { body: asSent(route, other) };
    const rev = requiredRev(route);
    const headers = { ...(rev === undefined ? {} : { 'If-Match': `"${rev}"` }), ...rest.headers };
    return site.call(method, search ? `${path}?${search}` : path, { ...body, ...rest, headers });
  }

  /** Everyone who is refused somewhere, and how; the audit is compared with it below. */
  const denied: { command: string; actor: string; code: string }[] = [];
  const cells = new Map<string, Set<string>>();

  const seen = ({ status, body }: Answer): Expected => ({
    status,
    ...(status >= 400 ? { code: body.code } : {}),
    ...(body?.code === 'forbidden_scope' ? { scope: body.scope } : {}),
  });

  const ownStatus = (capability: Capability): number => (capability.kind === 'route' ? capability.status : 200);

  /** What the shop says to someone who may: the owner's rehearsal of the same call, right before it. */
  async function allowed(capability: Capability, session: OwnerSession, proposed = false): Promise<Expected> {
    const rehearsed = seen(await ask(capability, { session }, true));
    if (rehearsed.status >= 400) return rehearsed;
    return { status: proposed ? 202 : ownStatus(capability) };
  }

  async function expectCell(
    capability: Capability,
    caller: string,
    options: CallOptions,
    expected: Expected,
  ): Promise<Answer> {
    const answer = await ask(capability, options);
    expect({ id: capability.id, caller, ...seen(answer) }).toEqual({ id: capability.id, caller, ...expected });
    const row = cells.get(capability.id) ?? new Set();
    cells.set(capability.id, row.add(caller));
    return answer;
  }

  async function expectToken(
    capability: Capability,
    caller: string,
    kind: Kind,
    scopes: readonly Scope[],
  ): Promise<void> {
    const { id, token } = await mint(kind, scopes);
    const refusal = refusalFor(capability, kind, scopes);
    const proposed = isProposed(capability, kind);
    const answer = await expectCell(
      capability,
      caller,
      { token },
      refusal ?? (await allowed(capability, owner, proposed)),
    );
    if (refusal && changes(capability)) {
      denied.push({ command: auditedAs(capability), actor: id, code: refusal.code as string });
    }
    if (answer.status === 202 && proposed)
      expect(answer.body).toEqual({
        proposed: true,
        proposalId: expect.stringMatching(/^prp_/),
        itemId: expect.stringMatching(/^pit_/),
        seq: 1,
        preview: expect.objectContaining({ changes: expect.any(Array), hash: expect.any(String) }),
      });
  }

  test.each(cases.map((capability) => [capability.id, capability] as const))('%s', async (_, capability) => {
    const open = 'anonymous' in capability && capability.anonymous === true;
    await expectCell(capability, 'anonymous', {}, open ? await allowed(capability, owner) : unauthenticated);
    for (const [caller, options] of Object.entries(outdated))
      await expectCell(capability, caller, options, unauthenticated);

    for (const kind of ['agent', 'developer'] as const) {
      const needed = neededScope(capability, kind);
      const scopes: Scope[] = [needed ?? besides(capability)];
      if (isProposed(capability, kind)) scopes.push('proposals:write');
      const other = await mint(kind, scopes, site.world.other);
      await expectCell(
        capability,
        `${kind} of another store`,
        { token: other.token },
        await ofAnother(capability, kind, scopes),
      );
      await expectToken(capability, `${kind} without the scope`, kind, [besides(capability)]);
      if (isProposed(capability, kind)) await expectNoProposal(capability, scopes);
      await expectToken(capability, kind, kind, scopes);
    }
    const foreign = await expectCell(
      capability,
      'owner of another store',
      { session: otherOwner },
      await ofAnother(capability),
    );
    expect([capability.id, foreign.text.includes(site.world.storeId)]).toEqual([capability.id, false]);
    await expectCell(capability, 'owner', { session: owner }, await allowed(capability, owner));
  });

  /** A command names its store. A route has no name for it: it answers about the caller's own. */
  async function ofAnother(capability: Capability, kind?: Kind, scopes: readonly Scope[] = []): Promise<Expected> {
    if (capability.kind === 'command') return notFound;
    const refusal = kind && refusalFor(capability, kind, scopes);
    return refusal ?? (await allowed(capability, otherOwner, kind && isProposed(capability, kind)));
  }

  /** An agent that cannot propose still rehearses, and that leaves nothing. */
  async function expectNoProposal(capability: Capability, scopes: readonly Scope[]): Promise<void> {
    const narrow = scopes.filter((scope) => scope !== 'proposals:write');
    await expectToken(capability, 'agent that cannot propose', 'agent', narrow);
    const { token } = await mint('agent', narrow);
    const [asOwner, asAgent] = [
      await ask(capability, { session: owner }, true),
      await ask(capability, { token }, true),
    ];
    expect({ id: capability.id, ...seen(asAgent) }).toEqual({ id: capability.id, ...seen(asOwner) });
    // Of what is closed to agents they are told otherwise, and under a hash of that.
    const isClosed = asAgent.text.includes('"closed":"to_agents"');
    expect(asAgent.body.preview?.hash === asOwner.body.preview?.hash).toBe(!isClosed);
    expect(asAgent.body.proposed).toBeUndefined();
  }

  test('no capability and no caller is left out of the table', () => {
    const callers = new Set([...cells.values()].flatMap((row) => [...row]));
    // Asks only what agents propose, which some groups have nothing of.
    const proposers = cases.some((each) => isProposed(each, 'agent')) ? ['agent that cannot propose'] : [];
    expect([...cells.keys()].toSorted()).toEqual(cases.map(({ id }) => id).toSorted());
    for (const capability of cases) {
      const missing = [...callers].filter((caller) => !cells.get(capability.id)?.has(caller));
      expect([capability.id, missing]).toEqual([capability.id, isProposed(capability, 'agent') ? [] : proposers]);
    }
    expect(callers.size).toBe(18 + proposers.length);
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
      const payload = { ...(command.example as object), surprise: 1 };
      const { status, body } = await site.call('POST', '/v1/commands', {
        session,
        body: envelope(site.world.storeId, command.id, payload),
      });
      expectUnknown(command.id, status, body, '/payload/surprise');
    }
    for (const route of routes) {
      const query = await askRoute(route, { session }, 'surprise=1');
      expectUnknown(route.id, query.status, query.body, '/query/surprise');
      if (!route.body || route.http.startsWith('GET') || acceptedBy(route)) continue;
      const body = await askRoute(route, { session, body: { ...(exampleOf(route).body as object), surprise: 1 } });
      expectUnknown(route.id, body.status, body.body, '/surprise');
    }
  });

  function expectUnknown(id: string, status: number, body: Answer['body'], pointer: string): void {
    const pointers = (body.errors ?? []).map((error: { pointer: string }) => error.pointer);
    expect({ id, status, named: pointers.includes(pointer) }).toEqual({ id, status: 400, named: true });
  }

  test('a dry run leaves no row anywhere', async () => {
    const before = await contentsOf(site);
    for (const command of commands) {
      const body = { command: command.id, storeId: site.world.storeId, payload: command.example, dryRun: true };
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
      const rev = requiredRev(command);
      const stated = rev === undefined ? {} : { expectedRev: rev };
      const body = envelope(site.world.storeId, command.id, { ...(command.example as object), ...stated });
      const first = await site.call('POST', '/v1/commands', { session: owner, body });
      const after = await contentsOf(site);
      const second = await site.call('POST', '/v1/commands', { session: owner, body });
      expect(second.status).toBe(first.status);
      expect(second.headers.get('Idempotent-Replayed')).toBe('true');
      expect(withoutOnce(command, second)).toBe(withoutOnce(command, first));
      expect(await contentsOf(site)).toEqual(after);
      const conflict = await site.call('POST', '/v1/commands', { session: owner, body: { ...body, deferBump: true } });
      expect(conflict.body.code).toBe(command.bumpsAtOnce ? 'invalid_request' : 'idempotency_conflict');
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
}
