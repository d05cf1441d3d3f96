import type { Queryable } from '../../kernel/database/queryable';
import type { Titled, TitleMatch } from '../../kernel/table/references';

/** Candidates that each look-up in an index reads for one title. A shop may have a thousand things that begin alike. */
const CANDIDATES_MAX = 20;

interface Titles {
  /** Has the keys of the titles. */
  readonly keys: string;
  /** The column with the thing's id in that table. */
  readonly id: string;
  readonly table: string;
  readonly title: string;
}

/** Writes the halves of titles that are a letter shorter, as long, and a letter longer. */
const halvesOf = (half: 'head' | 'tail'): string =>
  `ARRAY[${[-1, 0, 1].map((more) => `title_${half}(key, length(key) + ${more})`)}] AS ${half}s`;

/**
 * Writes the search for things in use whose title is the one that was looked up, or differs from it by about a letter. Each title costs a
 * bounded number of entries of two indexes, however many things the store has (docs/decisions/0062).
 */
function statementOf({ keys, id, table, title }: Titles): string {
  const selectKeyed = (where: string) =>
    `(SELECT k.${id} AS id FROM ${keys} k WHERE k.store_id = $1 AND ${where} LIMIT ${CANDIDATES_MAX})`;
  // Materialized: what the titles come to would be worked out anew wherever it is used.
  return `
    WITH worded AS MATERIALIZED (SELECT id, title_words(title) AS words FROM unnest($2::text[], $3::text[]) AS given(id, title)),
    keyed AS MATERIALIZED (SELECT id, words, replace(words, ' ', '') AS key FROM worded),
    g AS MATERIALIZED (SELECT id, words, key, ${halvesOf('head')}, ${halvesOf('tail')} FROM keyed)
    SELECT g.id AS "forId", g.words AS "forWords", near.id, near.title, near.words
    FROM g LEFT JOIN LATERAL (
      SELECT t.id, t.${title} AS title, title_words(t.${title}) AS words
      FROM (${selectKeyed('k.title_head = g.heads[2] AND k.title_key = g.key')}
        UNION ${selectKeyed('k.title_head = ANY (g.heads)')}
        UNION ${selectKeyed('k.title_tail = ANY (g.tails)')}) found
      JOIN ${table} t ON t.store_id = $1 AND t.id = found.id AND t.status = 'active'
    ) near ON true`;
}

const kinds = {
  product: { keys: 'catalog_search', id: 'product_id', table: 'catalog_product', title: 'title' },
  category: { keys: 'catalog_category', id: 'id', table: 'catalog_category', title: 'name' },
  collection: { keys: 'catalog_collection', id: 'id', table: 'catalog_collection', title: 'title' },
} as const satisfies Readonly<Record<string, Titles>>;

export const statementsOfTitles = (): string[] => Object.values(kinds).map(statementOf);

function alikeAmong(kind: Titles) {
  const statement = statementOf(kind);
  return (db: Queryable, storeId: string, given: readonly Titled[]): Promise<TitleMatch[]> =>
    db.query<TitleMatch>(statement, [storeId, given.map(({ id }) => id), given.map(({ title }) => title)]);
}

export const productsAlike = alikeAmong(kinds.product);
export const categoriesAlike = alikeAmong(kinds.category);
export const collectionsAlike = alikeAmong(kinds.collection);
