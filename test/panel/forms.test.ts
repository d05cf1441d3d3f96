import { productSchema } from '../../src/catalog/product/view';
import type { Command } from '../../src/kernel/declaration/command';
import { registry } from '../../src/registry';
import { type Node, parsed, sources, textOf } from '../house/source';

/** A field of a schema, as far as forms go by it. */
interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly 'x-guards'?: boolean;
}

/** Things that owners edit, and the commands by which they do. A field of one command may stand in the form of another. */
const things: Readonly<Record<string, readonly string[]>> = {
  product: [
    'catalog.product.create',
    'catalog.product.update',
    'catalog.product.setVariants',
    'catalog.product.setMedia',
    'catalog.product.setDigital',
    'catalog.price.set',
    'catalog.stock.set',
  ],
  category: ['catalog.category.create', 'catalog.category.update'],
  collection: ['catalog.collection.create', 'catalog.collection.update', 'catalog.collection.setProducts'],
  order: ['order.note.add', 'order.ship', 'order.shipment.track', 'order.cancel', 'order.return.request'],
  'name of the shop': ['settings.store.update'],
  identity: ['settings.identity.update'],
  'checkout settings': ['settings.checkout.update'],
  'stock settings': ['settings.stock.update'],
  'channel settings': ['settings.channel.update'],
};

/** Fields that no form asks for on purpose, by their command, and why. The list may only shrink. */
const leftOut: Readonly<Record<string, string>> = {
  'catalog.stock.set: reason': 'one form changes stock, prices and title; a note of the ledger is of one count',
  'order.cancel: restock': 'the stock settings say it for the whole shop, and a switch has no third place',
  'order.return.request: noticedAt': 'whoever records a return in the panel has just heard of it',
};

/** Kinds of fields that `Inputs` draws. */
function isDrawn(schema: Schema): boolean {
  const { type, enum: choices, properties, items, anyOf } = schema;
  if (anyOf) return anyOf.filter((each) => each.type !== 'null').every(isDrawn) && anyOf.length <= 2;
  if (properties) return Object.values(properties).every((field) => field['x-guards'] === true || isDrawn(field));
  if (type === 'array') return items !== undefined && isDrawn(items);
  return choices !== undefined || ['boolean', 'integer', 'number', 'string'].includes(type ?? '');
}

type Found = Node | undefined;
const nodeIn = (node: Found, field: string): Found => node?.[field] as Found;
const nodesIn = (node: Found, field: string): readonly Node[] => (node?.[field] ?? []) as readonly Node[];

/** The fields of a command that one place of the panel states. `every`: all fields of its payload but these, by the schema. */
interface StatedFields {
  readonly command: string;
  readonly names: readonly string[];
  readonly every: boolean;
}

const panel = sources.filter((file) => file.startsWith('src/panel/'));
const statedFields = panel.flatMap(statedIn);

const payloadOf = (id: string): Schema =>
  (registry.commands.find((each) => each.id === id) as Command).payload as Schema;
const fieldsOf = (schema: Schema): string[] =>
  Object.entries(schema.properties ?? {})
    .filter(([, field]) => !field['x-guards'])
    .map(([name]) => name);

/** Fields of a command that a form of the panel asks for, or that it states by itself. */
function shownOf(command: string): string[] {
  const fields = fieldsOf(payloadOf(command));
  return statedFields
    .filter((each) => each.command === command)
    .flatMap(({ names, every }) => (every ? fields.filter((name) => !names.includes(name)) : names));
}

describe('the forms of the panel', () => {
  test('the test sees them: by their schema, by what they ask for, and calls by hand', () => {
    expect(statedFields).toContainEqual({ command: 'settings.identity.update', names: ['expectedRev'], every: true });
    expect(statedFields).toContainEqual({
      command: 'catalog.category.create',
      names: ['name', 'taksitCap'],
      every: false,
    });
    const byHand = { command: 'catalog.product.update', names: ['productId', 'expectedRev', 'title'], every: false };
    expect(statedFields).toContainEqual(byHand);
    const known = registry.commands.map(({ id }) => id);
    expect(
      Object.values(things)
        .flat()
        .filter((id) => !known.includes(id)),
    ).toEqual([]);
  });

  test.each(Object.entries(things))('take every field of the %s that a command takes', (_, commands) => {
    const shown = new Set(commands.flatMap(shownOf));
    const missing = commands.flatMap((id) =>
      fieldsOf(payloadOf(id)).flatMap((name) => (shown.has(name) ? [] : `${id}: ${name}`)),
    );
    const known = Object.keys(leftOut).filter((each) => commands.includes(each.split(': ')[0] as string));
    expect(missing.toSorted()).toEqual(known.toSorted());
  });

  test('that follow a schema draw every field of it', () => {
    const following = statedFields.filter(({ every }) => every);
    expect(following.length).toBeGreaterThan(8);
    const undrawn = following.flatMap(({ command, names }) =>
      Object.entries(payloadOf(command).properties ?? {})
        .filter(([name, field]) => !names.includes(name) && !field['x-guards'] && !isDrawn(field))
        .map(([name]) => `${command}: ${name}`),
    );
    expect(undrawn).toEqual([]);
  });

  test('of variants have every field that a new product states of one', () => {
    const itemOf = (command: string): string[] => fieldsOf(payloadOf(command).properties?.variants?.items as Schema);
    const [asked, created] = [itemOf('catalog.product.setVariants'), itemOf('catalog.product.create')];
    expect(asked.length).toBeGreaterThan(5);
    expect(created.filter((name) => !asked.includes(name))).toEqual([]);
    const left = /fieldsOf\(list\?\.items \?\? \{\}\)\.filter\(\(\{ name \}\) => (.+)\);/.exec(
      textOf('src/panel/products/variants.tsx'),
    );
    expect(left?.[1]).toBe("name !== 'id'");
  });

  test('or a part of the page show every field of a product that is answered', () => {
    const answered = Object.keys(productSchema.properties);
    const words = new Set(
      panel
        .filter((file) => /^src\/panel\/products\/[\w-]+\.tsx?$/.test(file))
        .flatMap((file) => textOf(file).match(/\w+/g) ?? []),
    );
    const inForms = new Set((things.product as readonly string[]).flatMap(shownOf));
    expect(answered.filter((name) => !words.has(name) && !inForms.has(name))).toEqual([]);
  });
});

