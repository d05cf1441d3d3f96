import { EVERYTHING } from '../../kernel/database/footprint';
import { lockOf } from '../../kernel/database/locks';
import type { Transaction } from '../../kernel/database/queryable';
import type { New } from '../../kernel/table/table';
import { insertInto, insertsInto } from '../../kernel/table/table-store';
import { item } from '../item/table';
import { proposal } from '../table';
import type { ItemRow, ProposalRow } from '../view';

export interface OpenProposal {
  readonly id: string;
  readonly hash: string;
  /** Items recorded so far; the seq of the last one. */
  readonly items: number;
  /** The bytes of JSON that the items and their previews take. */
  readonly bytes: number;
}

const COLUMNS = 'id, hash, recorded_items AS items, recorded_bytes AS bytes';

/** The proposal is looked up behind the turn, so that nobody waits for its row who has to give way. */
const TRY_TURN = `
  WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(${lockOf('recording', '$1')}) AS mine)
  SELECT turn.mine, open.* FROM turn LEFT JOIN LATERAL (
    SELECT ${COLUMNS} FROM proposal WHERE turn.mine AND store_id = $1 AND token_id = $2 AND state = 'open' FOR UPDATE
  ) AS open ON true`;

type Turn = { readonly mine: boolean } & (OpenProposal | Record<keyof OpenProposal, null>);

/**
 * Takes the store's turn to record until the transaction ends, and locks the token's open proposal.
 * @returns false when another process has the turn, null when there is no such proposal
 */
export async function tryTurn(tx: Transaction, storeId: string, tokenId: string): Promise<OpenProposal | null | false> {
  const [turn] = await tx.query<Turn>(TRY_TURN, [storeId, tokenId]);
  if (!turn?.mine) return false;
  return turn.id === null ? null : turn;
}

const OPEN = `${insertInto(proposal)}
  ON CONFLICT (store_id, token_id) WHERE state = 'open' DO NOTHING RETURNING ${COLUMNS}`;

/** The token's open proposal, locked; opens one when there is none. */
export async function openProposal(
  tx: Transaction,
  storeId: string,
  fresh: {
    readonly id: string;
    readonly tokenId: string;
    readonly workspaceId: string | null;
    readonly createdAt: string;
  },
): Promise<OpenProposal> {
  const row = proposal.values({ ...proposal.initial, ...fresh });
  const inserted = await tx.query<OpenProposal>(OPEN, [storeId, ...row]);
  if (inserted[0]) return inserted[0];
  const [open] = await tx.query<OpenProposal>(
    `SELECT ${COLUMNS} FROM proposal WHERE store_id = $1 AND token_id = $2 AND state = 'open' FOR UPDATE`,
    [storeId, fresh.tokenId],
  );
  // It was submitted or withdrawn between the two statements: this call belongs to the next one.
  return open ?? openProposal(tx, storeId, fresh);
}

export type NewItem = Omit<New<typeof item>, keyof typeof item.initial>;

const items = insertsInto(item);

/** Sends an item that waits for its turn, or one that is left out from the beginning. */
export const insertItem = (
  tx: Transaction,
  storeId: string,
  added: NewItem & Partial<Pick<ItemRow, 'state' | 'problem' | 'skipReason'>>,
): void => items.insert(tx, storeId, { ...item.initial, ...added });

/** The items that a proposal has, and its hash, which covers them. */
export interface RecordedItems {
  readonly hash: string;
  readonly items: number;
  /** The bytes of JSON that the items and their previews take. */
  readonly bytes: number;
}

const EXTEND = `
  UPDATE proposal SET hash = $3, recorded_items = $4, recorded_bytes = $5, rev = rev + 1 WHERE store_id = $1 AND id = $2`;

/** Notes the items that were inserted. */
export async function extendProposal(
  tx: Transaction,
  storeId: string,
  proposalId: string,
  { hash, items, bytes }: RecordedItems,
): Promise<void> {
  await tx.query(EXTEND, [storeId, proposalId, hash, items, bytes]);
}

const { insert } = insertsInto(proposal);

/** Sends a proposal of an owner, for whom nobody else records. */
export const insertProposal = (
  tx: Transaction,
  storeId: string,
  opened: Pick<ProposalRow, 'id' | 'note' | 'createdAt'> & { readonly ownerId: string },
): void => insert(tx, storeId, { ...proposal.initial, tokenId: null, workspaceId: null, ...opened });

/** An item as far as it takes to run it. */
export type EarlierItem = Pick<
  ItemRow,
  'id' | 'seq' | 'command' | 'payload' | 'sealedPayload' | 'deferBump' | 'reservedIds' | 'expectedRev'
>;

const TOUCHED = `
  SELECT DISTINCT unnest(array_append(builds_on, seq)) AS seq FROM proposal_item
  WHERE store_id = $1 AND proposal_id = $2
    AND ($4 OR writes && $3::text[])
  ORDER BY seq`;

/** Seqs, ascending, of the items that wrote what is read, and of those that these were recorded on top of. */
export async function itemsBelow(
  tx: Transaction,
  storeId: string,
  proposalId: string,
  reads: ReadonlySet<string>,
): Promise<number[]> {
  const names = [...reads, EVERYTHING];
  const values = [storeId, proposalId, names, reads.has(EVERYTHING)];
  const rows = await tx.query<{ seq: number }>(TOUCHED, values);
  return rows.map(({ seq }) => seq);
}

/** Reads these items in their order. */
export function earlierItems(
  tx: Transaction,
  storeId: string,
  proposalId: string,
  seqs: readonly number[],
): Promise<EarlierItem[]> {
  if (seqs.length === 0) return Promise.resolve([]);
  return tx.query<EarlierItem>(
    `SELECT id, seq, command, payload, sealed_payload AS "sealedPayload", defer_bump AS "deferBump", reserved_ids AS "reservedIds",
       expected_rev AS "expectedRev"
     FROM proposal_item WHERE store_id = $1 AND proposal_id = $2 AND seq = ANY($3) ORDER BY seq`,
    [storeId, proposalId, seqs],
  );
}
