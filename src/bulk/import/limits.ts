/** Most imports of products that a store keeps to take them back: older ones go. */
export const IMPORTS_MAX = 30;

/** Most changes of one import, as many as one bulk act takes back; a larger import is kept in several parts. */
export const IMPORT_CHANGES_MAX = 5_000;

/** Most changes that are noted of an import at once. */
export const IMPORT_NOTED_MAX = 200;
