/** Kinds of pages that exist once in each design, and `page`, of which a shop has as many as it likes. */
export const fixedPageKinds = ['home', 'product', 'collection', 'category', 'search', 'cart', 'notFound'] as const;
export const pageKinds = [...fixedPageKinds, 'page'] as const;

export type FixedPageKind = (typeof fixedPageKinds)[number];
export type PageKind = (typeof pageKinds)[number];

/** The parts of a page that all pages share. */
export const groupNames = ['header', 'footer'] as const;
export type GroupName = (typeof groupNames)[number];

export const isFixedPageKind = (kind: string): kind is FixedPageKind =>
  (fixedPageKinds as readonly string[]).includes(kind);
