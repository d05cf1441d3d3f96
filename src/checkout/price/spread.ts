/**
 * Spreads an amount over weights by the largest remainder: the shares are whole, none is off by a kuruş or more, and they add up to
 * the amount. Among equal remainders the first place wins; where nothing weighs anything, all places weigh the same.
 * @param amount in kuruş, 0 or more @param weights 0 or more each, at least one
 */
export function spread(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0) return spread(amount, Array<number>(weights.length).fill(1));
  // An amount times a weight does not fit a number.
  const [whole, total] = [BigInt(amount), BigInt(sum)];
  const parts = weights.map((weight, place) => {
    const product = whole * BigInt(weight);
    return { place, share: Number(product / total), remainder: product % total };
  });
  const shares = parts.map(({ share }) => share);
  const left = amount - shares.reduce((sum, share) => sum + share, 0);
  const byRemainder = parts.toSorted((a, b) =>
    a.remainder === b.remainder ? a.place - b.place : a.remainder > b.remainder ? -1 : 1,
  );
  for (const { place } of byRemainder.slice(0, left)) shares[place] = (shares[place] as number) + 1;
  return shares;
}
