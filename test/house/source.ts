import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';

export const root = path.join(__dirname, '../..');

/** Every file of the product that is compiled, by its path from the root. */
export const sources: readonly string[] = ['src', 'workflows', 'activities', 'migrations'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.posix.join(folder, file)),
);

export const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** A folder of `src`, or the one beside it; `root` for the files that stand in `src` itself, the demo and the settings. */
export const areaOf = (file: string): string => {
  const [top, second] = file.split('/') as [string, string | undefined];
  if (top !== 'src') return top;
  const isRoot = second?.includes('.') || second === 'demo' || second === 'config' || !file.includes('/', 4);
  return isRoot ? 'root' : (second as string);
};

export interface Node {
  readonly type: string;
  readonly span: { readonly start: number; readonly end: number };
  readonly [field: string]: unknown;
}

export interface Parsed {
  readonly nodes: readonly Node[];
  /** What stands in the file where the node does. */
  text(node: Node): string;
  line(node: Node): number;
}

const known = new Map<string, Parsed>();

/** All nodes of a file's syntax tree, outer ones first. */
export function parsed(file: string): Parsed {
  const found = known.get(file) ?? parse(file);
  known.set(file, found);
  return found;
}

function parse(file: string): Parsed {
  // Places are counted in bytes, from 1.
  const bytes = Buffer.from(textOf(file));
  const tree = parseSync(bytes.toString(), { syntax: 'typescript', tsx: file.endsWith('x') });
  const nodes: Node[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('type' in value && 'span' in value) nodes.push(value as Node);
    for (const each of Object.values(value)) visit(each);
  };
  visit(tree.body);
  return {
    nodes,
    text: ({ span }) => bytes.subarray(span.start - 1, span.end - 1).toString(),
    line: ({ span }) =>
      bytes
        .subarray(0, span.start - 1)
        .toString()
        .split('\n').length,
  };
}
