import { extensionKey } from '../../extension/aggregate';
import type { MutationContext } from '../../kernel/declaration/context';
import { id, label, t } from '../../kernel/schema/schema';
import type { ListingAct } from '../../provider/channel/listing-act';
import { onceRefusals } from '../job/settling';
import { listing } from '../listing/aggregate';
import { enabledChannel } from '../provider/enabled';
import { channelNeeds } from '../provider/needs';
import { LISTINGS_MAX } from './declaration';
import { targetsOf } from './targets';

export const actNeeds = channelNeeds('enabled', 'actOnListings', 'batch', 'offers', 'unapprovedAmong');

/** The fields of each call that acts upon listings. */
export const actFields = {
  ext: extensionKey,
  listings: label('Listelemeler', 'Listings')(t.Array(id(listing.prefix), { minItems: 1, maxItems: LISTINGS_MAX })),
};

export const actRefusals = [
  'not_found',
  'extension_not_installed',
  'extension_not_ready',
  'extension_not_enabled',
  'consent_required',
  'listing_unknown',
  'invalid_request',
  'invalid_state',
  ...onceRefusals,
] as const;

interface AskedAct {
  readonly ext: string;
  readonly listings: readonly string[];
  readonly act: ListingAct;
}

/** Finds the payload of a job that acts upon listings. @throws {Refusal} with the codes of the act */
export async function actAskedFor(
  { tx, storeId, now }: Pick<MutationContext, 'tx' | 'storeId' | 'now'>,
  { ext, listings: listingIds, act }: AskedAct,
) {
  const { name } = await enabledChannel(tx, storeId, ext, actNeeds);
  const targets = await targetsOf(tx, storeId, { ext, act, listingIds, now });
  return { extension: ext, extensionName: name, input: { targets, listingAct: act } };
}
