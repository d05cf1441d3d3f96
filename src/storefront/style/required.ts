/** Values of a design that can be read, as they are written into rules: no custom property of a skin changes them. */
export interface Plain {
  readonly text: string;
  readonly surface: string;
  readonly base: string;
  readonly space: string;
  /** The widest that the content of a page is. */
  readonly width: string;
}

/** Each property by which something is drawn and not seen. */
const SEEN = `
  visibility: visible !important; opacity: 1 !important; clip-path: none !important; transform: none !important;
  translate: none !important; scale: none !important; rotate: none !important; filter: none !important; mask: none !important;
  max-height: none !important; content-visibility: visible !important; mix-blend-mode: normal !important;
`.trim();

/** Properties by which something is moved out of the page, or cut off. */
const HERE = `
  position: static !important; overflow: visible !important; text-indent: 0 !important;
`.trim();

const NEEDED =
  '[data-el="header"], [data-el="footer"], [data-el="buy"], [data-el="price"], [data-el="notice"], [data-el="cart-summary"], [data-el="field"]';

/** Takes away what a skin says of the place of something. */
const PLACED = `
  float: none !important; columns: auto !important; grid-area: auto !important; aspect-ratio: auto !important; container-type: normal !important;
  min-width: 0 !important; max-width: none !important; width: auto !important; min-height: 0 !important; height: auto !important;
  margin: 0 !important; text-indent: 0 !important;
`.trim();

/** Matches whatever a product or the cart stands in. */
const LAID = ':has([data-sold], [data-cart])';

/**
 * The page of a product: whoever came for it sees its title, its price and the way to buy it. All that they stand in is laid out here, so a skin
 * dresses it and moves nothing away. Elsewhere on the page nothing lies above them: the gate bounds the layers that a skin names.
 */
const sold = ({ space, width }: Pick<Plain, 'space' | 'width'>): string =>
  `
:is(main, main *)${LAID} { ${SEEN} ${HERE} ${PLACED} padding: 0 !important; }
main${LAID} { display: block !important; flex: 1 0 auto !important; }
main [data-el="section"]${LAID} { display: block !important; padding-block: calc(${space} * 2.5) !important; }
main [data-part="inner"]${LAID} { display: block !important; max-width: calc(${width}) !important; margin-inline: auto !important; padding-inline: ${space} !important; }
main [data-el="product-detail"] { display: grid !important; grid-template: none / minmax(0, 1fr) !important; grid-auto-flow: row !important; gap: calc(${space} * 2) !important; }
main [data-el="product-detail"] > * { min-width: 0 !important; margin: 0 !important; grid-area: auto !important; }
main :is([data-part="body"], [data-form]):has([data-sold]) { display: grid !important; grid-template: none / minmax(0, 1fr) !important; grid-auto-flow: row !important; gap: calc(${space} * 1.25) !important; }
[data-sold] { ${SEEN} ${PLACED} display: block !important; position: relative !important; inset: auto !important; z-index: 2147483646 !important; overflow: visible !important; padding: 0 !important; }
[data-sold] > [data-part="button"] {
  ${PLACED} display: inline-flex !important; position: static !important; overflow: visible !important; width: 100% !important;
  min-height: 48px !important; padding: 10px 24px !important;
}
[data-sold] *::before, [data-sold] *::after, [data-sold]::before, [data-sold]::after { content: none !important; }
@media (min-width: 860px) {
  main [data-el="section"]${LAID} { padding-block: calc(${space} * 3.5) !important; }
  main [data-el="product-detail"] { grid-template: none / minmax(0, 1fr) minmax(0, 1fr) !important; gap: calc(${space} * 3) !important; }
}
`.trim();

/** Takes away what draws beyond a box, over what stands beside it. */
const BOUNDED = `box-shadow: none !important; text-shadow: none !important;`;

/** Rows of a grid as high as what stands in them. Whatever names no row then shares its place with nothing else. */
const ROWS = `
  grid-template-rows: none !important; grid-auto-rows: auto !important; grid-auto-flow: row !important;
`.trim();

/** Raises a box above all that is not needed. Raised boxes stand one after the other, so none of them covers another one. */
const raised = (layer: number): string =>
  `position: relative !important; inset: auto !important; z-index: ${layer} !important; order: 0 !important;`;

const AMOUNTS = 2_147_483_645;
const BUTTONS = AMOUNTS - 1;
/** Above each layer that a skin names. A menu that somebody opens lies above it. */
const CARDS = 1_000;

/**
 * Keeps amounts, and the buttons beside them, on top and each in a place of its own. The cart is laid out here for that, since amounts and
 * buttons stand close together there. A card of a product keeps its price in a layer of its own, below menus that open.
 */
