/** The skin of a lively shop: strong colours, close cards, prices first. */
export const css = `
[data-el="announcement"] { font-weight: 700; }
[data-el="announcement"][data-axis-tone="accent"] { background: var(--tz-color-text); color: var(--tz-color-bg); }
[data-el="announcement"][data-axis-tone="surface"] { background: var(--tz-color-surface); color: var(--tz-color-text); }
[data-el="header"] { background: var(--tz-color-accent); color: var(--tz-color-accent-text); }
[data-el="header"] [data-part="brand"] { font-family: var(--tz-font-heading); font-weight: 800; letter-spacing: -0.02em; }
[data-el="section"][data-axis-tone="surface"] { background: var(--tz-color-surface); }
[data-el="section"][data-axis-tone="accent"] { background: var(--tz-color-accent); color: var(--tz-color-accent-text); }
[data-el="heading"] { font-family: var(--tz-font-heading); font-weight: 800; letter-spacing: -0.015em; }
[data-el="text"][data-axis-size="small"] { color: var(--tz-color-muted); }
[data-el="rich-text"] [data-part="quote"] { border-left: 6px solid var(--tz-color-accent); font-weight: 600; }
[data-el="link"] { text-decoration-thickness: 2px; text-underline-offset: 0.15em; }
[data-el="button"] { border-radius: var(--tz-radius-control); font-weight: 800; }
[data-el="button"][data-axis-kind="primary"] { background: var(--tz-color-accent); color: var(--tz-color-accent-text); }
[data-el="button"][data-axis-kind="primary"]:hover { filter: brightness(0.92); }
[data-el="button"][data-axis-kind="secondary"] { background: var(--tz-color-bg); color: var(--tz-color-text); border: 2px solid var(--tz-color-text); }
[data-el="hero"] { background: var(--tz-color-surface); border-bottom: 4px solid var(--tz-color-accent); }
[data-el="hero"] [data-part="title"] { font-family: var(--tz-font-heading); font-weight: 900; letter-spacing: -0.025em; line-height: 1; text-wrap: balance; }
[data-el="hero"] [data-part="text"] { font-size: 1.125rem; color: var(--tz-color-muted); }
[data-el="feature-list"] [data-part="item"] { background: var(--tz-color-bg); border-radius: var(--tz-radius-card); border: var(--tz-border-width) solid var(--tz-color-border); padding: var(--tz-space); }
[data-el="feature-list"] [data-part="title"] { font-weight: 800; }
[data-el="feature-list"] [data-part="text"] { color: var(--tz-color-muted); }
[data-el="product-card"] { background: var(--tz-color-bg); border: var(--tz-border-width) solid var(--tz-color-border); border-radius: var(--tz-radius-card); box-shadow: var(--tz-shadow); padding: 10px; }
[data-el="product-card"]:hover { border-color: var(--tz-color-accent); }
[data-el="product-card"] [data-part="media"] { border-radius: var(--tz-radius-card); overflow: hidden; background: var(--tz-color-surface); }
[data-el="product-card"] [data-part="title"] { font-weight: 600; line-height: 1.3; }
[data-el="price"] [data-part="amount"] { font-weight: 800; font-size: 1.125em; font-variant-numeric: tabular-nums; }
[data-el="price"][data-axis-kind="sale"] [data-part="amount"] { color: var(--tz-color-sale); }
[data-el="price"] [data-part="compare"] { color: var(--tz-color-muted); text-decoration: line-through; }
[data-el="badge"] { border-radius: 999px; font-weight: 800; background: var(--tz-color-text); color: var(--tz-color-bg); }
[data-el="badge"][data-axis-kind="sale"] { background: var(--tz-color-sale); color: var(--tz-color-bg); }
[data-el="gallery"] [data-part="item"] { border-radius: var(--tz-radius-card); overflow: hidden; }
[data-el="product-detail"] [data-part="title"] { font-family: var(--tz-font-heading); font-weight: 800; letter-spacing: -0.02em; }
[data-el="product-detail"] [data-part="media"] { border-radius: var(--tz-radius-card); overflow: hidden; background: var(--tz-color-surface); }
[data-el="option"] [data-part="legend"] { font-weight: 800; }
[data-el="option"] [data-part="choice"] { border: 2px solid var(--tz-color-border); border-radius: var(--tz-radius-control); }
[data-el="option"] [data-part="choice"]:hover { border-color: var(--tz-color-accent); }
[data-el="quantity"] [data-part="input"] { border: 2px solid var(--tz-color-muted); border-radius: var(--tz-radius-control); background: var(--tz-color-bg); color: var(--tz-color-text); }
[data-el="buy"] [data-part="button"] { background: var(--tz-color-accent); color: var(--tz-color-accent-text); border-radius: var(--tz-radius-control); font-weight: 800; font-size: 1.0625rem; }
[data-el="buy"] [data-part="button"]:hover { filter: brightness(0.92); }
[data-el="buy"] [data-part="note"] { color: var(--tz-color-muted); }
[data-el="breadcrumb"] { color: var(--tz-color-muted); }
[data-el="pagination"] [data-part="item"] { border-radius: var(--tz-radius-control); font-weight: 700; }
[data-el="search-form"] [data-part="input"] { border: 2px solid var(--tz-color-muted); border-radius: var(--tz-radius-control); background: var(--tz-color-bg); color: var(--tz-color-text); }
[data-el="search-form"] [data-part="button"] { background: var(--tz-color-text); color: var(--tz-color-bg); border-radius: var(--tz-radius-control); font-weight: 700; }
[data-el="menu"] { font-weight: 600; }
[data-el="menu"] [data-part="sub"] { background: var(--tz-color-bg); color: var(--tz-color-text); border: var(--tz-border-width) solid var(--tz-color-border); border-radius: var(--tz-radius-card); }
[data-el="field"] [data-part="label"] { font-weight: 700; }
[data-el="field"] [data-part="input"] { border: 2px solid var(--tz-color-muted); border-radius: var(--tz-radius-control); background: var(--tz-color-bg); color: var(--tz-color-text); }
[data-el="field"] [data-part="hint"] { color: var(--tz-color-muted); }
[data-el="field"] [data-part="error"] { color: var(--tz-color-error); font-weight: 600; }
[data-el="faq"] [data-part="item"] { border-bottom: 2px solid var(--tz-color-border); }
[data-el="faq"] [data-part="question"] { font-weight: 700; }
[data-el="quote"] { background: var(--tz-color-surface); color: var(--tz-color-text); border-radius: var(--tz-radius-card); padding: var(--tz-space); }
[data-el="quote"] [data-part="author"] { color: var(--tz-color-muted); font-weight: 600; }
[data-el="contact"] [data-part="label"] { color: var(--tz-color-muted); }
[data-el="cart-line"] { border-bottom: 2px solid var(--tz-color-border); }
[data-el="cart-line"] [data-part="title"] { font-weight: 700; }
[data-el="cart-line"] [data-part="options"] { color: var(--tz-color-muted); }
[data-el="cart-summary"] { background: var(--tz-color-surface); border: 2px solid var(--tz-color-border); border-radius: var(--tz-radius-card); }
[data-el="cart-summary"] [data-part="total"] { font-weight: 800; font-variant-numeric: tabular-nums; }
[data-el="notice"] { border-radius: var(--tz-radius-card); background: var(--tz-color-surface); color: var(--tz-color-text); border: 2px solid var(--tz-color-accent); }
[data-el="notice"][data-axis-kind="error"] { border-color: var(--tz-color-error); }
[data-el="empty"] [data-part="title"] { font-family: var(--tz-font-heading); font-weight: 800; }
[data-el="empty"] [data-part="text"] { color: var(--tz-color-muted); }
[data-el="footer"] { background: var(--tz-color-surface); color: var(--tz-color-text); border-top: 4px solid var(--tz-color-accent); }
[data-el="footer"] [data-part="seller"], [data-el="footer"] [data-part="note"] { color: var(--tz-color-muted); }
[data-el="legal"] { color: var(--tz-color-muted); }
@media (prefers-reduced-motion: no-preference) {
  [data-el="product-card"], [data-el="button"] { transition: border-color 120ms ease, filter 120ms ease; }
}
`.trim();
