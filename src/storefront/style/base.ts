/** How elements of the kit are laid out. Colours and shapes come from tokens; a skin dresses what stands here. */
export const baseStyle = `
*, *::before, *::after { box-sizing: border-box; }
html { font-size: var(--tz-size-base); -webkit-text-size-adjust: 100%; scroll-behavior: smooth; }
body { margin: 0; background: var(--tz-color-bg); color: var(--tz-color-text); font-family: var(--tz-font-body); line-height: 1.55; overflow-wrap: break-word; }
h1, h2, h3, p, ul, ol, dl, dd, figure, blockquote, fieldset { margin: 0; }
ul, ol { padding: 0; list-style: none; }
img { display: block; max-width: 100%; height: auto; }
a { color: inherit; }
hr { border: 0; border-top: var(--tz-border-width) solid var(--tz-color-border); margin: 0; }
:focus-visible { outline: 3px solid var(--tz-color-focus); outline-offset: 2px; }
[data-hidden] { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
[data-skip] { position: absolute; left: var(--tz-space); top: -100px; z-index: 2; background: var(--tz-color-bg); color: var(--tz-color-text); padding: 8px 16px; }
[data-skip]:focus { top: 8px; }
[data-inner], [data-part="inner"] { width: 100%; max-width: var(--tz-width-max); margin-inline: auto; padding-inline: var(--tz-space); }
[data-el="page"] { min-height: 100vh; display: flex; flex-direction: column; }
main { flex: 1; }
[data-el="header"] { border-bottom: var(--tz-border-width) solid var(--tz-color-border); }
[data-el="footer"] { background: var(--tz-color-surface); }
[data-el="header"] [data-inner] { display: flex; flex-wrap: wrap; align-items: center; gap: calc(var(--tz-space) * 0.75) calc(var(--tz-space) * 1.5); padding-block: var(--tz-space); }
[data-el="header"] [data-part="brand"] { font-size: 1.375rem; text-decoration: none; display: inline-flex; align-items: center; min-height: 44px; }
[data-el="header"] [data-part="logo"] { display: block; width: 160px; }
[data-el="header"] [data-part="nav"] { flex: 1; }
[data-el="header"] [data-part="tools"] { flex: 1 1 100%; display: flex; align-items: center; justify-content: flex-end; gap: var(--tz-space); }
[data-el="header"] [data-part="tools"] search { flex: 1; min-width: 0; }
[data-to-cart] { display: inline-flex; align-items: center; min-height: 44px; font-weight: 600; }
[data-el="header"][data-axis-layout="center"] [data-inner] { flex-direction: column; text-align: center; }
[data-el="announcement"] { text-align: center; padding: 8px var(--tz-space); font-size: 0.9375rem; }
[data-el="menu"] { display: flex; flex-wrap: wrap; gap: 4px calc(var(--tz-space) * 1.25); }
[data-el="menu"][data-axis-direction="column"] { flex-direction: column; }
[data-el="menu"] a { display: inline-flex; align-items: center; min-height: 44px; text-decoration: none; }
[data-el="menu"] a:hover { text-decoration: underline; text-underline-offset: 0.25em; }
[data-el="menu"][data-axis-direction="column"] a { min-height: 36px; }
[data-el="menu"] [data-part="item"] { position: relative; }
[data-el="menu"] [data-part="sub"] { padding-left: var(--tz-space); }
[data-el="menu"][data-axis-direction="row"] [data-part="sub"] { display: none; position: absolute; z-index: 1; top: 100%; left: 0; min-width: 200px; padding: 8px 16px; }
[data-el="menu"][data-axis-direction="row"] [data-part="item"]:hover [data-part="sub"], [data-el="menu"][data-axis-direction="row"] [data-part="item"]:focus-within [data-part="sub"] { display: block; }
[data-el="search-form"] { display: flex; gap: 8px; width: 100%; max-width: 480px; }
[data-el="search-form"] label { flex: 1; min-width: 0; }
[data-el="search-form"] [data-part="input"] { width: 100%; min-height: 44px; padding: 8px 12px; font: inherit; border: var(--tz-border-width) solid var(--tz-color-muted); border-radius: var(--tz-radius-control); background: var(--tz-color-bg); color: var(--tz-color-text); }
[data-el="search-form"] [data-part="button"] { min-height: 44px; padding: 8px 16px; font: inherit; border: 0; border-radius: var(--tz-radius-control); background: var(--tz-color-text); color: var(--tz-color-bg); cursor: pointer; }
[data-el="section"] { padding-block: calc(var(--tz-space) * 2.5); }
[data-el="section"][data-axis-tone="surface"] { background: var(--tz-color-surface); }
[data-el="section"][data-axis-tone="accent"] { background: var(--tz-color-accent); color: var(--tz-color-accent-text); }
[data-el="section"][data-axis-width="narrow"] > [data-part="inner"] { max-width: calc(var(--tz-width-text) + var(--tz-space) * 2); }
[data-el="section"][data-axis-width="wide"] > [data-part="inner"] { max-width: none; }
[data-part="inner"] > [data-el="heading"] { margin-bottom: calc(var(--tz-space) * 1.5); }
[data-el="heading"] { font-family: var(--tz-font-heading); line-height: 1.2; }
[data-el="heading"][data-axis-level="1"] { font-size: calc(1.25rem * var(--tz-size-scale) * var(--tz-size-scale)); }
[data-el="heading"][data-axis-level="2"] { font-size: calc(1.125rem * var(--tz-size-scale) * var(--tz-size-scale)); }
[data-el="heading"][data-axis-level="3"] { font-size: calc(1rem * var(--tz-size-scale)); }
[data-el="text"][data-axis-size="small"] { font-size: 0.875rem; }
[data-el="text"][data-axis-size="large"] { font-size: 1.125rem; }
[data-align="center"] { text-align: center; }
[data-align="center"] [data-part="list"] { text-align: left; }
[data-el="section"]:has([data-align="center"]) [data-part="inner"] > [data-el="heading"] { text-align: center; }
[data-el="rich-text"] > * + * { margin-top: var(--tz-space); }
[data-el="rich-text"] ul { list-style: disc; padding-left: 1.25em; }
[data-el="rich-text"] ol { list-style: decimal; padding-left: 1.5em; }
[data-el="rich-text"] [data-part="quote"] { padding-left: var(--tz-space); border-left: 3px solid var(--tz-color-accent); }
[data-table] { overflow-x: auto; max-width: 100%; }
[data-table] table { border-collapse: collapse; font-size: 0.9375rem; }
[data-table] th, [data-table] td { padding: 8px 12px; text-align: left; vertical-align: top; border: var(--tz-border-width) solid var(--tz-color-border); }
[data-table] th { font-weight: 600; background: var(--tz-color-surface); }
[data-el="button"], [data-el="buy"] [data-part="button"] { display: inline-flex; align-items: center; justify-content: center; min-height: 48px; padding: 10px 24px; border: var(--tz-border-width) solid transparent; border-radius: var(--tz-radius-control); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
[data-el="button"][data-axis-kind="primary"], [data-el="buy"] [data-part="button"] { background: var(--tz-color-accent); color: var(--tz-color-accent-text); }
[data-el="button"][data-axis-kind="secondary"] { border-color: currentcolor; color: inherit; }
[data-el="image"] { display: block; }
[data-el="image"] img { width: 100%; }
[data-el="image"]:not([data-axis-ratio="natural"]) img { height: 100%; object-fit: cover; }
[data-el="image"][data-axis-ratio="square"] img { aspect-ratio: 1; }
[data-el="image"][data-axis-ratio="landscape"] img { aspect-ratio: 4 / 3; }
[data-el="image"][data-axis-ratio="portrait"] img { aspect-ratio: 3 / 4; }
[data-el="image"][data-axis-ratio="wide"] img { aspect-ratio: 21 / 9; }
[data-letter] { display: grid; place-items: center; aspect-ratio: 1; width: 100%; font-family: var(--tz-font-heading); font-size: clamp(3rem, 12vw, 6rem); color: var(--tz-color-muted); background: var(--tz-color-surface); }
[data-el="hero"] [data-inner] { display: grid; gap: calc(var(--tz-space) * 2); align-items: center; padding-block: calc(var(--tz-space) * 3); }
[data-el="hero"] [data-part="body"] { max-width: var(--tz-width-text); display: grid; gap: var(--tz-space); min-width: 0; }
[data-el="hero"] [data-part="title"] { font-family: var(--tz-font-heading); font-size: clamp(1.875rem, 5.5vw, calc(1.875rem * var(--tz-size-scale) * var(--tz-size-scale))); line-height: 1.1; }
[data-el="hero"] [data-part="text"] { font-size: 1.125rem; }
[data-el="hero"] [data-part="actions"] { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 8px; }
[data-el="hero"][data-axis-align="center"] [data-part="body"] { justify-items: center; text-align: center; margin-inline: auto; }
[data-el="hero"][data-axis-align="center"] [data-part="actions"] { justify-content: center; }
[data-el="hero"][data-axis-height="small"] [data-inner] { padding-block: calc(var(--tz-space) * 2); }
[data-el="hero"][data-axis-height="large"] [data-inner] { padding-block: calc(var(--tz-space) * 5); }
[data-el="hero"][data-tone="accent"] { background: var(--tz-color-accent); color: var(--tz-color-accent-text); }
[data-el="hero"][data-axis-media="behind"] { position: relative; }
[data-el="hero"][data-axis-media="behind"] [data-part="media"] { position: absolute; inset: 0; z-index: 0; }
[data-el="hero"][data-axis-media="behind"] [data-part="media"] * { height: 100%; }
[data-el="hero"][data-axis-media="behind"] img { object-fit: cover; }
[data-el="hero"][data-axis-media="behind"] [data-part="body"] { position: relative; z-index: 1; background: var(--tz-color-bg); color: var(--tz-color-text); padding: calc(var(--tz-space) * 1.5); border-radius: var(--tz-radius-card); }
[data-el="product-grid"], [data-el="gallery"], [data-cards], [data-grid] { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: calc(var(--tz-space) * 1.5) var(--tz-space); }
[data-el="feature-list"], [data-grid] { display: grid; grid-template-columns: minmax(0, 1fr); gap: calc(var(--tz-space) * 1.5); }
[data-el="feature-list"] [data-part="item"] { display: grid; gap: 6px; align-content: start; }
[data-el="feature-list"] [data-part="title"] { font-size: 1.125rem; }
[data-el="product-card"] { display: flex; flex-direction: column; gap: 6px; height: 100%; position: relative; }
[data-el="product-card"] > a { display: grid; gap: 10px; text-decoration: none; }
[data-el="product-card"] > a::after { content: ""; position: absolute; inset: 0; }
[data-el="product-card"] [data-part="media"] { display: block; overflow: hidden; }
[data-el="product-card"] [data-part="title"] { font-size: 1rem; font-weight: 500; line-height: 1.35; }
[data-el="product-card"] [data-part="badge"] { position: absolute; top: 8px; left: 8px; }
[data-el="badge"][data-axis-kind="soldOut"] { box-shadow: 0 0 0 1px var(--tz-color-border); }
[data-el="price"] { align-items: baseline; flex-wrap: wrap; gap: 0 8px; }
[data-el="price"] [data-part="compare"] { font-size: 0.875em; color: var(--tz-color-muted); }
[data-el="price"][data-axis-kind="sale"] [data-part="amount"] { color: var(--tz-color-sale); }
[data-el="badge"] { display: inline-block; padding: 2px 10px; font-size: 0.8125rem; background: var(--tz-color-surface); }
[data-more] { margin-top: calc(var(--tz-space) * 1.5); }
[data-more] a { display: inline-flex; align-items: center; min-height: 44px; }
[data-cards] a { display: flex; align-items: center; justify-content: center; min-height: 72px; padding: var(--tz-space); text-align: center; text-decoration: none; font-weight: 600; background: var(--tz-color-surface); border: var(--tz-border-width) solid var(--tz-color-border); border-radius: var(--tz-radius-card); }
[data-cards] a:hover { border-color: var(--tz-color-accent); color: var(--tz-color-accent); }
[data-halves] { display: grid; gap: calc(var(--tz-space) * 2); align-items: center; }
[data-halves] > div { display: grid; gap: var(--tz-space); min-width: 0; }
[data-el="product-detail"] { display: grid; gap: calc(var(--tz-space) * 2); align-items: start; }
[data-el="product-detail"] > * { min-width: 0; }
[data-el="product-detail"] [data-part="body"] { display: grid; gap: calc(var(--tz-space) * 1.25); }
[data-el="product-detail"] [data-part="title"] { font-family: var(--tz-font-heading); font-size: calc(1.125rem * var(--tz-size-scale) * var(--tz-size-scale)); line-height: 1.2; }
[data-el="product-detail"] [data-el="price"] { font-size: 1.25rem; }
[data-el="product-detail"] [data-part="description"] { display: grid; grid-template-columns: minmax(0, 1fr); max-width: var(--tz-width-text); }
[data-el="product-detail"] [data-part="description"] [data-el="heading"] { font-size: 1.125rem; }
[data-el="product-detail"] [data-part="fields"] { display: grid; border-top: var(--tz-border-width) solid var(--tz-color-border); }
[data-el="product-detail"] [data-part="fields"] > div { display: grid; grid-template-columns: minmax(100px, 1fr) 2fr; gap: var(--tz-space); padding-block: 8px; border-bottom: var(--tz-border-width) solid var(--tz-color-border); }
[data-el="product-detail"] dt { color: var(--tz-color-muted); }
[data-zooms] { display: block; cursor: zoom-in; }
[data-thumbs] { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 8px; margin-top: 8px; }
[data-el="option"] { display: grid; gap: 8px; padding: 0; border: 0; min-width: 0; }
[data-el="option"] [data-part="legend"] { padding: 0; margin-bottom: 8px; }
[data-el="option"] [data-part="choice"] { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; min-height: 48px; padding: 8px 14px; cursor: pointer; }
[data-el="option"] [data-part="choice"]:has(:checked) { border-color: var(--tz-color-accent); outline: 1px solid var(--tz-color-accent); }
[data-el="option"] [data-part="choice"]:has(:disabled) { cursor: default; color: var(--tz-color-muted); }
[data-el="option"] input { accent-color: var(--tz-color-accent); width: 18px; height: 18px; margin: 0; }
[data-axes] { grid-template-columns: repeat(auto-fill, minmax(min(140px, 100%), 1fr)); }
[data-axes] > [data-part="legend"] { grid-column: 1 / -1; }
[data-choices] { display: grid; gap: 8px; order: 1; grid-column: 1 / -1; padding: 0; border: 0; min-width: 0; margin-top: 8px; }
[data-axes] > [data-part="choice"]:has(input:not(:checked)) + [data-choices] { display: none; }
[data-narrow] { display: flex; flex-wrap: wrap; align-items: end; gap: 8px var(--tz-space); margin-bottom: calc(var(--tz-space) * 1.5); }
[data-narrow] label > [data-part="legend"] { display: block; margin-bottom: 4px; font-size: 0.875rem; }
[data-narrow] select, [data-narrow] input[type="number"] { min-height: 44px; padding: 8px 10px; font: inherit; border: var(--tz-border-width) solid var(--tz-color-muted); border-radius: var(--tz-radius-control); background: var(--tz-color-bg); color: var(--tz-color-text); }
[data-narrow] input[type="number"] { width: 120px; }
[data-narrow] [data-part="choice"] { display: flex; align-items: center; gap: 8px; min-height: 44px; }
[data-narrow] summary { min-height: 44px; padding: 10px 0; cursor: pointer; }
[data-narrow] details > div { display: flex; flex-wrap: wrap; align-items: end; gap: 8px var(--tz-space); }
[data-narrow] [data-el="button"] { min-height: 44px; padding: 8px 16px; }
[data-narrow] > [data-el="link"] { display: inline-flex; align-items: center; min-height: 44px; }
[data-quiet] { color: var(--tz-color-muted); font-size: 0.9375rem; }
[data-el="buy"] [data-part="button"] { width: 100%; }
[data-el="buy"] [data-part="note"] { margin-top: 10px; font-size: 0.9375rem; }
[data-el="buy"] [data-part="button"]:disabled { cursor: default; background: var(--tz-color-surface); color: var(--tz-color-muted); }
[data-form] { display: grid; gap: calc(var(--tz-space) * 1.25); }
[data-form] > [data-el="button"] { justify-self: start; }
[data-stack] { display: grid; gap: calc(var(--tz-space) * 1.25); margin-top: var(--tz-space); }
[data-stack] > *, [data-form] > * { min-width: 0; }
[data-actions] { display: flex; flex-wrap: wrap; gap: 12px; }
[data-el="quantity"] { display: inline-flex; align-items: center; gap: 10px; }
[data-el="quantity"] [data-part="input"] { width: 88px; min-height: 44px; padding: 8px 10px; font: inherit; border: var(--tz-border-width) solid var(--tz-color-muted); border-radius: var(--tz-radius-control); background: var(--tz-color-bg); color: var(--tz-color-text); }
[data-el="field"] [data-part="label"] { display: block; margin-bottom: 4px; font-weight: 600; }
[data-el="field"] [data-part="input"] { width: 100%; min-height: 48px; padding: 10px 12px; font: inherit; border: var(--tz-border-width) solid var(--tz-color-muted); border-radius: var(--tz-radius-control); background: var(--tz-color-bg); color: var(--tz-color-text); }
[data-el="field"] [data-part="hint"] { margin-bottom: 4px; font-size: 0.9375rem; color: var(--tz-color-muted); }
[data-el="field"] [data-part="error"] { margin-top: 4px; font-size: 0.9375rem; font-weight: 600; color: var(--tz-color-error); }
[data-el="field"][data-axis-state="invalid"] [data-part="input"] { border: 2px solid var(--tz-color-error); }
[data-group] { display: grid; gap: calc(var(--tz-space) * 1.25); padding: 0; border: 0; min-width: 0; }
[data-group] legend { padding: 0; margin-bottom: 8px; font-family: var(--tz-font-heading); font-size: 1.25rem; }
[data-invoice] { display: grid; gap: calc(var(--tz-space) * 1.25); }
[data-company], [data-person] { display: grid; gap: calc(var(--tz-space) * 1.25); }
[data-invoice]:has([value="bireysel"]:checked) [data-company], [data-invoice]:has([value="kurumsal"]:checked) [data-person] { display: none; }
[data-agree] { display: grid; grid-template-columns: 24px 1fr; gap: 10px; align-items: start; cursor: pointer; }
[data-agree] input { width: 20px; height: 20px; margin: 2px 0 0; accent-color: var(--tz-color-accent); }
[data-agree] a { display: inline-block; padding-block: 2px; }
[data-el="option"] [data-part="choice"] { border: var(--tz-border-width) solid var(--tz-color-border); border-radius: var(--tz-radius-control); }
[data-el="notice"] { padding: 12px 16px; background: var(--tz-color-surface); border-left: 4px solid var(--tz-color-accent); }
[data-el="notice"][data-axis-kind="error"] { border-left-color: var(--tz-color-error); }
[data-el="notice"] a { font-weight: 600; }
[data-cart] { display: grid; gap: calc(var(--tz-space) * 1.5); align-items: start; }
[data-cart] > * { min-width: 0; }
[data-el="cart-line"] { display: grid; grid-template-columns: 72px minmax(0, 1fr) auto; gap: 8px var(--tz-space); align-items: start; padding-block: var(--tz-space); }
[data-el="cart-line"] [data-part="media"] { display: block; overflow: hidden; grid-row: span 2; }
[data-el="cart-line"] [data-part="media"] [data-letter] { font-size: 1.75rem; }
[data-el="cart-line"] [data-body] { grid-column: 2 / 4; display: grid; gap: 4px; }
[data-el="cart-line"] [data-part="title"] a { display: inline-block; padding-block: 2px; }
[data-el="cart-line"] [data-part="quantity"] { grid-column: 2; }
[data-el="cart-line"] [data-part="total"] { justify-self: end; padding-top: 10px; font-variant-numeric: tabular-nums; }
[data-el="cart-line"] [data-part="remove"] { grid-column: 2 / 4; }
[data-el="cart-line"] [data-part="remove"] button { min-height: 44px; padding: 4px 0; font: inherit; color: inherit; text-decoration: underline; text-underline-offset: 0.2em; background: none; border: 0; cursor: pointer; }
[data-el="cart-summary"] { display: grid; gap: 10px; padding: var(--tz-space); background: var(--tz-color-surface); }
[data-el="cart-summary"] [data-part="row"], [data-el="cart-summary"] [data-part="total"], [data-summary] { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4px 16px; }
[data-el="cart-summary"] [data-part="total"] { padding-top: 10px; font-size: 1.125rem; font-weight: 700; border-top: var(--tz-border-width) solid var(--tz-color-border); }
[data-el="cart-summary"] [data-part="amount"] { font-variant-numeric: tabular-nums; }
[data-el="cart-summary"] [data-part="actions"] { display: grid; gap: 10px; }
[data-el="cart-summary"] [data-part="total"]:only-child { padding-top: 0; border-top: 0; }
[data-el="breadcrumb"] [aria-current] { font-weight: 600; }
[data-summary] { padding-block: 8px; border-bottom: var(--tz-border-width) solid var(--tz-color-border); }
[data-account] { display: grid; grid-template-columns: auto 1fr; gap: 4px var(--tz-space); padding: var(--tz-space); border: var(--tz-border-width) solid var(--tz-color-border); border-radius: var(--tz-radius-card); }
[data-progress] { display: grid; gap: 8px; padding: 0; list-style: none; }
[data-progress] li { display: grid; grid-template-columns: 28px 1fr; gap: 10px; align-items: center; min-height: 28px; color: var(--tz-color-muted); }
[data-progress] li::before { content: ""; width: 20px; height: 20px; margin: 4px; border: 2px solid var(--tz-color-muted); border-radius: 50%; box-sizing: border-box; }
[data-progress] [data-state="done"], [data-progress] [data-state="now"] { color: var(--tz-color-text); }
[data-progress] [data-state="done"]::before { background: var(--tz-color-accent); border-color: var(--tz-color-accent); }
[data-progress] [data-state="now"] { font-weight: 700; }
[data-progress] [data-state="now"]::before { border: 6px solid var(--tz-color-accent); }
[data-account] dd { min-width: 0; overflow-wrap: anywhere; }
[data-account] dt { color: var(--tz-color-muted); }
iframe { width: 100%; height: 900px; border: 0; background: var(--tz-color-bg); }
[data-el="breadcrumb"] { padding-block: var(--tz-space) 0; font-size: 0.875rem; }
[data-el="breadcrumb"] ol { display: flex; flex-wrap: wrap; gap: 4px 8px; }
[data-el="breadcrumb"] [data-part="item"] + [data-part="item"]::before { content: "/ "; }
[data-el="breadcrumb"] [data-part="item"] > * { display: inline-block; padding-block: 4px; }
[data-el="pagination"] { display: flex; flex-wrap: wrap; gap: 12px; justify-content: center; margin-top: calc(var(--tz-space) * 2); }
[data-el="pagination"] [data-part="item"] { display: inline-flex; align-items: center; min-height: 44px; padding: 8px 16px; border: var(--tz-border-width) solid var(--tz-color-border); border-radius: var(--tz-radius-control); text-decoration: none; }
main [data-el="search-form"] { margin-bottom: calc(var(--tz-space) * 1.5); }
[data-el="faq"] [data-part="item"] { padding-block: 4px; border-bottom: var(--tz-border-width) solid var(--tz-color-border); }
[data-el="faq"] [data-part="question"] { padding-block: 12px; cursor: pointer; }
[data-el="faq"] [data-part="answer"] { padding-bottom: var(--tz-space); }
[data-el="quote"] { display: grid; gap: 8px; align-content: start; }
[data-el="logo-list"] { display: flex; flex-wrap: wrap; gap: calc(var(--tz-space) * 2); align-items: center; }
[data-el="logo-list"] [data-part="item"] { width: 120px; }
[data-el="contact"] { display: grid; gap: 8px; }
[data-el="contact"] [data-part="row"] { display: flex; flex-wrap: wrap; gap: 0 12px; }
[data-el="contact"] [data-part="label"] { min-width: 96px; color: var(--tz-color-muted); }
[data-el="empty"] { display: grid; gap: var(--tz-space); justify-items: center; text-align: center; padding-block: calc(var(--tz-space) * 2); }
[data-el="empty"] [data-part="title"] { font-size: calc(1.125rem * var(--tz-size-scale) * var(--tz-size-scale)); line-height: 1.2; }
[data-block] { display: grid; gap: calc(var(--tz-space) * 0.75); }
[data-block] + [data-block] { margin-top: var(--tz-space); }
figcaption { margin-top: 8px; font-size: 0.875rem; color: var(--tz-color-muted); }
[data-el="footer"] { font-size: 0.9375rem; }
[data-el="footer"] > [data-inner] { display: grid; gap: calc(var(--tz-space) * 1.5); padding-block: calc(var(--tz-space) * 2.5); }
[data-el="footer"] [data-footer] { display: grid; gap: var(--tz-space); }
[data-el="footer"] [data-part="columns"] { display: grid; gap: calc(var(--tz-space) * 1.5); }
[data-el="footer"] h2 { font-size: 1rem; margin-bottom: 4px; }
[data-el="footer"] [data-part="legal"] ul { display: flex; flex-wrap: wrap; gap: 0 20px; }
[data-el="footer"] [data-part="legal"] a { display: inline-flex; align-items: center; min-height: 44px; }
[data-el="legal"] [data-part="row"] { line-height: 1.6; }
@media (min-width: 560px) {
  [data-el="footer"] [data-part="columns"] { grid-template-columns: repeat(auto-fit, minmax(180px, 1fr)); }
  [data-el="feature-list"], [data-grid] { grid-template-columns: repeat(2, minmax(0, 1fr)); }
}
@media (min-width: 860px) {
  [data-el="section"] { padding-block: calc(var(--tz-space) * 3.5); }
  [data-el="header"] [data-part="tools"] { flex: 0 1 340px; }
  [data-el="hero"][data-axis-media="side"] [data-inner] { grid-template-columns: 1fr 1fr; }
  [data-el="hero"] [data-inner] { padding-block: calc(var(--tz-space) * 5); }
  [data-el="hero"][data-axis-height="large"] [data-inner] { padding-block: calc(var(--tz-space) * 8); }
  [data-el="product-grid"], [data-cards], [data-el="gallery"] { gap: calc(var(--tz-space) * 2) calc(var(--tz-space) * 1.5); }
  [data-axis-columns="3"], [data-cards="3"], [data-grid="3"] { grid-template-columns: repeat(3, minmax(0, 1fr)); }
  [data-axis-columns="4"], [data-cards="4"], [data-grid="4"] { grid-template-columns: repeat(4, minmax(0, 1fr)); }
  [data-halves="left"], [data-halves="right"] { grid-template-columns: 1fr 1fr; }
  [data-halves="right"] > div:first-child { order: 2; }
  [data-el="product-detail"] { grid-template-columns: 1fr 1fr; gap: calc(var(--tz-space) * 3); }
  [data-cart] { grid-template-columns: minmax(0, 1fr) 360px; gap: calc(var(--tz-space) * 3); }
  [data-el="product-detail"][data-axis-media="right"] > [data-part="media"] { order: 2; }
  [data-letter] { font-size: 4.5rem; }
}
`.trim();
