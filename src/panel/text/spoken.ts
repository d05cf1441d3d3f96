/** Sentences of a page that brings them itself, in both languages: those in English are of the same names and take the same words. */
export const spoken = <T>(words: { readonly tr: T; readonly en: NoInfer<T> }) => words;
