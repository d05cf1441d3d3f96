/** One piece of a text of a view: words as they stand, or the name of a value. */
export type Piece = { readonly words: string } | { readonly name: string };

const PIECES = /\{([^{}]*)\}/g;

/** A text in pieces, in their order. */
export function piecesOf(template: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of template.matchAll(PIECES)) {
    if (found.index > from) pieces.push({ words: template.slice(from, found.index) });
    pieces.push({ name: found[1] as string });
    from = found.index + found[0].length;
  }
  if (from < template.length) pieces.push({ words: template.slice(from) });
  return pieces;
}

/** The name that is all of a text: `{size}`. undefined: it says more. */
export function soleName(template: string): string | undefined {
  const [piece, ...others] = piecesOf(template);
  return piece && 'name' in piece && others.length === 0 ? piece.name : undefined;
}

/** Values of the page that a view may name beside its fields. */
export const pageNames = ['product.title', 'store.name'] as const;
export type PageName = (typeof pageNames)[number];

/** The item of the list for which a node is drawn. */
export const ITEM = 'item';
