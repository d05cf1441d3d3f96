import type { Transaction } from '../../kernel/database/queryable';
import type { Amount } from '../../kernel/declaration/entity';

/** The stretch of time in which the changes of a token are counted together. */
export interface Period {
  readonly storeId: string;
  readonly tokenId: string;
  /** The id of a proposal, or a day, which the first letter tells; of one token a later one sorts after an earlier one of its kind. */
  readonly period: string;
}

/** An amount that a token has touched in the period, in kuruş. */
export interface DriftRow extends Pick<Amount, 'id' | 'field' | 'standIn' | 'inherits'> {
  readonly began: number | null;
  /**
   * The dearest price of the thing to which a part was added in the period; `began` is the cheapest one. null: the part was there before.
   */
  readonly beganMax: number | null;
  readonly latest: number | null;
  /** Offered since under a name that it did not have: it may stand where another one stood. */
  readonly joined: boolean;
  /** Not offered any more under the name that it had: another one may stand where it stood. */
  readonly displaced: boolean;
  /** Names of the marks that it has taken since. What was offered under them is kept by those names. */
  readonly taken: readonly string[];
}

/** A proposal of an agent may be in preparation while work that it asked for is counted by the day. */
const FORGET_EARLIER = `
  DELETE FROM amount_drift WHERE store_id = $1 AND token_id = $2 AND period < $3 AND left(period, 1) = left($3, 1)`;

/**
 * Finds the rows of the period that concern the given things and marks. It also finds things that follow them for lack of an amount of
 * their own, and marks that those have taken. Rows of earlier periods of the token are deleted, of that kind.
 */
export async function findDrift(
  tx: Transaction,
  { storeId, tokenId, period }: Period,
  ids: readonly string[],
): Promise<DriftRow[]> {
  tx.send(FORGET_EARLIER, [storeId, tokenId, period]);
  const rows = await tx.query<DriftRow & { standInId: string | null; standInField: string | null }>(
    `WITH RECURSIVE touched AS (
       SELECT * FROM amount_drift
       WHERE store_id = $1 AND token_id = $2 AND period = $3 AND (subject_id = ANY($4) OR stand_in_id = ANY($4))
       UNION
       SELECT follower.* FROM touched JOIN amount_drift follower
         ON follower.store_id = touched.store_id AND follower.token_id = touched.token_id AND follower.period = touched.period
         AND follower.stand_in_id = touched.subject_id AND follower.stand_in_field = touched.field)
     SELECT subject_id AS id, field, began, began_max AS "beganMax", latest, joined, displaced, stand_in_id AS "standInId", stand_in_field AS "standInField", inherits, taken
     FROM (
       SELECT * FROM touched
       UNION
       SELECT mark.* FROM touched CROSS JOIN LATERAL jsonb_array_elements_text(touched.taken) AS name JOIN amount_drift mark
         ON mark.store_id = $1 AND mark.token_id = $2 AND mark.period = $3 AND mark.subject_id = name AND mark.field = touched.field
     ) AS known`,
    [storeId, tokenId, period, ids],
  );
  return rows.map(({ standInId, standInField, ...row }) => ({
    ...row,
    standIn: standInId !== null && standInField !== null ? { id: standInId, field: standInField } : null,
  }));
}

/** Stores the amounts of a period: their first values, and the present ones. */
export async function keepDrift(
  tx: Transaction,
  { storeId, tokenId, period }: Period,
  rows: readonly DriftRow[],
): Promise<void> {
  await tx.query(
    `INSERT INTO amount_drift (store_id, token_id, period, subject_id, field, began, latest, stand_in_id, stand_in_field, inherits,
       began_max, joined, displaced, taken)
     SELECT $1, $2, $3, * FROM unnest($4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::text[], $9::text[], $10::boolean[],
       $11::bigint[], $12::boolean[], $13::boolean[], $14::jsonb[])
     ON CONFLICT (store_id, token_id, period, subject_id, field) DO UPDATE SET latest = excluded.latest, inherits = excluded.inherits,
       joined = amount_drift.joined OR excluded.joined, displaced = amount_drift.displaced OR excluded.displaced, taken = excluded.taken`,
    [
      storeId,
      tokenId,
      period,
      rows.map(({ id }) => id),
      rows.map(({ field }) => field),
      rows.map(({ began }) => began),
      rows.map(({ latest }) => latest),
      rows.map(({ standIn }) => standIn?.id ?? null),
      rows.map(({ standIn }) => standIn?.field ?? null),
      rows.map(({ inherits }) => inherits),
      rows.map(({ beganMax }) => beganMax),
      rows.map(({ joined }) => joined),
      rows.map(({ displaced }) => displaced),
      rows.map(({ taken }) => JSON.stringify(taken)),
    ],
  );
}
