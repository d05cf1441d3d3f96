/** What pictures may come as. SVG is a program that runs where it is shown, and is none of them. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;
export type ImageType = (typeof imageTypes)[number];

const PNG = '\x89PNG\r\n\x1a\n';
/** The brands of the box that an AVIF file begins with, the first and those that it is compatible with. */
const AVIF = /^....ftyp.*(avif|avis)/s;

/** What the first bytes say that they are. Whether the rest is a picture shows when it is decoded. */
export function imageTypeOf(head: Uint8Array): ImageType | undefined {
  const text = Buffer.from(head).toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith(PNG)) return 'image/png';
  if (/^RIFF....WEBP/s.test(text)) return 'image/webp';
  return AVIF.test(text) ? 'image/avif' : undefined;
}
