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
  theme_not_installed: {
    status: 409,
    title: 'The theme is not installed.',
    turkish: 'Tema kurulu değil.',
    cause: 'A draft puts on, or an agent upgrades to, a version of a theme that the store has not installed.',
    remedy: 'Run `theme.install` with the theme and the version, or propose it; then call again.',
  },
  theme_in_use: {
    status: 409,
    title: 'The theme is in use.',
    turkish: 'Tema kullanımda.',
    cause: '`uses` names each design, draft, proposal and open update that wears the theme or has it parked.',
    remedy:
      'Switch those drafts to another theme, publish, and decide on the proposals. An update goes once the live design wears another theme. The theme with which shops begin stays.',
  },
  theme_invalid: {
    status: 422,
    title: 'The package of the theme has faults.',
    turkish: 'Tema paketinde hatalar var.',
    cause: '`rows` tells up to 20 faults, each with its place in the package.',
    remedy: 'Correct what `rows` names; `POST /v1/themes/check` tells the same without keeping anything.',
  },
  theme_key_taken: {
    status: 409,
    title: 'The key is that of a theme of the product.',
    turkish: 'Bu anahtar hazır bir temanın.',
    cause: 'The manifest names a key that a theme of the product has.',
    remedy: 'Give the theme another key.',
  },
  theme_version_taken: {
    status: 409,
    title: 'The version is there with another content.',
    turkish: 'Bu sürüm başka bir içerikle zaten var.',
    cause: 'A version never changes, and the store has another package of it.',
    remedy: 'Raise the version in the manifest; `themes.check` with `against` says by how much.',
  },
  theme_packs_full: {
    status: 409,
    title: 'The store keeps as many packs as it may.',
    turkish: 'Mağaza en çok sayıda tema paketine ulaştı.',
    cause:
      'A store keeps a hundred packs. The oldest that nothing names makes room, and a version, a draft, an item or an update names each.',
    remedy: 'Go on with the versions that are there, or discard a draft that wears one.',
  },
} as const satisfies Refusals;

type Own = typeof refusals;
declare module '../kernel/problems' {
  interface Problems extends Own {}
}
