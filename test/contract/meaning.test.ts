import type { TSchema } from '../../src/kernel/schema/schema';
import { choicesIn, type Node, nodesWithin } from '../../src/kernel/schema/walk';
import { registry } from '../../src/registry';

const isSaid = (words: { readonly tr: string; readonly en: string } | undefined): boolean =>
  [words?.tr, words?.en].every((said) => typeof said === 'string' && said.trim() !== '');

/** Places of a schema that an owner would read as code: fields without a label, values without a word. */
function unsaid(node: Node, place: string): string[] {
  const values = (node.enum ?? []).filter((value) => typeof value === 'string');
  return [
    ...values.filter((value) => !isSaid(node['x-words']?.[value])).map((value) => `${place} = ${value}`),
    ...Object.keys(node['x-words'] ?? {}).flatMap((value) => (values.includes(value) ? [] : [`${place} ≠ ${value}`])),
    ...nodesWithin(node).flatMap(([name, child]) => [
      ...(isField(node, name) && !isSaid(labelOf(child)) ? [`${place}/${name}`] : []),
      ...unsaid(child, inside(place, name)),
    ]),
  ];
}

const inside = (place: string, name: string | undefined): string => (name === undefined ? place : `${place}/${name}`);

/** What stands under any name of a record is called by that. */
const isField = ({ properties = {} }: Node, name: string | undefined): boolean =>
  name !== undefined && Object.hasOwn(properties, name);

const labelOf = (node: Node): Node['x-label'] =>
  choicesIn(node)
    .map((choice) => choice['x-label'])
    .find((label) => label !== undefined);

/** Places of things that stand in a list and have an identifier, and of which no field is shown beside what differs. */
function untelling(node: Node, place: string): string[] {
  const fields = node.items?.properties ?? {};
  const isTold = !('id' in fields) || Object.values(fields).some((field) => field['x-tells'] === true);
  return [
    ...(isTold ? [] : [place]),
    ...nodesWithin(node).flatMap(([name, child]) => untelling(child, inside(place, name))),
  ];
}

describe('what an owner reads', () => {
  test.each(registry.entities)('of a changed $word has a name, and each of its states a word', ({ word, schema }) => {
    expect(isSaid((schema as Node)['x-label'])).toBe(true);
    expect(unsaid(schema, word)).toEqual([]);
  });

  test('of things that stand in a list says which is which', () => {
    const untold = registry.entities.flatMap(({ word, schema }) => untelling(schema, word));
    expect(untold).toEqual([]);
  });

  test('of every call that changes something has a name', () => {
    const changing = [
      ...registry.commands,
      ...registry.routes.filter(({ id, writes }) => writes && id !== 'commands.run'),
    ];
    expect(changing.filter(({ label }) => !isSaid(label)).map(({ id }) => id)).toEqual([]);
  });

  const inputs: [id: string, schemas: readonly TSchema[]][] = [
    ...registry.commands.map(({ id, payload }): [string, TSchema[]] => [id, [payload]]),
    ...registry.routes.flatMap((route): [string, TSchema[]][] =>
      'command' in route ? [[route.id, [route.params, route.body]]] : [],
    ),
  ];
  test.each(inputs)('of a call of %s has a name, and each of its choices a word', (id, schemas) => {
    expect(schemas.flatMap((schema) => unsaid(schema, id))).toEqual([]);
  });
});
