import { idsIn } from '../database/footprint';
import type { Queryable } from '../database/queryable';
import type { Entity } from '../declaration/entity';
import { t } from '../schema/schema';
import type { Change } from '../trace/change';

/** A thing by its identifier, and what people call it. */
export interface Titled {
  readonly id: string;
  readonly title: string;
}

/** The titles under which readers of identifiers know the things of an entity. */
export type Titles = FoundTitles | SaidTitles;

interface FoundTitles {
  /** The prefix of the things' identifiers. */
  readonly prefix: string;
  /** The field that holds the title; none: it is made of something else. */
  readonly field?: string;
  /** Looks up the titles of those of the ids that are there. */
  find(db: Queryable, storeId: string, ids: readonly string[]): Promise<readonly Titled[]>;
  /** Looks up things in use whose titles may be taken for those of the given ones, which may be among them. Needs `field`. */
  alike?(db: Queryable, storeId: string, given: readonly Titled[]): Promise<readonly TitleMatch[]>;
}

/** A title that was given, and one thing whose title may be taken for it; null: none. Words are what both are compared by. */
export interface TitleMatch {
  readonly forId: string;
  readonly forWords: string;
  readonly id: string | null;
  readonly title: string;
  readonly words: string;
}

/** Titles of things whose identifier is a word that names them by itself. */
interface SaidTitles {
  titleOf(id: string): string;
}

/** The titles of references, beside a page of changes. */
export const referencesSchema = t.Record(t.String(), t.String(), {
  description: 'Titles of the things whose ids stand in the changes of the page, as far as they are known.',
});

/** A page may name thousands, e.g. the members of collections; nobody reads so many. */
const REFERENCES_MAX = 500;

type ReferencingChange = Pick<Change, 'id' | 'entity' | 'before' | 'after'>;

interface Page {
  readonly entities: readonly Entity[];
  readonly changes: readonly ReferencingChange[];
  /** Further identifiers that the page names. */
  readonly ids?: readonly string[];
}

/**
 * Finds the titles of the things whose ids stand in the changes: their present ones or, for things that the store lacks, those of some
 * change.
 * @param elsewhere reads further changes that may say it of those ids which neither the store nor the page knows
 */
export async function referencesIn(
  { entities, changes, ids: others = [] }: Page,
  db: Queryable,
  storeId: string,
  elsewhere?: (ids: readonly string[]) => Promise<readonly ReferencingChange[]>,
): Promise<Readonly<Record<string, string>>> {
  const titles = entities.flatMap(({ titles }) => ('find' in titles ? titles : []));
  const ofKind = new Map(titles.map((kind) => [`${kind.prefix}_`, kind]));
  const ids = [...idsIn([others, changes])].filter((id) => ofKind.has(id.slice(0, 4))).slice(0, REFERENCES_MAX);
  const standing = await Promise.all(
    titles.flatMap(({ prefix, find }) => {
      const own = ids.filter((id) => id.startsWith(`${prefix}_`));
      return own.length > 0 ? [find(db, storeId, own)] : [];
    }),
  );
  const known = new Map([
    ...titlesStated(entities, changes),
    ...standing.flat().map(({ id, title }) => [id, title] as const),
  ]);
  const unknown = ids.filter((id) => !known.has(id));
  if (elsewhere && unknown.length > 0)
    for (const [id, title] of titlesStated(entities, await elsewhere(unknown)))
      if (!known.has(id)) known.set(id, title);
  // A title that the store has says more than a word that stands for the identifier.
  return Object.fromEntries([
    ...titlesSaid(entities, changes),
    ...ids.flatMap((id) => {
      const title = known.get(id);
      return title === undefined ? [] : [[id, title]];
    }),
  ]);
}

function titlesSaid(entities: readonly Entity[], changes: readonly ReferencingChange[]): [id: string, title: string][] {
  const byWord = new Map(entities.map(({ word, titles }) => [word, titles]));
  return changes.flatMap(({ entity, id }): [string, string][] => {
    const titles = byWord.get(entity);
    return titles && 'titleOf' in titles ? [[id, titles.titleOf(id)]] : [];
  });
}

/** Collects the titles that changes state for things and their nested parts. The first title serves to read the next changes. */
function titlesStated(
  entities: readonly Entity[],
  changes: readonly ReferencingChange[],
): [id: string, title: string][] {
  const byWord = new Map(entities.map((entity) => [entity.word, entity]));
  const wholes = new Map<string, string>();
  const parts: (Titled & { readonly whole: string })[] = [];
  for (const { entity: word, id, before, after } of changes) {
    const { titles, partName } = byWord.get(word) ?? {};
    const field = titles && 'find' in titles ? titles.field : undefined;
    for (const side of [before, after]) {
      const title = field === undefined ? undefined : side?.[field];
      if (typeof title === 'string' && !wholes.has(id)) wholes.set(id, title);
      if (partName) parts.push(...partsNamed(side, partName).map((part) => ({ ...part, whole: id })));
    }
  }
  return [
    ...wholes,
    ...parts.map(({ id, title, whole }): [string, string] => [id, [wholes.get(whole) ?? [], title].flat().join(' · ')]),
  ];
}

const partsNamed = (side: ReferencingChange['before'], name: string): Titled[] =>
  Object.values(side ?? {})
    .flatMap((value): unknown[] => (Array.isArray(value) ? value : []))
    .flatMap((part) => {
      const { id, [name]: title } = (part ?? {}) as Readonly<Record<string, unknown>>;
      return typeof id === 'string' && typeof title === 'string' ? [{ id, title }] : [];
    });
