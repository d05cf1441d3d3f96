/** A list of all that pages may load and do. A page of a shop has no script; that nothing else of it does anything holds whatever its texts say. */
const LOADS = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
] as const;

const SENDS = "form-action 'self'";
const UNFRAMED = "frame-ancestors 'none'";

/** Tools that judge a page for its merchant read `robots.txt` from within it. Nothing of the page itself asks for anything. */
const ASKS = "connect-src 'self'";

const SHOP = [...LOADS, ASKS, SENDS, UNFRAMED].join('; ');

/**
 * The policy of a page that holds the page of a payment provider. The same frame leads on to the bank of the card, which nobody knows before,
 * and back to the shop. @param origin of the provider
 */
export const framingPolicy = (origin: string): string =>
  [...LOADS, SENDS, UNFRAMED, `frame-src 'self' https: ${origin}`].join('; ');

/** The policy of a page that may stand where the page of the provider stood, within a page of the same shop. */
export const returnPolicy = [...LOADS, SENDS, "frame-ancestors 'self'"].join('; ');

/** The policy of a page that a provider has written: it runs, as nobody's, and has nothing of the shop. */
export const providerPolicy =
  "sandbox allow-forms allow-scripts allow-top-navigation; default-src 'none'; script-src 'unsafe-inline' https:; style-src 'unsafe-inline' https:; img-src https: data:; connect-src https:; frame-ancestors 'none'";

/** The policy of a document that brings its style with it. */
export const documentPolicy =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

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
