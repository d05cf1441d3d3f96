import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { Contention } from '../../kernel/errors';
import { storeOf } from '../../kernel/table/aggregate-store';
import type { Titled } from '../../kernel/table/references';
import type { Row } from '../../kernel/table/table';
import { insertsInto } from '../../kernel/table/table-store';
import { type DefinitionRow, definition, uniqueKey } from '../definition/aggregate';
import type { Target } from '../definition/fields';
import { type Stated, uniqueOwner, valueSet } from './aggregate';

export type ValueSetRow = Row<typeof valueSet>;

const { save } = storeOf(valueSet);
const { insertNew } = insertsInto(valueSet);

/** SQL of the status of the thing called `$2`, by the kind of thing. */
const STATUS: Readonly<Record<Target, string>> = {
  product: 'SELECT status FROM catalog_product WHERE store_id = $1 AND id = $2',
  variant: `
    SELECT p.status FROM catalog_variant v JOIN catalog_product p ON p.store_id = $1 AND p.id = v.product_id
    WHERE v.store_id = $1 AND v.id = $2`,
  collection: 'SELECT status FROM catalog_collection WHERE store_id = $1 AND id = $2',
  store: `SELECT 'active' AS status FROM store WHERE id = $1 AND id = $2`,
};

/** The owner of fields: its kind, and whether it is archived. */
export interface Owner {
  readonly target: Target;
  readonly status: string;
}

/** @returns undefined when the store has no such thing */
export async function findOwner(
  tx: Transaction,
  storeId: string,
  target: Target,
  ownerId: string,
): Promise<Owner | undefined> {
  const [row] = await tx.query<{ status: string }>(STATUS[target], [storeId, ownerId]);
  return row && { target, status: row.status };
}

/** Locks a definition. Its deletion waits until the value is there, and takes it away with the others. */
const FIND_DEFINITION = `
  SELECT ${definition.select('d')} FROM metafield_definition d
  WHERE d.store_id = $1 AND d.target = $2 AND ($3::text IS NULL OR d.id = $3) AND ($4::text IS NULL OR d.key = $4)
  FOR KEY SHARE`;

/** How a call names a field. */
export interface NamedField {
  readonly definitionId?: string;
  readonly key?: string;
}

/** @returns undefined when things of this kind have no such field */
export async function findDefinition(
  tx: Transaction,
  storeId: string,
  target: Target,
  { definitionId = undefined, key = undefined }: NamedField,
): Promise<DefinitionRow | undefined> {
  if (key !== undefined) uniqueKey.touch(tx, 'reads', [{ target, key }]);
  const [row] = await tx.query<DefinitionRow>(FIND_DEFINITION, [storeId, target, definitionId ?? null, key ?? null]);
  return row;
}

const FIND = `SELECT ${valueSet.select('m')} FROM metafield_values m WHERE m.store_id = $1 AND m.owner_id = $2`;

/** @returns undefined when nothing has been stated of it yet */
export async function findValues(tx: Transaction, storeId: string, ownerId: string): Promise<ValueSetRow | undefined> {
  uniqueOwner.touch(tx, 'reads', [ownerId]);
  const [row] = await tx.query<ValueSetRow>(FIND, [storeId, ownerId]);
  return row;
}

const BESIDE = `
  WITH whole AS MATERIALIZED (
    SELECT $2::text AS id WHERE $2 ^@ 'prd_' UNION ALL SELECT product_id FROM catalog_variant WHERE store_id = $1 AND id = $2
  )
  SELECT m.owner_id AS "ownerId", octet_length(m.content::text) AS bytes FROM (
    SELECT id FROM whole UNION ALL
    SELECT v.id FROM whole JOIN catalog_variant v ON v.store_id = $1 AND v.product_id = whole.id) shown
  CROSS JOIN LATERAL (
    SELECT owner_id, content FROM metafield_values WHERE store_id = $1 AND owner_id = shown.id OFFSET 0) m
  WHERE shown.id <> $2`;

/** How many bytes of values stand beside those of a thing wherever it is shown: of a product those of its variants, of a variant those of all else of its product. */
export const valuesBeside = (
  tx: Transaction,
  storeId: string,
  ownerId: string,
): Promise<{ readonly ownerId: string; readonly bytes: number }[]> => tx.query(BESIDE, [storeId, ownerId]);

