import { digestOf } from './canonical';
import { unreadableForm } from './content';
import {
  aliasRoute,
  type Capability,
  type CapabilityIndex,
  type Command,
  type CommandRoute,
  type ReadRoute,
  type Route,
  type WriteRoute,
} from './declare';
import { concernedBy, type Entity, keptByShop, unitsOf } from './entity';
import { meaningsOf } from './meaning';
import { personalFields, unsealable } from './personal';
import type { TSchema } from './schema';
import { schemaErrors } from './validation';

/** Every capability of a build. Throws at boot on what would otherwise surface as the wrong handler answering. */
export function buildRegistry(declared: readonly Capability[], entities: readonly Entity[]): CapabilityIndex {
  const declaredCommands = declared.filter((capability): capability is Command => capability.kind === 'command');
  const commands = declaredCommands.filter(({ runtimeOnly }) => !runtimeOnly);
  const runtimeCommands = declaredCommands.filter(({ runtimeOnly }) => runtimeOnly);
  const withoutUse = runtimeCommands.find(({ alias }) => alias);
  if (withoutUse) throw new Error(`${withoutUse.id} has a route, and nobody may call it`);
  const aliases = commands.flatMap((command) => (command.alias ? [aliasRoute(command, command.alias)] : []));
  const routes: Route[] = [
    ...declared.filter((capability): capability is Route => capability.kind === 'route'),
    ...aliases,
  ];
  refuseDuplicates(
    'command id',
    declaredCommands.map(({ id }) => id),
  );
  refuseDuplicates(
    'route id',
    routes.map(({ id }) => id),
  );
  refuseDuplicates(
    'path',
    routes.map(({ http }) => http.replaceAll(/\{\w+\}/g, '{}')),
  );
  refuseDuplicates(
    'entity',
    entities.map(({ word }) => word),
  );
  for (const capability of [...declaredCommands, ...routes]) {
    refuseUnkept(capability);
    refuseUndeclared(capability, entities);
    refuseUnsealable(capability.id, capability);
  }
  for (const { word, schema } of entities) refuseUnsealable(word, { schema });
  const byId = new Map(commands.map((command) => [command.id, command]));
  return {
    routes: routes.toSorted(byRouteId),
    commands: commands.toSorted(byRouteId),
    runtimeCommands: runtimeCommands.toSorted(byRouteId),
    hash: digestOf([
      ...[...declaredCommands, ...routes].toSorted(byRouteId).map(fingerprint),
      ...entities.map(entityPrint),
    ]),
    command: (id) => byId.get(id),
    entities,
    unitsOf: unitsOf(entities),
    meanings: meaningsOf(entities),
    concernedBy: concernedBy(entities),
    personal: personalFields(entities),
    keptByShop: keptByShop(entities),
    payloadErrors: (command, payload) => schemaErrors(command.payload, payload, '/payload'),
  };
}

const byRouteId = (left: { id: string }, right: { id: string }): number => (left.id < right.id ? -1 : 1);

/** The interface of a capability without its code; JSON drops the handler. Other capabilities have fingerprints of their own. */
function fingerprint(capability: Capability): unknown {
  const { delegates: _, issues, ...own } = capability as Capability & Pick<Partial<CommandRoute>, 'delegates'>;
  return JSON.parse(JSON.stringify({ ...own, issues: issues?.map(({ id }) => id) }));
}

const entityPrint = ({ word, schema }: Entity): unknown => JSON.parse(JSON.stringify({ word, schema }));

/** What is declared and would not be kept. */
function refuseUnkept(capability: Capability): void {
  const { id, label, policy } = capability;
  const { audited, body, form, produces, workspace } = capability as Partial<
    Pick<ReadRoute, 'audited' | 'produces'> & Pick<Command, 'workspace'> & Pick<WriteRoute, 'form' | 'body'>
  >;
  if (audited && !label) throw new Error(`${id} is audited, and has no label for the audit log`);
  const unreadable = form && unreadableForm(body as TSchema, form);
  if (unreadable !== undefined)
    throw new Error(`${id} takes files as ${unreadable}, and its body does not say how many`);
  if (audited && produces?.kept) throw new Error(`${id} is audited, and what is kept would be looked at unseen`);
  if (workspace !== undefined && policy !== 'workspace')
    throw new Error(`${id} names a workspace, and its policy is ${policy}: only what runs at once knows whose it is`);
}

/** A subject that nothing says of what its fields mean, which of them are of a person, and which are money. */
function refuseUndeclared(capability: Capability, entities: readonly Entity[]): void {
  const { id, subject } = capability as Pick<Command, 'id' | 'subject'>;
  if (subject && !entities.some(({ word }) => word === subject.entity))
    throw new Error(`the subject of ${id} is a ${subject.entity}, which no entity declares`);
}

/** Data of a person that would be kept for good, because sealing does not look where it is declared. */
function refuseUnsealable(name: string, declared: object): void {
  for (const [part, schema] of Object.entries(declared).filter(([part]) => KEPT.has(part))) {
    const way = unsealable(schema as TSchema, `/${part}`);
    if (way) throw new Error(`${name} has data of a person at ${way}, where it would not be sealed`);
  }
}

const KEPT: ReadonlySet<string> = new Set(['payload', 'params', 'query', 'body', 'result', 'schema']);

function refuseDuplicates(what: string, values: readonly string[]): void {
  const seen = new Set<string>();
  for (const value of values) {
    if (seen.has(value)) throw new Error(`two capabilities declare the ${what} ${value}`);
    seen.add(value);
  }
}
