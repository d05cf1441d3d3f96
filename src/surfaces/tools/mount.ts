import type Router from '@koa/router';
import type Koa from 'koa';
import type { Dispatcher, Reply, RouteInput } from '../kernel/call/dispatch';
import { toolDoor } from '../kernel/call/stated';
import { denial } from '../kernel/declaration/authority';
import { type Brought, type FormFiles, type FormPart, formSchema, type Takes } from '../kernel/declaration/content';
import {
  acceptedBy,
  type Capability,
  type CapabilityIndex,
  formOf,
  guardsRev,
  isEnvelope,
  isRead,
  mayBeAbsent,
  producedBy,
  type Route,
  settlingOf,
} from '../kernel/declaration/declare';
import type { Principal } from '../kernel/declaration/principal';
import { type FieldError, problemOf, refuse } from '../kernel/errors';
import { newUlid } from '../kernel/ids';
import { plainOf } from '../kernel/json-text';
import type { Log } from '../kernel/log';
import { object, propertiesOf, rev, type TSchema, t, ulidSchema, type Words } from '../kernel/schema/schema';
import { schemaErrors } from '../kernel/schema/validation';
import type { Contents } from './contents';
import { assertKnownOrigin } from './gate';
import { type Gate, isFailure, readJson, refusalOf } from './http';
import { patienceFor, WAIT_SECONDS_MAX } from './patience';
import { fileResult } from './tool-files';

type Json = Record<string, unknown>;

interface ToolOptions {
  readonly dispatcher: Pick<Dispatcher, 'route'>;
  readonly contents: Contents;
  readonly capabilities: CapabilityIndex;
  readonly gate: Gate;
  readonly log: Log;
  readonly version: string;
  readonly publicUrl: string;
}

interface Definition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown };
  readonly outputSchema?: { readonly type: 'object'; readonly [keyword: string]: unknown };
  readonly annotations: Annotations;
}

interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint: boolean;
}

/** One capability as a tool: how it is shown, and which HTTP call its arguments stand for. */
interface Tool {
  readonly capability: Capability;
  readonly definition: Definition;
  readonly route: Route;
  /** @throws {Refusal} invalid_request for arguments that the tool does not have */
  input(args: Json, principal: Principal): ToolInput;
  /** A change is answered with the key and the audit row that an HTTP caller reads from headers. */
  answer(reply: Reply, input: RouteInput): Json;
}

interface ToolInput extends RouteInput {
  readonly waitSeconds?: number | undefined;
}

const controls = {
  idempotencyKey: t.Optional({
    ...ulidSchema,
    description:
      'A ULID that makes a retry safe: the same key answers the same outcome. Minted and returned when absent.',
  }),
  dryRun: t.Optional(t.Boolean({ description: 'Answers a preview and changes nothing.' })),
};
const revControl = {
  expectedRev: t.Optional(rev({ description: 'The rev that you saw; a drift is refused with rev_conflict.' })),
};
const revOrNoneControl = {
  expectedRev: t.Optional(
    rev({
      minimum: 0,
      description:
        'The rev that you saw, 0 of what may not be there yet and is not; a drift is refused with rev_conflict.',
    }),
  ),
};
const waitControl = {
  waitSeconds: t.Optional(
    t.Integer({
      minimum: 0,
      maximum: WAIT_SECONDS_MAX,
      description: 'Waits so long for the end of the work that it starts, and answers how that stands then.',
    }),
  ),
};
/** Of a command these stand beside the envelope, which carries the others. */
const besideOf = (capability: Capability) => ({
  ...(guardsRev(capability) ? (mayBeAbsent(capability) ? revOrNoneControl : revControl) : {}),
  ...(settlingOf(capability) ? waitControl : {}),
});
const controlsOf = (capability: Capability) => ({ ...controls, ...besideOf(capability) });
const deferBump = t.Optional(
  t.Boolean({ description: 'Leaves a due generation bump to the next command without it: for bulk edits.' }),
);

