import { isDeepStrictEqual } from 'node:util';
import { fieldChangeSchema } from '../../kernel/declaration/entity';
import { nullable, object, type Static, t, typeNamed } from '../../kernel/schema/schema';
import type { FieldChange } from '../../kernel/trace/change';
import { previewSchema } from '../item/preview';

/*
 * Recording bounds what an item weighs; what the shop has come to since is bounded by nothing. Two hundred new texts of a product each
 * are 20 MB, which no browser shows. A review answers all items in a bounded weight: what is too heavy is cut, says so where it is, and
 * is answered whole to whoever asks for that item. Hashes are of the whole.
 */

/** Most bytes of JSON of all previews of a review together, and of one preview. */
export const REVIEW_BYTES_MAX = 1_048_576;
export const PREVIEW_BYTES_MAX = 131_072;

/** Texts are cut no shorter than they must be. */
const TEXT_LENGTHS = [4_000, 1_000, 250] as const;

/** So much stands before the first difference of texts that are cut. */
const BEFORE_DIFFERENCE = 60;

const lengthOf = nullable(t.Integer({ description: 'Characters of the whole text.' }));

const shownChangeSchema = typeNamed('ReviewedChange')(
  object({
    ...fieldChangeSchema.properties,
    cut: t.Optional(
      object(
        {
          from: t.Integer({ minimum: 0 }),
          before: lengthOf,
          after: lengthOf,
          asRecorded: nullable(
            t.Boolean({
              description: 'Whether the whole of it is as it was recorded; null of an item that `list` does not have.',
            }),
          ),
        },
        { description: 'A long text is not here whole: it begins at this character, shortly before what differs.' },
      ),
    ),
  }),
);
type ShownChange = Static<typeof shownChangeSchema>;

export const shownPreviewSchema = typeNamed('ReviewedPreview')(
  object({
    ...previewSchema.properties,
    changes: t.Array(shownChangeSchema),
    cut: t.Optional(
      object(
        {
          bytes: t.Integer({ description: 'Weight of the whole.' }),
          texts: t.Integer({ description: 'Changes whose texts are cut.' }),
          changes: t.Integer({ description: 'Changes that are left out.' }),
          effects: t.Integer({ description: 'Effects that are left out.' }),
        },
        {
          description:
            'It is too heavy to be here whole, and its `result` is left out: `?fresh=true&whole={itemId}` answers all of it. `hash` is of the whole.',
        },
      ),
    ),
  }),
);
export type ShownPreview = Static<typeof shownPreviewSchema>;

interface Weighed {
  readonly itemId: string;
  readonly preview: ShownPreview | null;
}

/**
 * Items as a review shows them: the lightest previews as they are, and those beyond the rest of the room cut to an equal share of it.
 * @param wholeId an item whose preview is answered whole @param recorded the recorded changes of the items, by their identifiers
 */
export function withinBounds<Item extends Weighed>(
  items: readonly Item[],
  wholeId?: string,
  recorded: ReadonlyMap<string, { readonly changes: readonly FieldChange[] }> = new Map(),
): Item[] {
  const weights = items.map(({ itemId, preview }) => (preview && itemId !== wholeId ? weigh(preview) : 0));
  const most = shareOf(weights.filter(Boolean));
  return items.map((item, place) => {
    const bytes = weights[place] as number;
    if (!item.preview || bytes <= most) return item;
    return { ...item, preview: shownWithin(item.preview, recorded.get(item.itemId)?.changes, bytes, most) };
  });
}

const weigh = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** The share of one preview, in bytes, with which all of them fit into the room. */
function shareOf(weights: readonly number[]): number {
  let room = REVIEW_BYTES_MAX;
  for (const [place, weight] of weights.toSorted((left, right) => left - right).entries()) {
    const share = Math.floor(room / (weights.length - place));
    if (weight > share) return Math.min(share, PREVIEW_BYTES_MAX);
    room -= weight;
  }
  return PREVIEW_BYTES_MAX;
}

/** Cuts a preview that weighs more than its share. @param bytes the weight of the whole preview */
function shownWithin(
  preview: ShownPreview,
  recorded: readonly FieldChange[] | undefined,
  bytes: number,
  most: number,
): ShownPreview {
  const was = new Map(recorded?.map((change) => [placeOf(change), change]));
  const isAsRecorded = (change: ShownChange): boolean | null =>
    recorded ? isSame(was.get(placeOf(change)), change) : null;
  const cutTo = (length: number): ShownPreview => {
    const changes = preview.changes.map((change) => cutChange(change, length, isAsRecorded));
    const texts = changes.filter(({ cut }) => cut).length;
    return { ...preview, changes, result: null, cut: { bytes, texts, changes: 0, effects: 0 } };
  };
  let tightest = preview;
  for (const length of TEXT_LENGTHS) {
    tightest = cutTo(length);
    if (weigh(tightest) <= most) return tightest;
  }
  const room = most - weigh({ ...tightest, changes: [], effects: [] });
  // Effects that leave the shop are short. Half of the room is for them, before changes take the rest.
  const effects = lightest(tightest.effects, Math.max(room / 2, room - weigh(tightest.changes)));
  const changes = lightest(tightest.changes, room - weigh(effects));
  const cut = {
    bytes,
    texts: changes.filter(({ cut }) => cut).length,
    changes: preview.changes.length - changes.length,
    effects: preview.effects.length - effects.length,
  };
  return { ...tightest, changes, effects, cut };
}

/** Takes as many parts as there is room for, in their order: one heavy value takes the place of no others. */
function lightest<Part>(parts: readonly Part[], room: number): Part[] {
  let rest = room;
  const fitting = new Set<Part>();
  for (const [part, weight] of parts
    .map((part) => [part, weigh(part) + 1] as const)
    .toSorted(([, left], [, right]) => left - right)) {
    if (weight > rest) break;
    rest -= weight;
    fitting.add(part);
  }
  return parts.filter((part) => fitting.has(part));
}

const placeOf = ({ entity, id, field }: FieldChange): string => JSON.stringify([entity, id, field]);

const isSame = (was: FieldChange | undefined, is: FieldChange): boolean =>
  was !== undefined && isDeepStrictEqual([was.before, was.after], [is.before, is.after]);

function cutChange(
  change: ShownChange,
  most: number,
  isAsRecorded: (change: ShownChange) => boolean | null,
): ShownChange {
  const [before, after] = [textOf(change.before), textOf(change.after)];
  if (Math.max(before?.length ?? 0, after?.length ?? 0) <= most) return change;
  const same = before !== null && after !== null ? sameAtFirst(before, after) : 0;
  const from = wholeCharacter(before ?? after ?? '', Math.max(0, same - BEFORE_DIFFERENCE));
  const cut = (text: string | null, value: ShownChange['before']) =>
    text === null ? value : text.slice(from, wholeCharacter(text, from + most));
  return {
    ...change,
    before: cut(before, change.before),
    after: cut(after, change.after),
    cut: { from, before: before?.length ?? null, after: after?.length ?? null, asRecorded: isAsRecorded(change) },
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function sameAtFirst(left: string, right: string): number {
  const most = Math.min(left.length, right.length);
  let same = 0;
  while (same < most && left[same] === right[same]) same += 1;
  return same;
}

/** Not within a character that takes two places. */
const wholeCharacter = (text: string, place: number): number =>
  /^[\uDC00-\uDFFF]/.test(text.slice(place, place + 1)) ? place - 1 : place;
