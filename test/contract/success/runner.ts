import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Capability, ReadRoute, Route } from '../../../src/kernel/declaration/route';
import { grantable, scopeNames } from '../../../src/kernel/declaration/scopes';
import { guardsRev, producedBy, requiredRev, settlingOf, statusOf } from '../../../src/kernel/declaration/traits';
import { ID_PATTERN, newUlid } from '../../../src/kernel/ids';
import { ENDED } from '../../../src/kernel/personal/personal';
import { schemaErrors } from '../../../src/kernel/schema/validation';
import { type Change, fieldChanges } from '../../../src/kernel/trace/change';
import type { Preview } from '../../../src/kernel/trace/recorder';
import { registry } from '../../../src/registry';
import { type CallOptions, contentsOf, type OwnerSession, type Site } from '../../surfaces/site';
import { throughRoute } from '../../undo/undo';
import { expectShown } from '../answers';
import { commandOf, exampleOf, type Input, mutations, otherwise, reads, send, type Terms } from '../call';
import { type DemoSite, needsNothing, openDemoSite } from '../given';
import { capabilitiesOf, type Group } from '../groups';
import { leftOver, stateOf } from '../traces';

const table = <T extends Capability>(capabilities: readonly T[]) =>
  capabilities.map((each) => [each.id, each] as const);
const nameOf = (capability: Capability): string => commandOf(capability)?.id ?? capability.id;

/**
 * Tests of each capability of a group what it promises when it succeeds, derived from its example. Each has the demo store to itself; those that write nothing,
 * as is held against the rows, share one. Who may call it at all is told in the matrix.
 */
