import type { Queryable, Transaction } from '../kernel/database/queryable';
import type { StatedCall } from '../kernel/declaration/authority';
import type { MutationContext } from '../kernel/declaration/context';
import { refuse } from '../kernel/errors';
import { type Change, changeOf, type FieldChange } from '../kernel/trace/change';
import type { Preview } from '../kernel/trace/recorder';
import { type FoundRow, openRowsOf, type Page } from '../kernel/work/work-store';
import type { ProposalApplicationInput, ProposalState } from './contract';
import { itemKey } from './item/call';
import { finalStates, itemMoves, type MovedItem } from './item/state';
import { type ItemState, item } from './item/table';
import { proposal } from './table';
import { type ItemRow, type ProposalHead, type ProposalRow, proposalSnapshot } from './view';

const HEAD = `${proposal.select('p')}, coalesce(k.label, '') AS "tokenLabel", coalesce(k.kind, 'owner') AS "tokenKind",
  p.token_id IS NULL OR (k.revoked_at IS NULL AND k.expires_at > now()) AS "tokenUsable", p.recorded_items AS total`;
const COLUMNS = `${HEAD}, i.pending, i.applied, i.skipped, i."leftRunning", i.dropped, f."firstCall"`;

const listed = (states: readonly string[]): string => states.map((state) => `'${state}'`).join(', ');
const FINAL = listed(finalStates);

const FROM_HEAD = `FROM proposal p
  LEFT JOIN access_token k ON k.store_id = p.store_id AND k.id = p.token_id`;
const FROM = `${FROM_HEAD}
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE state NOT IN (${FINAL})) AS pending,
      count(*) FILTER (WHERE state = 'applied') AS applied, count(*) FILTER (WHERE state = 'skipped') AS skipped,
      count(*) FILTER (WHERE state = 'left_running') AS "leftRunning", count(*) FILTER (WHERE state = 'dropped') AS dropped
    FROM proposal_item WHERE store_id = p.store_id AND proposal_id = p.id) i
  LEFT JOIN LATERAL (
    SELECT jsonb_build_object('command', command, 'takesBack', key NOT LIKE '${itemKey('%')}',
      'carrier', CASE WHEN p.owner_id IS NOT NULL AND payload ? 'carrier' AND NOT EXISTS (
        SELECT FROM proposal_item other
        WHERE other.store_id = p.store_id AND other.proposal_id = p.id
          AND other.payload -> 'carrier' IS DISTINCT FROM first.payload -> 'carrier') THEN payload ->> 'carrier' END) AS "firstCall"
    FROM proposal_item first WHERE store_id = p.store_id AND proposal_id = p.id ORDER BY seq LIMIT 1) f ON true`;

/** Lists the proposals of a store, newest first. @param author lists the proposals of this token, or person, alone */
export function listProposals(
  db: Queryable,
  storeId: string,
  filter: {
    readonly author: string | null;
    readonly state: string | null;
    /** Whether bulk acts are listed alone, or left out; null: both are listed. */
    readonly bulk: boolean | null;
    readonly seesBulkActs: boolean;
    readonly before: string | null;
  },
  limit: number,
): Promise<ProposalRow[]> {
  return db.query<ProposalRow>(
    `SELECT ${COLUMNS} ${FROM}
     WHERE p.store_id = $1 AND ($2::text IS NULL OR p.token_id = $2 OR p.owner_id = $2) AND ($3::text IS NULL OR p.state = $3) AND ($4::text IS NULL OR p.id < $4)
       AND ($6::boolean IS NULL OR (p.owner_id IS NOT NULL) = $6) AND ($7::boolean OR p.owner_id IS NULL)
     ORDER BY p.id DESC LIMIT $5`,
    [storeId, filter.author, filter.state, filter.before, limit, filter.bulk, filter.seesBulkActs],
  );
}