const priced = ({ space }: Pick<Plain, 'space'>): string =>
  `
main :not([data-el="product-card"], [data-el="product-detail"]):has([data-priced]) { ${SEEN} backdrop-filter: none !important; z-index: auto !important; }
:has(> [data-priced]) { ${ROWS} columns: auto !important; container-type: normal !important; aspect-ratio: auto !important; min-height: min-content !important; }
[data-el="product-card"], [data-el="product-detail"]:not(:has([data-sold])) { position: relative !important; z-index: ${CARDS} !important; }
[data-el="header"]:is(:hover, :focus-within) { position: relative !important; z-index: ${CARDS + 1} !important; }
[data-el="product-grid"] { ${ROWS} }
[data-el="product-grid"] > * { ${SEEN} position: static !important; grid-row: auto !important; margin: 0 !important; height: auto !important; min-height: 0 !important; }
[data-el="product-card"] { ${PLACED} height: 100% !important; display: flex !important; flex-flow: column nowrap !important; }
[data-el="product-card"]:not(:hover, :focus-within) { transform: none !important; translate: none !important; scale: none !important; rotate: none !important; }
[data-el="product-card"] > :not([data-part="badge"]) { flex: none !important; }
[data-el="product-card"] > a { ${PLACED} }
[data-el="product-card"] > a::after { opacity: 0 !important; }
[data-el="product-card"] > [data-priced] { pointer-events: none !important; }
[data-priced] { ${PLACED} min-width: min-content !important; ${raised(AMOUNTS)} ${BOUNDED} outline: none !important; line-height: 1.55 !important; }
[data-priced] :not([data-hidden]) {
  ${SEEN} ${BOUNDED} position: static !important; float: none !important; order: 0 !important; grid-area: auto !important; margin: 0 !important;
  height: auto !important; min-height: 0 !important; outline: none !important; line-height: 1.55 !important;
}
[data-priced]::before, [data-priced]::after, [data-priced] *::before, [data-priced] *::after { content: none !important; }
:is([data-cart], [data-el="cart-summary"], [data-lines], [data-el="cart-line"]) { ${SEEN} ${HERE} ${PLACED} }
main [data-stack]:has([data-cart]) { display: grid !important; ${ROWS} grid-template-columns: minmax(0, 1fr) !important; gap: calc(${space} * 1.25) !important; margin-top: ${space} !important; }
main [data-stack] > [data-cart] { grid-area: auto !important; }
[data-cart] { display: grid !important; ${ROWS} grid-template-columns: minmax(0, 1fr) !important; }
[data-lines] { display: block !important; }
[data-el="cart-summary"] { ${ROWS} grid-template-columns: minmax(0, 1fr) !important; }
[data-el="cart-summary"] > :not([data-priced]) { ${PLACED} display: block !important; ${raised(BUTTONS)} }
[data-el="cart-summary"] [data-part="actions"] { display: grid !important; ${ROWS} grid-template-columns: minmax(0, 1fr) !important; }
[data-el="cart-summary"] [data-part="actions"] > * { ${PLACED} display: inline-flex !important; position: static !important; order: 0 !important; min-height: 48px !important; }
[data-el="cart-line"] { display: grid !important; ${ROWS} grid-template-columns: 72px minmax(0, 1fr) auto !important; }
[data-el="cart-line"] > * { ${PLACED} order: 0 !important; }
[data-el="cart-line"] > [data-part="media"] { grid-row: span 2 !important; }
[data-el="cart-line"] > [data-body] { display: grid !important; grid-column: 2 / 4 !important; }
[data-el="cart-line"] > :is([data-part="quantity"], [data-part="remove"]) { display: block !important; ${raised(BUTTONS)} }
[data-el="cart-line"] > [data-part="quantity"] { grid-column: 2 !important; }
[data-el="cart-line"] [data-el="quantity"] { ${PLACED} display: inline-flex !important; position: static !important; }
[data-el="cart-line"] [data-el="quantity"] > * { ${PLACED} position: static !important; order: 0 !important; }
[data-el="cart-line"] [data-el="quantity"] > [data-part="input"] { display: inline-block !important; flex: none !important; width: 88px !important; min-height: 44px !important; }
[data-el="cart-line"] > [data-part="remove"] { grid-column: 2 / 4 !important; }
[data-el="cart-line"] [data-part="remove"] button { ${PLACED} display: inline-block !important; position: static !important; min-height: 44px !important; }
:is([data-el="cart-summary"], [data-el="cart-line"]) :not([data-hidden]) { ${BOUNDED} line-height: 1.55 !important; }
:is([data-el="cart-summary"], [data-el="cart-line"]) :not([data-hidden], :focus-visible) { outline: none !important; }
@media (min-width: 860px) {
  [data-cart] { grid-template-columns: minmax(0, 1fr) 360px !important; }
}
`.trim();

/**
 * Draws pictures in large. They lie above all else while a shopper looks at one, and are nowhere otherwise: no skin lays one over a price.
 */
