import type { PackageRow } from '../../provider/channel/package';
import { isRefused, ProviderAnswerInvalid } from '../../provider/error';
import type { ChannelAdapter } from '../../provider/port';
import type { RowsRead, UnkeptRow } from '../../store/unreadable/store';
import type { ItemError } from '../job/table';
import type { Kept } from './keep-packages';

/** Orders of which no package is known, and which one step asks for: each is a request. */
const ORDERS_MAX = 3;

const ofOrder = (orderNumber: string): string => `#${orderNumber}`;

/** Packages that could not be kept, and those that are kept. @param shown ids of packages that were kept before */
export const packagesRead = ({ packages = [], errors = [] }: Partial<Kept>, shown: readonly string[]): RowsRead => ({
  task: 'orders',
  unkept: errors.map(unkeptOf),
  kept: [...packages.flatMap(({ packageId, orderNumber }) => [packageId, ofOrder(orderNumber)]), ...shown],
});

/** Some marketplaces tell packages by their order: the order is known then, and none of its packages. */
function unkeptOf({ remoteId, title, code, message }: ItemError): UnkeptRow {
  const packageId = remoteId === title ? null : remoteId;
  const asked = packageId ?? (title === null ? null : ofOrder(title));
  return { remoteId: packageId, title, code, message, asked };
}

export interface AskedAgain {
  readonly rows: readonly PackageRow[];
  /** The names that were asked for, also where the marketplace refused them. */
  readonly tried: readonly string[];
}

/** Asks for packages and orders that could not be kept. @throws where the marketplace does not answer */
export async function askedAgain(
  adapter: Pick<ChannelAdapter, 'packagesById' | 'packagesOfOrder'>,
  names: readonly string[],
  signal: AbortSignal,
): Promise<AskedAgain> {
  const orders = names.filter((name) => name.startsWith('#')).slice(0, ORDERS_MAX);
  const packageIds = names.filter((name) => !name.startsWith('#'));
  const rows: PackageRow[] =
    packageIds.length > 0 ? await packagesUnlessRefused(() => adapter.packagesById(packageIds, signal)) : [];
  for (const name of orders)
    rows.push(...(await packagesUnlessRefused(() => adapter.packagesOfOrder(name.slice(1), signal))));
  return { rows, tried: [...packageIds, ...orders] };
}

/** A name that the marketplace refuses keeps nobody from the news. */
async function packagesUnlessRefused(ask: () => Promise<readonly PackageRow[]>): Promise<PackageRow[]> {
  try {
    return [...(await ask())];
  } catch (error) {
    if (isRefused(error) || error instanceof ProviderAnswerInvalid) return [];
    throw error;
  }
}
