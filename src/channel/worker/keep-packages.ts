import { keptAt } from '../../extension/store';
import { Refusal } from '../../kernel/errors';
import { inTurns } from '../../kernel/in-turns';
import type { Static } from '../../kernel/schema/schema';
import { schemaErrors } from '../../kernel/schema/validation';
import { PACKAGES_MAX } from '../../order/package/payload';
import { isOver, isPackage, type PackageRow, type RemotePackage } from '../../provider/channel/package';
import { passingOf } from '../../provider/conversation/waiting';
import upsertPackage from '../channel.package.upsert';
import { inTime } from '../job/in-time';
import type { JobReason } from '../job/reasons';
import type { JobDependencies, StepOptions } from '../job/steps';
import type { ItemError } from '../job/table';
import { upsertPayloadOf } from '../package/payload';
import type { SeenPackage } from '../package/seen-store';
import { startOf } from '../pull/windows';

export interface Kept {
  readonly ordersNew: number;
  readonly packages: readonly SeenPackage[];
  readonly errors: readonly ItemError[];
}

type KeptRow = { readonly isNew: boolean; readonly seen: SeenPackage } | { readonly error: ItemError };

/** A transaction mostly waits for Postgres. More of them at once wait for each other: they number orders of one store. */
const ORDERS_AT_ONCE = 4;

/**
 * Keeps what packages say of their orders: what a page tells of one order in one transaction, so that what one package loses to another
 * never looks free between them. A package that cannot be kept is an error of its own and harms no other: those of its order are kept one
 * by one then. Each may be kept again at any time: news that is known moves nothing.
 * @throws when Postgres is away
 */
export async function keepPackages(
  { bus, database }: Pick<JobDependencies, 'bus' | 'database'>,
  { storeId, extension, jobId }: { readonly storeId: string; readonly extension: string; readonly jobId: string },
  rows: readonly PackageRow[],
  { signal, onAnswer, onItemFailure }: Pick<StepOptions, 'signal' | 'onAnswer' | 'onItemFailure'>,
): Promise<Kept> {
  if (rows.length === 0) return { ordersNew: 0, packages: [], errors: [] };
  const { installedAt } = await inTime(keptAt(database.reader(storeId), storeId, extension));
  const results = new Map<PackageRow, KeptRow>();
  /** @returns undefined where they cannot be kept together */
  const keepTogether = async ([first, ...others]: Together): Promise<KeptRow[] | undefined> => {
    try {
      const beganMs = startOf(installedAt);
      const flaws = [first, ...others].map((row) => flawOf(upsertPayloadOf(extension, row, beganMs)));
      const [flaw] = flaws;
      if (others.length > 0 && flaws.some((each) => each !== undefined)) return undefined;
      if (flaw) return [{ error: errorOf(first, 'row_invalid' satisfies JobReason, flaw) }];
      const payload = upsertPayloadOf(extension, first, beganMs, others);
      const acted = await bus.act(upsertPackage, { storeId, by: jobId, payload, cause: { jobId } });
      if ('problem' in acted)
        return others.length > 0 ? undefined : [{ error: errorOf(first, acted.problem.code, acted.problem.detail) }];
      const { isNew, unmapped } = acted.result;
      return [first, ...others].map((row, place) => ({ isNew: isNew && place === 0, seen: seenOf(row, unmapped) }));
    } catch (error) {
      if (signal.aborted || passingOf(error)) throw error;
      if (others.length > 0) return undefined;
      if (error instanceof Refusal) return [{ error: errorOf(first, error.code, error.detail) }];
      onItemFailure(error);
      return [{ error: errorOf(first, 'internal', 'The package could not be kept.') }];
    }
  };
  const keep = async (together: Together): Promise<void> => {
    signal.throwIfAborted();
    const kept = await keepTogether(together);
    onAnswer();
    if (kept) for (const [place, row] of together.entries()) results.set(row, kept[place] as KeptRow);
    else for (const row of together) await keep([row]);
  };
  for (const row of rows)
    if (!isPackage(row))
      results.set(row, { error: { ...row, barcode: null, code: 'row_invalid' satisfies JobReason } });
  await inTurns(byOrder(rows.filter(isPackage)), ORDERS_AT_ONCE, async (ofOrder) => {
    for (const together of ofOrder) await keep(together);
  });
  const kept = rows.map((row) => results.get(row) as KeptRow);
  return {
    ordersNew: kept.filter((each) => 'seen' in each && each.isNew).length,
    packages: kept.flatMap((each) => ('seen' in each ? [each.seen] : [])),
    errors: kept.flatMap((each) => ('error' in each ? [each.error] : [])),
  };
}

/**
 * Says why a package cannot be kept. A provider's row is read field by field, so its values meet the schema of the command here:
 * the product's own calls are held to theirs by the compiler alone.
 */
function flawOf(payload: Static<typeof upsertPackage.payload>): string | undefined {
  // A package of which nothing is left may list nothing; any other without lines is an order that nobody would hear of.
  const isEmptied = isOver(payload.package);
  const [flaw] = schemaErrors(upsertPackage.payload, payload).filter(
    ({ pointer }) => !(isEmptied && pointer === '/package/lines'),
  );
  return flaw && `${flaw.pointer} ${flaw.message}.`;
}

type Together = readonly [RemotePackage, ...RemotePackage[]];

/** Packages of one order stay together, as many as one call takes, in the order in which the marketplace lists them. */
function byOrder(rows: readonly RemotePackage[]): Together[][] {
  const orders = new Map<string, RemotePackage[]>();
  for (const row of rows) orders.set(row.orderNumber, [...(orders.get(row.orderNumber) ?? []), row]);
  return [...orders.values()].map((all) =>
    Array.from(
      { length: Math.ceil(all.length / PACKAGES_MAX) },
      (_, at) => all.slice(at * PACKAGES_MAX, (at + 1) * PACKAGES_MAX) as unknown as Together,
    ),
  );
}

const errorOf = ({ packageId, orderNumber }: RemotePackage, code: string, message: string): ItemError => ({
  remoteId: packageId,
  barcode: null,
  title: orderNumber,
  code,
  message,
});

const seenOf = ({ packageId, orderNumber, state, modifiedAt }: RemotePackage, unmapped: number): SeenPackage => ({
  packageId,
  orderNumber,
  state,
  modifiedAt,
  unmapped,
});
