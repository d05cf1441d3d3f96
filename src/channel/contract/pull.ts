import type { JobKindTerms } from './terms';

/** The lane of the pulls that move the cursor: what is sold there is known by these. */
const pullLane = 'orders.pull';

const mannerWords = {
  since: { tr: 'belirtilen günden beri', en: 'since a day' },
  census: { tr: 'sayım', en: 'census' },
};

interface PullScope {
  readonly since: string | null;
  readonly censusDays: number | null;
}

/** A pull of long ago, and a census, wait for each other alone, and keep nobody from the news. */
export const ordersPullTerms: JobKindTerms<PullScope> = {
  words: { tr: 'sipariş alma', en: 'pull of orders' },
  askedBy: 'channel.sync.now',
  ofOrders: true,
  lane: (input) => (mannerOf(input) === undefined ? pullLane : `${pullLane}/past`),
  isPrompt: (input) => mannerOf(input) === undefined,
  manner(input) {
    const name = mannerOf(input);
    return name && { name, words: mannerWords[name] };
  },
};

function mannerOf({ since, censusDays }: PullScope): keyof typeof mannerWords | undefined {
  if (censusDays !== null) return 'census';
  return since === null ? undefined : 'since';
}

export const ordersLookTerms: JobKindTerms = {
  words: { tr: 'bildirilen siparişlere bakma', en: 'look at orders in the news' },
  askedBy: 'channel.sync.now',
  ofOrders: true,
  isPrompt: () => true,
};