/** SQL of values as views show them. @param content SQL of the values by their definitions */
export const shownFrom = (content: string): string => `
  (SELECT coalesce(jsonb_agg(jsonb_build_object('key', d.key, 'type', d.type, 'value', stated.value) ORDER BY d.key), '[]')
  FROM jsonb_each(${content}) AS stated(id, value)
  JOIN metafield_definition d ON d.store_id = $1 AND d.id = stated.id)`;

const SHOW = `UPDATE metafield_values m SET shown = ${shownFrom('m.content')} WHERE m.store_id = $1 AND m.id = $2`;

/** Writes what stands in the fields of a thing now. @throws {Contention} when somebody has written meanwhile */
export async function writeValues(
  tx: Transaction,
  storeId: string,
  before: ValueSetRow | undefined,
  row: Pick<ValueSetRow, 'id' | 'ownerId' | 'content'>,
  now: Date,
): Promise<{ readonly rev: number }> {
  if (before) {
    const { rev } = save(tx, storeId, before, { ...before, content: row.content }, now);
    tx.send(SHOW, [storeId, row.id]);
    return { rev };
  }
  if (!(await insertNew(tx, storeId, row, now)))
    throw new Contention(row.ownerId, 'Somebody filled in its custom fields a moment ago.');
  tx.send(SHOW, [storeId, row.id]);
  return { rev: 1 };
}

/** The kinds of things to which fields may refer, with SQL of those of the ids `$2` that are there. */
const REFERRED: Readonly<Record<'product' | 'collection' | 'media', string>> = {
  product: 'SELECT id FROM catalog_product WHERE store_id = $1 AND id = ANY($2)',
  collection: 'SELECT id FROM catalog_collection WHERE store_id = $1 AND id = ANY($2)',
  // Files go, the others are archived: see isMediaUsed.
  media: 'SELECT id FROM media WHERE store_id = $1 AND id = ANY($2) ORDER BY id FOR KEY SHARE',
};

/** Finds those of the ids that the store has. */
export async function referredIn(
  tx: Transaction,
  storeId: string,
  kind: keyof typeof REFERRED,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>(REFERRED[kind], [storeId, ids]);
  return new Set(rows.map(({ id }) => id));
}

const FIRST_PICTURES = `
  SELECT id, media_ids[1] AS "mediaId" FROM catalog_product WHERE store_id = $1 AND id = ANY($2) AND media_ids <> '{}'`;

/** Looks up the first pictures of those products that have one. @returns of each its identifier, and that of the file */
export async function firstPictures(
  db: Queryable,
  storeId: string,
  productIds: readonly string[],
): Promise<(readonly [productId: string, mediaId: string])[]> {
  const rows = await db.query<{ id: string; mediaId: string }>(FIRST_PICTURES, [storeId, productIds]);
  return rows.map(({ id, mediaId }) => [id, mediaId]);
}

/** Reads join by the definition: what is left of one that was deleted is nobody's value. `$1` is the store. @param owner SQL of its identifier */
const valuesOf = (owner: string, answer: string): string => `
  SELECT ${answer} FROM metafield_values m CROSS JOIN LATERAL jsonb_each(m.content) AS stated(id, value)
  JOIN metafield_definition d ON d.store_id = $1 AND d.id = stated.id
  WHERE m.store_id = $1 AND m.owner_id = ${owner}`;

/**
 * Writes SQL of the custom fields that the views of a thing show: columns, and the join that they come from. One look-up answers them. They
 * are written as they are shown, and joined by their definitions only while values of a deleted one may be among them.
 *
 * OFFSET 0: they are looked up by their owner, and not all read because the tables were small when a statement was prepared.
 * @param owner SQL of its identifier; `$1` is the store
 */
export const shownValuesOf = (owner: string) => ({
  columns: `coalesce(filled.metafields, '[]') AS metafields, coalesce(filled.rev, 0) AS "valuesRev"`,
  joined: `LEFT JOIN LATERAL (
    SELECT m.rev,
      CASE WHEN m.content ?| ARRAY(SELECT id FROM metafield_purge WHERE store_id = $1) THEN ${shownFrom('m.content')} ELSE m.shown END AS metafields
    FROM metafield_values m WHERE m.store_id = $1 AND m.owner_id = ${owner} OFFSET 0) filled ON true`,
});