export async function findProposal(db: Queryable, storeId: string, proposalId: string): Promise<ProposalRow> {
  const [row] = await db.query<ProposalRow>(`SELECT ${COLUMNS} ${FROM} WHERE p.store_id = $1 AND p.id = $2`, [
    storeId,
    proposalId,
  ]);
  return row ?? refuse('not_found', 'There is no such proposal.');
}

const COMMANDS = `SELECT DISTINCT command FROM proposal_item WHERE store_id = $1 AND proposal_id = $2 AND state <> 'skipped'`;

/** The commands of a proposal's calls, without those that were left out. */
export async function commandsOf(db: Queryable, storeId: string, proposalId: string): Promise<string[]> {
  const rows = await db.query<{ command: string }>(COMMANDS, [storeId, proposalId]);
  return rows.map(({ command }) => command);
}

const STATED = `SELECT DISTINCT i.command, s.payload FROM proposal_item i
  CROSS JOIN LATERAL (
    SELECT jsonb_object_agg(f.key, f.value) AS payload FROM jsonb_each(i.payload) f WHERE f.key = ANY($3)) s
  WHERE i.store_id = $1 AND i.proposal_id = $2 AND i.state <> 'skipped'`;

/**
 * The different calls of a proposal, without those that were left out.
 * @param fields the fields of their payloads that are read; by these they differ
 */
export const statedCallsOf = (
  db: Queryable,
  storeId: string,
  proposalId: string,
  fields: readonly string[],
): Promise<StatedCall[]> => db.query<StatedCall>(STATED, [storeId, proposalId, fields]);

/** The row, locked: every move of a proposal happens under this lock, so its states follow one another. */
export async function lockProposal(tx: Transaction, storeId: string, proposalId: string): Promise<ProposalRow> {
  await tx.query('SELECT 1 FROM proposal WHERE store_id = $1 AND id = $2 FOR UPDATE', [storeId, proposalId]);
  return findProposal(tx, storeId, proposalId);
}

/** The same lock, for a step that needs no counts. */
export async function lockHead(tx: Transaction, storeId: string, proposalId: string): Promise<ProposalHead> {
  const [row] = await tx.query<ProposalHead>(
    `SELECT ${HEAD} ${FROM_HEAD} WHERE p.store_id = $1 AND p.id = $2 FOR UPDATE OF p`,
    [storeId, proposalId],
  );
  return row ?? refuse('not_found', 'There is no such proposal.');
}

const OPEN = `SELECT id FROM proposal WHERE store_id = $1 AND token_id = $2 AND state = 'open'`;

/** Withdraws the open proposal of a token. */
export async function withdrawOpen(context: Moving, tokenId: string, reason: string): Promise<void> {
  const { tx, storeId } = context;
  for (const { id } of await tx.query<{ id: string }>(OPEN, [storeId, tokenId])) {
    const found = await lockProposal(tx, storeId, id);
    if (found.state === 'open') await endProposal(context, found, { state: 'withdrawn', reason });
  }
}

/**
 * Counts the proposals of a token that wait for the owner. A token has one open proposal at a time, so none joins them while one is being
 * submitted.
 */
export async function countSubmitted(tx: Transaction, storeId: string, tokenId: string): Promise<number> {
  const [row] = await tx.query<{ submitted: number }>(
    `SELECT count(*)::int AS submitted FROM proposal WHERE store_id = $1 AND token_id = $2 AND state = 'submitted'`,
    [storeId, tokenId],
  );
  return row?.submitted ?? 0;
}

/** Most bytes of text on a page of items. The author decides the size of an item, and one is always answered. */
const PAGE_BYTES_MAX = 1_048_576;

/** The part of a proposal's items that a reader asks for. */
export interface ItemsAsked {
  /** The last item of the page before. */
  readonly after: string | null;
  /** The item with which the first page begins; null: the first one. */
  readonly from: string | null;
  /** Null: items in any state. */
  readonly state: ItemState | null;
}

