import type { Command } from '../../kernel/declaration/command';
import { type Accepts, type FormFiles, formSchema, mostFiles, type Takes } from '../../kernel/declaration/content';
import { exampleId } from '../../kernel/declaration/example';
import { UNTYPED } from '../../kernel/declaration/file';
import type { Route } from '../../kernel/declaration/route';
import {
  acceptedBy,
  formOf,
  guardsRev,
  isEnvelope,
  isWork,
  producedBy,
  requiredRev,
  waits,
} from '../../kernel/declaration/traits';
import type { TSchema } from '../../kernel/schema/schema';
import { successes } from './answers';
import type { Answered } from './examples';
import { BYTES, type Json, parameterRef, plain, schemaRef, typeNameOf } from './json';
import { codesOf, refusals } from './refusals';
import { codeSamples } from './samples';
import { toldAsJson } from './told-as-json';

/** Describes a route as OpenAPI does. */
export function operation(route: Route, commands: readonly Command[], answered: Answered = {}): Json {
  const [method] = route.http.split(' ') as [string];
  const write = route.writes;
  const body = method === 'GET' ? undefined : requestBody(route, commands);
  const samples = codeSamples(route);
  return {
    operationId: route.id,
    tags: [tagOf(route)],
    summary: route.summary,
    description: [policyNote(route), route.scope ? `Scope \`${route.scope}\`.` : ''].filter(Boolean).join(' '),
    'x-tezgah-policy': route.policy,
    'x-tezgah-scope': route.scope,
    ...(route.irreversible ? { 'x-tezgah-irreversible': true } : {}),
    ...(samples.length > 0 ? { 'x-codeSamples': samples } : {}),
    security: securityOf(route),
    parameters: [
      ...parametersOf(route.params, 'path', route.example.params),
      ...parametersOf(route.query, 'query', route.example.query),
      ...(write ? ['IdempotencyKey', 'DryRun'] : isWork(route) && route.keyed ? ['IdempotencyKey'] : []).map(
        parameterRef,
      ),
      ...(guardsRev(route) ? [requiredRev(route) === undefined ? 'IfMatch' : 'RevSeen'] : []).map(parameterRef),
      ...(waits(route, commands) ? ['Prefer'] : []).map(parameterRef),
      ...(producedBy(route) && method === 'GET' ? ['Range', 'IfNoneMatch'] : []).map(parameterRef),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: { ...successes(route, commands, answered), ...refusals(codesOf(route, method, commands)) },
  };
}

function policyNote(route: Route): string {
  if (route.policy === 'owner' && route.developerOptIn)
    return `For owner sessions, and for developer tokens with the scope \`${route.developerOptIn}\`.`;
  if (route.policy === 'owner') return 'For owner sessions only; no token may call it.';
  if (route.policy === 'propose') return "A developer token's call runs; an agent's is never run directly.";
  return '';
}

function securityOf(route: Route): Json[] {
  const session = { session: [], csrf: [] };
  if (route.policy === 'owner' && !route.developerOptIn) return [session];
  return [...(!route.writes && route.anonymous ? [{}] : []), { token: [] }, session];
}

function parametersOf(schema: TSchema, place: 'path' | 'query', example: unknown = {}): Json[] {
  const { properties = {}, required = [] } = plain(schema) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...parameter }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description ? { description } : {}),
    ...(name in (example as Json) ? { example: (example as Json)[name] } : {}),
    schema: parameter,
  }));
}

function requestBody(route: Route, commands: readonly Command[]): Json | undefined {
  if (isEnvelope(route)) {
    const examples = commands.map(({ id, summary, example }) => [
      id,
      {
        // The page of the reference lists examples by their summaries: a reader looks for the id.
        summary: `${id}: ${summary}`,
        value: { command: id, storeId: EXAMPLE_STORE, payload: example, idempotencyKey: EXAMPLE_ULID },
      },
    ]);
    return {
      required: true,
      content: { 'application/json': { schema: schemaRef('CommandEnvelope'), examples: Object.fromEntries(examples) } },
    };
  }
  const accepts = acceptedBy(route);
  if (accepts) return bytesOf(route, accepts);
  const form = formOf(route);
  if (form) return toldAsJson(route) ? jsonOfForm(route, form) : formBody(route, form);
  const { body } = route;
  if (!body) return undefined;
  const { properties = {}, required = [] } = body as { properties?: Json; required?: string[] };
  if (Object.keys(properties).length === 0) return undefined;
  return jsonBody(route, plain(body), required);
}

