import type { RemoteOffer } from '../../provider/channel/listing';
import type { ListingAct } from '../../provider/channel/listing-act';
import type { ChannelAdapter } from '../../provider/port';
import type { StepOptions } from '../job/steps';
import { lookFor } from '../push/look';

interface Reading extends Pick<StepOptions, 'signal' | 'onAnswer'> {
  /** Barcodes in one question. */
  readonly askedMax: number;
}

const isArchived = ({ status, archivedAt }: RemoteOffer): boolean => status === 'archived' || archivedAt !== null;

/** Tells of an approved item whether it stands as it is asked for. */
const reaches: Readonly<Record<Exclude<ListingAct, 'delete'>, (offer: RemoteOffer) => boolean>> = {
  archive: isArchived,
  unarchive: (offer) => !isArchived(offer),
  unlock: ({ isLocked }) => !isLocked,
};

/** Reads which of these barcodes stand at the marketplace as an act would leave them. */
export async function reachedOf(
  adapter: Pick<ChannelAdapter, 'offers' | 'unapprovedAmong'>,
  act: ListingAct,
  barcodes: readonly string[],
  { askedMax, signal, onAnswer }: Reading,
): Promise<ReadonlySet<string>> {
  const offers = await lookFor(adapter, barcodes, askedMax, { signal, onAnswer });
  if (act !== 'delete') {
    const isReached = (offer: RemoteOffer | undefined): boolean => offer !== undefined && reaches[act](offer);
    return new Set(barcodes.filter((barcode) => isReached(offers.get(barcode))));
  }
  const missing = barcodes.filter((barcode) => !offers.has(barcode));
  const waiting = new Set<string>();
  for (let at = 0; at < missing.length; at += askedMax) {
    signal.throwIfAborted();
    const rows = await adapter.unapprovedAmong(missing.slice(at, at + askedMax), signal);
    for (const { barcode } of rows) waiting.add(barcode);
    onAnswer();
  }
  return new Set(missing.filter((barcode) => !waiting.has(barcode)));
}
