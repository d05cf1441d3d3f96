/**
 * An amount in shares of these weights, to the kuruş: what is left of rounding down goes to those that lost most by it, and among
 * equals to the first.
 * @param weights from 0 on; all 0: each counts as much as the others
 */
export function spread(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n);
  const counting = sum === 0n ? weights.map(() => 1n) : weights.map(BigInt);
  const total = sum === 0n ? BigInt(weights.length) : sum;
  const exact = counting.map((weight) => BigInt(amount) * weight);
  const shares = exact.map((part) => Number(part / total));
  const left = amount - shares.reduce((given, share) => given + share, 0);
  const byLoss = exact
    .map((part, at) => ({ at, lost: part % total }))
    .toSorted((one, other) => (one.lost === other.lost ? one.at - other.at : one.lost > other.lost ? -1 : 1));
  for (const { at } of byLoss.slice(0, left)) shares[at] = (shares[at] as number) + 1;
  return shares;
}
