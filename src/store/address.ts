import type { Queryable } from '../kernel/database/queryable';
import type { MutationContext } from '../kernel/declaration/context';
import type { Services } from '../kernel/declaration/services';
import { storeSlug } from './store';

/** The address at which shoppers find the shop: a host of its own where the installation names one, else the one made of its name. */
export async function addressOfShop(
  db: Queryable,
  storeId: string,
  { storefrontUrl, storefrontHosts }: Pick<Services['settings'], 'storefrontUrl' | 'storefrontHosts'>,
): Promise<string> {
  const own = [...storefrontHosts].find(([, of]) => of === storeId);
  return own ? `https://${own[0]}` : storefrontUrl.urlOf(await storeSlug(db, storeId));
}

/** The same for a call that changes something. */
export const shopAddress = ({
  tx,
  storeId,
  services,
}: Pick<MutationContext, 'tx' | 'storeId' | 'services'>): Promise<string> => services.addressOf(tx, storeId);
