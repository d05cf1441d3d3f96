import type { Refusals } from '../kernel/meaning';

export const refusals = {
  theme_worn: {
    status: 409,
    title: 'The draft wears this theme already.',
    turkish: 'Taslak zaten bu temayı kullanıyor.',
    cause: 'A switch names the theme that the draft wears.',
    remedy: 'Name another theme of `themes.list`; `theme.upgrade` moves the draft to a newer version of its own.',
  },
  theme_not_newer: {
    status: 409,
    title: 'The draft wears this version of the theme, or a newer one.',
    turkish: 'Taslak temanın bu sürümünü ya da daha yenisini kullanıyor.',
    cause: 'An upgrade leads to a newer version, and there is none, or the one named is none.',
    remedy: 'Name a newer version of `themes.get`, or leave the draft as it is.',
  },
} as const satisfies Refusals;

type Own = typeof refusals;
declare module '../kernel/problems' {
  interface Problems extends Own {}
}
