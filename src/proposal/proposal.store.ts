import type { Queryable, Transaction } from '../kernel/database';
import { refuse } from '../kernel/errors';
import type { ProposalState } from './proposal.jobs';
import type { ItemRow, ProposalRow } from './proposal.view';

const COLUMNS = `p.id, p.state, p.token_id AS "tokenId", k.label AS "tokenLabel", k.kind AS "tokenKind", p.workspace_id AS "workspaceId",
  p.note, p.reason, p.pause, p.pauses, p.hash, p.rev, p.created_at AS "createdAt", p.submitted_at AS "submittedAt",
  p.decided_at AS "decidedAt", p.decided_by AS "decidedBy", p.finished_at AS "finishedAt",
  i.total, i.pending, i.applied, i.skipped`;

const FROM = `FROM proposal p
  JOIN access_token k ON k.store_id = p.store_id AND k.id = p.token_id
  CROSS JOIN LATERAL (
    SELECT count(*) AS total, count(*) FILTER (WHERE state IN ('pending', 'stale', 'refused')) AS pending,
      count(*) FILTER (WHERE state = 'applied') AS applied, count(*) FILTER (WHERE state = 'skipped') AS skipped
    FROM proposal_item WHERE store_id = p.store_id AND proposal_id = p.id) i`;

const ITEM_COLUMNS = `id, proposal_id AS "proposalId", seq, command, payload, sealed_payload AS "sealedPayload", key, defer_bump AS "deferBump", expected_rev AS "expectedRev",
  reserved_ids AS "reservedIds", schema_hash AS "schemaHash", state, preview, current_preview AS "currentPreview", problem,
  accepted_hash AS "acceptedHash", audit_id AS "auditId", recorded_at AS "recordedAt", applied_at AS "appliedAt"`;

/** Newest first. @param tokenId only this token's */
export function listProposals(
  db: Queryable,
  storeId: string,
  filter: { readonly tokenId: string | null; readonly state: string | null; readonly before: string | null },
  limit: number,
): Promise<ProposalRow[]> {
  return db.query<ProposalRow>(
    `SELECT ${COLUMNS} ${FROM}
     WHERE p.store_id = $1 AND ($2::text IS NULL OR p.token_id = $2) AND ($3::text IS NULL OR p.state = $3) AND ($4::text IS NULL OR p.id < $4)
     ORDER BY p.id DESC LIMIT $5`,
    [storeId, filter.tokenId, filter.state, filter.before, limit],
  );
}

export async function findProposal(db: Queryable, storeId: string, proposalId: string): Promise<ProposalRow> {
  const [row] = await db.query<ProposalRow>(`SELECT ${COLUMNS} ${FROM} WHERE p.store_id = $1 AND p.id = $2`, [
    storeId,
    proposalId,
  ]);
  return row ?? refuse('not_found', 'There is no such proposal.');
}

/** The row, locked: every move of a proposal happens under this lock, so its states follow one another. */
export async function lockProposal(tx: Transaction, storeId: string, proposalId: string): Promise<ProposalRow> {
  await tx.query('SELECT 1 FROM proposal WHERE store_id = $1 AND id = $2 FOR UPDATE', [storeId, proposalId]);
  return findProposal(tx, storeId, proposalId);
}

/** The token's open proposal, locked; opens one when there is none. */
export async function openProposal(
  tx: Transaction,
  storeId: string,
  fresh: { readonly id: string; readonly tokenId: string; readonly workspaceId: string | null; readonly at: Date },
): Promise<{ readonly id: string; readonly hash: string; readonly opened: boolean }> {
  const inserted = await tx.query<{ id: string; hash: string }>(
    `INSERT INTO proposal (store_id, id, token_id, workspace_id, state, hash, created_at) VALUES ($1, $2, $3, $4, 'open', '', $5)
     ON CONFLICT (store_id, token_id) WHERE state = 'open' DO NOTHING RETURNING id, hash`,
    [storeId, fresh.id, fresh.tokenId, fresh.workspaceId, fresh.at],
  );
  if (inserted[0]) {
    // The row now holds its token: a revocation either came before and is seen here, or comes after and withdraws it.
    const live = await tx.query('SELECT 1 FROM access_token WHERE store_id = $1 AND id = $2 AND revoked_at IS NULL', [
      storeId,
      fresh.tokenId,
    ]);
    if (live.length === 0) refuse('unauthenticated', 'The token was revoked.');
    return { ...inserted[0], opened: true };
  }
  const [open] = await tx.query<{ id: string; hash: string }>(
    `SELECT id, hash FROM proposal WHERE store_id = $1 AND token_id = $2 AND state = 'open' FOR UPDATE`,
    [storeId, fresh.tokenId],
  );
  // It was submitted or withdrawn between the two statements: this call belongs to the next one.
  return open ? { ...open, opened: false } : openProposal(tx, storeId, fresh);
}

