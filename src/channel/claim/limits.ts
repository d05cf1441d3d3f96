/** Files that an act upon a claim brings at most. */
export const FILES_MAX = 5;
/** Characters of the words for the marketplace. */
export const DESCRIPTION_MAX = 500;
