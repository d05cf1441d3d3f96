/**
 * The skin of a workshop: paper, thin lines, large serif titles.
 * @param line name of the colour of lines @param accentFont font of short remarks
 */
const skin = (line: string, accentFont: string): string =>
  `
[data-el="header"] { border-bottom: var(--tz-border-width) solid var(--tz-${line}); background: var(--tz-color-bg); }
[data-el="header"] [data-part="brand"] { font-family: var(--tz-font-heading); font-size: 1.5rem; letter-spacing: 0.04em; }
[data-el="announcement"] { font-family: var(--tz-${accentFont}); font-style: italic; }
[data-el="announcement"][data-axis-tone="accent"] { background: var(--tz-color-accent); color: var(--tz-color-accent-text); }
[data-el="announcement"][data-axis-tone="surface"] { background: var(--tz-color-surface); color: var(--tz-color-text); }
[data-el="section"] { border-top: var(--tz-border-width) solid var(--tz-${line}); }
[data-el="section"][data-axis-tone="surface"] { background: var(--tz-color-surface); }
[data-el="section"][data-axis-tone="accent"] { background: var(--tz-color-accent); color: var(--tz-color-accent-text); }
[data-el="heading"] { font-family: var(--tz-font-heading); font-weight: 400; line-height: 1.15; text-wrap: balance; }
[data-el="text"] { line-height: 1.75; }
[data-el="text"][data-axis-size="small"] { color: var(--tz-color-muted); }
[data-el="rich-text"] { line-height: 1.85; }
[data-el="rich-text"] [data-part="quote"] { border-left: 0; padding-left: 0; font-family: var(--tz-${accentFont}); font-style: italic; font-size: 1.25em; color: var(--tz-color-muted); }
[data-el="link"] { text-decoration-thickness: 1px; text-underline-offset: 0.3em; }
[data-el="button"] { border-radius: var(--tz-radius-control); font-weight: 500; letter-spacing: 0.06em; }
[data-el="button"][data-axis-kind="primary"] { background: var(--tz-color-accent); color: var(--tz-color-accent-text); border: var(--tz-border-width) solid var(--tz-color-accent); }
[data-el="button"][data-axis-kind="primary"]:hover { background: color-mix(in srgb, var(--tz-color-accent) 85%, var(--tz-color-text)); }
[data-el="button"][data-axis-kind="secondary"] { background: transparent; color: var(--tz-color-text); border: 0; border-bottom: 1px solid var(--tz-color-text); }
[data-el="hero"] { background: var(--tz-color-bg); }
[data-el="hero"] [data-part="title"] { font-family: var(--tz-font-heading); font-weight: 400; line-height: 1.05; letter-spacing: -0.01em; text-wrap: balance; }
[data-el="hero"] [data-part="text"] { font-family: var(--tz-${accentFont}); font-size: 1.1875rem; color: var(--tz-color-muted); line-height: 1.7; }
[data-el="hero"][data-axis-align="center"] [data-part="body"] { text-align: center; }
[data-el="feature-list"] [data-part="item"] { padding-top: var(--tz-space); border-top: 2px solid var(--tz-color-accent); }
[data-el="feature-list"] [data-part="title"] { font-family: var(--tz-font-heading); font-weight: 500; }
[data-el="feature-list"] [data-part="text"] { color: var(--tz-color-muted); }
[data-el="product-card"] { background: transparent; border-radius: var(--tz-radius-card); }
[data-el="product-card"] [data-part="media"] { background: var(--tz-color-surface); border-radius: var(--tz-radius-card); overflow: hidden; box-shadow: var(--tz-shadow); }
[data-el="product-card"] [data-part="title"] { font-family: var(--tz-font-heading); font-weight: 400; font-size: 1.125rem; }
[data-el="product-card"]:hover [data-part="title"] { color: var(--tz-color-accent); }
[data-el="price"] [data-part="amount"] { font-variant-numeric: tabular-nums; letter-spacing: 0.02em; }
[data-el="price"][data-axis-kind="sale"] [data-part="amount"] { color: var(--tz-color-accent); }
[data-el="price"] [data-part="compare"] { color: var(--tz-color-muted); text-decoration: line-through; }
[data-el="badge"] { background: var(--tz-color-bg); color: var(--tz-color-text); border: 1px solid var(--tz-${line}); border-radius: var(--tz-radius-control); }
[data-el="badge"][data-axis-kind="sale"] { background: var(--tz-color-accent); color: var(--tz-color-accent-text); border-color: var(--tz-color-accent); }
[data-el="gallery"] [data-part="item"] { border-radius: var(--tz-radius-card); overflow: hidden; }
[data-el="product-detail"] [data-part="title"] { font-family: var(--tz-font-heading); font-weight: 400; line-height: 1.1; }
[data-el="product-detail"] [data-part="media"] { background: var(--tz-color-surface); border-radius: var(--tz-radius-card); overflow: hidden; }
[data-el="product-detail"] [data-part="description"] { line-height: 1.8; }
[data-el="option"] [data-part="legend"] { font-family: var(--tz-${accentFont}); font-style: italic; }
[data-el="option"] [data-part="choice"] { border: var(--tz-border-width) solid var(--tz-${line}); border-radius: var(--tz-radius-control); }
[data-el="option"] [data-part="choice"]:hover { border-color: var(--tz-color-accent); }
[data-el="quantity"] [data-part="input"] { border: var(--tz-border-width) solid var(--tz-color-muted); border-radius: var(--tz-radius-control); background: var(--tz-color-bg); color: var(--tz-color-text); }
[data-el="buy"] [data-part="button"] { background: var(--tz-color-accent); color: var(--tz-color-accent-text); border-radius: var(--tz-radius-control); font-weight: 500; letter-spacing: 0.06em; }
[data-el="buy"] [data-part="note"] { color: var(--tz-color-muted); font-family: var(--tz-${accentFont}); font-style: italic; }
[data-el="breadcrumb"] { color: var(--tz-color-muted); letter-spacing: 0.02em; }
[data-el="pagination"] [data-part="item"] { border-radius: var(--tz-radius-control); }
[data-el="search-form"] [data-part="input"] { border: 0; border-bottom: 1px solid var(--tz-color-muted); border-radius: 0; background: transparent; color: var(--tz-color-text); }
[data-el="search-form"] [data-part="button"] { background: var(--tz-color-text); color: var(--tz-color-bg); border-radius: var(--tz-radius-control); }
[data-el="menu"] { letter-spacing: 0.03em; }
[data-el="menu"] [data-part="sub"] { background: var(--tz-color-bg); border: var(--tz-border-width) solid var(--tz-${line}); }
[data-el="field"] [data-part="label"] { letter-spacing: 0.02em; }
[data-el="field"] [data-part="input"] { border: var(--tz-border-width) solid var(--tz-color-muted); border-radius: var(--tz-radius-control); background: var(--tz-color-bg); color: var(--tz-color-text); }
[data-el="field"] [data-part="hint"] { color: var(--tz-color-muted); }
[data-el="field"] [data-part="error"] { color: var(--tz-color-error); }
[data-el="faq"] [data-part="item"] { border-bottom: var(--tz-border-width) solid var(--tz-${line}); }
[data-el="faq"] [data-part="question"] { font-family: var(--tz-font-heading); font-size: 1.125rem; }
[data-el="quote"] [data-part="text"] { font-family: var(--tz-${accentFont}); font-style: italic; font-size: 1.375rem; line-height: 1.5; }
[data-el="quote"] [data-part="author"] { color: var(--tz-color-muted); letter-spacing: 0.04em; }
[data-el="contact"] [data-part="label"] { color: var(--tz-color-muted); }
[data-el="cart-line"] { border-bottom: var(--tz-border-width) solid var(--tz-${line}); }
[data-el="cart-line"] [data-part="title"] { font-family: var(--tz-font-heading); font-size: 1.125rem; }
[data-el="cart-line"] [data-part="options"] { color: var(--tz-color-muted); }
[data-el="cart-summary"] { background: var(--tz-color-surface); border-radius: var(--tz-radius-card); }
[data-el="cart-summary"] [data-part="total"] { font-family: var(--tz-font-heading); font-variant-numeric: tabular-nums; }
[data-el="notice"] { background: var(--tz-color-surface); color: var(--tz-color-text); border: 1px solid var(--tz-${line}); }
[data-el="notice"][data-axis-kind="error"] { border-color: var(--tz-color-error); }
[data-el="empty"] [data-part="title"] { font-family: var(--tz-font-heading); font-weight: 400; }
[data-el="empty"] [data-part="text"] { color: var(--tz-color-muted); }
[data-el="footer"] { background: var(--tz-color-surface); border-top: var(--tz-border-width) solid var(--tz-${line}); }
[data-el="footer"] [data-part="seller"], [data-el="footer"] [data-part="note"] { color: var(--tz-color-muted); }
[data-el="legal"] { color: var(--tz-color-muted); }
@media (min-width: 860px) {
  [data-el="hero"] [data-part="title"] { letter-spacing: -0.02em; }
}
`.trim();

export const css100 = skin('color-line', 'font-accent');
/** Lines have the colour that the kit knows, and remarks the font of titles. */
export const css200 = skin('color-border', 'font-heading');
