/** The least package that passes: it dresses what each shop needs. */
export const examplePackage = {
  manifest: { key: 'bizim-tema', name: 'Bizim Tema', version: '1.0.0' },
  css: `
[data-el="header"], [data-el="footer"] { background: var(--tz-color-surface); }
[data-el="price"] [data-part="amount"] { font-weight: 600; }
[data-el="buy"] [data-part="button"] { background: var(--tz-color-accent); color: var(--tz-color-accent-text); }
[data-el="field"] [data-part="input"] { border-radius: var(--tz-radius-control); }
[data-el="cart-summary"], [data-el="notice"] { padding: var(--tz-space); }
[data-el="legal"] { line-height: 1.6; }
`.trim(),
  variables: [
    { name: 'color-accent', type: 'color', default: '#0f5e73', label: { tr: 'Vurgu', en: 'Accent' }, group: 'colors' },
  ],
  presets: [{ key: 'gece', label: { tr: 'Gece', en: 'Night' }, variables: { 'color-accent': '#3b2a6b' } }],
} as const;