function jsonBody({ example: { body: example } }: Route, schema: Json, required: readonly string[]): Json {
  return {
    required: required.length > 0,
    content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
  };
}

const bytesOf = ({ id }: Route, { form, ...accepts }: Accepts): Json => ({
  required: true,
  description: `The bytes of one file, up to ${accepts.bytesMax}, with Content-Length. What they are is read from the bytes; a type that is stated has to be theirs.`,
  content: {
    // Generators of clients take the first.
    ...(form ? { 'multipart/form-data': oneFileForm(id, form, accepts) } : {}),
    ...Object.fromEntries([...accepts.types, UNTYPED].map((type) => [type, { schema: BYTES }])),
  },
});

const oneFileForm = (id: string, field: string, takes: Takes): Json => ({
  schema: {
    ...formName(id),
    type: 'object',
    required: [field],
    properties: { [field]: fileField(takes) },
    additionalProperties: false,
  },
  encoding: encodingOf({ [field]: takes }),
});

/**
 * A file in a form. OpenAPI 3.1 wants no type where bytes are; pages that try calls offer an input for a file by `format` alone,
 * and a file is sent as it is either way.
 */
const fileField = ({ types, bytesMax }: Takes): Json => ({
  ...BYTES,
  ...(types.length === 1 ? { contentMediaType: types[0] } : {}),
  description: `A file of up to ${bytesMax} bytes: ${types.join(', ')}.`,
});

/** How many files a list may have says the description of the form: Go clients that count them do not compile. */
function withoutCounts(schema: Json, form: FormFiles): Json {
  const fields = Object.entries(schema.properties as Record<string, Json>).map(([name, field]) => {
    const { minItems: _least, maxItems: _most, ...uncounted } = field;
    return [name, name in form ? uncounted : field];
  });
  return { ...schema, properties: Object.fromEntries(fields) };
}

/** Generators of clients have no name for a form of their own. */
const formName = (id: string): Json => ({ 'x-type': `${typeNameOf(id)}Form` });

const encodingOf = (form: FormFiles): Json =>
  Object.fromEntries(Object.entries(form).map(([field, { types }]) => [field, { contentType: types.join(', ') }]));

function formBody(route: Route, form: FormFiles): Json {
  const body = route.body as TSchema;
  const bounds = Object.entries(form).map(
    ([field, { types, bytesMax }]) =>
      `\`${field}\` ${mostFiles(body, field)} at most, up to ${bytesMax} bytes each (${types.join(', ')})`,
  );
  return {
    required: true,
    description: `With Content-Length. Files: ${bounds.join(', ')}. What they are is read from their bytes; a type that is stated has to be theirs.`,
    content: {
      'multipart/form-data': {
        schema: { ...formName(route.id), ...withoutCounts(formSchema(body, form, fileField) as Json, form) },
        encoding: encodingOf(form),
      },
    },
  };
}

/** JSON brings no files: how they are sent is said beside it. */
function jsonOfForm(route: Route, form: FormFiles): Json {
  const schema = plain(route.body as TSchema) as { readonly properties: Json; readonly required?: string[] };
  const properties = Object.fromEntries(Object.entries(schema.properties).filter(([name]) => !(name in form)));
  return {
    ...jsonBody(route, { ...schema, properties }, schema.required ?? []),
    description: `With a file, the same fields as \`multipart/form-data\`, of which lists are JSON. ${formBody(route, form).description}`,
  };
}

const EXAMPLE_STORE = exampleId('str', 'KAHVE');
const EXAMPLE_ULID = '01KSHE0H4CQ0V4ZBX7Q3M2N8RT';

/** The noun of its id. A form of files stands under media: Go clients know files only where an operation of the tag has a single one. */
const tagOf = (route: Route): string =>
  formOf(route) && !toldAsJson(route) ? 'media' : (route.id.split('.')[0] as string);
