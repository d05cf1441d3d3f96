import type { Command } from '../../kernel/declaration/command';
import { type Produces, UNTYPED } from '../../kernel/declaration/file';
import type { Capability, Route } from '../../kernel/declaration/route';
import { isEnvelope, producedBy, settlingOf, waits } from '../../kernel/declaration/traits';
import { propertiesOf, type TSchema } from '../../kernel/schema/schema';
import type { Answered } from './examples';
import { BYTES, headerRef, type Json, plain, schemaRef, typeNameOf } from './json';

/** Describes the answers of a route when all is well, by status. */
export function successes(route: Route, commands: readonly Command[], answered: Answered = {}): Json {
  const description = route.status === 202 ? 'Accepted: the work goes on.' : 'Done.';
  const etag = tellsRev(route) ? ['ETag'] : [];
  const example = exampleIn(answered, route.id);
  if (!route.writes) {
    const audit = route.audited ? ['Audit-Id'] : [];
    const produces = producedBy(route);
    if (produces) return filesOf(route, produces, audit);
    return { [route.status]: answer(description, plain(route.result), ['Request-Id', ...etag, ...audit], example) };
  }
  const headers = ['Request-Id', 'Idempotent-Replayed', 'Audit-Id'];
  const waited = waits(route, commands) ? [...headers, 'Preference-Applied', 'Work-State'] : headers;
  if (isEnvelope(route)) {
    const answers = (of: readonly Command[]) => of.map(({ id }) => schemaRef(`${typeNameOf(id)}Answer`));
    const schema = { anyOf: [...answers(commands), schemaRef('CommandPreview')] };
    const going = answers(commands.filter(settlingOf));
    return {
      200: answer('Done, or previewed.', schema, [...waited, 'ETag'], examplesOf(commands, answered)),
      202: going.length > 0 ? goingOn([...going, schemaRef('Proposed')], waited) : proposed(headers),
    };
  }
  const result = answerSchema(route);
  const preview = schemaRef('Preview');
  const proposes = route.policy === 'propose';
  if (route.status === 200) {
    const done = answer('Done, or previewed.', { anyOf: [result, preview] }, [...headers, ...etag], example);
    return { 200: done, ...(proposes ? { 202: proposed(headers) } : {}) };
  }
  const done = proposes && route.status === 202 ? { anyOf: [result, schemaRef('Proposed')] } : result;
  return {
    [route.status]: answer(description, done, [...waited, ...etag], example),
    200: settlingOf(route)
      ? answer(
          'How the work has ended that was waited for, or the preview of a dry run.',
          { anyOf: [result, preview] },
          [...waited, ...etag],
        )
      : answer('The preview of a dry run.', preview, ['Request-Id']),
    ...(proposes && route.status !== 202 ? { 202: proposed(headers) } : {}),
  };
}

function filesOf({ http }: Route, { types, bytesMax, kept }: Produces, audit: readonly string[]): Json {
  // Generators of clients take the first type that they know: all know bytes, some no PDF, and of what is text they make no file.
  const content = Object.fromEntries([UNTYPED, ...types].map((type) => [type, { schema: BYTES }]));
  const keeping = kept ? 'It may be kept, and asked for again with If-None-Match.' : 'It may not be kept.';
  const described = { 'Content-Disposition': 'Content-Disposition', ETag: 'File-ETag', 'Repr-Digest': 'Repr-Digest' };
  const headers = (more: Json = {}): Json => ({
    ...headersOf(['Request-Id', ...audit]),
    ...Object.fromEntries(
      Object.entries({ ...described, ...more }).map(([name, of]) => [name, headerRef(of as string)]),
    ),
  });
  const whole = { description: `The bytes of one file, up to ${bytesMax}. ${keeping}`, headers: headers(), content };
  if (!http.startsWith('GET ')) return { 200: whole };
  return {
    200: whole,
    206: {
      description: 'The part of it that was asked for with Range.',
      headers: headers({ 'Content-Range': 'Content-Range' }),
      content,
    },
    304: { description: 'The file is the one that the caller has.', headers: headers() },
  };
}

const tellsRev = (route: Route): boolean =>
  (!route.writes && route.about !== undefined) || 'rev' in propertiesOf(route.result);

const proposed = (headers: readonly string[]): Json =>
  answer("An agent's change: recorded into its open proposal, not executed.", schemaRef('Proposed'), headers);

const goingOn = (schemas: readonly Json[], headers: readonly string[]): Json =>
  answer('Accepted: the work goes on. Or recorded into a proposal of the agent.', { anyOf: schemas }, headers);

const answer = (description: string, schema: Json, headers: readonly string[], example: Json = {}): Json => ({
  description,
  headers: headersOf(headers),
  content: { 'application/json': { schema, ...example } },
});

/** The answer of the demo store as an example. */
const exampleIn = (answered: Answered, id: string): Json => (id in answered ? { example: answered[id] } : {});

function examplesOf(commands: readonly Command[], answered: Answered = {}): Json {
  const known = commands.filter(({ id }) => id in answered);
  const examples = known.map(({ id, summary }) => [id, { summary, value: answered[id] }]);
  return examples.length > 0 ? { examples: Object.fromEntries(examples) } : {};
}

const headersOf = (names: readonly string[]): Json => Object.fromEntries(names.map((name) => [name, headerRef(name)]));

/** The declared result, with what only the first answer carries. */
function answerSchema({ result, answersOnce }: Capability): Json {
  const schema = plain(result);
  if (!answersOnce && isNothing(schema)) return schemaRef('Done');
  return answersOnce
    ? { ...schema, properties: { ...(schema.properties as Json), ...onceProperties(answersOnce) } }
    : schema;
}

const isNothing = ({ type, properties, additionalProperties }: Json): boolean =>
  type === 'object' && additionalProperties === false && Object.keys((properties ?? {}) as Json).length === 0;

/** Describes fields that only the first answer carries. */
export const onceProperties = (once: Readonly<Record<string, TSchema>>): Json => ({
  ...plain(once),
  replayed: { const: true, description: 'A replay: what is shown once is not shown again.' },
});