/** Reads a page of items in their order. */
export function pageOfItems(
  db: Queryable,
  storeId: string,
  proposalId: string,
  { after, from, state }: ItemsAsked,
  limit: number,
): Promise<ItemRow[]> {
  return db.query<ItemRow>(
    `SELECT ${item.select('page')} FROM (
       SELECT *, sum(octet_length(concat(payload, preview, current_preview))) OVER (ORDER BY seq) AS bytes,
         row_number() OVER (ORDER BY seq) AS place
       FROM proposal_item
       WHERE store_id = $1 AND proposal_id = $2
         AND seq > coalesce((SELECT seq FROM proposal_item WHERE store_id = $1 AND proposal_id = $2 AND id = $3), 0)
         AND seq >= coalesce((SELECT seq FROM proposal_item WHERE store_id = $1 AND proposal_id = $2 AND id = $6), 0)
         AND ($7::text IS NULL OR state = $7)
       ORDER BY seq LIMIT $4) page
     WHERE bytes <= $5 OR place = 1 ORDER BY seq`,
    [storeId, proposalId, after, limit, PAGE_BYTES_MAX, from, state],
  );
}

/** Changes by those items that create one of the things, as they were recorded. */
export async function changesCreating(
  db: Queryable,
  storeId: string,
  proposalId: string,
  ids: readonly string[],
): Promise<Change[]> {
  const fields = await db.query<FieldChange>(
    `SELECT c.* FROM proposal_item i
     CROSS JOIN LATERAL jsonb_to_recordset(i.preview -> 'changes') AS c(entity text, id text, field text, before jsonb, after jsonb)
     WHERE i.store_id = $1 AND i.proposal_id = $2 AND i.reserved_ids && $3 ORDER BY i.seq`,
    [storeId, proposalId, ids],
  );
  return fields.map(changeOf);
}

/** Changes by waiting items, of fields of entities by their words, in order: as they would be applied now, as far as that is known. */
export const titleChanges = (
  db: Queryable,
  storeId: string,
  proposalId: string,
  fields: readonly (readonly [word: string, field: string])[],
): Promise<FieldChange[]> =>
  db.query<FieldChange>(
    `SELECT c.* FROM proposal_item i
     CROSS JOIN LATERAL jsonb_to_recordset(coalesce(i.current_preview, i.preview) -> 'changes') AS c(entity text, id text, field text, before jsonb, after jsonb)
     WHERE i.store_id = $1 AND i.proposal_id = $2 AND i.state NOT IN (${FINAL})
       AND (c.entity, c.field) IN (SELECT * FROM unnest($3::text[], $4::text[])) ORDER BY i.seq`,
    [storeId, proposalId, fields.map(([word]) => word), fields.map(([, field]) => field)],
  );

/** Seqs of those items that create one of the things. */
export const itemsCreating = (
  db: Queryable,
  storeId: string,
  proposalId: string,
  ids: readonly string[],
): Promise<{ id: string; item: number }[]> =>
  db.query<{ id: string; item: number }>(
    `SELECT reserved.id, i.seq AS item FROM proposal_item i CROSS JOIN LATERAL unnest(i.reserved_ids) AS reserved(id)
     WHERE i.store_id = $1 AND i.proposal_id = $2 AND i.reserved_ids && $3 AND reserved.id = ANY($3) ORDER BY i.seq`,
    [storeId, proposalId, ids],
  );

/** Finds the named items that belong to the proposal. */
export function itemsOf(
  db: Queryable,
  storeId: string,
  proposalId: string,
  itemIds: readonly string[],
): Promise<ItemRow[]> {
  return db.query<ItemRow>(
    `SELECT ${item.select()} FROM proposal_item WHERE store_id = $1 AND proposal_id = $2 AND id = ANY($3)`,
    [storeId, proposalId, itemIds],
  );
}

