import type { Queryable } from '../kernel/database/queryable';
import type { ProposalRow } from './view';

export type NotedProposal = Pick<ProposalRow, 'id' | 'state' | 'note' | 'tokenLabel' | 'createdAt'>;

const NEWEST = `
  SELECT p.id, p.state, p.note, coalesce(k.label, '') AS "tokenLabel", p.created_at AS "createdAt"
  FROM proposal p LEFT JOIN access_token k ON k.store_id = p.store_id AND k.id = p.token_id
  WHERE p.store_id = $1 ORDER BY p.id DESC LIMIT $2`;

/** The newest proposals with their words. */
export const newestNoted = (db: Queryable, storeId: string, most: number): Promise<NotedProposal[]> =>
  db.query<NotedProposal>(NEWEST, [storeId, most]);