/** The same by key, as storefronts are shown them. */
export const projectedMetafieldsOf = (owner: string): string => `
  (${valuesOf(owner, `coalesce(jsonb_object_agg(d.key, stated.value), '{}')`)})`;

const TITLES = `
  SELECT m.id, coalesce(p.title, v.title, c.title, s.name) AS title FROM metafield_values m
  LEFT JOIN catalog_product p ON p.store_id = $1 AND p.id = m.owner_id
  LEFT JOIN catalog_variant v ON v.store_id = $1 AND v.id = m.owner_id
  LEFT JOIN catalog_collection c ON c.store_id = $1 AND c.id = m.owner_id
  LEFT JOIN store s ON s.id = $1 AND s.id = m.owner_id
  WHERE m.store_id = $1 AND m.id = ANY($2) AND coalesce(p.title, v.title, c.title, s.name) IS NOT NULL`;

/** They are called as what they are of. */
export const valueSetTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>(TITLES, [storeId, ids]);

const FORGET = `
  DELETE FROM metafield_values m WHERE m.store_id = $1 AND m.owner_id = ANY($2)
  RETURNING m.id, m.owner_id AS "ownerId", (
    SELECT coalesce(json_agg(json_build_object('id', d.id, 'key', d.key, 'type', d.type, 'value', stated.value) ORDER BY d.key), '[]')
    FROM jsonb_each(m.content) AS stated(id, value)
    JOIN metafield_definition d ON d.store_id = $1 AND d.id = stated.id) AS values`;

/** The values of the fields of a thing that is no more. */
interface Forgotten {
  readonly id: string;
  readonly ownerId: string;
  readonly values: readonly (Pick<DefinitionRow, 'id' | 'key' | 'type'> & { readonly value: Stated })[];
}

/** Takes away what stands in the fields of things that are no more. */
export const forgetValues = (tx: Transaction, storeId: string, ownerIds: readonly string[]): Promise<Forgotten[]> =>
  tx.query<Forgotten>(FORGET, [storeId, ownerIds]);

const NAMING = `
  SELECT m.owner_id AS id FROM metafield_values m
  WHERE m.store_id = $1 AND m.owner_id IN (SELECT things_naming($2)) ORDER BY m.owner_id LIMIT 10`;

/** Things in whose fields a media file stands, a few of them. */
export const ownersNaming = (db: Queryable, storeId: string, id: string): Promise<{ id: string }[]> =>
  db.query<{ id: string }>(NAMING, [storeId, id]);

const FIELDS = `
  SELECT ${definition.select('d')}, m.content -> d.id AS value, coalesce(m.rev, 0) AS "valuesRev"
  FROM metafield_definition d LEFT JOIN metafield_values m ON m.store_id = $1 AND m.owner_id = $3
  WHERE d.store_id = $1 AND d.target = $2 AND ($4::text IS NULL OR d.id < $4) ORDER BY d.id DESC LIMIT $5`;

/** A field of a thing, and what stands in it. */
export interface FilledRow extends DefinitionRow {
  /** The value; null: there is none. */
  readonly value: Stated | null;
  /** The rev of all values of the thing; 0: it has never had one. */
  readonly valuesRev: number;
}

/** The fields of a thing, newest first. @param before id of the last row of the page before */
export const listFields = (
  db: Queryable,
  storeId: string,
  owner: { readonly target: Target; readonly id: string },
  before: string | null,
  limit: number,
): Promise<FilledRow[]> => db.query<FilledRow>(FIELDS, [storeId, owner.target, owner.id, before, limit]);

const AMOUNTS = `
  SELECT m.owner_id AS "ownerId", (stated ->> 'value')::bigint AS amount
  FROM metafield_values m CROSS JOIN LATERAL jsonb_array_elements(m.shown) stated
  WHERE m.store_id = $1 AND m.owner_id = ANY($2) AND stated ->> 'key' = $3 AND stated ->> 'type' = 'money'
    AND jsonb_typeof(stated -> 'value') = 'number'`;

/** Reads the amounts, in kuruş, that stand in a field of many things; those without one are missing. */
export async function amountsIn(
  db: Queryable,
  storeId: string,
  ownerIds: readonly string[],
  key: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ readonly ownerId: string; readonly amount: number }>(AMOUNTS, [storeId, ownerIds, key]);
  return new Map(rows.map(({ ownerId, amount }) => [ownerId, Number(amount)]));
}
