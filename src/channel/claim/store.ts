import type { Queryable } from '../../kernel/database/queryable';
import type { ClaimState, RemoteClaim } from '../../provider/channel/claim';
import { merged } from './merge';
import { type KeptClaim, searchedOf } from './row';

interface Channel {
  readonly storeId: string;
  readonly extension: string;
}

type Versioned = KeptClaim & { readonly version: number };

const COLUMNS = `claim_id AS "claimId", version, order_number AS "orderNumber", claimed_at AS "claimedAt", modified_at AS "modifiedAt",
  carrier, tracking_number AS "trackingNumber", items`;
const NAMED = `SELECT ${COLUMNS} FROM channel_claim WHERE store_id = $1 AND extension = $2 AND claim_id = ANY ($3)`;

/** Claims by their ids; those that were never heard of are missing. */
export const claimsNamed = (
  db: Queryable,
  { storeId, extension }: Channel,
  claimIds: readonly string[],
): Promise<Versioned[]> => db.query<Versioned>(NAMED, [storeId, extension, claimIds]);

/** A row that somebody else has written meanwhile stays, and is read once more. */
const WRITE = `
  INSERT INTO channel_claim AS held (store_id, extension, claim_id, version, order_number, claimed_at, modified_at, carrier,
    tracking_number, items, states, deadline, place, is_open, is_owed, looked_at)
  SELECT $1, $2, row."claimId", row.version, row."orderNumber", row."claimedAt", row."modifiedAt", row.carrier,
    row."trackingNumber", row.items, row.states, row.deadline, row.place, row."isOpen", row."isOwed", clock_timestamp()
  FROM json_to_recordset($3::json) AS row("claimId" text, version integer, "orderNumber" text, "claimedAt" timestamptz,
    "modifiedAt" timestamptz, carrier text, "trackingNumber" text, items jsonb, states text[], deadline timestamptz, place bigint,
    "isOpen" boolean, "isOwed" boolean)
  ORDER BY row."claimId"
  ON CONFLICT (store_id, extension, claim_id) DO UPDATE SET version = excluded.version, order_number = excluded.order_number,
    claimed_at = excluded.claimed_at, modified_at = excluded.modified_at, carrier = excluded.carrier,
    tracking_number = excluded.tracking_number, items = excluded.items, states = excluded.states, deadline = excluded.deadline,
    place = excluded.place, is_open = excluded.is_open, is_owed = excluded.is_owed
  WHERE held.version = excluded.version - 1
  RETURNING claim_id AS "claimId"`;

/** Tries of one change. Who meets as many other writers gives up; the next pull reads the claims again. */
const TRIES_MAX = 10;

/** Changes claims as they stand by then. @param change gives the same claim back where nothing is new @returns how many were written */
async function write(
  db: Queryable,
  { storeId, extension }: Channel,
  claimIds: readonly string[],
  change: (known: Versioned | undefined, claimId: string) => KeptClaim | undefined,
): Promise<number> {
  let left = [...new Set(claimIds)];
  let written = 0;
  for (let tries = 0; left.length > 0; tries += 1) {
    if (tries === TRIES_MAX) throw new Error('others write the same claims again and again');
    const known = new Map((await claimsNamed(db, { storeId, extension }, left)).map((row) => [row.claimId, row]));
    const rows = left.flatMap((claimId) => {
      const before = known.get(claimId);
      const after = change(before, claimId);
      return after && after !== before ? [{ ...after, ...searchedOf(after), version: (before?.version ?? 0) + 1 }] : [];
    });
    if (rows.length === 0) break;
    const done = await db.query<{ claimId: string }>(WRITE, [storeId, extension, JSON.stringify(rows)]);
    const isDone = new Set(done.map(({ claimId }) => claimId));
    written += isDone.size;
    left = rows.map(({ claimId }) => claimId).filter((claimId) => !isDone.has(claimId));
  }
  return written;
}

/**
 * Takes up what a marketplace says of claims.
 * @param readAt when it was asked, by the clock of Postgres
 * @returns how many are new, or another than before
 */
export async function keepClaims(
  db: Queryable,
  channel: Channel,
  remoteClaims: readonly RemoteClaim[],
  readAt: string,
): Promise<number> {
  const changed = await write(
    db,
    channel,
    remoteClaims.map(({ claimId }) => claimId),
    (known, claimId) =>
      remoteClaims.filter((each) => each.claimId === claimId).reduce<KeptClaim | undefined>(merged, known) ?? known,
  );
  const ids = remoteClaims.map(({ claimId }) => claimId);
  await db.query(NOTE_SHOWN, [channel.storeId, channel.extension, ids, readAt]);
  return changed;
}

const NOTE_SHOWN = `
  UPDATE channel_claim SET looked_at = clock_timestamp(), read_at = greatest(read_at, $4)
  WHERE store_id = $1 AND extension = $2 AND claim_id = ANY ($3)`;

const NOTE_LOOKED = `
  UPDATE channel_claim SET looked_at = clock_timestamp() WHERE store_id = $1 AND extension = $2 AND claim_id = ANY ($3)`;

/** Notes that claims were asked for, whatever was shown. */
export async function noteLooked(
  db: Queryable,
  { storeId, extension }: Channel,
  claimIds: readonly string[],
): Promise<void> {
  await db.query(NOTE_LOOKED, [storeId, extension, claimIds]);
}

