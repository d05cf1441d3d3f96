/** Finds the ending for a file of this type, without the dot. A suffix of the type says only in which syntax it is written. */
export const extensionOf = (type: string): string => type.replace(/^[^/]*\//, '').replace(/\+.*$/, '');
