import type { Queryable } from '../../kernel/database/queryable';
import type { Entity } from '../../kernel/declaration/entity';
import { picturesOf } from '../../kernel/objects/pictures';
import { referencesIn } from '../../kernel/table/references';
import { entriesOf, isReference } from './rules';
import { type FilledRow, firstPictures } from './store';

/** A page of fields may name thousands of things; nobody looks at so many. */
const NAMED_MAX = 500;

/** The things to which the values of a page of fields refer: their titles, and their pictures. */
interface Referred {
  readonly references: Readonly<Record<string, string>>;
  readonly pictures: { readonly id: string; readonly url: string }[];
}

/**
 * Looks up the things that values refer to. A product looks like its first picture. @param sign makes an address of a path that is not open
 */
export async function referredBy(
  rows: readonly Pick<FilledRow, 'type' | 'value'>[],
  entities: readonly Entity[],
  db: Queryable,
  storeId: string,
  sign: (path: string) => string,
): Promise<Referred> {
  const named = rows.flatMap(({ type, value }) => (isReference(type) && value !== null ? entriesOf(value) : []));
  const ids = [...new Set(named.map(String))].slice(0, NAMED_MAX);
  if (ids.length === 0) return { references: {}, pictures: [] };
  const products = ids.filter((id) => id.startsWith('prd_'));
  const first = new Map(products.length > 0 ? await firstPictures(db, storeId, products) : []);
  const pictures = await picturesOf(entities, new Set(ids.map((id) => first.get(id) ?? id)), db, storeId);
  return {
    references: await referencesIn({ entities, changes: [], ids }, db, storeId),
    pictures: ids.flatMap((id) => {
      const picture = pictures.get(first.get(id) ?? id);
      return picture ? [{ id, url: picture.open ? picture.path : sign(picture.path) }] : [];
    }),
  };
}