/** Notes the shop's own settlement of a piece. */
export async function noteSettled(
  db: Queryable,
  channel: Channel,
  {
    claimId,
    itemId,
    settled,
  }: { readonly claimId: string; readonly itemId: string; readonly settled: KeptItemSettled },
): Promise<void> {
  await write(
    db,
    channel,
    [claimId],
    (known) =>
      known && {
        ...known,
        items: known.items.map((item) => (item.itemId === itemId ? { ...item, settled } : item)),
      },
  );
}
type KeptItemSettled = KeptClaim['items'][number]['settled'];

/** Claims of which no more is heard after this are looked for no more. */
const OPEN_DAYS = 60;

const OPEN = `
  SELECT claim_id AS "claimId" FROM channel_claim
  WHERE store_id = $1 AND extension = $2 AND is_open AND looked_at < $3
    AND modified_at > $3::timestamptz - $4::int * interval '1 day'
  ORDER BY looked_at, claim_id LIMIT $5`;

/** Claims that go on, and that nothing has shown since. */
export async function openClaims(
  db: Queryable,
  { storeId, extension }: Channel,
  { before, limit }: { readonly before: string; readonly limit: number },
): Promise<string[]> {
  const rows = await db.query<{ claimId: string }>(OPEN, [storeId, extension, before, OPEN_DAYS, limit]);
  return rows.map(({ claimId }) => claimId);
}

const OWED = `
  UPDATE channel_claim SET tried_at = clock_timestamp() WHERE store_id = $1 AND extension = $2 AND claim_id IN (
    SELECT claim_id FROM channel_claim
    WHERE store_id = $1 AND extension = $2 AND is_owed
      AND (tried_at IS NULL OR claim_id = ANY ($5) OR tried_at < clock_timestamp() - least(
        greatest((clock_timestamp() - modified_at) / 8, $3::int * interval '1 ms'), $4::int * interval '1 ms'))
    ORDER BY tried_at NULLS FIRST, claim_id LIMIT $6)
  RETURNING ${COLUMNS}`;

interface Rest {
  readonly leastMs: number;
  readonly mostMs: number;
}

/**
 * Claims with a piece that was accepted, and that is not written down. They rest between two tries: the longer, the longer ago they have
 * changed.
 * @param named are tried at once
 */
export const takeOwed = (
  db: Queryable,
  { storeId, extension }: Channel,
  { rest, limit, named }: { readonly rest: Rest; readonly limit: number; readonly named: readonly string[] },
): Promise<Versioned[]> => db.query<Versioned>(OWED, [storeId, extension, rest.leastMs, rest.mostMs, named, limit]);

const LIST = `
  SELECT ${COLUMNS}, deadline, place FROM channel_claim
  WHERE store_id = $1 AND extension = $2 AND ($3::text IS NULL OR $3 = ANY (states)) AND ($4::text IS NULL OR order_number = $4)
    AND ($5::bigint IS NULL OR (place, claim_id) > ($5, $6))
  ORDER BY place, claim_id LIMIT $7`;

export type ListedClaim = Versioned & { readonly deadline: string | null; readonly place: number };

/** Claims that wait for the shop first, by their deadlines; then the newest. @param after place and id of the last one seen */
export const listClaims = (
  db: Queryable,
  { storeId, extension }: Channel,
  {
    state,
    orderNumber,
    after,
  }: {
    readonly state: ClaimState | null;
    readonly orderNumber: string | null;
    readonly after: readonly [place: number, claimId: string] | null;
  },
  limit: number,
): Promise<ListedClaim[]> =>
  db.query<ListedClaim>(LIST, [storeId, extension, state, orderNumber, after?.[0] ?? null, after?.[1] ?? null, limit]);

const ACTED = `
  SELECT id, state, error ->> 'code' AS code, finished_at AS "finishedAt", input ->> 'itemIds' AS "itemIds",
    progress ->> 'answered' AS answered FROM channel_job
  WHERE store_id = $1 AND extension = $2 AND lane = $3 AND kind = 'claim.act' ORDER BY created_at DESC, id DESC LIMIT 50`;

/** An act that somebody has asked for. */
export interface Acted {
  readonly id: string;
  readonly state: string;
  readonly code: string | null;
  readonly finishedAt: string | null;
  readonly itemIds: readonly string[];
  /** The last change of the claim when the marketplace was asked; null: it was not asked yet. */
  readonly answered: string | null;
}

/** Acts upon a claim, the latest first. */
export async function actsUpon(db: Queryable, { storeId, extension }: Channel, lane: string): Promise<Acted[]> {
  const rows = await db.query<Omit<Acted, 'itemIds'> & { itemIds: string }>(ACTED, [storeId, extension, lane]);
  return rows.map((row) => ({ ...row, itemIds: JSON.parse(row.itemIds) as string[] }));
}

const READ_AT =
  'SELECT read_at AS "readAt" FROM channel_claim WHERE store_id = $1 AND extension = $2 AND claim_id = $3';

/** Reads when the marketplace was asked that has last shown a claim. @returns undefined of one that was never heard of */
export async function readAtOf(
  db: Queryable,
  { storeId, extension }: Channel,
  claimId: string,
): Promise<string | undefined> {
  const [row] = await db.query<{ readAt: string }>(READ_AT, [storeId, extension, claimId]);
  return row?.readAt;
}
