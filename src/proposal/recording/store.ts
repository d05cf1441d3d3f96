import type { Transaction } from '../../kernel/database';
import { EVERYTHING } from '../../kernel/footprint';
import { lockOf } from '../../kernel/locks';
import type { ItemRow } from '../view';

const TRY_TURN = `SELECT pg_try_advisory_xact_lock(${lockOf('recording', '$1')}) AS mine`;

/** Takes the store's turn to record until the transaction ends. @returns false when another process has it */
export async function tryTurn(tx: Transaction, storeId: string): Promise<boolean> {
  const [turn] = await tx.query<{ mine: boolean }>(TRY_TURN, [storeId]);
  return turn?.mine === true;
}

export interface OpenProposal {
  readonly id: string;
  readonly hash: string;
  /** Items recorded so far; the seq of the last one. */
  readonly items: number;
  /** What they and their previews take, in bytes of JSON. */
  readonly bytes: number;
}

const COLUMNS = 'id, hash, recorded_items AS items, recorded_bytes AS bytes';

/** The token's open proposal, locked; opens one when there is none. */
export async function openProposal(
  tx: Transaction,
  storeId: string,
  fresh: { readonly id: string; readonly tokenId: string; readonly workspaceId: string | null; readonly at: Date },
): Promise<OpenProposal> {
  const inserted = await tx.query<OpenProposal>(
    `INSERT INTO proposal (store_id, id, token_id, workspace_id, state, hash, created_at) VALUES ($1, $2, $3, $4, 'open', '', $5)
     ON CONFLICT (store_id, token_id) WHERE state = 'open' DO NOTHING RETURNING ${COLUMNS}`,
    [storeId, fresh.id, fresh.tokenId, fresh.workspaceId, fresh.at],
  );
  if (inserted[0]) return inserted[0];
  const [open] = await tx.query<OpenProposal>(
    `SELECT ${COLUMNS} FROM proposal WHERE store_id = $1 AND token_id = $2 AND state = 'open' FOR UPDATE`,
    [storeId, fresh.tokenId],
  );
  // It was submitted or withdrawn between the two statements: this call belongs to the next one.
  return open ?? openProposal(tx, storeId, fresh);
}

export type NewItem = Omit<
  ItemRow,
  'state' | 'currentPreview' | 'problem' | 'acceptedHash' | 'auditId' | 'appliedAt' | 'recordedAt'
> & {
  readonly readRevs: Readonly<Record<string, number>>;
  /** Names of what it changes: later items that touch one of them build on it. */
  readonly writes: readonly string[];
  /** Seqs of the items that have to run before it. */
  readonly buildsOn: readonly number[];
  readonly recordedAt: Date;
};

/** Appends an item; the proposal's hash covers it from now on. */
export async function appendItem(
  tx: Transaction,
  storeId: string,
  item: NewItem,
  proposal: { readonly hash: string; readonly bytes: number },
): Promise<void> {
  tx.send(
    `INSERT INTO proposal_item (store_id, id, proposal_id, seq, command, payload, key, defer_bump, expected_rev, reserved_ids, read_revs,
       schema_hash, preview, state, recorded_at, sealed_payload, writes, builds_on, hash_manner)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'pending', $14, $15, $16, $17, $18)`,
    [
      storeId,
      item.id,
      item.proposalId,
      item.seq,
      item.command,
      JSON.stringify(item.payload),
      item.key,
      item.deferBump,
      item.expectedRev,
      item.reservedIds,
      JSON.stringify(item.readRevs),
      item.schemaHash,
      JSON.stringify(item.preview),
      item.recordedAt,
      item.sealedPayload,
      item.writes,
      item.buildsOn,
      item.hashManner,
    ],
  );
  await tx.query(
    `UPDATE proposal SET hash = $3, recorded_items = $4, recorded_bytes = $5, rev = rev + 1 WHERE store_id = $1 AND id = $2`,
    [storeId, item.proposalId, proposal.hash, item.seq, proposal.bytes],
  );
}

/** An item as far as it takes to run it. */
export type EarlierItem = Pick<ItemRow, 'id' | 'command' | 'payload' | 'sealedPayload' | 'deferBump' | 'reservedIds'>;

const TOUCHED = `
  SELECT DISTINCT unnest(array_append(builds_on, seq)) AS seq FROM proposal_item
  WHERE store_id = $1 AND proposal_id = $2
    AND ($4 OR EXISTS (SELECT FROM unnest(writes) AS name WHERE name = ANY($3)))
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

/** In order. */
export function earlierItems(
  tx: Transaction,
  storeId: string,
  proposalId: string,
  seqs: readonly number[],
): Promise<EarlierItem[]> {
  if (seqs.length === 0) return Promise.resolve([]);
  return tx.query<EarlierItem>(
    `SELECT id, command, payload, sealed_payload AS "sealedPayload", defer_bump AS "deferBump", reserved_ids AS "reservedIds"
     FROM proposal_item WHERE store_id = $1 AND proposal_id = $2 AND seq = ANY($3) ORDER BY seq`,
    [storeId, proposalId, seqs],
  );
}
