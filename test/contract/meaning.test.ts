import type { TSchema } from '../../src/kernel/schema/schema';
import { registry } from '../../src/registry';

interface Node {
  readonly 'x-label'?: { readonly tr: string; readonly en: string };
  readonly 'x-tells'?: true;
  readonly 'x-words'?: Readonly<Record<string, { readonly tr: string; readonly en: string }>>;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
}

const isSaid = (words: { readonly tr: string; readonly en: string } | undefined): boolean =>
  [words?.tr, words?.en].every((said) => typeof said === 'string' && said.trim() !== '');

/** Places of a schema that an owner would read as code: fields without a label, values without a word. */
function unsaid(node: Node, place: string): string[] {
  const values = (node.enum ?? []).filter((value) => typeof value === 'string');
  return [
    ...values.filter((value) => !isSaid(node['x-words']?.[value])).map((value) => `${place} = ${value}`),
    ...Object.keys(node['x-words'] ?? {}).flatMap((value) => (values.includes(value) ? [] : [`${place} ≠ ${value}`])),
    ...(node.anyOf ?? []).flatMap((choice) => unsaid(choice, place)),
    ...(node.items ? unsaid(node.items, place) : []),
    ...Object.entries(node.properties ?? {}).flatMap(([field, child]) => [
      ...(isSaid(labelOf(child)) ? [] : [`${place}/${field}`]),
      ...unsaid(child, `${place}/${field}`),
    ]),
  ];
}

const labelOf = (node: Node): Node['x-label'] =>
  node['x-label'] ?? node.anyOf?.map(labelOf).find((label) => label !== undefined);

/** Places of things that stand in a list and have an identifier, and of which no field is shown beside what differs. */
function untelling({ items, properties = {}, anyOf = [] }: Node, place: string): string[] {
  const fields = items?.properties ?? {};
  const isTold = !('id' in fields) || Object.values(fields).some((field) => field['x-tells'] === true);
  return [
    ...(isTold ? [] : [place]),
    ...anyOf.flatMap((choice) => untelling(choice, place)),
    ...(items ? untelling(items, place) : []),
    ...Object.entries(properties).flatMap(([field, child]) => untelling(child, `${place}/${field}`)),
  ];
}

describe('what an owner reads', () => {
  test.each(registry.entities)('of a changed $word has a name, and each of its states a word', ({ word, schema }) => {
    expect(isSaid((schema as Node)['x-label'])).toBe(true);
    expect(unsaid(schema as Node, word)).toEqual([]);
  });

  test('of things that stand in a list says which is which', () => {
    const untold = registry.entities.flatMap(({ word, schema }) => untelling(schema as Node, word));
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
    expect(schemas.flatMap((schema) => unsaid(schema as Node, id))).toEqual([]);
  });
});
