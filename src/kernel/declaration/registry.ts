import { digestOf } from '../digest';
import { personalFields } from '../personal/personal';
import { meaningsOf } from '../schema/meaning';
import { isObjectName, propertiesOf, type TSchema } from '../schema/schema';
import { secrets } from '../schema/secret';
import { schemaErrors } from '../schema/validation';
import { assertRead, someNode } from '../schema/walk';
import type { CapabilityIndex } from './capability-index';
import { assertClosed } from './closing';
import type { Command } from './command';
import { commandRoute } from './doors';
import { concernedBy, type Entity, keptByShop, unitsOf } from './entity';
import type { Capability, Declared, Route } from './route';
import { isEnvelope, isEnveloped } from './traits';

/**
 * Every capability of a build. Throws at boot on what would otherwise surface as the wrong handler answering.
 * @param account see CapabilityIndex.accountRoutes
 */
export function buildRegistry(
  declared: readonly Declared[],
  entities: readonly Entity[],
  account: readonly Declared[] = [],
): CapabilityIndex {
  const declaredCommands = commandsAmong([...declared, ...account]);
  const commands = declaredCommands.filter(isEnveloped);
  const runtimeCommands = declaredCommands.filter(({ runtimeOnly }) => runtimeOnly);
  const [routes, accountRoutes] = [routesAmong(declared), routesAmong(account)];
  const allRoutes = [...routes, ...accountRoutes];
  for (const route of accountRoutes)
    if (!isOfAccount(route)) throw new Error(`${route.id} is no route of the owner's account`);
  refuseDuplicates(
    'command id',
    declaredCommands.map(({ id }) => id),
  );
  refuseDuplicates(
    'route id',
    allRoutes.map(({ id }) => id),
  );
  refuseDuplicates(
    'path',
    allRoutes.map(({ http }) => http.replaceAll(/\{\w+\}/g, '{}')),
  );
  refuseDuplicates(
    'entity',
    entities.map(({ word }) => word),
  );
  refuseSharedPrefixes(entities);
  for (const capability of [...declaredCommands, ...allRoutes]) {
    refuseUnkept(capability);
    refuseUndeclared(capability, entities);
    refuseUnread(capability);
    refusePromised(capability);
    refuseReadable(capability);
    refuseStoredBytes(capability);
  }
  for (const { word, schema } of entities) {
    assertRead(`a ${word}`, schema);
    refuseSecret(word, { schema });
  }
  assertClosed(
    declaredCommands.filter(({ runtimeOnly }) => !runtimeOnly),
    allRoutes,
    entities,
  );
  const named = byId(commands);
  const offered = byId(declaredCommands.filter(({ runtimeOnly }) => !runtimeOnly));
  return {
    routes: routes.toSorted(byRouteId),
    accountRoutes: accountRoutes.toSorted(byRouteId),
    commands: commands.toSorted(byRouteId),
    runtimeCommands: runtimeCommands.toSorted(byRouteId),
    hash: digestOf([
      ...[...declaredCommands, ...allRoutes].toSorted(byRouteId).map(fingerprint),
      ...entities.map(({ word, schema }) => JSON.stringify({ word, schema })),
    ]),
    command: (id) => named.get(id),
    mutation: (id) => offered.get(id),
    entities,
    unitsOf: unitsOf(entities),
    meanings: meaningsOf(entities),
    concernedBy: concernedBy(entities),
    personal: personalFields(entities),
    keptByShop: keptByShop(entities),
    payloadErrors: (command, payload) => schemaErrors(command.payload, payload, '/payload'),
  };
}

const commandsAmong = (declared: readonly Declared[]) => declared.filter((capability) => capability.kind === 'command');

const routesAmong = (declared: readonly Declared[]): readonly Route[] => [
  ...declared.filter((capability) => capability.kind === 'route'),
  ...commandsAmong(declared).flatMap((command) => (command.route ? [commandRoute(command, command.route)] : [])),
];

/** The envelope is a door for tokens as well, and the contract says what it knows. */
const isOfAccount = (route: Route): boolean =>
  route.policy === 'owner' &&
  route.http.includes(' /v1/account/') &&
  !('command' in route && isEnveloped(route.command));

const byId = (commands: readonly Command[]): ReadonlyMap<string, Command> =>
  new Map(commands.map((command) => [command.id, command]));

const byRouteId = (left: { id: string }, right: { id: string }): number => (left.id < right.id ? -1 : 1);

/**
 * The interface of a capability without its code; JSON drops the handler. Other capabilities have fingerprints of their own. Text in the
 * order in which it is declared: sorting the names of all schemas costs every process a fifth of a second at boot.
 */
const fingerprint = ({ issues, ...own }: Capability): string =>
  JSON.stringify({ ...own, command: undefined, issues: issues?.map(({ id }) => id) });

