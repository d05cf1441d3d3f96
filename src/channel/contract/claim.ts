import { mirrorTerms } from './mirror';
import type { JobKindTerms } from './terms';

export const claimsPullTerms = mirrorTerms('claims.pull', { tr: 'iade talebi alma', en: 'pull of claims' });

/** Acts upon one claim wait for each other, since each begins with a look at it. */
export const claimActTerms: JobKindTerms<{ readonly claimId: string }> = {
  words: { tr: 'iade talebi işlemi', en: 'act upon a claim' },
  askedBy: 'channel.claims.act',
  ofOrders: true,
  lane: ({ claimId }) => laneOf(claimId),
};

/** The lane of the acts upon a claim. */
export const laneOf = (claimId: string): string => `claim.act/${claimId}`;
