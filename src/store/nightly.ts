import type { CommandBus } from '../kernel/bus';
import type { Database } from '../kernel/database/database';
import { BEGIN, type LookPlace, look } from './repair';
import command from './store.repair';

/** The outcome of a repair. */
export interface Repaired {
  /** Keys that were looked at, and things that have none. */
  readonly keys: number;
  readonly repaired: number;
}

/** How far a repair is. */
export interface RepairedSoFar extends Repaired {
  /** Undefined: only its own trace is still to be left. */
  readonly place: LookPlace | undefined;
}

/** A repair of a store, which may need several attempts. */
export interface Repair {
  readonly storeId: string;
  /** The same for all attempts: what one has issued, no other issues again. */
  readonly id: string;
}

/**
 * Repairs the projection of a store part by part, each in a transaction of its own that moves the generation when something was wrong.
 * A bump that somebody left is made with it. The log tells what it came to, also when nothing was wrong.
 * @param from where an earlier attempt was
 */
export async function repairStore(
  { bus, database }: { readonly bus: CommandBus; readonly database: Database },
  { storeId, id }: Repair,
  from: RepairedSoFar = { place: BEGIN, keys: 0, repaired: 0 },
  onPart: (far: RepairedSoFar) => void,
): Promise<Repaired> {
  const leave = (part: string, names: readonly string[], found: Repaired): Promise<Repaired> =>
    bus.inTransaction(storeId, async (tx) => {
      const payload = { part, names: [...names], ...found };
      const terms = { storeId, workflowId: 'nightly', step: `${id}/${part}`, payload, cause: {} };
      return { keep: true, value: await bus.issue(tx, command, terms) };
    });

  let far = from;
  while (far.place) {
    const { names, keys, growth, next } = await look(database.reader(storeId), storeId, far.place);
    const { repaired } =
      names.length > 0 ? await leave(partOf(far.place), names, { keys, repaired: 0 }) : { repaired: 0 };
    far = { place: next, keys: far.keys + keys + Math.max(0, growth), repaired: far.repaired + repaired };
    onPart(far);
  }
  return leave('end', [], { keys: far.keys, repaired: far.repaired });
}

const partOf = (place: LookPlace): string => [place.in, place.after].flat().join('/');
