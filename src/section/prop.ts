import { line, oneOf, paragraphs, t, words } from '../kernel/schema/schema';
import { linkSchema } from './value/link';
import { richTextSchema } from './value/rich-text';

/** Kinds of things that a prop may name. They are looked up when a design is checked, and drawn when it is shown. */
const referenceKinds = ['product', 'collection', 'category', 'media'] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

/** Hints to editors and checks, in `x-hint` of a prop's schema. */
export const hints = ['link', 'richText', 'menu', ...referenceKinds] as const;
export type Hint = (typeof hints)[number];

const PREFIX: Readonly<Record<ReferenceKind, string>> = {
  product: 'prd',
  collection: 'col',
  category: 'cat',
  media: 'med',
};

/** The identifier of a thing of the shop. */
export const reference = (kind: ReferenceKind) =>
  t.String({ pattern: `^${PREFIX[kind]}_[0-9A-HJKMNP-TV-Z]{26}$`, 'x-hint': kind });

export const shortText = (maxLength = 120) => line(maxLength);
export const longText = (maxLength = 600) => paragraphs(maxLength);
export const link = () => linkSchema;
export const richText = () => richTextSchema;
export const picture = () => reference('media');

/** The key of a menu of the design. */
export const menuKey = () => t.String({ pattern: '^[a-z0-9_-]{3,40}$', 'x-hint': 'menu' });

export const alignments = () =>
  oneOf(['left', 'center'], words({ left: ['sola', 'left'], center: ['ortaya', 'centred'] }));

export const columnCount = () => t.Integer({ minimum: 2, maximum: 4 });

export const tones = () =>
  oneOf(
    ['plain', 'surface', 'accent'],
    words({ plain: ['sade', 'plain'], surface: ['zeminli', 'surface'], accent: ['vurgulu', 'accent'] }),
  );

export const widths = () =>
  oneOf(
    ['narrow', 'normal', 'wide'],
    words({ narrow: ['dar', 'narrow'], normal: ['olağan', 'normal'], wide: ['geniş', 'wide'] }),
  );

export const ratios = () =>
  oneOf(
    ['natural', 'square', 'landscape', 'portrait', 'wide'],
    words({
      natural: ['kendi oranı', 'natural'],
      square: ['kare', 'square'],
      landscape: ['yatay', 'landscape'],
      portrait: ['dikey', 'portrait'],
      wide: ['geniş', 'wide'],
    }),
  );
