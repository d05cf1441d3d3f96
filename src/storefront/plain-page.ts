/** A page that is made of no design: where there is none, or nothing can be read. */
export const plainPage = (title: string, text: string): string => `<!doctype html>
<html lang="tr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="/tema/yalin.css">
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
</main>
</body>
</html>
`;

/** Dresses such pages; it is there whatever else is not. */
export const PLAIN_STYLE = `
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #fff; color: #1c1917; font: 16px/1.6 system-ui, sans-serif; }
main { max-width: 34rem; padding: 2rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
`.trim();
