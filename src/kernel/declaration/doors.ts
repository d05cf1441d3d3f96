import type { Locate, Door as Places } from '../call/stated';
import { object, propertiesOf, type TSchema } from '../schema/schema';
import type { Command, RouteDoor } from './command';
import { filesIn, mostFiles, withoutPlaces } from './content';
import type { CommandRoute } from './route';
import { isEnveloped, startedStatus } from './traits';

/*
 * Doors lead to a command beside the envelope. A route says where it is and how its input is taken apart. Here both ways are known, from a
 * request to the payload and back. All else that a surface asks of a route is its command's.
 */

/** Parts of a request that become the payload. */
interface Taken {
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** The route of a command. @throws {Error} for one that could not bring what the command needs */
export function commandRoute(command: Command, door: RouteDoor): CommandRoute {
  const { payload, example, route: _, files, runtimeOnly: _runtimeOnly, identity: _identity, ...more } = command;
  const { redact: _redact, first: _first, run: _run, runMany: _runMany, ...shared } = more;
  const id = door.id ?? command.id;
  return {
    ...shared,
    kind: 'route',
    writes: true,
    id,
    command,
    door,
    http: door.http,
    params: paramsSchema(id, payload, door),
    query: querySchema(id, payload, door),
    body: bodySchema(id, payload, door),
    status: door.status ?? startedStatus(command),
    example: bringsFiles(command) ? { params: requestOf(door, example).params } : requestOf(door, example),
    ...filesOf(id, command, door),
  };
}

const bringsFiles = ({ files, example }: Command): boolean => files !== undefined && filesIn(files, example).length > 0;

const paramsIn = ({ http }: RouteDoor): string[] => [...http.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);

const fieldOf = ({ names }: RouteDoor, param: string): string => names?.[param] ?? param;

/** Fields that the body does not have: the path or the query has them, or a header. */
const elsewhere = (door: RouteDoor): ReadonlySet<string> =>
  new Set(['expectedRev', ...paramsIn(door).map((param) => fieldOf(door, param)), ...(door.query ?? [])]);

function paramsSchema(id: string, payload: TSchema, door: RouteDoor): TSchema {
  const fields = propertiesOf(payload);
  const unknown = Object.keys(door.names ?? {}).find((param) => !paramsIn(door).includes(param));
  if (unknown !== undefined) throw new Error(`${id} names ${unknown}, which its path does not have`);
  return object(
    Object.fromEntries(
      paramsIn(door).map((param) => {
        const schema = fields[fieldOf(door, param)];
        if (!schema) throw new Error(`${id} has {${param}} in its path, and its payload has no such field`);
        return [param, schema];
      }),
    ),
  );
}

function querySchema(id: string, payload: TSchema, { query = [] }: RouteDoor): TSchema {
  const fields = propertiesOf(payload);
  return object(
    Object.fromEntries(
      query.map((field) => {
        const schema = fields[field];
        if (!schema) throw new Error(`${id} has ${field} in its query, and its payload has no such field`);
        return [field, schema];
      }),
    ),
  );
}

function bodySchema(id: string, payload: TSchema, door: RouteDoor): TSchema {
  const taken = elsewhere(door);
  const fields = Object.entries(propertiesOf(payload));
  const rest = fields.filter(([field]) => !taken.has(field));
  if (door.bytes === undefined) return rest.length === fields.length ? payload : object(Object.fromEntries(rest));
  const [body, ...homeless] = rest.toSorted(([field]) => (field === door.bytes ? -1 : 1));
  if (homeless[0]) throw new Error(`${id} has no place for ${homeless[0][0]}: its body is the bytes of ${door.bytes}`);
  return (body as [string, TSchema])[1];
}

function filesOf(
  id: string,
  { payload, files }: Command,
  { bytes }: RouteDoor,
): Pick<CommandRoute, 'accepts' | 'form'> {
  const unreadable = Object.keys(files ?? {}).find((field) => mostFiles(payload, field) === 0);
  if (unreadable !== undefined)
    throw new Error(`${id} takes files as ${unreadable}, and its payload does not say how many`);
  if (bytes === undefined) return files ? { form: files } : {};
  const takes = files?.[bytes];
  if (!takes) throw new Error(`${id} takes the bytes of ${bytes}, which is no file`);
  return { accepts: { ...takes, form: bytes } };
}

/** The payload that a request means. Nothing has read the request yet, so it may be none that fits. */
export function payloadOf(door: RouteDoor, { params, query, body }: Taken): unknown {
  const named = {
    ...Object.fromEntries(Object.entries(params).map(([param, value]) => [fieldOf(door, param), value])),
    ...(door.query ? query : {}),
  };
  if (door.bytes !== undefined) return { [door.bytes]: body, ...named };
  return isRecord(body) ? { ...body, ...named } : Object.keys(named).length > 0 ? named : body;
}

interface Requested {
  readonly params: Record<string, unknown>;
  /** Missing where nothing of the payload stands in the query: keys live for a month, and are told apart by the whole. */
  readonly query?: Record<string, unknown>;
  readonly body: unknown;
}

/** The request that brings a payload. */
export function requestOf(door: RouteDoor, payload: unknown): Requested {
  const fields = payload as Readonly<Record<string, unknown>>;
  const taken = elsewhere(door);
  const isAsked = (field: string): boolean => door.query?.includes(field) === true;
  const rest = Object.entries(fields).filter(([field]) => !taken.has(field));
  return {
    params: Object.fromEntries(paramsIn(door).map((param) => [param, fields[fieldOf(door, param)]])),
    ...(door.query ? { query: Object.fromEntries(Object.entries(fields).filter(([field]) => isAsked(field))) } : {}),
    body: door.bytes === undefined ? Object.fromEntries(rest) : fields[door.bytes],
  };
}

/** Leads the pointers of a handler, which go into its payload, to where the request has those fields. */
export function locateThrough(door: RouteDoor, places: Places): Locate {
  const params = new Map(paramsIn(door).map((param) => [fieldOf(door, param), param]));
  return (pointer) => {
    if (pointer === '') return places.body;
    const [before, field = '', ...inside] = pointer.split('/');
    if (before !== '') return pointer;
    const param = params.get(field);
    if (param !== undefined) return [`${places.path}/${param}`, ...inside].join('/');
    if (door.query?.includes(field)) return places.query + pointer;
    return field === door.bytes ? [places.body, ...inside].join('/') : places.body + pointer;
  };
}

/**
 * Finds the value that makes two calls with one key the same call. Keys live for a month, so a command with a route alone is told apart as at the time when
 * its handler was given the parts of a request.
 */
export function identityOf(command: Command, payload: unknown): unknown {
  const { route, files } = command;
  const same = command.identity ? command.identity(payload) : withoutPlaces(files, payload);
  return route && !isEnveloped(command) ? requestOf(route, same) : same;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
