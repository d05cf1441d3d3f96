import type { Refusals } from '../kernel/meaning';

export const refusals = {
  carrier_unknown: {
    status: 422,
    title: 'There is no such carrier.',
    turkish: 'Böyle bir kargo firması yok.',
    cause: 'The list `cargo.carriers.list` lacks the code of the carrier.',
    remedy: 'Use a code of that list; `other` stands for any other carrier.',
  },
} as const satisfies Refusals;

type Own = typeof refusals;
declare module '../kernel/problems' {
  interface Problems extends Own {}
}