export type NewItem = Omit<
  ItemRow,
  'state' | 'currentPreview' | 'problem' | 'acceptedHash' | 'auditId' | 'appliedAt' | 'recordedAt'
> & {
  readonly readRevs: Readonly<Record<string, number>>;
  readonly recordedAt: Date;
};

/** Appends an item; the proposal's hash covers it from now on. */
export async function appendItem(tx: Transaction, storeId: string, item: NewItem, proposalHash: string): Promise<void> {
  tx.send(
    `INSERT INTO proposal_item (store_id, id, proposal_id, seq, command, payload, key, defer_bump, expected_rev, reserved_ids, read_revs,
       schema_hash, preview, state, recorded_at, sealed_payload)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'pending', $14, $15)`,
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
    ],
  );
  await tx.query('UPDATE proposal SET hash = $3, rev = rev + 1 WHERE store_id = $1 AND id = $2', [
    storeId,
    item.proposalId,
    proposalHash,
  ]);
}

export function listItems(db: Queryable, storeId: string, proposalId: string): Promise<ItemRow[]> {
  return db.query<ItemRow>(
    `SELECT ${ITEM_COLUMNS} FROM proposal_item WHERE store_id = $1 AND proposal_id = $2 ORDER BY seq`,
    [storeId, proposalId],
  );
}

/** The first item that is neither applied nor skipped. */
export async function nextItem(tx: Transaction, storeId: string, proposalId: string): Promise<ItemRow | undefined> {
  const [row] = await tx.query<ItemRow>(
    `SELECT ${ITEM_COLUMNS} FROM proposal_item
     WHERE store_id = $1 AND proposal_id = $2 AND state NOT IN ('applied', 'skipped') ORDER BY seq LIMIT 1`,
    [storeId, proposalId],
  );
  return row;
}

/** Columns of a proposal that a move sets; those that are not named stay. */
export interface ProposalMove {
  readonly state: ProposalState;
  readonly note?: string | null;
  readonly reason?: string | null;
  readonly pause?: ProposalRow['pause'];
  readonly submittedAt?: Date;
  readonly decidedAt?: Date;
  readonly decidedBy?: string;
  readonly finishedAt?: Date;
}

export async function moveProposal(
  tx: Transaction,
  storeId: string,
  proposalId: string,
  move: ProposalMove,
): Promise<void> {
  await tx.query(
    `UPDATE proposal SET state = $3, note = coalesce($4, note), reason = coalesce($5, reason), pause = $6,
       pauses = pauses + ($3 = 'paused')::int, submitted_at = coalesce($7, submitted_at), decided_at = coalesce($8, decided_at),
       decided_by = coalesce($9, decided_by), finished_at = coalesce($10, finished_at), rev = rev + 1
     WHERE store_id = $1 AND id = $2`,
    [
      storeId,
      proposalId,
      move.state,
      move.note ?? null,
      move.reason ?? null,
      move.pause ? JSON.stringify(move.pause) : null,
      move.submittedAt ?? null,
      move.decidedAt ?? null,
      move.decidedBy ?? null,
      move.finishedAt ?? null,
    ],
  );
}

export async function markApplied(
  tx: Transaction,
  storeId: string,
  itemId: string,
  auditId: string,
  at: Date,
): Promise<void> {
  await tx.query(
    `UPDATE proposal_item SET state = 'applied', audit_id = $3, applied_at = $4, current_preview = NULL, problem = NULL
     WHERE store_id = $1 AND id = $2`,
    [storeId, itemId, auditId, at],
  );
}

/** An item that is not what was proposed any more: what it would do now, or why it cannot be done. */
export async function markHeld(
  tx: Transaction,
  storeId: string,
  itemId: string,
  held: Pick<ItemRow, 'currentPreview' | 'problem'>,
): Promise<void> {
  await tx.query(
    'UPDATE proposal_item SET state = $3, current_preview = $4, problem = $5 WHERE store_id = $1 AND id = $2',
    [
      storeId,
      itemId,
      held.problem ? 'refused' : 'stale',
      held.currentPreview && JSON.stringify(held.currentPreview),
      held.problem && JSON.stringify(held.problem),
    ],
  );
}

export async function markSkipped(tx: Transaction, storeId: string, itemId: string): Promise<void> {
  await tx.query(`UPDATE proposal_item SET state = 'skipped' WHERE store_id = $1 AND id = $2`, [storeId, itemId]);
}

/** @param hash of the current preview that the owner saw @param schemaHash of the command as it is now */
export async function markAccepted(
  tx: Transaction,
  storeId: string,
  itemId: string,
  hash: string,
  schemaHash: string,
): Promise<void> {
  await tx.query(`UPDATE proposal_item SET accepted_hash = $3, schema_hash = $4 WHERE store_id = $1 AND id = $2`, [
    storeId,
    itemId,
    hash,
    schemaHash,
  ]);
}
