/** SQL of the products that a shopper looks for, each with its rank. Its parts are SQL of those of a `ShopSearch`. */
export const foundProducts = (words: string, heads: string, ranked: string): string =>
  `search_shop(${words}, ${heads}, ${ranked})`;
