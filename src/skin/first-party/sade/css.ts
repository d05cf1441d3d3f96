/** The skin, up to the colour of a price that is reduced. It dresses elements of the kit by their attributes, and lays nothing out that the kit does not. */
const css = `
[data-el="header"] { border-bottom: var(--tz-border-width) solid var(--tz-color-border); background: var(--tz-color-bg); }
[data-el="header"] [data-part="brand"] { font-family: var(--tz-font-heading); font-weight: 600; letter-spacing: 0.01em; }
[data-el="announcement"][data-axis-tone="accent"] { background: var(--tz-color-accent); color: var(--tz-color-accent-text); letter-spacing: 0.02em; }
[data-el="announcement"][data-axis-tone="surface"] { background: var(--tz-color-surface); color: var(--tz-color-text); }
[data-el="section"][data-axis-tone="surface"] { background: var(--tz-color-surface); }
[data-el="section"][data-axis-tone="accent"] { background: var(--tz-color-accent); color: var(--tz-color-accent-text); }
[data-el="heading"] { font-family: var(--tz-font-heading); font-weight: 500; line-height: 1.15; text-wrap: balance; }
[data-el="heading"][data-axis-level="1"] { letter-spacing: -0.01em; }
[data-el="text"] { line-height: 1.65; }
[data-el="text"][data-axis-size="small"] { color: var(--tz-color-muted); }
[data-el="rich-text"] { line-height: 1.75; }
[data-el="rich-text"] [data-part="quote"] { border-left: 3px solid var(--tz-color-accent); color: var(--tz-color-muted); font-style: italic; }
[data-el="link"] { color: inherit; text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
[data-el="link"]:hover { color: var(--tz-color-accent); }
[data-el="button"] { border-radius: var(--tz-radius-control); font-weight: 600; letter-spacing: 0.02em; transition: background-color 120ms ease, color 120ms ease; }
[data-el="button"][data-axis-kind="primary"] { background: var(--tz-color-accent); color: var(--tz-color-accent-text); border: var(--tz-border-width) solid var(--tz-color-accent); }
[data-el="button"][data-axis-kind="primary"]:hover { background: color-mix(in srgb, var(--tz-color-accent) 88%, var(--tz-color-text)); }
[data-el="button"][data-axis-kind="secondary"] { background: transparent; color: var(--tz-color-text); border: var(--tz-border-width) solid var(--tz-color-text); }
[data-el="button"][data-axis-kind="secondary"]:hover { background: var(--tz-color-text); color: var(--tz-color-bg); }
[data-el="hero"] { background: var(--tz-color-surface); }
[data-el="hero"] [data-part="title"] { font-family: var(--tz-font-heading); font-weight: 500; line-height: 1.08; letter-spacing: -0.015em; text-wrap: balance; }
[data-el="hero"] [data-part="text"] { color: var(--tz-color-muted); line-height: 1.6; }
[data-el="hero"][data-axis-align="center"] [data-part="body"] { text-align: center; }
[data-el="feature-list"] [data-part="item"] { border-top: var(--tz-border-width) solid var(--tz-color-border); padding-top: var(--tz-space); }
[data-el="feature-list"] [data-part="title"] { font-family: var(--tz-font-heading); font-weight: 600; }
[data-el="feature-list"] [data-part="text"] { color: var(--tz-color-muted); }
[data-el="product-card"] { background: var(--tz-color-bg); border-radius: var(--tz-radius-card); box-shadow: var(--tz-shadow); transition: transform 160ms ease; }
[data-el="product-card"] [data-part="media"] { background: var(--tz-color-surface); border-radius: var(--tz-radius-card); overflow: hidden; }
[data-el="product-card"] [data-part="title"] { font-weight: 500; }
[data-el="product-card"]:hover [data-part="title"] { color: var(--tz-color-accent); }
[data-el="price"] [data-part="amount"] { font-weight: 600; font-variant-numeric: tabular-nums; }
[data-el="price"] [data-part="compare"] { color: var(--tz-color-muted); text-decoration: line-through; }
[data-el="badge"] { border-radius: var(--tz-radius-control); background: var(--tz-color-surface); color: var(--tz-color-text); font-weight: 600; }
[data-el="badge"][data-axis-kind="sale"] { background: var(--tz-color-accent); color: var(--tz-color-accent-text); }
[data-el="gallery"] [data-part="item"] { border-radius: var(--tz-radius-card); overflow: hidden; }
[data-el="product-detail"] [data-part="title"] { font-family: var(--tz-font-heading); font-weight: 500; line-height: 1.15; }
[data-el="product-detail"] [data-part="media"] { background: var(--tz-color-surface); border-radius: var(--tz-radius-card); overflow: hidden; }
[data-el="option"] [data-part="legend"] { font-weight: 600; }
[data-el="option"] [data-part="choice"] { border: var(--tz-border-width) solid var(--tz-color-border); border-radius: var(--tz-radius-control); }
[data-el="option"] [data-part="choice"]:hover { border-color: var(--tz-color-text); }
[data-el="quantity"] [data-part="input"] { border: var(--tz-border-width) solid var(--tz-color-muted); border-radius: var(--tz-radius-control); background: var(--tz-color-bg); color: var(--tz-color-text); }
[data-el="buy"] [data-part="button"] { background: var(--tz-color-accent); color: var(--tz-color-accent-text); border-radius: var(--tz-radius-control); font-weight: 600; letter-spacing: 0.02em; }
[data-el="buy"] [data-part="button"]:hover { background: color-mix(in srgb, var(--tz-color-accent) 88%, var(--tz-color-text)); }
[data-el="buy"] [data-part="note"] { color: var(--tz-color-muted); }
[data-el="breadcrumb"] { color: var(--tz-color-muted); }
[data-el="search-form"] [data-part="input"] { border: var(--tz-border-width) solid var(--tz-color-muted); border-radius: var(--tz-radius-control); background: var(--tz-color-bg); color: var(--tz-color-text); }
[data-el="search-form"] [data-part="button"] { background: var(--tz-color-text); color: var(--tz-color-bg); border-radius: var(--tz-radius-control); }
[data-el="field"] [data-part="label"] { font-weight: 600; }
[data-el="field"] [data-part="input"] { border: var(--tz-border-width) solid var(--tz-color-muted); border-radius: var(--tz-radius-control); background: var(--tz-color-bg); color: var(--tz-color-text); }
[data-el="field"] [data-part="hint"] { color: var(--tz-color-muted); }
[data-el="field"] [data-part="error"] { color: var(--tz-color-error); }
[data-el="menu"] [data-part="sub"] { background: var(--tz-color-bg); border: var(--tz-border-width) solid var(--tz-color-border); box-shadow: var(--tz-shadow); }
[data-el="faq"] [data-part="item"] { border-bottom: var(--tz-border-width) solid var(--tz-color-border); }
[data-el="faq"] [data-part="question"] { font-weight: 600; }
[data-el="quote"] [data-part="text"] { font-family: var(--tz-font-heading); font-style: italic; line-height: 1.5; }
[data-el="quote"] [data-part="author"] { color: var(--tz-color-muted); }
[data-el="cart-line"] { border-bottom: var(--tz-border-width) solid var(--tz-color-border); }
[data-el="cart-line"] [data-part="title"] { font-weight: 600; }
[data-el="cart-line"] [data-part="options"] { color: var(--tz-color-muted); }
[data-el="cart-summary"] { background: var(--tz-color-surface); border-radius: var(--tz-radius-card); }
[data-el="cart-summary"] [data-part="total"] { font-weight: 700; font-variant-numeric: tabular-nums; }
[data-el="notice"] { border-radius: var(--tz-radius-control); background: var(--tz-color-surface); color: var(--tz-color-text); border-left: 4px solid var(--tz-color-accent); }
[data-el="notice"][data-axis-kind="error"] { border-left-color: var(--tz-color-error); }
[data-el="empty"] [data-part="title"] { font-family: var(--tz-font-heading); }
[data-el="empty"] [data-part="text"] { color: var(--tz-color-muted); }
[data-el="footer"] { background: var(--tz-color-surface); border-top: var(--tz-border-width) solid var(--tz-color-border); }
[data-el="footer"] [data-part="seller"] { color: var(--tz-color-muted); }
[data-el="footer"] [data-part="note"] { color: var(--tz-color-muted); }
[data-el="legal"] { color: var(--tz-color-muted); }
@media (min-width: 860px) {
  [data-el="product-card"]:hover { transform: translateY(-2px); }
}
@media (prefers-reduced-motion: reduce) {
  [data-el="product-card"], [data-el="button"] { transition: none; }
  [data-el="product-card"]:hover { transform: none; }
}
`.trim();

const reduced = (color: string): string =>
  `[data-el="price"][data-axis-kind="sale"] [data-part="amount"] { color: var(--tz-${color}); }`;

export const css100 = `${css}\n${reduced('color-accent')}`;
export const css110 = `${css}\n${reduced('color-sale')}`;