export function testSuccess(group: Group): void {
  interface Opened {
    readonly demo: DemoSite;
    readonly owner: OwnerSession;
    /** Those of another store who know every id. */
    readonly others: readonly CallOptions[];
    readonly revoked: CallOptions;
  }
  let opened: Opened;
  let demo: DemoSite;
  let site: Site;
  let owner: OwnerSession;
  let shared: Opened | undefined;
  afterEach(async () => {
    if (opened !== shared) await demo.close();
  });
  afterAll(() => shared?.demo.close());

  const writesNothing = (capability: Capability): boolean =>
    capability.kind === 'route' &&
    !(capability as Route).writes &&
    !(capability as ReadRoute).audited &&
    needsNothing(nameOf(capability));

  /** @returns the example as it is sent */
  async function open(capability: Capability): Promise<Input> {
    if (writesNothing(capability)) {
      shared ??= await openedFor(capability);
      opened = shared;
    } else {
      opened = await openedFor(capability);
    }
    ({ demo, owner } = opened);
    ({ site } = demo);
    return demo.here(exampleOf(capability));
  }

  async function openedFor(capability: Capability): Promise<Opened> {
    const seeded = await openDemoSite(nameOf(capability));
    const { world, session, mint, rows } = seeded.site;
    const scopes = scopeNames.filter((scope) => grantable(scope, 'developer')).slice(0, 10);
    const { token } = await mint('developer', scopes, world.other);
    const ended = await mint('developer');
    await rows('UPDATE access_token SET revoked_at = now() WHERE id = $1', [ended.id]);
    return {
      demo: seeded,
      owner: await session(),
      others: [{ session: await session(world.other) }, { token }],
      revoked: { token: ended.token },
    };
  }

  const sent = (capability: Capability, input: Input, terms: Terms = {}) =>
    send(site, capability, input, { session: owner, ...terms });

  test.each(table(capabilitiesOf(group, reads)))(
    '%s: answers, writes nothing, and shows nothing to another store',
    async (_, read) => {
      const input = await open(read);
      const before = await contentsOf(site);
      const { status, body } = await sent(read, input);
      expect({ status, body }).toMatchObject({ status: read.status });
      // What is told of a file is its headers, see `produces.test.ts`.
      if (!producedBy(read)) expect(schemaErrors(read.result, body)).toEqual([]);
      if (body !== undefined && !producedBy(read)) expectShown(read.id, body);
      // Who asks a provider counts what it asks.
      // What works in a sandbox keeps its trace.
      if (read.policy !== 'quote' && read.policy !== 'workspace')
        expect(unlooked(read as ReadRoute, await contentsOf(site))).toEqual(unlooked(read as ReadRoute, before));
      await expectNothingForOthers(read, input);
    },
  );

  test.each(table(capabilitiesOf(group, mutations)))('%s: keeps what every change promises', async (_, mutation) => {
    const input = await open(mutation);
    const known = idsIn(await rowsOf(site.world.storeId));
    await expectNothingForOthers(mutation, input);
    await expectStaleRefused(mutation, input);
    const preview = await previewOf(mutation, input);
    const standing = await stateNow();
    const { key, result, row, body } = await run(mutation, input);
    const changes = (row.changes as Change[]).flatMap(fieldChanges).map((change) => plainChange({ ...change }));
    const asPreviewed = [inOrder(untold(preview.changes.map(plainChange), changes)), preview.result];
    expect(comparable(asPreviewed, known)).toEqual(comparable([inOrder(changes), result], known));
    expect(row.changes.length > 0).toBe(!idle.has(nameOf(mutation)));
    expect(endsTokens(row.changes)).toBe(commandOf(mutation)?.endsTokens === true);
    await expectReplay(mutation, input, key, body);
    await expectKeyTaken(mutation, input, key);
    await expectBack(mutation, row, preview.irreversible, standing);
    await expectSameAgain(mutation, input);
    if (row.inverse) await expectAfterUndo(mutation, input, row.inverse, { preview, standing, known });
  });

  /**
   * Their examples change nothing: this build serves one generation, what a carrier says is recorded when it has said it, files are no part
   * of the store, and a return ends by the record of its refund.
   */
  const idle = new Set([
    'store.generation.set',
    'orders.shipment.update',
    'workspaces.refresh',
    'design.migrate',
    'order.return.settle',
  ]);

  const endsTokens = (changes: readonly Change[]): boolean =>
    changes
      .flatMap(fieldChanges)
      .some(({ entity, field, after }) => entity === 'token' && field === 'revokedAt' && after !== null);

  /** Whoever is of another store, or was given no right any more, changes and sees nothing of this one. */
  async function expectNothingForOthers(capability: Capability, input: Input): Promise<void> {
    const { storeId, other } = site.world;
    const before = await rowsOf(storeId);
    const sentIds = idsIn(input);
    const seen = [...idsIn(before)].filter((id) => !sentIds.has(id));
    for (const caller of opened.others) {
      const key = !(capability as Route).writes ? {} : { key: newUlid() };
      const own = await send(site, capability, input, { ...caller, ...key, storeId: other.storeId });
      expect({ status: own.status, known: own.status < 500 }).toMatchObject({ known: true });
      expect(seen.filter((id) => own.text.includes(id))).toEqual([]);
      if (capability.kind !== 'command') continue;
      expect((await send(site, capability, input, { ...caller, ...key })).status).toBe(404);
    }
    expect((await send(site, capability, input, opened.revoked)).status).toBe(401);
    expect(await rowsOf(storeId)).toEqual(before);
  }

  /** A rev that is stated is held against something, or refused as holding nothing. */
  async function expectStaleRefused(mutation: Capability, input: Input): Promise<void> {
    const before = await stateNow();
    const { status, body } = await sent(mutation, input, { rev: 999_999, key: newUlid() });
    const guards = guardsRev(mutation);
    expect({ status, code: body.code }).toEqual(
      guards ? { status: 409, code: 'rev_conflict' } : { status: 400, code: 'invalid_request' },
    );
    expect(await stateNow()).toEqual(before);
  }

  async function previewOf(mutation: Capability, input: Input) {
    const { status, body } = await dryRun(mutation, input);
    expect({ status, body }).toMatchObject({ status: 200, body: { dryRun: true } });
    return body.preview;
  }

  /** It leaves nothing. */
  async function dryRun(mutation: Capability, input: Input, rev?: number) {
    const before = await tracesOf();
    const { status, body } = await sent(mutation, input, { dryRun: true, ...(rev === undefined ? {} : { rev }) });
    expect(await tracesOf()).toEqual(before);
    return { status, body: { ...body, requestId: undefined } };
  }

  /** Where something that was rolled back would still show: besides rows, in numbers that were drawn, held locks, and kept bytes. */
  async function tracesOf() {
    const sequences = await site.rows(
      `SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'public' AND sequencename <> ALL ($1)`,
      [drawn],
    );
    // No other kind outlives its transaction; the two views are of two moments, and somebody's transaction may end in between.
    const locks = await site.rows(
      `SELECT locktype, mode FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'idle' AND locktype = 'advisory'`,
    );
    const objects = path.join(site.world.config.dataFolder, 'objects');
    const files = await readdir(objects, { recursive: true }).catch(() => []);
    return { contents: await contentsOf(site), sequences, locks, files: files.toSorted() };
  }

  /** Of what stands in the order in which it was written; its numbers are given later, and without gaps. */
  const drawn = ['stock_movement_place_seq'];

  /** What it would do once more is another matter than what it has done, and the same each time that it is asked. */
  async function expectSameAgain(mutation: Capability, input: Input): Promise<void> {
    const known = idsIn(await rowsOf(site.world.storeId));
    const [once, twice] = [await dryRun(mutation, input), await dryRun(mutation, input)];
    expect(once.status).toBeLessThan(500);
    expect(comparable(twice, known)).toEqual(comparable(once, known));
  }

  /** What they take is gone with what they made of it. */
  const spending = ['catalog.media.commit'];

  /** What they publish is based on the version that was taken back. */
  const based = ['design.publish'];

  /** Taken back, a call would do again what it did. Something new is put away instead, and may hold a name that it was given. */
  async function expectAfterUndo(
    mutation: Capability,
    input: Input,
    inverse: Inverse,
    { preview, standing, known }: { preview: Preview; standing: Standing; known: ReadonlySet<string> },
  ): Promise<void> {
    const left = await takeBack(inverse);
    await expectSameAgain(mutation, input);
    const { status, body } = await dryRun(mutation, input, requiredRev(mutation) === undefined ? undefined : left);
    if (spending.includes(nameOf(mutation))) {
      expect(status).toBe(404);
      return;
    }
    if (based.includes(nameOf(mutation))) {
      expect(status).toBe(409);
      return;
    }
    expect(status).toBe(200);
    const now = await stateNow();
    const isBack = now.size === standing.size && [...now.keys()].every((row) => standing.has(row));
    expect(isBack || preview.changes.some(({ created }) => created)).toBe(true);
    if (isBack) expect(comparable(unmarked(body.preview), known)).toEqual(comparable(unmarked(preview), known));
  }

  /** @returns the rev that it left */
  async function takeBack(inverse: Inverse): Promise<number | undefined> {
    const { world } = site;
    if (registry.command(inverse.command))
      return (await world.done(inverse.command, inverse.payload, { as: world.owner }))?.rev;
    const taken = { command: inverse.command, payload: inverse.payload as Readonly<Record<string, unknown>> };
    const reply = await throughRoute(world, world.owner, taken, { idempotencyKey: newUlid() });
    expect(reply).toMatchObject({ status: 200 });
    return reply.rev;
  }

  /** What has begun no work is answered as done. */
  function startedAs(mutation: Capability, body: { readonly result?: object } & object): number {
    const result = mutation.kind === 'command' ? body.result : body;
    return settlingOf(mutation)?.begins?.(result) === false ? 200 : statusOf(mutation);
  }

  /** @returns what it answered and the audit row that it left */
  async function run(mutation: Capability, input: Input) {
    const key = newUlid();
    const { status, body, headers } = await sent(mutation, input, { key });
    expect({ status, body }).toMatchObject({ status: startedAs(mutation, body) });
    await demo.settled();
    expectShown(mutation.id, body);
    const result = withoutOnce(mutation, mutation.kind === 'command' ? body.result : body);
    expect(schemaErrors(mutation.result, result)).toEqual([]);
    const { items } = await site.world.read('audit.list', { query: { id: headers.get('Audit-Id') } });
    expect(items).toMatchObject([{ command: nameOf(mutation), outcome: 'done', idempotencyKey: key }]);
    return { key, result, row: items[0], body };
  }

  async function expectReplay(mutation: Capability, input: Input, key: string, first: object): Promise<void> {
    const before = await contentsOf(site);
    const { status, body, headers } = await sent(mutation, input, { key });
    expect([status, headers.get('Idempotent-Replayed')]).toEqual([startedAs(mutation, body), 'true']);
    expect(withoutOnce(mutation, body)).toEqual(withoutOnce(mutation, first));
    expect(await contentsOf(site)).toEqual(before);
  }

  async function expectKeyTaken(mutation: Capability, input: Input, key: string): Promise<void> {
    const rev = requiredRev(mutation);
    const other = otherwise(mutation, input);
    // A payload of nothing cannot be another one. What states a rev is another call with another one.
    expect([mutation.id, other === undefined && rev === undefined]).toEqual([
      mutation.id,
      mutation.id === 'store.syncKv',
    ]);
    if (!other && rev === undefined) return;
    const before = await contentsOf(site);
    const { status, body } = await sent(mutation, other ?? input, { key, ...(other ? {} : { rev: Number(rev) + 1 }) });
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'idempotency_conflict' });
    expect(await contentsOf(site)).toEqual(before);
  }

  /** Taken back, everything is as it was; or it says that nothing takes it back. */
  async function expectBack(
    mutation: Capability,
    { inverse, changes }: { inverse: Inverse | null; changes: readonly unknown[] },
    shownIrreversible: boolean,
    before: Standing,
  ): Promise<void> {
    const irreversible = inverse === null && changes.length > 0;
    expect(shownIrreversible).toBe(irreversible);
    // An example that changes nothing tells nothing of what another call of it does.
    if (changes.length > 0) expect(mutation.irreversible === true).toBe(irreversible);
    if (inverse) expect(leftOver(before, await stateNow(inverse))).toEqual([]);
  }

  type Standing = Awaited<ReturnType<typeof stateNow>>;

  interface Inverse {
    readonly command: string;
    readonly payload: unknown;
  }

  /** As it is, or as it would be after a command: that one is rolled back. */
  const stateNow = (after?: Inverse) =>
    site.world.bus.inTransaction(site.world.storeId, async (tx) => {
      const mutation = after && registry.mutation(after.command);
      const call = { principal: site.world.owner, payload: after?.payload };
      if (mutation) await site.world.bus.rehearse(tx, { ...call, mutation }, new Date());
      return { keep: false, value: await stateOf(tx) };
    });

  /** Every row of a store, without times of use. */
  async function rowsOf(storeId: string): Promise<Record<string, string>> {
    const tables = await site.rows<{ name: string; column: string }>(
      `SELECT relname AS name, attname AS column FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
       WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND (attname = 'store_id' OR (relname, attname) = ('store', 'id'))`,
    );
    const rows = await site.rows<{ name: string; text: string }>(
      tables
        .map(
          ({ name, column }) =>
            `SELECT '${name}' AS name, (to_jsonb(t) - 'used_at')::text AS text FROM "${name}" t WHERE "${column}" = $1`,
        )
        .join(' UNION ALL '),
      [storeId],
    );
    const textsOf = (name: string) => rows.flatMap((row) => (row.name === name ? [row.text] : []));
    return Object.fromEntries(tables.map(({ name }) => [name, textsOf(name).toSorted().join(' ')]));
  }
}