const INSTRUCTIONS =
  'Tools of one online store. Call tokens.whoami first: it says which store and scopes the token has. ' +
  'Amounts are integers in kuruş. Every change is audited, can be previewed with dryRun, and is applied once per idempotencyKey. ' +
  'A refusal is an error result whose code says what to do. x-label and x-words are what the owner calls fields and choices, in Turkish.';

/**
 * `/mcp`: the Model Context Protocol over Streamable HTTP, one server for each request and no session, so any process may
 * answer. Tools are a fold over the registry and run through the same dispatcher as HTTP; the protocol adds no right.
 */
export function mountTools(router: Router, options: ToolOptions): void {
  let tools: ReadonlyMap<string, Tool> | undefined;
  router.post('/mcp', async (context) => {
    assertKnownOrigin(context, options.publicUrl);
    const principal = await options.gate.identify(context);
    if (principal.kind !== 'agent' && principal.kind !== 'developer')
      refuse('unauthenticated', 'Send a token as Authorization: Bearer.');
    const message = await readJson(context, { gate: options.gate });
    // The throttle counts requests: a batch would be many calls for the price of one. The protocol dropped batches in 2025-06-18.
    if (Array.isArray(message)) refuse('invalid_request', 'Send one message in each request.');
    assertFewNames(message);
    tools ??= toolsOf(options.capabilities);
    await converse(context, message, { ...options, tools, principal });
  });
}

const NAMES_MAX = 100;
/** A message, its params, their arguments. */
const PROTOCOL_LEVELS = 3;

/** The protocol's library pays dearly for each name in its objects: 90,000 of them held up everybody for a quarter of a second. */
function assertFewNames(part: unknown, levels = PROTOCOL_LEVELS): void {
  if (levels === 0 || typeof part !== 'object' || part === null || Array.isArray(part)) return;
  const values = Object.values(part);
  if (values.length > NAMES_MAX) refuse('invalid_request', `An object of the protocol has at most ${NAMES_MAX} names.`);
  for (const value of values) assertFewNames(value, levels - 1);
}

async function converse(
  context: Koa.Context,
  message: unknown,
  {
    tools,
    principal,
    dispatcher,
    contents,
    log,
    version,
    publicUrl,
  }: ToolOptions & { tools: ReadonlyMap<string, Tool>; principal: Principal },
): Promise<void> {
  const { requestId } = context.state;
  const { Server, Transport, ListTools, CallTool, McpError } = await protocol();
  const server = new Server(
    { name: 'tezgah', title: 'Tezgâh', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListTools, () => ({
    tools: [...tools.values()]
      .filter(({ capability }) => denial(capability, principal) === undefined)
      .map(({ definition }) => definition),
  }));
  function replyTo({ route }: Tool, principal: Principal, input: RouteInput): Promise<Reply> {
    const form = formOf(route);
    if (form) return contents.callForm(route, principal, input, () => partsIn(input.body as Json, form));
    return acceptedBy(route)
      ? contents.call(route, principal, input, () => broughtIn(input.body))
      : dispatcher.route(route, principal, input);
  }
  server.setRequestHandler(CallTool, async ({ params }) => {
    const tool = tools.get(params.name);
    if (!tool) throw new McpError(INVALID_PARAMS, `There is no tool ${params.name}.`);
    try {
      const input = tool.input(params.arguments ?? {}, principal);
      const patience = input.waitSeconds === undefined ? undefined : patienceFor(input.waitSeconds, context.res);
      const reply = await replyTo(tool, principal, { ...input, patience, requestId });
      if (producedBy(tool.route)) return await fileResult(reply, tool.route, input, publicUrl || addressedAs(context));
      const answer = tool.answer(reply, input);
      return reply.status < 400 ? result(answer) : problemResult({ ...answer, requestId });
    } catch (error) {
      const refusal = refusalOf(error);
      if (isFailure(refusal)) log.error({ err: error, requestId, tool: params.name }, 'tool call failed');
      const { retryAfterSeconds } = refusal.options;
      return problemResult({ ...problemOf(refusal), ...(retryAfterSeconds ? { retryAfterSeconds } : {}), requestId });
    }
  });
  const transport = new Transport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const headers: Record<string, string> = {};
    for (const name of ['accept', 'content-type', 'mcp-protocol-version']) {
      const value = context.get(name);
      if (value) headers[name] = value;
    }
    const request = new Request('http://localhost/mcp', { method: 'POST', headers });
    const response = await transport.handleRequest(request, { parsedBody: message });
    context.status = response.status;
    const text = await response.text();
    if (text) context.body = text;
    else context.body = null;
    context.status = response.status;
  } finally {
    await server.close();
  }
}

