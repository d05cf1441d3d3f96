import { navigation } from './page';

/** Swagger UI, with which every call can be tried. */
export const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Tezgâh API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="stylesheet" href="/docs/pages.css">
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
  </head>
  <body>
    ${navigation.replace('</nav>', '<button type="button" id="forget">Forget my token</button></nav>')}
    <div id="docs"></div>
    <noscript>This page needs JavaScript; the API is described by <a href="/openapi.json">/openapi.json</a>.</noscript>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** Swagger UI's own dark colours wait for a class that it never sets; its snippets know shells alone. */
export const REFERENCE_START = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

const quoted = (value) => JSON.stringify(value);
const headersOf = (request) => (request.get('headers') ? request.get('headers').toJS() : {});
const bodyOf = (request) => {
  const body = request.get('body');
  if (body === undefined || body === null || body === '') return undefined;
  return typeof body === 'string' ? body : body.toJS ? JSON.stringify(body.toJS()) : undefined;
};
const javascript = (request) => {
  const body = bodyOf(request);
  return [
    'const response = await fetch(' + quoted(request.get('url')) + ', {',
    '  method: ' + quoted(request.get('method')) + ',',
    '  headers: ' + quoted(headersOf(request)) + ',',
    ...(body === undefined ? [] : ['  body: ' + quoted(body) + ',']),
    '});',
    'console.log(response.status, await response.text());',
  ].join('\\n');
};
const python = (request) => {
  const body = bodyOf(request);
  return [
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    '    ' + quoted(request.get('url')) + ',',
    '    method=' + quoted(request.get('method')) + ',',
    '    headers=' + quoted(headersOf(request)) + ',',
    ...(body === undefined ? [] : ['    data=' + quoted(body) + '.encode(),']),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(response.status, response.read().decode())',
  ].join('\\n');
};

SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  filter: true,
  validatorUrl: null,
  persistAuthorization: true,
  requestSnippetsEnabled: true,
  requestSnippets: {
    generators: {
      curl_bash: { title: 'curl', syntax: 'bash' },
      javascript: { title: 'JavaScript', syntax: 'javascript' },
      python: { title: 'Python', syntax: 'python' },
    },
    defaultExpanded: true,
  },
  plugins: [() => ({ fn: { requestSnippetGenerator_javascript: javascript, requestSnippetGenerator_python: python } })],
});

document.getElementById('forget').addEventListener('click', () => {
  localStorage.removeItem('authorized');
  location.reload();
});
`;

/** The page sends credentials that a reader typed in: nothing foreign runs on it, and nobody frames it. Swagger UI sets inline styles. */
export const REFERENCE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