const zoomed = ({ text, surface }: Pick<Plain, 'text' | 'surface'>): string =>
  `
[data-zoom] { all: initial !important; display: none !important; }
[data-zoom]:target {
  display: grid !important; grid-template: auto minmax(0, 1fr) / minmax(0, 1fr) !important; position: fixed !important; inset: 0 !important;
  z-index: 2147483647 !important; background: ${surface} !important; color: ${text} !important; font-family: var(--tz-font-body) !important;
  font-size: 1rem !important; overscroll-behavior: contain !important;
}
[data-zoom] * { all: revert !important; box-sizing: border-box !important; color: inherit !important; }
[data-zoom] > nav { display: flex !important; flex-wrap: wrap !important; align-items: center !important; gap: 0 20px !important; padding: 0 16px !important; }
[data-zoom] > nav > a { display: inline-flex !important; align-items: center !important; min-height: 48px !important; }
[data-zoom] a:focus-visible { outline: 3px solid currentcolor !important; outline-offset: -3px !important; }
[data-zoom] > [data-close], [data-zoom] > [data-close] :is(span, picture) { display: block !important; width: 100% !important; height: 100% !important; min-height: 0 !important; }
[data-zoom] img { display: block !important; width: 100% !important; height: 100% !important; object-fit: contain !important; }
[data-zoom]::before, [data-zoom]::after, [data-zoom] *::before, [data-zoom] *::after { content: none !important; }
`.trim();

/**
 * Things that the law or a shopper needs to see. Each rule is important and in the first layer: an important rule of an earlier layer wins over each of
 * a later one, so no skin hides it. The seller and the amounts stand in parts of their own, from which all that a skin says is taken away. In
 * a list, a skin that hides a whole product with its price deceives nobody, and stays possible.
 */
export function required(plain: Plain): string {
  const { text, surface, base } = plain;
  return `
html { font-size: ${base} !important; }
html, body { display: block !important; }
[data-el="page"] { display: flex !important; flex-direction: column !important; align-items: stretch !important; margin: 0 auto !important; }
html, body { margin: 0 !important; }
html, body, [data-el="page"] { ${SEEN} position: static !important; overflow: visible !important; height: auto !important; width: auto !important; min-width: min(100%, 320px) !important; padding: 0 !important; }
main { display: block !important; columns: auto !important; }
[data-el="announcement"] { max-height: 12rem !important; overflow: auto !important; }
${NEEDED} { ${SEEN} }
:is([data-el="buy"], [data-el="notice"], [data-el="cart-summary"], [data-el="cart-line"], [data-el="field"]) :not([data-hidden]) { ${SEEN} }
[data-el="buy"], [data-el="price"], [data-el="notice"], [data-el="cart-summary"], [data-el="field"], [data-priced], [data-part="amount"]:has(> [data-shown]) { ${HERE} }
[data-priced], [data-part="amount"]:has(> [data-shown]), [data-el="price"] { ${SEEN} margin: 0 !important; min-width: min-content !important; }
[data-el="header"], [data-el="footer"], [data-el="buy"], [data-el="notice"], [data-el="field"], [data-el="field"] [data-part="label"] { display: block !important; }
[data-priced] { display: block !important; }
[data-el="cart-summary"] { display: grid !important; }
[data-el="cart-summary"] [data-priced] { display: flex !important; }
[data-el="price"] { display: inline-flex !important; }
[data-part="amount"]:has(> [data-shown]) { display: inline !important; }
[data-shown] {
  all: revert !important; display: inline-block !important; visibility: visible !important; font-size: max(13px, 1em) !important; letter-spacing: normal !important;
  word-spacing: normal !important; text-indent: 0 !important; color: rgb(from currentcolor r g b / 1) !important;
}
[data-hidden] { display: block !important; position: absolute !important; width: 1px !important; height: 1px !important; overflow: hidden !important; clip-path: inset(50%) !important; }
[data-foot] { all: revert !important; }
[data-seller] {
  all: initial !important; display: block !important; position: relative !important; z-index: 2147483647 !important;
  background: ${surface} !important; color: ${text} !important; font-family: var(--tz-font-body) !important;
  font-size: max(0.9375rem, 13px) !important; line-height: 1.6 !important; overflow-wrap: break-word !important;
}
[data-seller] * { all: revert !important; box-sizing: border-box !important; }
[data-seller] > [data-inner] { max-width: 1160px !important; margin: 0 auto !important; padding: 16px !important; }
[data-seller] ul { display: flex !important; flex-wrap: wrap !important; gap: 0 20px !important; margin: 0 !important; padding: 0 !important; list-style: none !important; }
[data-seller] a { display: inline-flex !important; align-items: center !important; min-height: 44px !important; color: inherit !important; }
[data-seller] [data-part="row"] { margin: 0 !important; font-size: max(0.8125rem, 13px) !important; }
[data-seller] a:focus-visible { outline: 3px solid currentcolor !important; outline-offset: 2px !important; }
${priced(plain)}
${sold(plain)}
${zoomed(plain)}
[data-seller]::before, [data-seller]::after, [data-seller] *::before, [data-seller] *::after { content: none !important; }
`.trim();
}
