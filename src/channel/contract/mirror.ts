import type { Words } from '../../kernel/schema/schema';
import type { JobKindTerms } from './terms';

const since = { name: 'since', words: { tr: 'belirtilen günden beri', en: 'since a day' } };

/** The terms of a pull into a mirror. A pull of long ago keeps nobody from the news. @param name the name of the kind */
export const mirrorTerms = (name: string, words: Words): JobKindTerms<{ readonly since: string | null }> => ({
  words,
  askedBy: 'channel.sync.now',
  ofOrders: true,
  lane: (input) => (input.since === null ? name : `${name}/past`),
  manner: (input) => (input.since === null ? undefined : since),
});
