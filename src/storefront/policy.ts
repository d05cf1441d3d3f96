/** A list of all that pages may load and do. A page of a shop has no script; that nothing else of it does anything holds whatever its texts say. */
const LOADS = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
] as const;

const SHOP = [...LOADS, "form-action 'self'", "frame-ancestors 'none'"].join('; ');

const ALWAYS = {
  'X-Content-Type-Options': 'nosniff',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

/** Headers of a page of a shop. */
export const shopHeaders: Readonly<Record<string, string>> = {
  ...ALWAYS,
  'Content-Security-Policy': SHOP,
  'Referrer-Policy': 'strict-origin-when-cross-origin',
};

/** Headers of a page of a preview, which the panel alone frames, and nobody keeps, indexes or learns the address of. @param panels origins */
export const previewHeaders = (panels: readonly string[]): Readonly<Record<string, string>> => ({
  ...ALWAYS,
  'Content-Security-Policy': [
    'sandbox',
    ...LOADS,
    "form-action 'none'",
    `frame-ancestors ${panels.join(' ') || "'none'"}`,
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cache-Control': 'no-store',
});
