import { type Command, InvalidArgumentError, Option } from 'commander';
import { kurusIn } from '../kernel/money';
import { usage } from './exit';
import type { Schema } from './json-schema';
import { isMoney } from './money';
import { surroundings } from './surroundings';
import type { Terminal } from './terminal';

/** A field of a params, query, body or payload schema as an option of the command line. */
export interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly option: Option;
}

/** Commander takes a parsed null for a value that is missing. */
const NULL = Symbol('null');

/** Names that mean the same at every verb; a field of one of these names becomes `--field-<name>`. */
const reserved = new Set([
  'url',
  'token',
  'json',
  'yes',
  'retry-for',
  'help',
  'version',
  'body',
  'file',
  'out',
  'payload',
  'dry-run',
  'idempotency-key',
  'if-match',
  'defer-bump',
  'all',
  'columns',
  'wait',
]);

/** `taksitCap` is `--taksit-cap`; `--taksitCap` works too. */
export const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const fieldNames = (schema: Schema | null): string[] => Object.keys(schema?.properties ?? {});

/** Adds an option for every property of the schema. */
export function addFields(command: Command, schema: Schema | null): Field[] {
  const taken = new Set(command.options.map(({ long }) => long));
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const plain = kebab(name);
    const long = reserved.has(plain) || taken.has(`--${plain}`) ? `field-${plain}` : plain;
    const required = schema?.required?.includes(name) ?? false;
    const option = optionOf(long, name, property, required);
    command.addOption(option);
    return { name, schema: property, required, option };
  });
}

/** Reads the values of the command line, as JSON values by field name. */
export function valuesOf(command: Command, fields: readonly Field[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ name, option }) => {
      const value = command.getOptionValue(option.attributeName());
      return value === undefined ? [] : [[name, value === NULL ? null : value]];
    }),
  );
}

/** `{…}`, `@file` or `-` for stdin. */
export function readDocument(text: string, flag: string): Record<string, unknown> {
  const document = json(textOf(text, flag));
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    usage(`${flag} must be a JSON object: inline, @file, or - for stdin.`);
  return document as Record<string, unknown>;
}

/** Reads the text of a flag, or the file that it names, or stdin. */
function textOf(text: string, flag: string): string {
  try {
    if (text === '-') return surroundings().read(0).toString('utf8');
    return text.startsWith('@') ? surroundings().read(text.slice(1)).toString('utf8') : text;
  } catch (error) {
    return usage(`${flag} ${text} cannot be read: ${(error as Error).message}`);
  }
}

/** Reads what nobody may see on the command line, nor in the history of a shell: from stdin (`-`), or from who sits there. */
export async function withSecrets(
  fields: readonly Field[],
  document: Readonly<Record<string, unknown>>,
  terminal: Terminal,
): Promise<Record<string, unknown>> {
  const secrets: Record<string, unknown> = {};
  for (const { name, option, required, schema } of fields) {
    if (!schema['x-secret'] || schema.type !== 'string') continue;
    if (document[name] === '-') secrets[name] = textOf('-', spelling(option)).replace(/\r?\n$/, '');
    else if (required && document[name] === undefined && terminal.interactive)
      secrets[name] = await terminal.askHidden(`${spelling(option)}:`);
  }
  return { ...document, ...secrets };
}

/** @param file as given on the command line, with this flag */
export function readBytes(file: string | undefined, flag = '--file'): Uint8Array<ArrayBuffer> {
  if (file === undefined) return usage(`${flag} is required: the name of a file.`);
  try {
    return new Uint8Array(surroundings().read(file));
  } catch (error) {
    return usage(`${flag} ${file} cannot be read: ${(error as Error).message}`);
  }
}

/** Told here and not by the server when it is plain that the call cannot succeed. */
export function requireFields(fields: readonly Field[], document: Readonly<Record<string, unknown>>): void {
  const missing = fields.filter(({ name, required }) => required && document[name] === undefined);
  if (missing.length > 0)
    usage(
      `${missing.map(({ option }) => spelling(option)).join(', ')} ${missing.length === 1 ? 'is' : 'are'} required.`,
      'Add --help to see every option.',
    );
}

/** The first of a pair: `--target-id`, not `--targetId`. */
export const spelling = ({ long, short }: Pick<Option, 'long' | 'short'>): string =>
  (short?.startsWith('--') ? short : long) ?? '';

function optionOf(long: string, name: string, schema: Schema, required: boolean): Option {
  const { inner, nullable } = unwrap(schema);
  const camel = long === kebab(name) && name !== long ? `--${long}, --${name}` : `--${long}`;
  const value = inner.type === 'boolean' ? '[true|false]' : `<${placeholder(inner)}>`;
  const option = new Option(`${camel} ${value}`, describe(schema, inner, nullable, required));
  const read = (text: string): unknown => (nullable && text === 'null' ? NULL : readValue(text, inner));
  if (inner.type === 'array' && inner.items?.type !== 'object')
    return option.argParser((text, before) => [...((before as unknown[]) ?? []), ...listOf(text, inner)]);
  if (inner.type === 'boolean') option.preset('true');
  return option.argParser(read);
}