/** Each change moves the rev, also one that takes another back, and the hash follows the whole. */
const unmarked = (preview: Preview): unknown =>
  JSON.parse(
    JSON.stringify(preview, (field, value) => (/^(rev|baseRev|hash|seq|previousSeq)$/.test(field) ? undefined : value)),
  );

const ids = new RegExp(ID_PATTERN, 'g');
const idsIn = (value: unknown): ReadonlySet<string> => new Set(JSON.stringify(value).match(ids));

/** What is shown once is not shown again, and the request id is the answer's own. */
function withoutOnce(capability: Capability, body: object): object {
  const once = { ...commandOf(capability)?.answersOnce, requestId: undefined, replayed: undefined };
  return Object.fromEntries(Object.entries(body).filter(([name]) => !(name in once)));
}

/** Ids that a call creates stand for their order, and times for time: they differ between two runs of it. */
function comparable(value: unknown, known: ReadonlySet<string>): unknown {
  const created: string[] = [];
  const text = JSON.stringify(value).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '#time');
  const placed = text.replaceAll(ids, (id) => {
    if (known.has(id)) return id;
    if (!created.includes(id)) created.push(id);
    return `#${created.indexOf(id)}`;
  });
  return JSON.parse(placed);
}

type Fields = Readonly<Record<string, unknown>>;