function statedIn(file: string): StatedFields[] {
  const { nodes } = parsed(file);
  const values = new Map(
    nodes
      .filter(({ type }) => type === 'VariableDeclarator')
      .map((node) => [nodeIn(node, 'id')?.value as string, nodeIn(node, 'init')] as const),
  );
  const settled = (node: Found): Found => {
    if (node?.type === 'Identifier' && values.has(node.value as string))
      return settled(values.get(node.value as string));
    const inner = /^(Ts(As|Satisfies|Const)\w*|ParenthesisExpression|JSXExpressionContainer)$/.test(node?.type ?? '');
    return inner ? settled(nodeIn(node, 'expression')) : node;
  };
  const textIn = (node: Found): string | undefined => {
    const value = settled(node);
    return value?.type === 'StringLiteral' ? (value.value as string) : undefined;
  };
  /** Names of the fields of an object, those that are spread into it with them. */
  const keysIn = (node: Found): string[] => {
    const value = settled(node);
    if (value?.type === 'ConditionalExpression')
      return [...keysIn(nodeIn(value, 'consequent')), ...keysIn(nodeIn(value, 'alternate'))];
    return nodesIn(value, 'properties').flatMap((property) => {
      if (property.type === 'SpreadElement') return keysIn(nodeIn(property, 'arguments'));
      const name = property.type === 'Identifier' ? property.value : nodeIn(property, 'key')?.value;
      return typeof name === 'string' ? [name] : [];
    });
  };
  /** Every text in a list, whatever it depends on. */
  const textsIn = (node: Found): string[] => {
    const value = settled(node);
    if (typeof value !== 'object' || value === null) return [];
    if (value.type === 'StringLiteral') return [value.value as string];
    return Object.values(value).flatMap((part) =>
      Array.isArray(part) ? part.flatMap(textsIn) : typeof part === 'object' ? textsIn(part as Found) : [],
    );
  };
  const fieldOf = (node: Found, name: string): Found => {
    for (const property of nodesIn(node, 'properties')) {
      if (property.type === 'Identifier' && property.value === name) return property;
      if (nodeIn(property, 'key')?.value === name) return nodeIn(property, 'value');
    }
    return undefined;
  };
  const calls = nodes
    .filter(({ type }) => type === 'ObjectExpression')
    .flatMap((node): StatedFields[] => {
      const command = textIn(fieldOf(node, 'command'));
      const payload = fieldOf(node, 'payload');
      return command && payload ? [{ command, names: keysIn(payload), every: false }] : [];
    });
  const leaving = new Map(
    nodes
      .filter(({ type, callee }) => type === 'CallExpression' && (callee as Node).value === 'usePayloadFields')
      .map((node) => {
        const [command, beside] = nodesIn(node, 'arguments').map((each) => nodeIn(each, 'expression'));
        return [textIn(command) as string, textsIn(beside)] as const;
      }),
  );
  const elements = nodes
    .filter(({ type }) => type === 'JSXOpeningElement')
    .flatMap((node): StatedFields[] => {
      const attributes = new Map(
        nodesIn(node, 'attributes').map((each) => [nodeIn(each, 'name')?.value as string, nodeIn(each, 'value')]),
      );
      const command = textIn(attributes.get('command'));
      if (command === undefined) return [];
      const element = nodeIn(node, 'name')?.value;
      const of = [...keysIn(attributes.get('of')), ...keysIn(attributes.get('seen'))];
      const beside = { command, names: of, every: false };
      if (element === 'SettingsForm') return [beside, { command, names: of, every: true }];
      if (element === 'PatchForm' || element === 'PagePatch')
        return [beside, { command, names: leaving.get(command) ?? [], every: true }];
      const more = keysIn(fieldOf(settled(attributes.get('more')), 'start'));
      return [{ command, names: [...textsIn(attributes.get('asks')), ...of, ...more], every: false }];
    });
  return [...calls, ...elements];
}
