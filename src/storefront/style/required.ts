/** Values of a design that can be read, as they are written into rules: no custom property of a skin changes them. */
export interface Plain {
  readonly text: string;
  readonly surface: string;
  readonly base: string;
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

/**
 * Things that the law or a shopper needs to see. Each rule is important and in the first layer: an important rule of an earlier layer wins over each of
 * a later one, so no skin hides it. The seller and the amounts stand in parts of their own, from which all that a skin says is taken away. A
 * skin that hides a whole product with its price deceives nobody, and stays possible.
 */
export const required = ({ text, surface, base }: Plain): string =>
  `
html { font-size: ${base} !important; }
html, body { display: block !important; }
[data-el="page"] { display: flex !important; flex-direction: column !important; align-items: stretch !important; margin: 0 auto !important; }
html, body { margin: 0 !important; }
html, body, [data-el="page"] { ${SEEN} position: static !important; overflow: visible !important; height: auto !important; width: auto !important; min-width: min(100%, 320px) !important; padding: 0 !important; }
${NEEDED} { ${SEEN} }
:is([data-el="buy"], [data-el="notice"], [data-el="cart-summary"], [data-el="field"]) :not([data-hidden]) { ${SEEN} }
[data-el="buy"], [data-el="price"], [data-el="notice"], [data-el="cart-summary"], [data-el="field"], [data-priced], [data-part="amount"]:has(> [data-shown]) { ${HERE} }
[data-priced], [data-part="amount"]:has(> [data-shown]), [data-el="price"] { ${SEEN} margin: 0 !important; min-width: min-content !important; }
[data-el="header"], [data-el="footer"], [data-el="buy"], [data-el="notice"], [data-el="field"], [data-el="field"] [data-part="label"] { display: block !important; }
[data-priced] { display: block !important; }
[data-el="cart-summary"] { display: grid !important; }
[data-el="cart-summary"] [data-priced] { display: flex !important; }
[data-el="price"] { display: inline-flex !important; }
[data-part="amount"]:has(> [data-shown]) { display: inline !important; }
[data-shown] {
  all: revert !important; visibility: visible !important; font-size: max(13px, 1em) !important; letter-spacing: normal !important;
  word-spacing: normal !important; text-indent: 0 !important; color: rgb(from currentcolor r g b / 1) !important;
}
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
[data-seller]::before, [data-seller]::after, [data-seller] *::before, [data-seller] *::after { content: none !important; }
`.trim();
