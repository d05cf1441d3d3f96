import { createHash } from 'node:crypto';
import type Router from '@koa/router';
import { type Capability, type CapabilityIndex, type Command, isRead, type Route } from '../kernel/declare';
import { envelopeSchema } from '../kernel/dispatch';
import { type ProblemCode, problems } from '../kernel/errors';
import { nullable, object, type TSchema, t, ulidSchema } from '../kernel/schema';
import { SESSION_COOKIE } from './gate';

type Json = Record<string, unknown>;

interface OpenApiOptions {
  readonly capabilities: CapabilityIndex;
  readonly version: string;
  /** Operations outside of the registry: login, liveness. */
  readonly extraPaths?: Readonly<Record<string, Json>>;
}

const PROBLEM_JSON = 'application/problem+json';
const schemaRef = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const headerRef = (name: string): Json => ({ $ref: `#/components/headers/${name}` });
const plain = (schema: unknown): Json => JSON.parse(JSON.stringify(schema)) as Json;

/** Serves `/openapi.json`. The text is made at the first request and kept: the registry does not change while a process lives. */
export function mountOpenApi(router: Router, options: OpenApiOptions): void {
  let served: { text: string; etag: string } | undefined;
  router.get('/openapi.json', (context) => {
    if (!served) {
      const text = JSON.stringify(openApiDocument(options));
      served = { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
    }
    context.set('Cache-Control', 'no-cache');
    context.set('ETag', served.etag);
    if (context.get('If-None-Match') === served.etag) context.status = 304;
    else context.body = served.text;
  });
}

/** OpenAPI 3.1 of everything under `/v1`: a fold over the registry. */
export function openApiDocument({ capabilities, version, extraPaths = {} }: OpenApiOptions): Json {
  const paths: Record<string, Json> = structuredClone(extraPaths) as Record<string, Json>;
  for (const route of capabilities.routes) {
    const [method, path] = route.http.split(' ') as [string, string];
    const item = paths[path] ?? {};
    item[method.toLowerCase()] = operation(route, capabilities.commands);
    paths[path] = item;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tezgâh',
      version,
      summary: 'A durable backend for online stores.',
      description:
        'Every change of a store is a command: send it to `POST /v1/commands`, or use a route that stands for one. ' +
        'Amounts are integers in kuruş, times are ISO 8601 in UTC. Errors are RFC 9457 problems: act on `code`. ' +
        'Every answer carries `Request-Id`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The server that this document came from.' }],
    tags: tagsOf(paths),
    paths,
    components: {
      schemas: { ...commandSchemas(capabilities.commands), ...sharedSchemas() },
      parameters: writeParameters,
      headers: answerHeaders,
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'An agent token `tzg_agt_…` or a developer token `tzg_dev_…`.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description: "An owner's session, from `POST /v1/auth/login`.",
        },
        csrf: {
          type: 'apiKey',
          in: 'header',
          name: 'X-CSRF-Token',
          description: 'The `csrfToken` of the login; a session needs it for every method but GET.',
        },
      },
    },
  };
}

function operation(route: Route, commands: readonly Command[]): Json {
  const [method] = route.http.split(' ') as [string];
  const write = !isRead(route);
  const body = method === 'GET' ? undefined : requestBody(route, commands);
  return {
    operationId: route.id,
    tags: [nounOf(route.id)],
    summary: route.summary,
    description: [policyNote(route), route.scope ? `Scope \`${route.scope}\`.` : ''].filter(Boolean).join(' '),
    'x-tezgah-policy': route.policy,
    'x-tezgah-scope': route.scope,
    security: securityOf(route, method),
    parameters: [
      ...parametersOf(route.params, 'path'),
      ...parametersOf(route.query, 'query'),
      ...(write && !isEnvelope(route) ? ['IdempotencyKey', 'DryRun'] : []).map(parameterRef),
      ...(write ? ['IfMatch'] : []).map(parameterRef),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: { ...successes(route, commands), ...refusals(codesOf(route, method, commands)) },
  };
}

const parameterRef = (name: string): Json => ({ $ref: `#/components/parameters/${name}` });
const isEnvelope = (route: Route): boolean => 'delegates' in route && route.delegates === 'envelope';

function policyNote(route: Route): string {
  if (route.policy === 'owner') return 'For owner sessions only; no token may call it.';
  if (route.policy === 'propose') return "A developer token's call runs; an agent's is never run directly.";
  return '';
}

function securityOf(route: Route, method: string): Json[] {
  const session = method === 'GET' ? { session: [] } : { session: [], csrf: [] };
  if (route.policy === 'owner') return [session];
  return [...(isRead(route) && route.anonymous ? [{}] : []), { token: [] }, session];
}

function parametersOf(schema: TSchema, place: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = plain(schema) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...parameter }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description ? { description } : {}),
    schema: parameter,
  }));
}