/** The first item of which something may still become. */
export async function nextItem(tx: Transaction, storeId: string, proposalId: string): Promise<ItemRow | undefined> {
  const [row] = await tx.query<ItemRow>(
    `SELECT ${item.select()} FROM proposal_item
     WHERE store_id = $1 AND proposal_id = $2 AND state NOT IN (${FINAL}) ORDER BY seq LIMIT 1`,
    [storeId, proposalId],
  );
  return row;
}

/** Finds the items that are not over, in order: as many as a proposal holds. */
export function waitingItems(tx: Transaction, storeId: string, proposalId: string): Promise<ItemRow[]> {
  return tx.query<ItemRow>(
    `SELECT ${item.select()} FROM proposal_item
     WHERE store_id = $1 AND proposal_id = $2 AND state NOT IN (${FINAL}) ORDER BY seq`,
    [storeId, proposalId],
  );
}

/** A waiting item, as far as a count of many needs it. */
export interface WaitingPreview extends Pick<ItemRow, 'id' | 'seq' | 'command'> {
  /** As its owner has accepted it, or as it was recorded; personal values are sealed. */
  readonly preview: Preview;
}

/** Reads items that are not over, in order. @param after the seq of the last one before */
export const waitingPreviews = (
  db: Queryable,
  storeId: string,
  proposalId: string,
  after: number,
  limit: number,
): Promise<WaitingPreview[]> =>
  db.query<WaitingPreview>(
    `SELECT id, seq, command, coalesce(current_preview, preview) AS preview FROM proposal_item
     WHERE store_id = $1 AND proposal_id = $2 AND state NOT IN (${FINAL}) AND seq > $3 ORDER BY seq LIMIT $4`,
    [storeId, proposalId, after, limit],
  );

/** Names a theme as a part of an item does: the theme itself, or a body or a version of the design that may wear it. */
export interface ThemeNaming {
  readonly theme: string | null;
  readonly hash: string | null;
  readonly seq: number | null;
  /** One of the proposals that name it. */
  readonly proposalId: string;
}

/** Finds what items of these commands name of which something may still become, each once, whichever proposal they stand in. */
export async function themesWaiting(
  db: Queryable,
  storeId: string,
  commands: readonly string[],
): Promise<ThemeNaming[]> {
  return db.query(
    `SELECT coalesce(payload ->> 'theme', payload #>> '{manifest,key}') AS theme, payload ->> 'hash' AS hash,
       (payload ->> 'seq')::int AS seq, min(proposal_id) AS "proposalId"
     FROM proposal_item WHERE store_id = $1 AND command = ANY($2) AND state NOT IN (${FINAL}) GROUP BY 1, 2, 3`,
    [storeId, commands],
  );
}

/** Hashes of the designs that items would publish of which something may still become. */
export async function hashesWaiting(db: Queryable, storeId: string): Promise<string[]> {
  const rows = await db.query<{ readonly hash: string }>(
    `SELECT DISTINCT i.payload ->> 'hash' AS hash FROM proposal_item i
     WHERE i.store_id = $1 AND i.command = 'design.publish' AND i.payload ->> 'hash' IS NOT NULL AND i.state NOT IN (${FINAL})`,
    [storeId],
  );
  return rows.map(({ hash }) => hash);
}

/** Finds the seqs of the skipped items. */
export async function skippedItems(tx: Transaction, storeId: string, proposalId: string): Promise<number[]> {
  const rows = await tx.query<{ seq: number }>(
    `SELECT seq FROM proposal_item WHERE store_id = $1 AND proposal_id = $2 AND state = 'skipped'`,
    [storeId, proposalId],
  );
  return rows.map(({ seq }) => seq);
}

/** Tells whether an item that was applied or has started work moves the generation, as the preview says that its owner saw last. */
export async function bumpWasPromised(tx: Transaction, storeId: string, proposalId: string): Promise<boolean> {
  const [row] = await tx.query<{ promised: boolean }>(
    `SELECT EXISTS (
       SELECT FROM proposal_item
       WHERE store_id = $1 AND proposal_id = $2 AND (state IN ('applied', 'started') OR failures > 0)
         AND coalesce(current_preview, preview) ->> 'bumpsGeneration' = 'true') AS promised`,
    [storeId, proposalId],
  );
  return row?.promised === true;
}

