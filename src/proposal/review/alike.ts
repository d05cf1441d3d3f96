import type { Queryable } from '../../kernel/database/queryable';
import type { Entity } from '../../kernel/declaration/entity';
import { groupedBy } from '../../kernel/grouped';
import type { Titled, TitleMatch } from '../../kernel/table/references';
import type { FieldChange } from '../../kernel/trace/change';

/** Most similar titles that a reviewer is told for each thing. */
export const ALIKE_MAX = 3;

/** Words that may differ by a letter: of shorter ones that is what they tell apart, e.g. sizes (S, M, XL). */
const NEAR_LETTERS_MIN = 4;

type TitleChange = Pick<FieldChange, 'entity' | 'id' | 'field' | 'after'>;

/** Finds, for the things that changes name, other things with the same or almost the same title. */
export type Alikes = (changes: readonly TitleChange[]) => Titled[];

export const NONE_ALIKE: Alikes = () => [];

const titleOf = ({ titles }: Entity) => ('find' in titles && titles.alike !== undefined ? titles : undefined);

/** The fields whose changes give titles that may be taken for others, by the words of their entities. */
export const titleFields = (entities: readonly Entity[]): readonly (readonly [word: string, field: string])[] =>
  entities.flatMap((entity) => {
    const field = titleOf(entity)?.field;
    return field === undefined ? [] : [[entity.word, field] as const];
  });

const naming = (entities: readonly Entity[], changes: readonly TitleChange[]): TitleChange[] => {
  const fields = new Map(titleFields(entities));
  return changes.filter(({ entity, field, after }) => fields.get(entity) === field && typeof after === 'string');
};

/** Tells whether one of the changes gives such a title. */
export const givesTitle = (entities: readonly Entity[], changes: readonly TitleChange[]): boolean =>
  naming(entities, changes).length > 0;

/**
 * Holds the titles that changes give against those of the shop, and against each other. Of what is renamed twice the last title counts:
 * under the others it will not be found.
 */
export async function alikesOf(
  entities: readonly Entity[],
  db: Queryable,
  storeId: string,
  changes: readonly TitleChange[],
): Promise<Alikes> {
  const found: [id: string, alike: readonly Titled[]][] = [];
  for (const entity of entities) {
    const titles = titleOf(entity);
    const given = titles ? titlesGiven(changes, entity.word, titles.field) : [];
    if (titles?.alike && given.length > 0) found.push(...among(given, await titles.alike(db, storeId, given)));
  }
  const byId = new Map(found);
  return (named) => {
    const alike = naming(entities, named).flatMap(({ id }) => byId.get(id) ?? []);
    return [...new Map(alike.map((thing) => [thing.id, thing])).values()].slice(0, ALIKE_MAX);
  };
}

function titlesGiven(changes: readonly TitleChange[], word: string, field: string | undefined): Titled[] {
  const given = new Map<string, string>();
  for (const change of changes)
    if (change.entity === word && change.field === field && typeof change.after === 'string')
      given.set(change.id, change.after);
  return [...given].map(([id, title]) => ({ id, title }));
}

interface Worded extends Titled {
  readonly words: readonly string[];
}

const wordsOf = (text: string): string[] => text.split(' ').filter(Boolean);

function among(given: readonly Titled[], named: readonly TitleMatch[]): [string, Titled[]][] {
  const byId = groupedBy(named, ({ forId }) => forId);
  const worded = given.map((thing): Worded => ({ ...thing, words: wordsOf(byId.get(thing.id)?.[0]?.forWords ?? '') }));
  const own = new Set(given.map(({ id }) => id));
  return worded.flatMap((thing) => {
    // The shop may know a thing under an older title than the proposal gives it. The new title is compared.
    const shop = (byId.get(thing.id) ?? []).flatMap(({ id, title, words }) =>
      id === null || own.has(id) ? [] : [{ id, title, words: wordsOf(words) }],
    );
    const alike = [...shop, ...worded].filter(({ id, words }) => id !== thing.id && areAlike(thing.words, words));
    return alike.length > 0 ? [[thing.id, nearest(thing, alike)]] : [];
  });
}

/** Sorts similar titles: those with the same words come first. */
const nearest = ({ words }: Worded, alike: readonly Worded[]): Titled[] =>
  alike
    .toSorted((left, right) => Number(isOne(words, right.words)) - Number(isOne(words, left.words)))
    .slice(0, ALIKE_MAX)
    .map(({ id, title }) => ({ id, title }));

const isOne = (left: readonly string[], right: readonly string[]): boolean => left.join('') === right.join('');

/** Tells whether titles are the same but for blanks and marks, or differ by one letter of one of their longer words. */
export function areAlike(left: readonly string[], right: readonly string[]): boolean {
  if (left.length === 0 || right.length === 0) return false;
  if (isOne(left, right)) return true;
  if (left.length !== right.length) return false;
  const differing = left.flatMap((word, place) => (word === right[place] ? [] : [[word, right[place] as string]]));
  const [[one, other] = ['', '']] = differing;
  return differing.length === 1 && isNear(one as string, other as string);
}

function isNear(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < NEAR_LETTERS_MIN || long.length - short.length > 1 || digitsOf(short) !== digitsOf(long))
    return false;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same += 1;
  return short.slice(same + Number(short.length === long.length)) === long.slice(same + 1);
}

const digitsOf = (word: string): string => word.replace(/\D+/g, '');
