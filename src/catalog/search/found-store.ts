/** SQL of the identifiers of products whose texts have all words. @param patterns SQL of their patterns, see `searchPatterns` */
export const foundProducts = (patterns: string): string => `search_catalog(${patterns})`;
