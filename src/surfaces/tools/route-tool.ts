import { toolDoor } from '../../kernel/call/stated';
import type { Capability, Route } from '../../kernel/declaration/route';
import { acceptedBy, formOf, isEnvelope, isWork, requiredRev, takesFormAsJson } from '../../kernel/declaration/traits';
import { newUlid } from '../../kernel/ids';
import { plainOf } from '../../kernel/json-text';
import { readTimes } from '../../kernel/schema/asked-times';
import { propertiesOf, type TSchema } from '../../kernel/schema/schema';
import {
  asObject,
  assertControls,
  assertFits,
  assertNames,
  type Controls,
  controlsOf,
  keyControl,
  pick,
  traceOf,
} from './arguments';
import { bodyOf } from './bytes';
import { definitionOf } from './definition';
import { lenientPayload } from './lenient';
import type { Json, Tool } from './tool';

const requiredOf = (schema: TSchema | undefined): readonly string[] =>
  (schema as { required?: readonly string[] } | undefined)?.required ?? [];

/** A file in a message is a text, and has no fields. */
const mayHold = (schema: TSchema): boolean =>
  (schema as { type?: string }).type !== 'object' || Object.keys(propertiesOf(schema)).length > 0;

/**
 * Path and query parameters by their names, the body under `body`: a body may have a field that is named like a parameter.
 * @param runs what a call of it may run
 */
export function routeTool(route: Route, runs: readonly Capability[]): Tool {
  const params = propertiesOf(route.params);
  const query = propertiesOf(route.query);
  const [method] = route.http.split(' ');
  const taken = bodyOf(route);
  const isForm = formOf(route) !== undefined;
  const hasBody = method !== 'GET' && Object.keys(propertiesOf(route.body)).length > 0 && mayHold(taken);
  // A route that changes nothing, or names its change itself, takes the controls there.
  const hasControls = route.writes && !isEnvelope(route);
  const own = hasControls ? controlsOf(route) : isWork(route) && route.keyed ? keyControl : {};
  const names = [...Object.keys(params), ...Object.keys(query), 'body', ...Object.keys(own)];
  if (new Set(names).size !== names.length) throw new Error(`${route.id} has two parameters of one name`);
  const known = new Set(names.filter((name) => name !== 'body' || hasBody));
  const required = [
    ...Object.keys(params),
    ...requiredOf(route.query),
    ...(hasBody && requiredOf(route.body).length > 0 ? ['body'] : []),
    ...(hasControls && requiredRev(route) !== undefined ? ['expectedRev'] : []),
  ];
  const properties = { ...params, ...query, ...(hasBody ? { body: taken } : {}), ...own } as Record<string, TSchema>;
  // The payload of an envelope has the schema of the command that it names.
  const run = new Map(isEnvelope(route) ? runs.map((each) => [each.id, each]) : []);
  const stated = (body: Json): Json => {
    const command = run.get(body.command as string);
    return command?.kind === 'command' ? lenientPayload(body, command.payload) : body;
  };
  return {
    capability: route,
    definition: definitionOf(route, { properties, required }, runs),
    route,
    arguments: { properties, required },
    example: (isForm && !takesFormAsJson(route)) || acceptedBy(route) ? undefined : exampleOf(route, hasBody),
    input(args) {
      assertNames(args, { known, required, inside: hasBody ? { body: propertiesOf(taken) } : {} });
      assertControls(own, args);
      // A query of HTTP is text, out of which values are read. Arguments are values, for reads as for changes.
      assertFits(route.params, pick(args, params));
      const asked = pick(args, query);
      readTimes(route.query, asked);
      assertFits(route.query, asked);
      if (isForm) assertFits(taken, args.body ?? {}, '/body');
      const { idempotencyKey, expectedRev, dryRun, waitSeconds } = pick(args, own) as Controls;
      return {
        params: pick(args, params) as Record<string, string>,
        query: asked,
        body: method === 'GET' ? undefined : stated((args.body ?? {}) as Json),
        idempotencyKey: hasControls ? (idempotencyKey ?? newUlid()) : idempotencyKey,
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
      if (!hasControls || recorded || dryRun || status >= 400) return { ...asObject(plainOf(body)), ...trace };
      return { result: body, ...trace };
    },
  };
}

function exampleOf(route: Route, hasBody: boolean): Json {
  const { params, query, body } = route.example;
  const expectedRev = requiredRev(route);
  return {
    ...(params as Json | undefined),
    ...(query as Json | undefined),
    ...(hasBody && body ? { body } : {}),
    ...(expectedRev === undefined ? {} : { expectedRev }),
  };
}
