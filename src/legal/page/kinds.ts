import { type Flag, flags } from '../../store/flag/table';

interface LegalKindTraits {
  /** The address of its page below `/sayfa/`. */
  readonly path: string;
  /** Its title, as shoppers read it. */
  readonly title: string;
  readonly english: string;
  /** The role of a page of a design that says the same, which is also the step of readiness. */
  readonly role?: Exclude<Flag, 'etbis' | 'testOrder'>;
}

/** Texts that the law wants a shop to show, in the order in which they stand below each page. */
export const legalTraits = {
  distanceContract: {
    path: 'mesafeli-satis-sozlesmesi',
    title: 'Mesafeli satış sözleşmesi',
    english: 'distance contract',
    role: 'salesContract',
  },
  information: { path: 'on-bilgilendirme', title: 'Ön bilgilendirme', english: 'information before the contract' },
  withdrawal: {
    path: 'cayma-hakki',
    title: 'Cayma hakkı ve iade',
    english: 'withdrawal and returns',
    role: 'returnPolicy',
  },
  delivery: { path: 'teslimat', title: 'Teslimat', english: 'delivery' },
  privacy: {
    path: 'kvkk-aydinlatma-metni',
    title: 'KVKK aydınlatma metni',
    english: 'privacy notice',
    role: 'privacyNotice',
  },
  cookies: { path: 'cerez-politikasi', title: 'Çerez politikası', english: 'cookies' },
} as const satisfies Readonly<Record<string, LegalKindTraits>>;

export type LegalKind = keyof typeof legalTraits;
export const legalKinds = Object.keys(legalTraits) as LegalKind[];

/** @returns the kind of a text; undefined: another version of the product has kept it */
export const legalTraitsOf = (kind: string): LegalKindTraits | undefined =>
  Object.hasOwn(legalTraits, kind) ? legalTraits[kind as LegalKind] : undefined;

/** @param path below `/sayfa/` @returns undefined: no text of the law stands there */
export const legalKindAt = (path: string): LegalKind | undefined =>
  legalKinds.find((kind) => legalTraits[kind].path === path);

/** The step of readiness that a text is. */
export const flagOf = (kind: LegalKind): Flag | undefined => {
  const role = legalTraitsOf(kind)?.role;
  return flags.find((flag) => flag === role);
};