/** Refuses a declaration that would not be kept. */
function refuseUnkept(capability: Capability): void {
  const { id, label, policy } = capability;
  if (capability.kind === 'route' && !capability.writes) {
    const { audited, produces } = capability;
    if (audited && !label) throw new Error(`${id} is audited, and has no label for the audit log`);
    if (audited && produces?.kept) throw new Error(`${id} is audited, and what is kept would be looked at unseen`);
  }
  if (capability.kind === 'command') {
    const { runtimeOnly, route, files, endsTokens, runMany, stage } = capability;
    if (runtimeOnly && route) throw new Error(`${id} has a route, and nobody may call it`);
    if (endsTokens && (runtimeOnly || runMany || policy !== 'owner'))
      throw new Error(`${id} ends tokens, and only an owner who calls it waits until nobody believes them any more`);
    if (stage && policy !== 'propose') throw new Error(`${id} stages what nobody decides on: its policy is ${policy}`);
    if (files && (!route || isEnveloped(capability)))
      throw new Error(`${id} takes files, and only a route that is its one door can bring them`);
  }
  if ('workspace' in capability && capability.workspace !== undefined && policy !== 'workspace')
    throw new Error(`${id} names a workspace, and its policy is ${policy}: only what runs at once knows whose it is`);
}

/** A subject that nothing says of what its fields mean, which of them are of a person, and which are money; or a person of no kind. */
function refuseUndeclared(capability: Capability, entities: readonly Entity[]): void {
  const subject = 'subject' in capability ? capability.subject : undefined;
  if (subject && !entities.some(({ word }) => word === subject.entity))
    throw new Error(`the subject of ${capability.id} is a ${subject.entity}, which no entity declares`);
  const forgets = 'forgets' in capability ? capability.forgets : undefined;
  if (forgets !== undefined && entities.find(({ word }) => word === forgets)?.person === undefined)
    throw new Error(`${capability.id} forgets a ${forgets}, and no such entity says of whom its data is`);
}

/** Collects the schemas of a caller's statements, part by part. */
const statedSchemas = (capability: Capability): Readonly<Record<string, TSchema>> =>
  capability.kind === 'command'
    ? { payload: capability.payload }
    : {
        params: capability.params,
        query: capability.query,
        ...(capability.body ? { body: capability.body } : {}),
      };

/** Collects the schemas of the answers. The envelope answers what its commands answer. */
const toldSchemas = (capability: Capability): Readonly<Record<string, TSchema>> =>
  capability.kind === 'route' && isEnvelope(capability) ? {} : { result: capability.result, ...capability.answersOnce };

/** Refuses schemas that nothing would judge: unread keywords, and fields that only some of the choices have. */
function refuseUnread(capability: Capability): void {
  const stated = statedSchemas(capability);
  for (const [part, schema] of Object.entries({ ...stated, ...toldSchemas(capability) }))
    assertRead(capability.id, schema, `/${part}`);
  const shapeless = Object.entries(stated).find(([, schema]) => !('properties' in schema));
  if (shapeless) throw new Error(`${capability.id} has a ${shapeless[0]} that names no fields of its own`);
}

/** A default is written into a query, and into nothing else: the handler alone knows what it does without a field. */
function refusePromised(capability: Capability): void {
  const { query: _, ...others } = statedSchemas(capability);
  const promising = Object.values(others).some((schema) => someNode(schema, (node) => 'default' in node));
  if (promising) throw new Error(`${capability.id} declares a default, and nobody would write it in`);
}

/** A secret is a field of a payload; the body of a route is the payload of its command. */
function refuseReadable(capability: Capability): void {
  const { payload: _payload, body: _body, ...others } = statedSchemas(capability);
  refuseSecret(capability.id, { ...others, ...toldSchemas(capability) });
}

/** Refuses payloads that name stored bytes: a caller could name those of others. Callers bring files, and the product alone names them. */
function refuseStoredBytes(capability: Capability): void {
  if ('command' in capability || ('runtimeOnly' in capability && capability.runtimeOnly)) return;
  const files = 'files' in capability ? Object.keys(capability.files ?? {}) : [];
  const named = Object.values(statedSchemas(capability))
    .flatMap((schema) => Object.entries(propertiesOf(schema)))
    .find(([field, node]) => !files.includes(field) && someNode(node, isObjectName));
  if (named) throw new Error(`${capability.id} lets callers name stored bytes as ${named[0]}, which is no file`);
}

function refuseSecret(name: string, schemas: Readonly<Record<string, TSchema>>): void {
  for (const [part, schema] of Object.entries(schemas))
    if (secrets.holds(schema)) throw new Error(`${name} has a secret in its ${part}, which is read`);
}

/** Identifiers of two kinds that look the same: who looks up their titles would ask one kind for the things of the other. */
function refuseSharedPrefixes(entities: readonly Entity[]): void {
  const known = new Map<string, Entity>();
  for (const entity of entities) {
    if (!('find' in entity.titles)) continue;
    const { prefix, find } = entity.titles;
    const other = known.get(prefix)?.titles;
    // Two entities may share a prefix, e.g. a store and its projection; then both find their titles alike.
    if (other && 'find' in other && other.find !== find)
      throw new Error(`identifiers of a ${known.get(prefix)?.word} and of a ${entity.word} begin with ${prefix}_`);
    known.set(prefix, entity);
  }
}

function refuseDuplicates(what: string, values: readonly string[]): void {
  const seen = new Set<string>();
  for (const value of values) {
    if (seen.has(value)) throw new Error(`two capabilities declare the ${what} ${value}`);
    seen.add(value);
  }
}
