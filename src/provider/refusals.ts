import type { Refusals } from '../kernel/meaning';

export const refusals = {
  provider_refused: {
    status: 502,
    title: 'The provider refused or did not answer.',
    turkish: 'Sağlayıcı isteği reddetti veya yanıt vermedi.',
    cause: 'The provider refused, or did not answer in time.',
    remedy: 'Read `detail`. If it is about credentials, ask the owner to renew them.',
  },
  provider_answer_invalid: {
    status: 502,
    title: 'The answer of the provider does not fit its interface.',
    turkish: 'Sağlayıcı beklenmeyen bir yanıt verdi.',
    cause: 'The answer of the provider does not fit its own interface.',
    remedy: 'Try later. If the failure stays, tell the operator the `requestId`.',
  },
  outcome_unknown: {
    status: 502,
    title: 'The provider was asked, and the outcome is unknown.',
    turkish: 'Sağlayıcıya istek gönderildi; gerçekleşip gerçekleşmediği bilinmiyor.',
    cause: 'The provider was asked for something irreversible, and its answer was lost.',
    remedy:
      'Check at the provider whether it was done. Then ask again: a finished request counts as the answer to the first one.',
  },
} as const satisfies Refusals;

type Own = typeof refusals;
declare module '../kernel/problems' {
  interface Problems extends Own {}
}
