import type { Queryable } from '../database/queryable';
import type { Entity } from '../declaration/entity';
import { object, t } from '../schema/schema';

/** The picture of a thing, and where it is. */
export interface Picture {
  readonly id: string;
  readonly path: string;
  /** The path opens to everybody; else it has to be signed. */
  readonly open: boolean;
}

/** The pictures of an entity's things. */
export interface Pictures {
  /** The prefix of the identifiers of these things. */
  readonly prefix: string;
  /** Looks up a small picture of those of the ids that have one. */
  find(db: Queryable, storeId: string, ids: readonly string[]): Promise<readonly Picture[]>;
}

/** The pictures beside an answer that names things by their ids. */
export const picturesSchema = t.Array(object({ id: t.String(), url: t.String() }), {
  description:
    'For the owner: pictures of what is named by its id, as far as it has one. A path on the address of the API that a browser opens without a credential, for an hour at least.',
});

/** More of them nobody looks at beside one change. */
const PICTURES_MAX = 24;

/** Looks up how things look, by their ids. */
export async function picturesOf(
  entities: readonly Entity[],
  ids: ReadonlySet<string>,
  db: Queryable,
  storeId: string,
): Promise<ReadonlyMap<string, Picture>> {
  const kinds = entities.flatMap(({ pictures }) => pictures ?? []);
  const found = await Promise.all(
    kinds.map(({ prefix, find }) => {
      const own = [...ids].filter((id) => id.startsWith(`${prefix}_`));
      return own.length > 0 ? find(db, storeId, own) : [];
    }),
  );
  return new Map(found.flat().map((picture) => [picture.id, picture]));
}

/** Finds the pictures of the named things, as {@link picturesSchema}. */
export const picturesAmong = (
  ids: ReadonlySet<string>,
  known: ReadonlyMap<string, Picture>,
  sign: (path: string) => string,
): { id: string; url: string }[] =>
  [...ids]
    .flatMap((id) => known.get(id) ?? [])
    .slice(0, PICTURES_MAX)
    .map(({ id, path, open }) => ({ id, url: open ? path : sign(path) }));
