import type { LeftOut } from '../../kernel/declaration/file';
import { Contention, Faults, Refusal } from '../../kernel/errors';
import { inTurns } from '../../kernel/in-turns';
import { PAGES_MAX, PICTURE_BYTES_MAX, RoomForLabels, type SheetOfLabel } from './file';

/** Most requests that run at once. */
const AT_ONCE = 4;
/** Codes of faults of the call as a whole: whatever is asked for next is refused with them as well. */
const ofAll = ['throttled', 'unavailable'];

const WITHOUT_ROOM = `does not fit into the file with those before it: it has ${PAGES_MAX} pages, and ${PICTURE_BYTES_MAX / 1024 / 1024} MiB of pictures at most`;

/** Something that a list of a call names, whose labels are wanted. */
interface Listed<Thing> {
  /** Its place in the list. */
  readonly at: number;
  readonly thing: Thing;
}

interface FetchedLabels {
  readonly labels: readonly SheetOfLabel[];
  /** Things without labels, with the reason, in the order of the list. */
  readonly leftOut: LeftOut[];
}

interface ListOptions {
  /** The field of the body that has the list. */
  readonly field: string;
  /** True: answers the labels that there are, where there is one at least. */
  readonly partial: boolean;
}

/**
 * Fetches the labels of the things of a list, in its order, as far as they fit into one file: nothing more is asked for behind that.
 * @throws {Refusal} the first fault that leaves no label or is not to be left out, with all others; a fault of the call as a whole
 */
export async function fetchEachLabel<Thing>(
  things: readonly Listed<Thing>[],
  { field, partial }: ListOptions,
  fetchLabels: (thing: Thing) => Promise<readonly SheetOfLabel[]>,
): Promise<FetchedLabels> {
  const refused = new Map<number, Refusal>();
  const sofar = new RoomForLabels();
  const fetched = await inTurns(things, AT_ONCE, async ({ thing }, place): Promise<readonly SheetOfLabel[]> => {
    // Labels that have filled the file stand before this one in the list.
    if (sofar.isFull) return [];
    try {
      const sheets = await fetchLabels(thing);
      sofar.take(sheets);
      return sheets;
    } catch (error) {
      if (!(error instanceof Refusal) || error instanceof Contention || ofAll.includes(error.code)) throw error;
      refused.set(place, error);
      return [];
    }
  });
  const room = new RoomForLabels();
  const labels = fetched.flatMap((sheets, place) => {
    if (refused.has(place)) return [];
    if (room.take(sheets)) return sheets;
    refused.set(place, new Refusal('labels_do_not_fit', WITHOUT_ROOM));
    return [];
  });
  const faults = new Faults();
  const leftOut: LeftOut[] = [];
  for (const [place, { at }] of things.entries()) {
    const refusal = refused.get(place);
    const pointer = `/${field}/${at}`;
    // An order may have several labels without room.
    if (!refusal || leftOut.some((each) => each.pointer === pointer && each.message === refusal.detail)) continue;
    const { code, detail, options } = refusal;
    faults.add(code, `/body${pointer}`, detail, options.facts);
    leftOut.push({ pointer, code, message: detail });
  }
  if (!partial || labels.length === 0) faults.refuse({ quotesNobody: true });
  return { labels, leftOut };
}
