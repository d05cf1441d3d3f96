/**
 * Things that the law or a shopper needs to see. Each rule is important and in the first layer: an important rule of an earlier layer wins over each of
 * a later one, so no skin hides it.
 */
export const required = `
[data-el="header"], [data-el="footer"], [data-el="legal"], [data-el="legal"] [data-part="row"], [data-el="buy"], [data-el="price"],
[data-el="price"] [data-part="amount"], [data-el="notice"], [data-el="cart-summary"], [data-el="field"] {
  visibility: visible !important; opacity: 1 !important; clip-path: none !important; transform: none !important;
  filter: none !important; max-height: none !important; content-visibility: visible !important; mask: none !important;
}
[data-el="header"], [data-el="footer"], [data-el="legal"], [data-el="legal"] [data-part="row"], [data-el="buy"] { display: block !important; }
[data-el="price"] { display: inline-flex !important; }
[data-el="price"] [data-part="amount"] { display: inline !important; }
[data-el="legal"] [data-part="row"] { font-size: max(0.8125rem, 13px) !important; text-indent: 0 !important; }
`.trim();