/** jsonb keeps the order of things and not the order of their fields. */
function inOrder<T extends { readonly id: unknown; readonly field: unknown }>(changes: readonly T[]): T[] {
  const things = [...new Set(changes.map(({ id }) => id))];
  const placeOf = ({ id, field }: T): string => `${String(things.indexOf(id)).padStart(4, '0')} ${field}`;
  return changes.toSorted((left, right) => (placeOf(left) < placeOf(right) ? -1 : 1));
}

type Plain = Readonly<Record<'entity' | 'id' | 'field' | 'before' | 'after', unknown>>;

/** Changes as they are told once what they tell of a person has ended with this very change. */
const untold = (seen: readonly Plain[], kept: readonly Plain[]): Plain[] =>
  seen.map((change) => {
    const { entity, id, field } = change;
    const later = kept.find((each) => each.entity === entity && each.id === id && each.field === field);
    const hasEnded = (side: 'before' | 'after'): boolean => isDeepStrictEqual(later?.[side], ENDED);
    return { ...change, ...(hasEnded('before') && { before: ENDED }), ...(hasEnded('after') && { after: ENDED }) };
  });

/** Of a read that is audited, what it changes beside that. */
const unlooked = (
  { audited }: Pick<ReadRoute, 'audited'>,
  { audit_row, audit_entity, ...others }: Readonly<Record<string, string>>,
) => (audited ? others : { audit_row, audit_entity, ...others });

const plainChange = ({ entity, id, field, before, after }: Fields): Plain => ({ entity, id, field, before, after });
