/** The role that the product runs as: not the owner of the tables, so row-level security holds for it. */
export const RUNTIME_ROLE = 'tezgah_runtime';

/** The role that the storefront program runs as: it reads what the storefront shows, and writes nothing. */
export const STOREFRONT_ROLE = 'tezgah_storefront';

/** The role that the sessions of a program take on. */
export type Role = typeof RUNTIME_ROLE | typeof STOREFRONT_ROLE;
