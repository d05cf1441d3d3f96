import { type Node, parsed, sources } from './source';

/* A function is a verb with its object, a type a noun with its domain: `findOwn` and `SoldPieces`, and not `found` and `Told`. */

const filler =
  /^(told|named|said|asked|held|found|left|given|Told|Named|Said|Asked|Held|Found|Left|Given|Step|Place|Stand)$/;

const named: Readonly<Record<string, string>> = {
  FunctionDeclaration: 'identifier',
  ClassDeclaration: 'identifier',
  TsInterfaceDeclaration: 'id',
  TsTypeAliasDeclaration: 'id',
  ClassMethod: 'key',
};

const isFunction = (value: unknown): boolean =>
  ['ArrowFunctionExpression', 'FunctionExpression'].includes((value as Node | null)?.type ?? '');

/** The name of a function, a method or a type; undefined of every other node. */
function nameOf(node: Node): string | undefined {
  const field = node.type === 'VariableDeclarator' && isFunction(node.init) ? 'id' : named[node.type];
  const name = field === undefined ? undefined : (node[field] as Node | null);
  return name?.type === 'Identifier' ? (name.value as string) : undefined;
}

test('no function and no type has a name of one participle', () => {
  const found = sources
    .toSorted()
    .filter((file) => !file.startsWith('src/simulator/'))
    .flatMap((file) => {
      const { nodes, line } = parsed(file);
      return nodes.flatMap((node) => {
        const name = nameOf(node);
        return name !== undefined && filler.test(name) ? [`${file}:${line(node)} ${name}`] : [];
      });
    });
  expect(found).toEqual([]);
});
