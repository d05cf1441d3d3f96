/** Packages whose labels one call names at most. */
export const PACKAGES_MAX = 50;
