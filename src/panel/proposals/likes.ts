import { groupedBy } from '../../kernel/grouped';
import { saidBeside } from '../../proposal/unshown-words';
import type { FieldChange, Item } from '../api/types';
import { isPlain } from '../parts/value';
import type { FreshItem } from './fresh';

/** Fewer than this are read more easily one by one. */
const LIKE_MIN = 4;
const FIELDS_MAX = 3;

/** Items that do the same to different things, which one table shows. */
export interface Likes {
  readonly kind: 'likes';
  readonly command: string;
  /** The fields that each of them changes. */
  readonly fields: readonly Pick<FieldChange, 'entity' | 'field'>[];
  readonly items: readonly FreshItem[];
}

/** Calls of one command by a bulk act, each with more changes than a row has room for: one table shows what they state. */
export interface Calls {
  readonly kind: 'calls';
  readonly command: string;
  /** Names of the fields that they state. */
  readonly fields: readonly string[];
  readonly items: readonly FreshItem[];
}

export type Entry = Likes | Calls | { readonly kind: 'one'; readonly item: FreshItem };

/**
 * The items in their order, those that are alike together where the first of them stands.
 * @param apart the item at which the proposal stands still @param isBulk all of it is one act: what is not alike in its changes is in its calls
 */
export function entriesOf(items: readonly FreshItem[], apart: string | undefined, isBulk = false): Entry[] {
  const likeness = (item: FreshItem): string | undefined =>
    item.id === apart ? undefined : (likenessOf(item) ?? (isBulk ? item.command : undefined));
  const keyed = items.map((item) => ({ item, key: likeness(item) ?? item.id }));
  const alike = groupedBy(keyed, ({ key }) => key);
  return keyed.flatMap(({ item, key }): Entry[] => {
    const group = alike.get(key) ?? [];
    if (group.length < LIKE_MIN) return [{ kind: 'one', item }];
    if (group[0]?.item !== item) return [];
    if (key === item.command) return [callsOf(group.map((each) => each.item))];
    const fields = item.preview.changes.map(({ entity, field }) => ({ entity, field }));
    return [{ kind: 'likes', command: item.command, fields, items: group.map((each) => each.item) }];
  });
}

/** @param items of one command, one at least */
function callsOf(items: readonly FreshItem[]): Calls {
  const fields = new Set(items.flatMap(({ payload }) => Object.keys(payload as object)));
  return { kind: 'calls', command: (items[0] as FreshItem).command, fields: [...fields], items };
}

/** Finds the likeness by which items stand in one table; undefined for an item that says more than a row has room for. */
function likenessOf({ command, payload, preview, currentPreview, files, work, problem }: Item): string | undefined {
  const { changes, effects, bumpsGeneration } = preview;
  const [first] = changes;
  const ofOneThing = changes.every(({ entity, id }) => entity === first?.entity && id === first.id);
  const plain = changes.every(({ before, after, created }) => !created && isShort(before) && isShort(after));
  if (!first || changes.length > FIELDS_MAX || !ofOneThing || !plain) return undefined;
  const moved = currentPreview !== null && currentPreview.hash !== preview.hash;
  if (moved || files.length > 0 || work || problem || saidBeside(payload, changes).length > 0) return undefined;
  const fields = changes.map(({ field }) => field);
  return JSON.stringify([
    command,
    first.entity,
    fields,
    effects.map(({ operation, label, summary }) => [operation, label?.en ?? summary]),
    bumpsGeneration,
  ]);
}

const LENGTH_MAX = 80;

const isShort = (value: unknown): boolean => isPlain(value) && String(value).length <= LENGTH_MAX;
