import type { MutationContext } from '../kernel/declaration/context';
import { storeSlug } from './store';

/** The address at which shoppers find the shop: a host of its own where the installation names one, else the one made of its name. */
export async function shopAddress({
  tx,
  storeId,
  services,
}: Pick<MutationContext, 'tx' | 'storeId' | 'services'>): Promise<string> {
  const { storefrontUrl, storefrontHosts } = services.settings;
  const own = [...storefrontHosts].find(([, of]) => of === storeId);
  return own ? `https://${own[0]}` : storefrontUrl.urlOf(await storeSlug(tx, storeId));
}
