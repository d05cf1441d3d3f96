/**
 * Text as search compares it: without case, accents and the dots that tell ı from i. "ŞIK", "şık" and "sik" are one word, and
 * so is a title typed on a keyboard without Turkish letters.
 */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  // All of ASCII, the common case, needs no decomposition.
  if (/^[\0-\x7f]*$/.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('ı', 'i')
    .toLowerCase();
}