function requestBody(route: Route, commands: readonly Command[]): Json | undefined {
  if (isEnvelope(route)) {
    const examples = commands
      .filter(({ example }) => example !== undefined)
      .map(({ id, summary, example }) => [
        id,
        {
          summary,
          value: { command: id, storeId: EXAMPLE_STORE, payload: example, idempotencyKey: EXAMPLE_ULID },
        },
      ]);
    return {
      required: true,
      content: { 'application/json': { schema: schemaRef('CommandEnvelope'), examples: Object.fromEntries(examples) } },
    };
  }
  const { body } = route;
  if (!body) return undefined;
  const { properties = {}, required = [] } = body as { properties?: Json; required?: string[] };
  if (Object.keys(properties).length === 0) return undefined;
  const example = 'delegates' in route && route.delegates !== 'envelope' ? route.delegates.command.example : undefined;
  return {
    required: required.length > 0,
    content: {
      'application/json': { schema: plain(body), ...(example && fits(body, example) ? { example } : {}) },
    },
  };
}

const EXAMPLE_STORE = 'str_01KSHE0H4CQ0V4ZBX7Q3M2N8RT';
const EXAMPLE_ULID = '01KSHE0H4CQ0V4ZBX7Q3M2N8RT';

/** An alias may take less than its command: the rest of the payload comes from the path. */
const fits = (body: TSchema, example: unknown): boolean =>
  Object.keys(example as object).every((key) => key in ((body as { properties?: Json }).properties ?? {}));

function successes(route: Route, commands: readonly Command[]): Json {
  const description = route.status === 202 ? 'Accepted: the work goes on.' : 'Done.';
  if (isRead(route)) return { [route.status]: answer(description, plain(route.result), ['Request-Id']) };
  const headers = ['Request-Id', 'Idempotent-Replayed', 'Audit-Id'];
  if (isEnvelope(route)) {
    const schema = { anyOf: [...commands.map(({ id }) => schemaRef(`${id}.answer`)), schemaRef('CommandPreview')] };
    return { 200: answer('Done, or previewed.', schema, headers), 202: proposed(headers) };
  }
  const result = answerSchema(route);
  const preview = schemaRef('Preview');
  const proposes = route.policy === 'propose';
  if (route.status === 200) {
    const done = answer('Done, or previewed.', { anyOf: [result, preview] }, headers);
    return { 200: done, ...(proposes ? { 202: proposed(headers) } : {}) };
  }
  const done = proposes && route.status === 202 ? { anyOf: [result, schemaRef('Proposed')] } : result;
  return {
    [route.status]: answer(description, done, headers),
    200: answer('The preview of a dry run.', preview, ['Request-Id']),
    ...(proposes && route.status !== 202 ? { 202: proposed(headers) } : {}),
  };
}

const proposed = (headers: readonly string[]): Json =>
  answer("An agent's change: recorded into its open proposal, not executed.", schemaRef('Proposed'), headers);

const answer = (description: string, schema: Json, headers: readonly string[]): Json => ({
  description,
  headers: Object.fromEntries(headers.map((name) => [name, headerRef(name)])),
  content: { 'application/json': { schema } },
});

/** The declared result, and what only the first answer carries. */
function answerSchema({ result, answersOnce }: Capability): Json {
  const schema = plain(result);
  return answersOnce
    ? { ...schema, properties: { ...(schema.properties as Json), ...onceProperties(answersOnce) } }
    : schema;
}

const onceProperties = (once: Readonly<Record<string, TSchema>>): Json => ({
  ...plain(once),
  replayed: { const: true, description: 'A replay: what is shown once is not shown again.' },
});

/** @returns the problem answers of an operation, by status */
export function refusals(codes: Iterable<ProblemCode>): Json {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of [...codes].toSorted()) {
    const { status } = problems[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      status,
      {
        description: of.map((code) => `\`${code}\`: ${problems[code].title}`).join(' '),
        headers: {
          'Request-Id': headerRef('Request-Id'),
          ...(status === 401 ? { 'WWW-Authenticate': headerRef('WWW-Authenticate') } : {}),
          ...(status === 429 || status === 503 ? { 'Retry-After': headerRef('Retry-After') } : {}),
        },
        content: {
          [PROBLEM_JSON]: { schema: { allOf: [schemaRef('Problem'), { properties: { code: { enum: of } } }] } },
        },
      },
    ]),
  );
}

/** What a route can refuse: what it declares, and what its way through gate, dispatcher and bus adds. */
function codesOf(route: Route, method: string, commands: readonly Command[]): Set<ProblemCode> {
  const codes = new Set<ProblemCode>([
    'invalid_request',
    'unauthenticated',
    'headers_too_large',
    'throttled',
    'unavailable',
    ...route.refuses,
  ]);
  const add = (...more: ProblemCode[]): void => {
    for (const code of more) codes.add(code);
  };
  if (route.scope) add('forbidden_scope');
  if (route.policy === 'owner') add('owner_only');
  // A value in the path may name nothing, or make the path another one.
  if (route.http.includes('{')) add('not_found', 'method_not_allowed');
  if (method !== 'GET') add('payload_too_large', 'unsupported_media_type', 'csrf_failed');
  if (!isRead(route)) add('idempotency_conflict', 'idempotency_key_expired', 'rev_conflict');
  if (!isRead(route) && route.policy === 'propose') add('limit_exceeded');
  if (isEnvelope(route))
    add('forbidden_scope', 'owner_only', 'not_found', ...commands.flatMap(({ refuses }) => refuses));
  return codes;
}

