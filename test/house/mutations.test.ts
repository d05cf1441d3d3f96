import { type Node, parsed, sources, textOf } from './source';

const isNamed = (node: unknown, name: string): boolean =>
  (node as { value?: string } | undefined)?.value === name || (node as { text?: string } | undefined)?.text === name;

/** What an object literal has by name: fields, and methods. */
const keysOf = ({ properties }: Node): readonly unknown[] =>
  (properties as readonly { key?: unknown }[]).map(({ key }) => key);

const isMutation = (node: Node): boolean =>
  node.type === 'ObjectExpression' &&
  ['id', 'policy', 'run'].every((name) => keysOf(node).some((key) => isNamed(key, name)));

const DECLARES = ['command', 'readRoute', 'workRoute', 'fileRoute', 'fileWorkRoute'];

/** Literals that are given to a function of {@link DECLARES}. */
const declaredIn = (nodes: readonly Node[]): ReadonlySet<number> =>
  new Set(
    nodes
      .filter(({ type, callee }) => type === 'CallExpression' && DECLARES.some((name) => isNamed(callee, name)))
      .flatMap((call) => (call.arguments as { expression: Node }[]).map(({ expression }) => expression.span.start)),
  );

const literals = sources
  .filter((file) => /\brun\b/.test(textOf(file)) && /\bpolicy\b/.test(textOf(file)))
  .flatMap((file) => {
    const { nodes, line } = parsed(file);
    const declared = declaredIn(nodes);
    return nodes
      .filter(isMutation)
      .map((node) => ({ at: `${file}:${line(node)}`, isDeclared: declared.has(node.span.start) }));
  });

test('the test sees declarations', () => {
  expect(literals.filter(({ isDeclared }) => isDeclared).length).toBeGreaterThan(50);
});

test('what the bus runs is declared: nothing is made up where it is needed, without a schema, a label and a place in the docs', () => {
  expect(literals.filter(({ isDeclared }) => !isDeclared).map(({ at }) => at)).toEqual([]);
});
