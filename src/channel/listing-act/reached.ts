import type { ListedItem, RemoteOffer } from '../../provider/channel/listing';
import type { ListingAct } from '../../provider/channel/listing-act';
import type { ChannelAdapter } from '../../provider/port';
import type { StepOptions } from '../job/steps';
import { lookFor } from '../push/look';

interface Reading extends Pick<StepOptions, 'signal' | 'onAnswer'> {
  /** Most barcodes in one question. */
  readonly askedMax: number;
}

const isArchived = ({ status, archivedAt }: RemoteOffer): boolean => status === 'archived' || archivedAt !== null;

/** Tells of an approved item whether it stands as it is asked for. */
const reaches: Readonly<Record<Exclude<ListingAct, 'delete'>, (offer: RemoteOffer) => boolean>> = {
  archive: isArchived,
  unarchive: (offer) => !isArchived(offer),
  unlock: ({ isLocked }) => !isLocked,
};

/** Reads which of these items stand at the marketplace as an act would leave them. @returns their barcodes */
export async function reachedOf(
  adapter: Pick<ChannelAdapter, 'offers' | 'unapprovedAmong'>,
  act: ListingAct,
  items: readonly ListedItem[],
  { askedMax, signal, onAnswer }: Reading,
): Promise<ReadonlySet<string>> {
  const offers = await lookFor(adapter, items, askedMax, { signal, onAnswer });
  const barcodes = items.map(({ barcode }) => barcode);
  if (act !== 'delete') {
    const isReached = (offer: RemoteOffer | undefined): boolean => offer !== undefined && reaches[act](offer);
    return new Set(barcodes.filter((barcode) => isReached(offers.get(barcode))));
  }
  const missing = items.filter(({ barcode }) => !offers.has(barcode));
  const waiting = new Set<string>();
  for (let at = 0; at < missing.length; at += askedMax) {
    signal.throwIfAborted();
    const rows = await adapter.unapprovedAmong(missing.slice(at, at + askedMax), signal);
    for (const { barcode } of rows) waiting.add(barcode);
    onAnswer();
  }
  return new Set(missing.map(({ barcode }) => barcode).filter((barcode) => !waiting.has(barcode)));
}