/** Each command as three named schemas: what is sent, what is answered, and its envelope. */
function commandSchemas(commands: readonly Command[]): Json {
  const { command: _, payload: __, ...envelope } = (plain(envelopeSchema) as { properties: Json }).properties;
  const schemas: Json = {};
  for (const command of commands) {
    schemas[`${command.id}.payload`] = { ...plain(command.payload), description: command.summary };
    schemas[`${command.id}.result`] = plain(command.result);
    schemas[`${command.id}.call`] = {
      type: 'object',
      description: [command.summary, `Scope \`${command.scope}\`.`, command.flags.join(', ')].filter(Boolean).join(' '),
      additionalProperties: false,
      properties: { command: { const: command.id }, ...envelope, payload: schemaRef(`${command.id}.payload`) },
      required: ['command', 'storeId', 'payload'],
      anyOf: [{ required: ['idempotencyKey'] }, { required: ['dryRun'], properties: { dryRun: { const: true } } }],
    };
    schemas[`${command.id}.answer`] = {
      type: 'object',
      additionalProperties: false,
      properties: {
        command: { const: command.id },
        result: schemaRef(`${command.id}.result`),
        generation: plain(nullable(t.Integer({ description: 'The store generation, when this command moved it.' }))),
        auditId: { type: 'string' },
        ...(command.answersOnce ? onceProperties(command.answersOnce) : {}),
      },
      required: ['command', 'result', 'generation', 'auditId'],
    };
  }
  return {
    CommandEnvelope: {
      oneOf: commands.map(({ id }) => schemaRef(`${id}.call`)),
      discriminator: {
        propertyName: 'command',
        mapping: Object.fromEntries(commands.map(({ id }) => [id, `#/components/schemas/${id}.call`])),
      },
    },
    ...schemas,
  };
}

function sharedSchemas(): Json {
  const change = object({
    entity: t.String(),
    id: t.String(),
    field: t.String(),
    before: t.Unknown(),
    after: t.Unknown(),
  });
  const effect = object({ operation: t.String(), workflowId: t.String(), summary: t.String() });
  const preview = object({
    changes: t.Array(change),
    effects: t.Array(effect, { description: 'What would be started or cancelled.' }),
    bumpsGeneration: t.Boolean(),
    result: t.Unknown({ description: 'What the call would answer.' }),
    hash: t.String({ description: 'SHA-256 of the preview without generated ids and clock values.' }),
  });
  return plain({
    Preview: object({ dryRun: t.Literal(true), preview }),
    CommandPreview: object({ command: t.String(), dryRun: t.Literal(true), preview }),
    Proposed: object({
      proposed: t.Literal(true),
      proposalId: t.String(),
      itemId: t.String(),
      seq: t.Integer({ description: 'Position in the proposal, from 1.' }),
      preview,
    }),
    Problem: problemSchema,
  });
}

/** Further members are facts that a program acts on, e.g. `currentRev`. */
const problemSchema = t.Object(
  {
    type: t.String({ description: '`urn:tezgah:problem:` and the code.' }),
    title: t.String(),
    status: t.Integer({ minimum: 400, maximum: 599 }),
    code: t.String({ description: 'What a program acts on.' }),
    detail: t.String(),
    message: t.String({ description: 'The title in Turkish.' }),
    errors: t.Optional(
      t.Array(object({ pointer: t.String({ description: 'JSON pointer of the field.' }), message: t.String() })),
    ),
    requestId: t.String(),
  },
  { description: 'RFC 9457.', additionalProperties: true },
);

const writeParameters: Json = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'The same key answers the same outcome for 30 days. Without one the call cannot be replayed.',
    schema: plain(ulidSchema),
  },
  DryRun: {
    name: 'Dry-Run',
    in: 'header',
    required: false,
    description: '`true` answers a preview and changes nothing; consumes no key.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The rev that the caller saw, e.g. `"12"`; a drift is refused with rev_conflict.',
    schema: { type: 'string', pattern: '^(W/)?"?[0-9]{1,10}"?$' },
  },
};

const answerHeaders: Json = {
  'Request-Id': { description: 'Names this answer in logs and audit rows.', schema: { type: 'string' } },
  'Audit-Id': { description: 'The audit row of this change.', schema: { type: 'string' } },
  'Idempotent-Replayed': { description: 'Present on a replay.', schema: { type: 'string', const: 'true' } },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'string', pattern: '^[0-9]+$' } },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string' } },
};

const nounOf = (id: string): string => id.split('.')[0] as string;

function tagsOf(paths: Readonly<Record<string, Json>>): Json[] {
  const operations = Object.values(paths).flatMap((item) => Object.values(item) as { tags?: string[] }[]);
  return [...new Set(operations.flatMap(({ tags = [] }) => tags))].toSorted().map((name) => ({ name }));
}
