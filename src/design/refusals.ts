import type { Refusals } from '../kernel/meaning';

export const refusals = {
  bundle_invalid: {
    status: 422,
    title: 'The design has faults.',
    turkish: 'Tasarımda hatalar var.',
    cause:
      '`findings` tells up to 20 faults, each with its place in the body. A draft is refused for less than a publish.',
    remedy:
      'Correct what `findings` names; `POST /v1/validate/bundle` tells all that would keep a design from being published.',
  },
} as const satisfies Refusals;

type Own = typeof refusals;
declare module '../kernel/problems' {
  interface Problems extends Own {}
}
