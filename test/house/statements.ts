import path from 'node:path';
import { transformSync } from '@swc/core';
import { type Node, type Parsed, parsed, root, sources, textOf } from './source';

/** SQL stands where it is looked for. */
export const isStore = (file: string): boolean => /(^|[/-])store\.ts$/.test(file) && !file.startsWith('migrations/');

interface Member {
  readonly type?: string;
  readonly object?: { readonly value?: unknown };
  readonly property?: { readonly value?: unknown };
}

/** The row of a key may be asked for together with others. */
const BY_KEY = 'rowByKey';
const ASKING = ['query', 'send', BY_KEY];

const methodOf = ({ callee }: Node): string => String((callee as Member).property?.value);

/** Call sites of a database: `tx.query(…)`, `tx.send(…)`, `db.rowByKey(…)`. */
function callsIn({ nodes }: Parsed): Node[] {
  return nodes.filter((node) => {
    const { type: of, object } = (node.callee ?? {}) as Member;
    if (node.type !== 'CallExpression' || of !== 'MemberExpression' || object?.value === 'process') return false;
    return ASKING.includes(methodOf(node));
  });
}

const firstArgument = (call: Node): Node | undefined => (call.arguments as { expression: Node }[])[0]?.expression;

export interface Asked {
  /** `file:line`. */
  readonly at: string;
  readonly file: string;
  /** The statement's text; none: it depends on the call. */
  readonly text: string | undefined;
  readonly byKey?: boolean;
}

/** What the stores ask: the first argument of each call, as the module itself says it without the call's values. */
export function statementsOf(file: string): Asked[] {
  const source = parsed(file);
  const asked = callsIn(source).flatMap((call) => {
    const argument = firstArgument(call);
    return (argument ? alternatives(argument) : []).map((node) => ({
      at: `${file}:${source.line(call)}`,
      expression: source.text(node),
      byKey: methodOf(call) === BY_KEY,
    }));
  });
  const values = evaluated(
    file,
    asked.map(({ expression }) => expression),
  );
  return asked.flatMap(({ at, byKey }, index) => textsIn(values[index]).map((text) => ({ at, file, text, byKey })));
}

/** Both sides of a choice; of a look-up in a table of statements the table, whose every statement counts. */
function alternatives(node: Node): Node[] {
  if (node.type === 'ConditionalExpression')
    return [node.consequent as Node, node.alternate as Node].flatMap(alternatives);
  return node.type === 'MemberExpression' ? [node.object as Node] : [node];
}

const textsIn = (value: unknown): (string | undefined)[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [value as string | undefined];

/** Runs the module with one function more for each expression: those that need more than the module has answer undefined. */
function evaluated(file: string, expressions: readonly string[]): unknown[] {
  const asking = `exports.asked = [${expressions.map((expression) => `() => (${expression})`).join(', ')}];`;
  const { code } = transformSync(`${textOf(file)}\n${asking}`, {
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'commonjs' },
  });
  const exported: { asked?: (() => unknown)[] } = {};
  const folder = path.dirname(path.join(root, file));
  const load = (name: string): unknown => require(name.startsWith('.') ? path.join(folder, name) : name);
  new Function('exports', 'require', code)(exported, load);
  return (exported.asked ?? []).map((ask) => {
    try {
      return ask();
    } catch (error) {
      if (error instanceof ReferenceError) return undefined;
      throw error;
    }
  });
}

const SQL = /\b(SELECT|INSERT INTO|DELETE FROM|UPDATE\s+\w+(\s+\w+)?\s+SET|WITH\s+\w+\s+AS)\b/;

/** Texts that are SQL, or parts of it, as `file:line`. */
export function sqlIn(file: string): string[] {
  const source = parsed(file);
  const literals = source.nodes.filter(({ type }) => type === 'StringLiteral' || type === 'TemplateLiteral');
  return literals.filter((node) => SQL.test(source.text(node))).map((node) => `${file}:${source.line(node)}`);
}

/** What the database is asked for, however the text came to be, as `file:line`. */
export function asksIn(file: string): string[] {
  const source = parsed(file);
  return callsIn(source).map((call) => `${file}:${source.line(call)}`);
}

export const stores = sources.filter(isStore);
