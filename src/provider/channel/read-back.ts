import { isOver, type PackageState, packageStates, type RemotePackage, type SeenPackages } from './package';

/*
 * States and ways in which acts upon packages can be read back. A marketplace takes those that fit what it shows (ActTerms).
 */

/** States in which the merchant has the pieces still. */
export const withMerchant = ['created', 'preparing', 'invoiced'] as const satisfies readonly PackageState[];

/** States in which an invoice may be handed over: also of a package that has left long since. */
export const invoiceable: readonly PackageState[] = packageStates.filter(
  (state) => state !== 'waiting' && state !== 'unknown' && !isOver({ state }),
);

const steps: readonly PackageState[] = ['preparing', 'invoiced', 'shipped'];
const onTheWay: readonly PackageState[] = ['at_collection_point', 'delivered', 'undelivered'];

/** Tells of a package that was brought to a state whether it has it still, or went on from there. */
export const hasReached =
  (reached: 'preparing' | 'invoiced' | 'shipped') =>
  ({ own }: SeenPackages): boolean =>
    [...steps.slice(steps.indexOf(reached)), ...onTheWay].includes(own.state);

/** The packages in which the pieces of the package are now. */
export function heirsOf({ own, all }: SeenPackages): RemotePackage[] {
  const heirs = all.filter(({ originPackageIds }) => originPackageIds.includes(own.packageId));
  return own.state === 'unpacked' && heirs.length > 0 ? heirs : [own, ...heirs];
}

/** The number of pieces of these lines. */
export const countOf = (lines: readonly { readonly quantity: number }[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** Tells whether as many pieces as these are shown as not supplied: lines of new packages may have new ids. */
export const isUnsupplied = (
  seen: SeenPackages,
  { lines }: { readonly lines: readonly { readonly quantity: number }[] },
): boolean =>
  [seen.own, ...heirsOf(seen)].some((each) => each.state === 'unsupplied' && countOf(each.lines) === countOf(lines));

/** Tells whether the invoice at this address is shown. */
export const isLinked = ({ own }: SeenPackages, { url }: { readonly url: string }): boolean => own.invoiceUrl === url;
