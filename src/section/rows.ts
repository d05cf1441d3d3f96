/** Rows of lists of sections that state no number. */
export const GRID_ROWS = 8;
export const RELATED_ROWS = 4;
/** Categories of a list that names none, which shows all of them. */
export const CATEGORIES_MAX = 100;

/** Counts the rows that a section shows of a list at most; what it names one by one comes on top. */
export function listRows(type: string, { source, limit, categories }: Readonly<Record<string, unknown>>): number {
  const stated = typeof limit === 'number' ? limit : undefined;
  switch (type) {
    case 'productGrid':
      return source === 'products' ? 0 : (stated ?? GRID_ROWS);
    case 'relatedProducts':
      return stated ?? RELATED_ROWS;
    case 'categoryList':
      return Array.isArray(categories) && categories.length > 0 ? 0 : CATEGORIES_MAX;
    default:
      return 0;
  }
}
