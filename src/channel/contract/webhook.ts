import type { JobKindTerms } from './terms';

/** Both wait for each other: one would take the state of the other for its own. */
const lane = () => 'webhook';

export const webhookRegisterTerms: JobKindTerms = {
  words: { tr: 'bildirim adresi kaydı', en: 'registration of a webhook' },
  askedBy: 'channel.webhook.register',
  lane,
};

export const webhookCheckTerms: JobKindTerms = {
  words: { tr: 'bildirim adresi kontrolü', en: 'check of a webhook' },
  askedBy: 'channel.webhook.register',
  lane,
};
