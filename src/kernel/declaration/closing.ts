import { canonicalJson } from '../canonical';
import { holdsClosed } from '../schema/closed';
import { propertiesOf } from '../schema/schema';
import { type Node, nodesWithin, someNode } from '../schema/walk';
import type { Command } from './command';
import type { Entity } from './entity';
import type { ReadRoute, Route } from './route';

/**
 * Checks that a field is closed in its schema if only reads answer it that agents may not call. Otherwise it would be read in previews,
 * proposals and the audit log. A field that may be stated blindly belongs to a subject with a schema that describes it.
 * @throws {Error} with the field that would be readable elsewhere
 */
export function assertClosed(
  commands: readonly Command[],
  routes: readonly Route[],
  entities: readonly Entity[],
): void {
  const reads = routes.filter((route) => !route.writes);
  const answered = new Map(reads.map((read) => [read, objectsIn(read.result)]));
  for (const route of reads.filter(({ closedToAgents }) => closedToAgents)) assertScope(route);
  for (const entity of entities) {
    const isOfEntity = isSameAs(entity.schema);
    const answering = reads.filter((read) => answered.get(read)?.some(isOfEntity));
    if (answering.length === 0 || answering.some(({ closedToAgents }) => !closedToAgents)) continue;
    const told = Object.keys(entity.toldElsewhere ?? {});
    const open = statedOf(entity, commands).find(
      (field) => !told.includes(field) && !holdsClosed(propertiesOf(entity.schema)[field]),
    );
    if (open !== undefined)
      throw new Error(
        `agents do not read a ${entity.word}, and its ${open} is not closed: they would read it in previews`,
      );
  }
  for (const command of commands.filter(({ payload }) => holdsClosed(payload))) {
    const about = entities.find(({ word }) => word === command.subject?.entity);
    if (!holdsClosed(about?.schema))
      throw new Error(
        `${command.id} takes what is closed, and no subject of it has that: whoever tries values could read it`,
      );
  }
}

/** Checks that the scope of a read opens the fields that it closes. */
function assertScope({ id, scope, result }: ReadRoute): void {
  const isOther = (node: Node) => node['x-closed'] !== undefined && node['x-closed'] !== scope;
  if (someNode(result, isOther)) throw new Error(`${id} answers what is closed with another scope than its own`);
}

/** The schemas of objects in one, itself among them. */
const objectsIn = (schema: Node): readonly Node[] => [
  ...(schema.properties ? [schema] : []),
  ...nodesWithin(schema).flatMap(([, node]) => objectsIn(node)),
];

/** Canonical JSON of all that is answered costs a tenth of a second at boot; most of it is told apart by the names alone. */
function isSameAs(schema: Node): (node: Node) => boolean {
  const names = Object.keys(propertiesOf(schema));
  const sought = canonicalJson(schema);
  return (node) => {
    const properties = propertiesOf(node);
    const isNamedSo =
      Object.keys(properties).length === names.length && names.every((name) => Object.hasOwn(properties, name));
    return isNamedSo && (node === schema || canonicalJson(node) === sought);
  };
}

/** Fields of a thing that the commands about it take. */
const statedOf = ({ word, schema }: Entity, commands: readonly Command[]): string[] => {
  const stated = new Set(
    commands.flatMap(({ subject, payload }) => (subject?.entity === word ? Object.keys(propertiesOf(payload)) : [])),
  );
  return Object.keys(propertiesOf(schema)).filter((field) => stated.has(field));
};
