import type { AskedAct, PackageActs, SeenPackages } from '../channel/package';
import { countOf, hasReached, invoiceable, isLinked, isUnsupplied, withMerchant } from '../channel/read-back';

/** All that Trendyol knows (providers.md §2.6). It shows nothing of carrier, boxes, warehouse and more time. */
export const packageActs: PackageActs = {
  preparing: { states: ['created', 'preparing'], stands: hasReached('preparing') },
  // A package is prepared first: Invoiced follows Picking.
  invoiced: { states: ['preparing', 'invoiced'], stands: hasReached('invoiced') },
  unsupplied: { states: withMerchant, shows: isUnsupplied },
  split: { states: ['created', 'preparing'], shows: isSplit },
  invoice_link: { states: invoiceable, stands: isLinked },
  invoice_file: { states: invoiceable, shows: ({ own }) => own.hasInvoice === true },
  carrier: { states: withMerchant },
  box: { states: withMerchant },
  warehouse: { states: withMerchant },
  extend: { states: withMerchant },
  own_carrier: { states: ['preparing', 'invoiced'], shows: hasReached('shipped') },
};

/** Lines of the new packages have other ids, so the pieces of each are counted. */
function isSplit({ own, all }: SeenPackages, { groups }: Extract<AskedAct, { readonly act: 'split' }>): boolean {
  const heirs = all.filter(
    ({ originPackageIds, state }) => originPackageIds.includes(own.packageId) && state !== 'cancelled',
  );
  const counts = heirs.map(({ lines }) => countOf(lines));
  return groups.every((group) => {
    const at = counts.indexOf(countOf(group));
    if (at >= 0) counts.splice(at, 1);
    return at >= 0;
  });
}
