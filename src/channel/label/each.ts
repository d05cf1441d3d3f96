import type { LeftOut } from '../../kernel/declaration/file';
import { Contention, Faults, Refusal } from '../../kernel/errors';
import { inTurns } from '../../kernel/in-turns';

/** Most requests that run at once. */
const AT_ONCE = 4;
/** Codes of faults of the call as a whole: whatever is asked for next is refused with them as well. */
const ofAll = ['throttled', 'unavailable'];

/** Something that a list of a call names, whose labels are wanted. */
interface Listed<Thing> {
  /** Its place in the list. */
  readonly at: number;
  readonly thing: Thing;
}

interface FetchedLabels<Label> {
  readonly labels: readonly Label[];
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
 * Fetches the labels of the things of a list, in its order.
 * @throws {Refusal} the first fault that leaves no label or is not to be left out, with all others; a fault of the call as a whole
 */
export async function fetchEachLabel<Thing, Label>(
  things: readonly Listed<Thing>[],
  { field, partial }: ListOptions,
  fetchLabels: (thing: Thing) => Promise<readonly Label[]>,
): Promise<FetchedLabels<Label>> {
  const refused: { readonly at: number; readonly refusal: Refusal }[] = [];
  const fetched = await inTurns(things, AT_ONCE, async ({ at, thing }): Promise<readonly Label[]> => {
    try {
      return await fetchLabels(thing);
    } catch (error) {
      if (!(error instanceof Refusal) || error instanceof Contention || ofAll.includes(error.code)) throw error;
      refused.push({ at, refusal: error });
      return [];
    }
  });
  const labels = fetched.flat();
  const faults = new Faults();
  const leftOut: LeftOut[] = [];
  for (const { at, refusal } of refused.toSorted((one, other) => one.at - other.at)) {
    const { code, detail, options } = refusal;
    faults.add(code, `/body/${field}/${at}`, detail, options.facts);
    leftOut.push({ pointer: `/${field}/${at}`, code, message: detail });
  }
  if (!partial || labels.length === 0) faults.refuse({ quotesNobody: true });
  return { labels, leftOut };
}
