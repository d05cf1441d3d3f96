import type { ProblemCode } from '../../kernel/problems';
import { id } from '../../kernel/schema/schema';
import type { EnclaveStep } from '../enclave';
import { answerHeaders, headerParameters } from './headers';
import { headerRef, type Json, parameterRef, plain } from './json';
import { namedSchemas, withReferences } from './names';
import { refusalExamples, refusals, soleRefusals } from './refusals';
import { sharedSchemas } from './schemas';

const handle = { type: 'string', description: 'The name of the thing in URLs.' };

/** Schemas of the names in paths. */
const PLACES: Readonly<Record<string, unknown>> = {
  storeId: id('str'),
  sessionId: id('chs'),
  paymentId: id('pay'),
  orderId: id('ord'),
  orderKey: { type: 'string', description: 'The secret part of the address of the page of an order.' },
  belgeId: id('blg'),
  categoryId: id('cat'),
  handle,
};

/** The listener itself refuses with these, whatever a step declares. */
const ALWAYS = ['invalid_request', 'unauthenticated', 'throttled', 'headers_too_large', 'unavailable'] as const;
const WITH_BODY = ['payload_too_large', 'unsupported_media_type'] as const;

const codesOf = ({ http, refuses }: EnclaveStep): Set<ProblemCode> =>
  new Set([...ALWAYS, ...(http.startsWith('GET ') ? [] : WITH_BODY), ...refuses]);

function parametersOf({ http, query, tagged }: EnclaveStep): Json[] {
  const inPath = [...http.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: plain(PLACES[name]),
  }));
  const { properties = {} } = (query ? plain(query) : {}) as { properties?: Record<string, Json> };
  const inQuery = Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
  return [...inPath, ...inQuery, ...(tagged ? [parameterRef('IfNoneMatch')] : [])];
}

function operation(step: EnclaveStep): Json {
  const { id, summary, body, answers, tagged } = step;
  const headers = { 'Request-Id': headerRef('Request-Id'), ...(tagged ? { ETag: headerRef('ETag') } : {}) };
  return {
    operationId: id,
    tags: [id.split('.')[0]],
    summary,
    parameters: parametersOf(step),
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: plain(body) } } } } : {}),
    responses: {
      [answers.status]: {
        description: 'Done.',
        headers,
        content: { 'application/json': { schema: plain(answers.schema) } },
      },
      ...(tagged ? { 304: { description: 'It is what the caller has.', headers } } : {}),
      ...refusals(codesOf(step)),
    },
  };
}

const only = (of: Json, names: ReadonlySet<string>): Json =>
  Object.fromEntries(Object.entries(of).filter(([name]) => names.has(name)));

/** Storefronts read what agents and tokens are kept from. */
const withoutClosing = (document: Json): Json =>
  JSON.parse(JSON.stringify(document, (key, value) => (key === 'x-closed' ? undefined : value))) as Json;

/** Makes the OpenAPI 3.1 document of the listener of storefronts. */
export function enclaveDocument(steps: readonly EnclaveStep[], version: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const step of steps) {
    const [method, path] = step.http.split(' ') as [string, string];
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(step) };
  }
  const { Problem } = sharedSchemas();
  const part = { paths, schemas: { Problem } };
  const shared = withReferences(namedSchemas({ entities: [], routes: [] }, part), part);
  const codes = new Set<string>(steps.flatMap((step) => [...codesOf(step)]));
  return withoutClosing({
    openapi: '3.1.0',
    info: {
      title: 'Tezgâh for storefronts',
      version,
      summary: 'What a shop shows, and the steps from a cart to an order.',
      description:
        'For the servers of a storefront, with the service key. Amounts are integers in kuruş, times are ISO 8601 in UTC. ' +
        'Errors are RFC 9457 problems: act on `code`, show `message` to the shopper. ' +
        'Paths of pictures are on the address of the API.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The listener that this document came from.' }],
    security: [{ serviceKey: [] }],
    tags: [...new Set(steps.map(({ id }) => id.split('.')[0]))].map((name) => ({ name })),
    paths: shared.paths,
    components: {
      schemas: shared.schemas,
      responses: only(soleRefusals(), codes),
      examples: only(refusalExamples(), codes),
      parameters: only(headerParameters, new Set(['IfNoneMatch'])),
      headers: {
        ...answerHeaders,
        ETag: { description: 'Of the answer, for `If-None-Match`.', schema: { type: 'string' } },
      },
      securitySchemes: {
        serviceKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'The value of TEZGAH_CHECKOUT_KEY. No token of the API.',
        },
      },
    },
  });
}
