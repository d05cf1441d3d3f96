import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Node, parsed, root, sources } from './source';

/*
 * A function is a verb with its object, a type a noun with its domain: `findOwn` and `SoldPieces`, and not `found` and `Told`. Older names
 * of one participle or filler stand in a list of counts by folder, which may only shrink.
 */

const filler =
  /^(told|named|said|asked|held|found|left|given|Told|Named|Said|Asked|Held|Found|Left|Given|Step|Place|Stand)$/;
const list = path.join(root, 'test/golden/fillers.json');

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

const folderOf = (file: string): string => /^(src\/[\w-]+(?=\/)|\w+)/.exec(file)?.[0] as string;

test('fewer functions and types have a name of one participle than before', () => {
  const found = sources
    .toSorted()
    .filter((file) => !file.startsWith('src/simulator/'))
    .flatMap((file) => {
      const { nodes, line } = parsed(file);
      return nodes.flatMap((node) => {
        const name = nameOf(node);
        return name !== undefined && filler.test(name) ? [{ file, where: `${file}:${line(node)} ${name}` }] : [];
      });
    });
  const counts: Record<string, number> = {};
  for (const { file } of found) counts[folderOf(file)] = (counts[folderOf(file)] ?? 0) + 1;
  const before: Record<string, number> = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : counts;
  const grown = found.filter(({ file }) => (counts[folderOf(file)] as number) > (before[folderOf(file)] ?? 0));
  expect(grown.map(({ where }) => where)).toEqual([]);
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(list, `${JSON.stringify(counts, null, 2)}\n`);
  expect(counts).toEqual(JSON.parse(readFileSync(list, 'utf8')));
});
