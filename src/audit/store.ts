import type { Queryable } from '../kernel/database/queryable';
import { leastId } from '../kernel/ids';
import type { Change } from '../kernel/trace/change';
import type { KeptInverse, Preview } from '../kernel/trace/recorder';

export interface AuditRow {
  readonly id: string;
  readonly actorKind: 'owner' | 'developer' | 'agent' | 'system';
  readonly actorId: string;
  readonly at: string;
  readonly command: string;
  readonly idempotencyKey: string | null;
  readonly outcome: 'done' | 'proposed' | 'refused';
  readonly code: string | null;
  readonly payload: unknown;
  readonly entityId: string | null;
  readonly changes: readonly Change[];
  readonly requestId: string | null;
  readonly cause: unknown;
  readonly inverse: KeptInverse | null;
  /** The generation to which the storefront came by it; null when it did not move. */
  readonly generation: number | null;
  /** The item of the proposal, where an agent asked for the change. */
  readonly proposed: ProposedItem | null;
}

interface ProposedItem {
  readonly proposalId: string;
  readonly itemId: string;
  /** As it was recorded; null: too heavy for a page of the history. */
  readonly preview: Preview | null;
}

export interface AuditFilter {
  readonly id?: string | undefined;
  readonly proposal?: string | undefined;
  readonly entity?: string | undefined;
  readonly actor?: string | undefined;
  readonly command?: string | undefined;
  readonly outcome?: string | undefined;
  /** The earliest time, in ISO 8601. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/**
 * Payloads and changes of one page: a page of large rows is shorter than its limit, and never empty. One row is as large as what
 * a request may carry.
 */
export const PAGE_BYTES_MAX = 1024 * 1024;

/** Limit of the preview of a proposed item, in bytes: a line of the history has no room for more. */
const PREVIEW_BYTES_MAX = 8 * 1024;

/**
 * The item that a recording has counted last. The changes say it in the open; what the call answered names it too, but that is sealed
 * where it is about a person.
 */
const itemProposedBy = (row: string) => `proposal_item i ON i.store_id = $1
      AND i.proposal_id = CASE WHEN ${row}.outcome = 'proposed' THEN ${row}.changes -> 0 ->> 'id' END
      AND i.seq = CASE WHEN ${row}.outcome = 'proposed' THEN (${row}.changes -> 0 -> 'after' ->> 'items')::int END`;

/**
 * A row's id is minted in the transaction that began at its time, so the times of both lie less than a transaction apart: ids bound
 * what is read for a time, by every index there is.
 */
const TRANSACTION_MS_MAX = 3_600_000;

/** It belongs to an application of the proposal, which other rows that are found by it only prepare. */
const APPLIES = `a.cause ->> 'proposalId' = $13`;

/** The most telling filter decides which index is read; the others only leave rows out. One text each, prepared once. */
const FIND = {
  id: 'audit_row a WHERE a.id = $3',
  proposal: `audit_entity e JOIN audit_row a ON a.store_id = $1 AND a.id = e.audit_id
     WHERE e.store_id = $1 AND e.entity_id = $13 AND ${APPLIES}`,
  entity:
    'audit_entity e JOIN audit_row a ON a.store_id = $1 AND a.id = e.audit_id WHERE e.store_id = $1 AND e.entity_id = $4',
  actor: 'audit_row a WHERE a.actor_id = $5',
  command: 'audit_row a WHERE a.command = $6',
  any: 'audit_row a WHERE true',
} as const;

type Finder = keyof typeof FIND;

/** The column by which the index of a finder is ordered. */
const idOf = (finder: Finder): string => (finder === 'entity' || finder === 'proposal' ? 'e.audit_id' : 'a.id');

/**
 * Rows that are fetched, one more than the longest page. It stands in the text: for a limit in a parameter, the planner assumes a tenth of
 * the table.
 */
const FETCH = 101;

const BY_ENTITY = `AND ($4::text IS NULL OR EXISTS (
        SELECT FROM audit_entity e WHERE e.store_id = $1 AND e.entity_id = $4 AND e.audit_id = a.id))`;

const BY_PROPOSAL = `AND ($13::text IS NULL OR ${APPLIES})`;

const statement = (finder: Finder): string => `
  WITH found AS MATERIALIZED (
    SELECT a.id, a.bytes FROM ${FIND[finder]} AND a.store_id = $1 AND ${idOf(finder)} < $2 AND ${idOf(finder)} >= $12
      AND ($3::text IS NULL OR a.id = $3)
      ${finder === 'entity' ? '' : BY_ENTITY}
      ${finder === 'proposal' ? '' : BY_PROPOSAL}
      AND ($5::text IS NULL OR a.actor_id = $5)
      AND ($6::text IS NULL OR a.command = $6)
      AND ($7::text IS NULL OR a.outcome = $7)
      AND ($8::timestamptz IS NULL OR a.at >= $8)
      AND ($9::timestamptz IS NULL OR a.at < $9)
    ORDER BY ${idOf(finder)} DESC LIMIT ${FETCH}
  ),
  measured AS (
    SELECT id, row_number() OVER newest AS place, sum(bytes) OVER newest - bytes AS "bytesBefore", count(*) OVER () AS found
    FROM found WINDOW newest AS (ORDER BY id DESC)
  )
  SELECT r.id, r.at, r.actor_kind AS "actorKind", r.actor_id AS "actorId", r.command, r.key AS "idempotencyKey", r.outcome,
    r.code, r.entity_id AS "entityId", r.payload, r.changes, r.request_id AS "requestId", r.cause, r.inverse, g.generation, m.found,
    CASE WHEN i.id IS NOT NULL THEN jsonb_build_object('proposalId', i.proposal_id, 'itemId', i.id,
      'preview', CASE WHEN octet_length(i.preview::text) <= ${PREVIEW_BYTES_MAX} THEN i.preview END) END AS proposed
  FROM measured m JOIN audit_row r ON r.store_id = $1 AND r.id = m.id
    LEFT JOIN ${itemProposedBy('r')}
    LEFT JOIN audit_generation g ON g.store_id = $1 AND g.audit_id = r.id
  WHERE m.place <= $10 AND m."bytesBefore" < $11
  ORDER BY r.id DESC`;

const STATEMENTS = {
  id: statement('id'),
  proposal: statement('proposal'),
  entity: statement('entity'),
  actor: statement('actor'),
  command: statement('command'),
  any: statement('any'),
} as const;

/** @param before id of the last row of the page before @returns a page, newest first, and whether rows follow it */
export async function listAudit(
  db: Queryable,
  storeId: string,
  filter: AuditFilter,
  before: string | null,
  limit: number,
): Promise<{ readonly rows: readonly AuditRow[]; readonly more: boolean }> {
  const { id, proposal = null, entity, actor, command, outcome, from, until } = filter;
  const finder =
    (['id', 'proposal', 'entity', 'actor', 'command'] as const).find((name) => filter[name] !== undefined) ?? 'any';
  const values = [id, entity, actor, command, outcome, from, until].map((value) => value ?? null);
  const found = await db.query<AuditRow & { found: number }>(STATEMENTS[finder], [
    storeId,
    lower(before, until === undefined ? null : leastId('aud', Date.parse(until) + TRANSACTION_MS_MAX)),
    ...values,
    limit,
    PAGE_BYTES_MAX,
    from === undefined ? '' : leastId('aud', Date.parse(from) - TRANSACTION_MS_MAX),
    proposal,
  ]);
  return {
    rows: found.map(({ found: _found, ...row }) => row as AuditRow),
    more: (found[0]?.found ?? 0) > found.length,
  };
}

type ReversibleRow = Pick<AuditRow, 'id' | 'changes'> & { readonly inverse: KeptInverse };

/** Finds the named rows that some command takes back; personal values are sealed. */
export const rowsWithInverse = (db: Queryable, storeId: string, ids: readonly string[]): Promise<ReversibleRow[]> =>
  db.query<ReversibleRow>(
    'SELECT id, changes, inverse FROM audit_row WHERE store_id = $1 AND id = ANY($2) AND inverse IS NOT NULL',
    [storeId, ids],
  );

/** A change that was done, as far as whoever takes it back has to know. */
export interface DoneRow {
  readonly id: string;
  readonly command: string;
  readonly entityId: string | null;
  /** Some command takes it back. */
  readonly isReversible: boolean;
}

/** Finds those of the named rows that have changed something, newest first. */
export const doneRows = (db: Queryable, storeId: string, ids: readonly string[]): Promise<DoneRow[]> =>
  db.query<DoneRow>(
    `SELECT id, command, entity_id AS "entityId", inverse IS NOT NULL AS "isReversible" FROM audit_row
     WHERE store_id = $1 AND id = ANY($2) AND outcome = 'done' AND changes <> '[]' ORDER BY id DESC`,
    [storeId, ids],
  );

/** Reads the calls of rows; personal values are sealed. */
export const calledIn = (
  db: Queryable,
  storeId: string,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly command: string; readonly payload: Readonly<Record<string, unknown>> }[]> =>
  db.query('SELECT id, command, payload FROM audit_row WHERE store_id = $1 AND id = ANY($2)', [storeId, ids]);

interface RowAbout {
  readonly entityId: string;
  readonly id: string;
  readonly changes: readonly Change[];
}

/** Finds what the named rows have done to things, oldest first. */
export const rowsAbout = (
  db: Queryable,
  storeId: string,
  entityIds: readonly string[],
  ids: readonly string[],
): Promise<RowAbout[]> =>
  db.query<RowAbout>(
    `SELECT e.entity_id AS "entityId", a.id, a.changes
     FROM audit_entity e JOIN audit_row a ON a.store_id = $1 AND a.id = e.audit_id
     WHERE e.store_id = $1 AND e.entity_id = ANY($2) AND e.audit_id = ANY($3) ORDER BY a.id`,
    [storeId, entityIds, ids],
  );

/** Finds which of the things such commands have changed in other rows than these. */
export async function changedElsewhere(
  db: Queryable,
  storeId: string,
  entityIds: readonly string[],
  { commands, except }: { readonly commands: readonly string[]; readonly except: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ entityId: string }>(
    `SELECT DISTINCT e.entity_id AS "entityId"
     FROM audit_entity e JOIN audit_row a ON a.store_id = $1 AND a.id = e.audit_id
     WHERE e.store_id = $1 AND e.entity_id = ANY($2) AND a.outcome = 'done' AND a.command = ANY($3) AND NOT e.audit_id = ANY($4)`,
    [storeId, entityIds, commands, except],
  );
  return new Set(rows.map(({ entityId }) => entityId));
}

/** A bound above every id. */
const NO_BOUND = '~';

/** The lower of two exclusive upper bounds of ids; null bounds nothing. */
const lower = (...bounds: readonly (string | null)[]): string =>
  bounds.map((bound) => bound ?? NO_BOUND).sort()[0] as string;

/** A key under which the inverse of a row was or will be run. */
export interface UndoAttempt {
  readonly rowId: string;
  readonly key: string;
}

export interface SpentKey {
  readonly key: string;
  /** The row of the undo; when it was proposed and not applied, the row of the proposing. */
  readonly auditId: string;
  /** `void`: something else ran under the key, or the undo was refused, rejected, skipped or withdrawn, or another token only proposes it. */
  readonly outcome: 'done' | 'proposed' | 'void';
}

/** A step of a longer undo expects another rev than the row left behind; all else is as it was served. */
const SPENT_KEYS = `
  SELECT o.key, coalesce(i.audit_id, i.awaited ->> 'auditId', o.audit_id) AS "auditId",
    CASE
      WHEN ran.command <> undone.inverse ->> 'command'
        OR ran.payload - 'expectedRev' <> (undone.inverse -> 'payload') - 'expectedRev' THEN 'void'
      WHEN ran.outcome = 'done' OR i.state IN ('applied', 'left_running') THEN 'done'
      WHEN ran.outcome = 'refused' OR i.state = 'skipped' OR p.state IN ('rejected', 'withdrawn') OR p.token_id <> $4 THEN 'void'
      ELSE 'proposed'
    END AS outcome
  FROM unnest($2::text[], $3::text[]) AS attempt(row_id, key)
  JOIN command_outcome o ON o.store_id = $1 AND o.key = attempt.key
  JOIN audit_row ran ON ran.store_id = $1 AND ran.id = o.audit_id
  JOIN audit_row undone ON undone.store_id = $1 AND undone.id = attempt.row_id
  LEFT JOIN ${itemProposedBy('ran')}
  LEFT JOIN proposal p ON p.store_id = $1 AND p.id = i.proposal_id`;

/**
 * Finds the outcomes of those keys that ran. A proposal of a token takes the key from that token alone: a row that is taken back before the
 * proposal is applied makes it stale, so it is not taken back twice.
 * @param readerId who will use the keys
 */
export const spentKeys = (
  db: Queryable,
  storeId: string,
  readerId: string,
  attempts: readonly UndoAttempt[],
): Promise<SpentKey[]> =>
  db.query<SpentKey>(SPENT_KEYS, [
    storeId,
    attempts.map(({ rowId }) => rowId),
    attempts.map(({ key }) => key),
    readerId,
  ]);