/** As the caller addresses the API: what `Host` says may be no name. */
const addressedAs = ({ URL: url }: Koa.Context): string => url.origin || 'http://localhost';

const INVALID_PARAMS = -32_602;

const result = (answer: Json) => ({
  structuredContent: answer,
  content: [{ type: 'text' as const, text: JSON.stringify(answer) }],
});

/** As text alone: clients hold structured content against the output schema of the tool, and would tell of that instead. */
const problemResult = (problem: Json) => ({ content: result(problem).content, isError: true });

/** Loaded at the first call: most processes of the API never speak the protocol, and it costs a fifth of a second. */
async function protocol() {
  const [{ Server }, { WebStandardStreamableHTTPServerTransport }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  return {
    Server,
    Transport: WebStandardStreamableHTTPServerTransport,
    ListTools: types.ListToolsRequestSchema,
    CallTool: types.CallToolRequestSchema,
    McpError: types.McpError,
  };
}

/** Every entry of the registry that is not the owner's alone (spec §1.3). */
function toolsOf({ routes, commands }: CapabilityIndex): ReadonlyMap<string, Tool> {
  const envelope = routes.find(isEnvelope);
  const tools = [
    ...routes.map((route) => routeTool(route, isEnvelope(route) ? commands : [route])),
    ...(envelope ? commands.map((command) => commandTool(command, envelope)) : []),
  ].filter(({ capability }) => capability.policy !== 'owner');
  const byName = new Map(tools.map((tool) => [tool.definition.name, tool]));
  if (byName.size !== tools.length)
    throw new Error('a route and a command have the same id, and tools are named by ids');
  return byName;
}

/** Path and query parameters by their names, the body under `body`: a body may have a field that is named like a parameter. */
function routeTool(route: Route, named: readonly Capability[]): Tool {
  const params = propertiesOf(route.params);
  const query = propertiesOf(route.query);
  const [method] = route.http.split(' ');
  const taken = bodyOf(route);
  const isForm = formOf(route) !== undefined;
  const hasBody = method !== 'GET' && Object.keys(propertiesOf(route.body)).length > 0;
  const own = isRead(route) || isEnvelope(route) ? {} : controlsOf(route);
  const names = [...Object.keys(params), ...Object.keys(query), 'body', ...Object.keys(own)];
  if (new Set(names).size !== names.length) throw new Error(`${route.id} has two parameters of one name`);
  const known = new Set(names.filter((name) => name !== 'body' || hasBody));
  const required = [
    ...Object.keys(params),
    ...((route.query as { required?: string[] }).required ?? []),
    ...(hasBody && ((route.body as { required?: string[] }).required ?? []).length > 0 ? ['body'] : []),
  ];
  return {
    capability: route,
    route,
    definition: define(
      route,
      isRead(route),
      {
        properties: {
          ...params,
          ...query,
          ...(hasBody ? { body: taken } : {}),
          ...own,
        },
        required,
      },
      named,
    ),
    input(args) {
      assertNames(args, { known, required, inside: hasBody ? { body: propertiesOf(taken as TSchema) } : {} });
      const controlErrors = schemaErrors(object(own), pick(args, own));
      if (controlErrors.length > 0) refuse('invalid_request', describe(controlErrors), { errors: controlErrors });
      const formErrors = isForm ? schemaErrors(taken as TSchema, args.body ?? {}, '/body') : [];
      if (formErrors.length > 0) refuse('invalid_request', describe(formErrors), { errors: formErrors });
      const { idempotencyKey, expectedRev, dryRun, waitSeconds } = pick(args, own) as Controls;
      return {
        params: pick(args, params) as Record<string, string>,
        query: pick(args, query),
        body: method === 'GET' ? undefined : (args.body ?? {}),
        idempotencyKey: isRead(route) || isEnvelope(route) ? undefined : (idempotencyKey ?? newUlid()),
        expectedRev,
        dryRun,
        waitSeconds,
        door: toolDoor('/body'),
      };
    },
    answer: (reply, { idempotencyKey, dryRun }) => {
      const { status, body } = reply;
      const trace = { ...(idempotencyKey && !dryRun ? { idempotencyKey } : {}), ...traceOf(reply) };
      const recorded = (body as { proposed?: boolean } | null)?.proposed === true;
      if (isRead(route) || isEnvelope(route) || recorded || dryRun || status >= 400)
        return { ...asObject(plainOf(body)), ...trace };
      return { result: body, ...trace };
    },
  };
}

/** What stands for the body of a route in a message. */
function bodyOf(route: Route): unknown {
  const [accepts, form] = [acceptedBy(route), formOf(route)];
  if (accepts) return base64Of(accepts);
  return form ? formSchema(route.body as TSchema, form, base64Of) : route.body;
}

/** A message of the protocol is JSON, and no longer than JSON may be. */
const base64Of = ({ types }: Takes) =>
  t.String({
    contentEncoding: 'base64',
    description: `The bytes of the file in base64: ${types.join(', ')}. Up to about 700 KB; larger ones by HTTP.`,
  });

const broughtIn = (value: unknown, pointer = '/body'): Brought => ({
  bytes: bytesIn(value, pointer),
  stated: () => undefined,
});

async function* partsIn(body: Json, form: FormFiles): AsyncIterable<FormPart> {
  for (const [field, value] of Object.entries(body)) {
    if (!Object.hasOwn(form, field)) yield { field, value };
    else if (!Array.isArray(value)) yield { field, brought: broughtIn(value, `/body/${field}`) };
    else for (const [at, each] of value.entries()) yield { field, brought: broughtIn(each, `/body/${field}/${at}`) };
  }
}

/** @throws {Refusal} invalid_request */
async function* bytesIn(value: unknown, pointer: string): AsyncIterable<Uint8Array> {
  if (typeof value !== 'string' || !BASE64.test(value))
    refuse('invalid_request', `${pointer} must be base64`, { errors: [{ pointer, message: 'must be base64' }] });
  yield Buffer.from(value, 'base64');
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** A command's tool is `commands.run` with the command already named and the store taken from the token. */
function commandTool(command: Extract<Capability, { kind: 'command' }>, envelope: Route): Tool {
  const own = controlsOf(command);
  const beside = besideOf(command);
  const known = new Set(['payload', 'deferBump', ...Object.keys(own)]);
  return {
    capability: command,
    route: envelope,
    definition: define(command, false, {
      properties: { payload: command.payload, ...own, deferBump },
      required: ['payload'],
    }),
    input(args, principal) {
      assertNames(args, { known, required: ['payload'], inside: { payload: propertiesOf(command.payload) } });
      const { expectedRev: _rev, waitSeconds: _wait, ...rest } = args;
      const errors = schemaErrors(object(beside), pick(args, beside));
      if (errors.length > 0) refuse('invalid_request', describe(errors), { errors });
      const minted = rest.dryRun === true ? {} : { idempotencyKey: newUlid() };
      const body = { command: command.id, storeId: principal.storeId, ...minted, ...rest };
      const { expectedRev, waitSeconds } = pick(args, beside) as Controls;
      return { params: {}, query: {}, body, expectedRev, waitSeconds, door: toolDoor('') };
    },
    answer: (reply, input) => {
      const { idempotencyKey, dryRun } = input.body as Controls;
      return {
        ...asObject(reply.body),
        ...(idempotencyKey && !dryRun ? { idempotencyKey } : {}),
        ...traceOf(reply),
      };
    },
  };
}

interface Controls {
  readonly idempotencyKey?: string;
  readonly expectedRev?: number;
  readonly dryRun?: boolean;
  readonly waitSeconds?: number;
}

function define(
  capability: Capability,
  readOnly: boolean,
  input: { properties: Readonly<Record<string, unknown>>; required: readonly string[] },
  named: readonly Capability[] = [capability],
): Definition {
  const { id, summary, scope, result: resultSchema } = capability;
  const title = capability.label?.en ?? summary;
  const output = shown(resultSchema) as { type?: string; properties?: Json };
  if (output.properties && 'audited' in capability && capability.audited)
    output.properties.auditId = { type: 'string' };
  return {
    name: id,
    title,
    description: scope ? `${summary} Needs the scope ${scope}.` : summary,
    inputSchema: {
      type: 'object',
      properties: shown(input.properties) as Json,
      required: input.required,
      additionalProperties: false,
    },
    ...(readOnly && output.type === 'object' ? { outputSchema: output as Definition['inputSchema'] } : {}),
    annotations: readOnly ? readsAs(capability) : changesAs(capability, named),
  };
}

/** What the protocol says means nothing of a tool that only reads is left out. */
const readsAs = ({ asksProvider }: Capability): Annotations => ({
  readOnlyHint: true,
  openWorldHint: asksProvider === true,
});

/** @param named what a call of it may run */
const changesAs = (capability: Capability, named: readonly Capability[]): Annotations => ({
  readOnlyHint: false,
  destructiveHint: named.some(isDestructive),
  // Where the key may be left out, the same arguments make the change a second time.
  idempotentHint: capability.kind === 'route' && isEnvelope(capability),
  openWorldHint: named.some(({ asksProvider }) => asksProvider),
});

const isDestructive = (capability: Capability): boolean =>
  'flags' in capability && (capability.removes === true || capability.flags.includes('destructive'));

/**
 * A schema as tools show it, with labels and words in Turkish alone: an agent's context is dear, the names of fields say it in English
 * already, and Turkish is what the owner reads who is told of it.
 */
const shown = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema), (_, value) => (isWords(value) ? value.tr : value));