/** The columns of a proposal that a move sets. A column that is not named stays, except that the pause ends. */
export interface ProposalMove {
  readonly state: ProposalState;
  readonly note?: string | undefined;
  readonly reason?: string | undefined;
  readonly pause?: ProposalRow['pause'];
  /** Items that are skipped then. */
  readonly skipped?: number;
  readonly submittedAt?: Date;
  readonly decidedAt?: Date;
  readonly decidedBy?: string;
  readonly finishedAt?: Date;
}

type Moving = Pick<MutationContext, 'tx' | 'storeId' | 'record' | 'now'>;

const MOVE = `
  UPDATE proposal SET rev = rev + 1, ${proposal.assigned((_, index) => `$${index + 3}`)}
  WHERE store_id = $1 AND id = $2`;

/** Sends a move of a proposal, and records what that changes of it. @param before locked */
export function moveProposal(
  { tx, storeId, record }: Omit<Moving, 'now'>,
  before: ProposalRow,
  { skipped = before.skipped, ...move }: ProposalMove,
): void {
  const pauses = before.pauses + Number(move.state === 'paused' && before.state !== 'paused');
  const after = { ...before, ...patchOf({ pause: null, ...move }), pauses, skipped };
  record(proposal.word, before.id, proposalSnapshot(before), proposalSnapshot(after));
  tx.send(MOVE, [storeId, before.id, ...proposal.savedValues(after)]);
}

/** Drops the items that nobody will decide on, and frees their files. */
const DROP_REST = `
  WITH rest AS (
    SELECT id, state FROM proposal_item
    WHERE store_id = $1 AND proposal_id = $2 AND state IN (${listed(itemMoves.drop.from)}) ORDER BY seq)
  UPDATE proposal_item i SET state = 'dropped', objects = '{}', uploads = '{}'
  FROM rest WHERE i.store_id = $1 AND i.id = rest.id
  RETURNING rest.id, rest.state`;

/** Moves a proposal to an end of which its items are no part: those that wait are dropped. @param before locked */
export async function endProposal(
  context: Moving,
  before: ProposalRow,
  move: Omit<ProposalMove, 'finishedAt'>,
): Promise<void> {
  const { tx, storeId, record, now } = context;
  moveProposal(context, before, { ...move, finishedAt: now });
  const dropped = await tx.query<Pick<ItemRow, 'id' | 'state'>>(DROP_REST, [storeId, before.id]);
  for (const { id, state } of dropped)
    record(item.word, id, { state }, { state: 'dropped' }, { proposalId: before.id });
}

/** The columns that a move names, as they stand in the row. */
const patchOf = (move: Omit<ProposalMove, 'skipped'>): Partial<ProposalRow> =>
  Object.fromEntries(
    Object.entries(move).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value instanceof Date ? value.toISOString() : value]],
    ),
  );

const MOVE_ITEM = `
  UPDATE proposal_item SET ${item.assigned((_, index) => `$${index + 4}`)}
  WHERE store_id = $1 AND id = $2 AND state = $3 RETURNING id`;

/** Writes a move of an item, if the item still is what it moves from. */
export async function moveItem(tx: Transaction, storeId: string, { before, after }: MovedItem): Promise<void> {
  const [moved] = await tx.query<{ id: string }>(MOVE_ITEM, [
    storeId,
    before.id,
    before.state,
    ...item.savedValues(after),
  ]);
  if (!moved) throw new Error(`${before.id} is not ${before.state} any more`);
}

/** Open ones of all stores. */
export const findOpenProposals = (maintenance: Queryable, page: Page): Promise<FoundRow<ProposalApplicationInput>[]> =>
  maintenance.query(openRowsOf('proposal'), page);
