import type { MutationContext } from '../../kernel/declaration/context';
import { refuse } from '../../kernel/errors';
import type { OrderRow } from '../order/aggregate';
import type { PackagePayload } from '../package/payload';
import { isNews, mostOrdered } from '../package/pieces';
import { changePackage, insertPackage } from '../package/store';
import { orderPackage, type PackageRow, uniquePackage } from '../package/table';
import type { RemoteOrderName } from './store';

/** A package as it stood, and with its news. */
export type PackageChange = { readonly before: PackageRow | undefined; readonly after: PackageRow };

/** @throws {Refusal} invalid_request */
export function assertFits(packages: readonly PackagePayload[]): void {
  for (const [place, { lines }] of packages.entries())
    for (const [at, { quantity, unitPrices }] of lines.entries())
      if (unitPrices.length !== quantity)
        unfit(`/packages/${place}/lines/${at}/unitPrices`, 'are not as many as the quantity');
}

const unfit = (pointer: string, message: string): never =>
  refuse('invalid_request', `${pointer} ${message}.`, { errors: [{ pointer, message }], quotesNobody: true });

/** @throws {Refusal} invalid_state */
export function assertOfOrder(packages: readonly PackageRow[], { externalNumber }: RemoteOrderName): void {
  if (packages.some((each) => each.externalNumber !== externalNumber))
    refuse('invalid_state', 'A package of this id is of another order of the marketplace.', {
      facts: { state: 'of_another_order' },
      quotesNobody: true,
    });
}

/** All packages of the order: as they stood, and with the news. There may be several news of one package. */
export function changesOf(
  { tx, now, newId }: MutationContext,
  { extension, externalNumber }: RemoteOrderName,
  known: { readonly order: OrderRow | undefined; readonly packages: readonly PackageRow[] },
  said: readonly PackagePayload[],
): PackageChange[] {
  const at = now.toISOString();
  const changes = new Map<string, PackageChange>(
    known.packages.map((before) => [before.packageId, { before, after: before }] as const),
  );
  for (const news of said) {
    const change = changes.get(news.packageId);
    if (change) {
      changes.set(news.packageId, { ...change, after: withNews(change.after, news) });
      continue;
    }
    uniquePackage.touch(tx, 'claims', [{ extension, packageId: news.packageId }]);
    const after: PackageRow = {
      ...news,
      id: newId(orderPackage.prefix),
      rev: 1,
      orderId: known.order?.id ?? null,
      extension,
      externalNumber,
      ordered: mostOrdered(undefined, news, true),
      pieces: [],
      held: [],
      shipmentId: null,
      createdAt: at,
      updatedAt: at,
    };
    changes.set(news.packageId, { before: undefined, after });
  }
  return [...changes.values()];
}

/** A package with the news of it. Older news moves nothing, but tells what was in it before pieces of it were cancelled. */
function withNews(known: PackageRow, news: PackagePayload): PackageRow {
  const isLater = isNews(known, news);
  const ordered = mostOrdered(known.ordered, news, isLater);
  return isLater ? { ...known, ...news, ordered } : { ...known, ordered };
}

export const hasMoved = ({ before, after }: PackageChange): boolean =>
  before === undefined || before.state !== after.state || before.modifiedAt !== after.modifiedAt;

/** Sends and records packages as they are now. */
export function savePackages(context: MutationContext, changes: readonly PackageChange[]): void {
  const { tx, storeId, now, record } = context;
  for (const { before, after } of changes) {
    if (before) changePackage(context, before, after);
    else {
      insertPackage(tx, storeId, after, now);
      record(orderPackage.word, after.id, null, orderPackage.snapshot(after));
    }
  }
}
