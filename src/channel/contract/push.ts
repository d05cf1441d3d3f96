import type { JobKindTerms } from './terms';

/** Ways to keep offers in step, and what people call them. */
export const pushModeWords = {
  send: { tr: 'farkları gönder', en: 'send differences' },
  compare: { tr: 'karşılaştır', en: 'compare' },
  zero: { tr: 'her şeyi satıştan çek', en: 'take everything off sale' },
} as const;
export type PushMode = keyof typeof pushModeWords;

/** The lane of the pushes of one mode. */
export const pushLane = (mode: PushMode): string => `offers.push/${mode}`;

export const offersPushTerms: JobKindTerms<{ readonly pushMode: PushMode }> = {
  words: { tr: 'stok ve fiyat gönderimi', en: 'push of stock and prices' },
  askedBy: 'channel.sync.now',
  // To compare a whole catalog takes long, and no stock waits for it.
  lane: ({ pushMode }) => pushLane(pushMode),
  isPrompt: ({ pushMode }) => pushMode !== 'compare',
  manner: ({ pushMode }) => ({ name: pushMode, words: pushModeWords[pushMode] }),
};