const isWords = (value: unknown): value is Words =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === 'tr,en';

const pick = (args: Json, names: object): Json =>
  Object.fromEntries(Object.keys(names).flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]]])));

const traceOf = ({ replayed, auditId, waitedMs }: Reply): Json => ({
  ...(auditId ? { auditId } : {}),
  ...(replayed ? { replayed } : {}),
  ...(waitedMs === undefined ? {} : { waitedSeconds: waitedMs / 1_000 }),
});

const asObject = (body: unknown): Json =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Json) : { value: body };

interface Names {
  readonly known: ReadonlySet<string>;
  readonly required: readonly string[];
  /** Arguments that take an object, with the names in it: one that stands beside is shown its place. */
  readonly inside?: Readonly<Record<string, object>>;
}

function assertNames(args: Json, { known, required, inside = {} }: Names): void {
  const placeOf = (name: string) => Object.keys(inside).find((argument) => name in (inside[argument] as object));
  const missing = required
    .filter((name) => args[name] === undefined)
    .map((name): FieldError => ({ pointer: `/${name}`, message: 'is required' }));
  const unknown = Object.keys(args)
    .filter((name) => !known.has(name))
    .map((name): FieldError => {
      const place = placeOf(name);
      return { pointer: `/${name}`, message: place ? `belongs into ${place}` : 'is not known here' };
    });
  const errors = [...missing, ...unknown];
  if (errors.length > 0) refuse('invalid_request', describe(errors), { errors });
}

const describe = (errors: readonly FieldError[]): string =>
  errors.map(({ pointer, message }) => `${pointer} ${message}`)[0] as string;