/** A union with null is the other type, that may also be null. */
function unwrap(schema: Schema): { inner: Schema; nullable: boolean } {
  const types = schema.anyOf ?? [];
  const others = types.filter(({ type }) => type !== 'null');
  if (types.length === 2 && others.length === 1) return { inner: others[0] as Schema, nullable: true };
  return { inner: schema, nullable: false };
}

function readValue(text: string, schema: Schema): unknown {
  if (schema.enum) return choice(text, schema.enum);
  if (isMoney(schema) && /[^\d]/.test(text)) return lira(text);
  switch (schema.type) {
    case 'integer':
    case 'number':
      return numberOf(text, schema.type);
    case 'boolean':
      return choice(text, ['true', 'false']) === 'true';
    case 'string':
      return text;
    default:
      return jsonOf(text, schema);
  }
}

/** JSON, or a file of it. Where a text fits as well, what is no JSON is that text; one that would be read as JSON stands in quotes. */
function jsonOf(text: string, schema: Schema): unknown {
  const value = json(text.startsWith('@') ? contentOf(text.slice(1)) : text);
  if (value !== undefined && value !== null) return value;
  if ((schema.anyOf ?? []).some(({ type }) => type === 'string') && !/^[@{["]/.test(text)) return text;
  return invalid(`must be JSON, e.g. '{"a":1}' in the quotes of the shell, or @file`);
}

function contentOf(file: string): string {
  try {
    return surroundings().read(file).toString('utf8');
  } catch (error) {
    return invalid(`cannot be read: ${(error as Error).message}`);
  }
}

function numberOf(text: string, type: 'integer' | 'number'): number {
  const value = Number(text);
  const fits = text.trim() !== '' && (type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value));
  return fits ? value : invalid(type === 'integer' ? 'must be a whole number' : 'must be a number');
}

/** `149,90TL` is 14990 kuruş. A bare number is kuruş, as everywhere in the API. */
function lira(text: string): number {
  const kurus = /(?:TL|₺)\s*$/i.test(text) ? kurusIn(text) : undefined;
  return kurus ?? invalid('must be kuruş, e.g. 14990, or lira, e.g. 149,90TL');
}

/** Reads a list: one value a flag, or a JSON array. */
function listOf(text: string, schema: Schema): unknown[] {
  const whole = text.startsWith('[') ? json(text) : undefined;
  return Array.isArray(whole) ? whole : [readValue(text, schema.items ?? {})];
}

function choice(text: string, allowed: readonly string[]): string {
  return allowed.includes(text) ? text : invalid(`must be one of ${allowed.join(', ')}`);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function invalid(message: string): never {
  throw new InvalidArgumentError(message);
}

function placeholder(schema: Schema): string {
  const prefixes = /^\^\(([a-z|]+)\)_/.exec(schema.pattern ?? '')?.[1];
  if (prefixes)
    return prefixes
      .split('|')
      .map((prefix) => `${prefix}_…`)
      .join('|');
  if (schema.contentEncoding === 'binary') return 'file';
  if (schema.enum) return schema.enum.length <= 4 ? schema.enum.join('|') : 'choice';
  if (isMoney(schema)) return 'kuruş';
  if (schema.format === 'date-time') return 'time';
  if (schema.type === 'integer' || schema.type === 'number') return 'n';
  if (schema.type === 'array') return schema.items?.type === 'object' ? 'json' : placeholder(schema.items ?? {});
  return schema.type === 'string' ? 'text' : 'json';
}

function describe(schema: Schema, inner: Schema, nullable: boolean, required: boolean): string {
  const facts: string[] = [];
  if (required) facts.push('required');
  if (inner.enum && inner.enum.length > 4) facts.push(`one of: ${inner.enum.join(', ')}`);
  if (isMoney(inner)) facts.push('kuruş, or e.g. 149,90TL');
  else if (inner.minimum !== undefined && inner.maximum !== undefined && inner.maximum < 1_000_000_000)
    facts.push(`${inner.minimum} to ${inner.maximum}`);
  if (inner.type === 'array' && inner.items?.type !== 'object') facts.push('repeat it for more');
  if (nullable) facts.push('null: none');
  if (inner['x-secret'] && inner.type === 'string') facts.push('asked for where it is left out; -: from stdin');
  const fallback = schema.default ?? inner.default;
  if (fallback !== undefined)
    facts.push(`default: ${typeof fallback === 'string' ? fallback : JSON.stringify(fallback)}`);
  const text = schema.description ?? inner.description ?? '';
  return facts.length === 0 ? text : `${text}${text ? ' ' : ''}(${facts.join('; ')})`;
}
