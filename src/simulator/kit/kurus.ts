/** What a caller wrote as lira, in kuruş; undefined of what is no amount, or has parts of a kuruş. */
export function kurusOf(lira: unknown): number | undefined {
  const [, whole, part = ''] = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(String(lira)) ?? [];
  return whole === undefined ? undefined : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/**
 * An amount in shares of these weights, to the kuruş: what is left of rounding down goes to those that lost most by it.
 * @param weights not all of them 0
 */
export function shared(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const parts = weights.map((weight, at) => ({ at, exact: BigInt(amount) * BigInt(weight) }));
  const shares = parts.map(({ exact }) => Number(exact / BigInt(sum)));
  const left = amount - shares.reduce((total, share) => total + share, 0);
  const byLoss = parts.toSorted((one, other) => Number((other.exact % BigInt(sum)) - (one.exact % BigInt(sum))));
  for (const { at } of byLoss.slice(0, left)) shares[at] = (shares[at] as number) + 1;
  return shares;
}
