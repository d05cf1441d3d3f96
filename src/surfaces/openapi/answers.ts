import { type Capability, type Command, isEnvelope, isRead, type Route } from '../../kernel/declare';
import type { TSchema } from '../../kernel/schema';
import { headerRef, type Json, plain, schemaRef } from './json';

/** What a route answers when all is well, by status. */
export function successes(route: Route, commands: readonly Command[]): Json {
  const description = route.status === 202 ? 'Accepted: the work goes on.' : 'Done.';
  const etag = hasRev(route.result) ? ['ETag'] : [];
  if (isRead(route)) {
    const audit = route.audited ? ['Audit-Id'] : [];
    return { [route.status]: answer(description, plain(route.result), ['Request-Id', ...etag, ...audit]) };
  }
  const headers = ['Request-Id', 'Idempotent-Replayed', 'Audit-Id'];
  if (isEnvelope(route)) {
    const schema = { anyOf: [...commands.map(({ id }) => schemaRef(`${id}.answer`)), schemaRef('CommandPreview')] };
    return { 200: answer('Done, or previewed.', schema, [...headers, 'ETag']), 202: proposed(headers) };
  }
  const result = answerSchema(route);
  const preview = schemaRef('Preview');
  const proposes = route.policy === 'propose';
  if (route.status === 200) {
    const done = answer('Done, or previewed.', { anyOf: [result, preview] }, [...headers, ...etag]);
    return { 200: done, ...(proposes ? { 202: proposed(headers) } : {}) };
  }
  const done = proposes && route.status === 202 ? { anyOf: [result, schemaRef('Proposed')] } : result;
  const waits = 'settles' in route;
  const waited = waits ? [...headers, 'Preference-Applied'] : headers;
  return {
    [route.status]: answer(description, done, [...waited, ...etag]),
    200: waits
      ? answer(
          'How the work has ended that was waited for, or the preview of a dry run.',
          { anyOf: [result, preview] },
          [...waited, ...etag],
        )
      : answer('The preview of a dry run.', preview, ['Request-Id']),
    ...(proposes && route.status !== 202 ? { 202: proposed(headers) } : {}),
  };
}

const hasRev = ({ properties = {} }: TSchema & { properties?: Json }): boolean => 'rev' in properties;

const proposed = (headers: readonly string[]): Json =>
  answer("An agent's change: recorded into its open proposal, not executed.", schemaRef('Proposed'), headers);

const answer = (description: string, schema: Json, headers: readonly string[]): Json => ({
  description,
  headers: Object.fromEntries(headers.map((name) => [name, headerRef(name)])),
  content: { 'application/json': { schema } },
});

/** The declared result, with what only the first answer carries. */
function answerSchema({ result, answersOnce }: Capability): Json {
  const schema = plain(result);
  return answersOnce
    ? { ...schema, properties: { ...(schema.properties as Json), ...onceProperties(answersOnce) } }
    : schema;
}

/** What only the first answer carries. */
export const onceProperties = (once: Readonly<Record<string, TSchema>>): Json => ({
  ...plain(once),
  replayed: { const: true, description: 'A replay: what is shown once is not shown again.' },
});
