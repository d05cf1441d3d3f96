/** What the name of a file of this type ends with, without the dot. A suffix of the type says only in which syntax it is written. */
export const extensionOf = (type: string): string => type.replace(/^[^/]*\//, '').replace(/\+.*$/, '');
