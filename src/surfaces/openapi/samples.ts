import type { Route } from '../../kernel/declaration/route';
import { acceptedBy, formOf, isEnvelope, producedBy, requiredRev } from '../../kernel/declaration/traits';
import type { Json } from './json';
import { toldAsJson } from './told-as-json';

/**
 * The example of a route as a program sends it, in three languages, with the address in `API`, a token in `TOKEN`, and for a change its
 * idempotency key in `KEY`: who copies it without one would make a second refund by sending it again. Pages that read `x-codeSamples` show
 * it beside the call. There is none of what sends or answers a file, and of what no token may call.
 */
export function codeSamples(route: Route): Json[] {
  const isFile = acceptedBy(route) || (formOf(route) && !toldAsJson(route)) || producedBy(route);
  const isOwners = route.policy === 'owner' && !route.developerOptIn;
  if (isFile || isOwners) return [];
  const call = callOf(route);
  return [
    { lang: 'Shell', label: 'curl', source: curl(call) },
    { lang: 'JavaScript', label: 'JavaScript', source: javascript(call) },
    { lang: 'Python', label: 'Python', source: python(call) },
  ];
}

interface Call {
  readonly method: string;
  readonly place: string;
  readonly body: string | undefined;
  /** It makes a change, and is sent with a key. */
  readonly isKeyed: boolean;
  /** The rev that has to be stated. */
  readonly rev: number | undefined;
}

function callOf(route: Route): Call {
  const [method, pattern] = route.http.split(' ') as [string, string];
  const { params = {}, query = {}, body } = route.example as { params?: Json; query?: Json; body?: unknown };
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const writes = isEnvelope(route) || route.writes || method !== 'GET';
  return {
    method,
    place: search ? `${path}?${search}` : path,
    body: writes && body !== undefined ? JSON.stringify(body) : undefined,
    isKeyed: route.writes && !isPreview(body),
    rev: requiredRev(route),
  };
}

/** Tells whether a call is a dry run: it changes nothing, and takes no key. */
const isPreview = (body: unknown): boolean => (body as { readonly dryRun?: unknown } | undefined)?.dryRun === true;

const curl = ({ method, place, body, isKeyed, rev }: Call): string =>
  [
    `curl -s${method === 'GET' ? '' : ` -X ${method}`} "$API${place}" -H "Authorization: Bearer $TOKEN"`,
    ...(isKeyed ? ['-H "Idempotency-Key: $KEY"'] : []),
    ...(rev === undefined ? [] : [`-H 'If-Match: "${rev}"'`]),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${body.replaceAll("'", "'\\''")}'`]),
  ].join(' \\\n  ');

const javascript = ({ method, place, body, isKeyed, rev }: Call): string =>
  [
    `const { API, TOKEN${isKeyed ? ', KEY' : ''} } = process.env;`,
    `const response = await fetch(API + ${JSON.stringify(place)}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { ${[
      "Authorization: 'Bearer ' + TOKEN",
      ...(isKeyed ? ["'Idempotency-Key': KEY"] : []),
      ...(rev === undefined ? [] : [`'If-Match': '"${rev}"'`]),
      ...(body === undefined ? [] : ["'Content-Type': 'application/json'"]),
    ].join(', ')} },`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${body}),`]),
    '});',
    'console.log(response.status, await response.json());',
  ].join('\n');

/** A text of JSON is one of Python too. */
const python = ({ method, place, body, isKeyed, rev }: Call): string =>
  [
    'import os, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    os.environ["API"] + ${JSON.stringify(place)},`,
    `    method=${JSON.stringify(method)},`,
    `    headers={${[
      '"Authorization": "Bearer " + os.environ["TOKEN"]',
      ...(isKeyed ? ['"Idempotency-Key": os.environ["KEY"]'] : []),
      ...(rev === undefined ? [] : [`"If-Match": '"${rev}"'`]),
      '"Content-Type": "application/json"',
    ].join(', ')}},`,
    ...(body === undefined ? [] : [`    data=${JSON.stringify(body)}.encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(response.status, response.read().decode())',
  ].join('\n');
