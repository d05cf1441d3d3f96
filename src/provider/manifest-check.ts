import safe from 'safe-regex2';
import { type Scope, scopes } from '../kernel/declaration/scopes';
import type { FieldError } from '../kernel/errors';
import type { TSchema } from '../kernel/schema/schema';
import { ERRORS_MAX, schemaErrors } from '../kernel/schema/validation';
import { compareVersions } from '../kernel/version';
import { textFaults, type ViewOf, viewFaults } from '../kit/view/faults';
import type { Manifest } from './manifest';
import {
  decisionPoints,
  fieldSchemas,
  MANIFEST_VERSION,
  type ManifestDocument,
  manifestDocument,
  openPoints,
  shownFieldSchemas,
} from './manifest-document';

/** The capability that an op names, as far as the checks need it. */
export interface OpServed {
  /** The kind of the extensions that serve it; undefined: none do. */
  readonly kind?: string | undefined;
}

interface Known {
  /** Finds a served capability; undefined: there is none of this id. */
  op(id: string): OpServed | undefined;
}

type Say = (pointer: string, message: string) => void;
type Check = (manifest: ManifestDocument, say: Say, known: Known) => void;

/** The checks, each with the members that it reads. */
const checks: readonly (readonly [check: Check, ...reads: (keyof ManifestDocument)[]])[] = [
  [checkScopes, 'scopes'],
  [checkConfig, 'secrets', 'config'],
  [checkMigrations, 'version', 'migrations'],
  [checkHooks, 'hooks'],
  [checkShown, 'blocks', 'pages', 'panels'],
  [checkOps, 'kind', 'secrets', 'config', 'ops'],
  [checkKind, 'kind', 'hooks', 'blocks', 'pages'],
];

/**
 * The errors of a manifest by field, {@link ERRORS_MAX} at most; none: an extension could be published with it. Errors of its form come
 * first. The other checks read only members whose form is right, since their bounds also limit the work of the checks.
 * @param prefix pointer of the manifest in the request
 */
export function manifestErrors(value: unknown, known: Known, prefix = ''): FieldError[] {
  const errors = schemaErrors(manifestDocument, value, prefix);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return errors;
  const say: Say = (pointer, message) => void errors.push({ pointer: prefix + pointer, message });
  for (const [check, ...reads] of checks)
    if (reads.every((member) => hasForm(member, value))) check(value as ManifestDocument, say, known);
  return errors.slice(0, ERRORS_MAX);
}

function hasForm(member: keyof ManifestDocument, value: object): boolean {
  if (!Object.hasOwn(value, member)) return !(manifestDocument.required as readonly string[]).includes(member);
  return schemaErrors(manifestDocument.properties[member], value[member as keyof typeof value]).length === 0;
}

/** A manifest of this platform's own form as a document of the form in which manifests are exchanged. */
export const documentOf = ({ summary, english, secrets, config, blocks, pages, ...same }: Manifest): unknown => ({
  manifestVersion: MANIFEST_VERSION,
  ...same,
  summary: { tr: summary, en: english },
  secrets: secrets.map(({ label, english, ...same }) => ({ ...same, label: { tr: label, en: english } })),
  ...JSON.parse(JSON.stringify({ config, blocks, pages })),
});

const grantable = (Object.keys(scopes) as Scope[]).filter((scope) => scopes[scope].grantable_to !== 'session');

function checkScopes({ scopes: wanted = [] }: ManifestDocument, say: Say): void {
  for (const [at, scope] of wanted.entries()) {
    if (!Object.hasOwn(scopes, scope)) say(`/scopes/${at}`, `is no scope; there are ${grantable.join(', ')}`);
    else if (scopes[scope as Scope].grantable_to === 'session')
      say(`/scopes/${at}`, 'is for people who have signed in, and is granted to nothing else');
  }
}

const NAME = /^[A-Za-z][A-Za-z0-9]{0,39}$/;
const types = Object.keys(fieldSchemas).join(', ');

function checkConfig({ secrets = [], config }: ManifestDocument, say: Say): void {
  once(
    secrets,
    ({ key }) => key,
    (at) => say(`/secrets/${at}/key`, 'is declared twice'),
  );
  if (config) checkForm(config, fieldSchemas, '/config', say);
}

type Flat = NonNullable<ManifestDocument['config']>;

/** @param forms schemas of fields by their type */
function checkForm(
  { properties, required = [] }: Flat,
  forms: Readonly<Record<keyof typeof fieldSchemas, TSchema>>,
  prefix: string,
  say: Say,
): void {
  for (const [name, field] of Object.entries(properties)) {
    const at = `${prefix}/properties/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!NAME.test(name)) say(at, 'must be called by letters and digits, at most 40, the first one a letter');
    const { type } = field as { type?: unknown };
    if (typeof type !== 'string' || !Object.hasOwn(forms, type)) {
      say(`${at}/type`, `is none that a form can draw: ${types}`);
      continue;
    }
    const malformed = schemaErrors(forms[type as keyof typeof forms], field, at);
    for (const { pointer, message } of malformed) say(pointer, message);
    if (malformed.length === 0) checkField(field as unknown as Field, at, say);
    else if (!malformed.some(({ pointer }) => pointer === `${at}/pattern`))
      checkPattern(field as Partial<Field>, at, say);
  }
  for (const [at, name] of required.entries())
    if (!Object.hasOwn(properties, name)) say(`${prefix}/required/${at}`, 'is no field of the configuration');
}

interface Field {
  readonly type: string;
  readonly enum?: readonly string[];
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly default?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: Field;
}

function checkField(field: Field, at: string, say: Say): void {
  const bounds = [
    ['minimum', 'maximum'],
    ['minLength', 'maxLength'],
  ] as const;
  for (const [least, most] of bounds)
    if ((field[least] ?? 0) > (field[most] ?? Number.POSITIVE_INFINITY)) say(`${at}/${least}`, `is more than ${most}`);
  if (field.items) checkField(field.items, `${at}/items`, say);
  checkPattern(field, at, say);
  if (field.default !== undefined && !holds(field, field.default)) say(`${at}/default`, 'does not fit the field');
}

/**
 * True if the field takes the value, its pattern aside. The caller writes the pattern, and no code of a caller is run here. Ajv is not
 * used, because it keeps each compiled schema for good.
 */
function holds(field: Field, value: unknown): boolean {
  const { type, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = field;
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, maxItems = 0, uniqueItems = false } = field;
  if (field.enum && !field.enum.includes(value as string)) return false;
  switch (type) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'integer':
      return Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum;
    case 'string': {
      if (typeof value !== 'string') return false;
      const length = [...value].length;
      return length >= minLength && length <= maxLength;
    }
    default: {
      if (!Array.isArray(value) || value.length > maxItems) return false;
      if (uniqueItems && new Set(value).size < value.length) return false;
      return value.every((item) => holds(field.items as Field, item));
    }
  }
}

/** A pattern is run over what people enter, in the process that serves everybody. */
function checkPattern({ pattern }: Partial<Field>, at: string, say: Say): void {
  if (pattern === undefined) return;
  try {
    new RegExp(pattern, 'u');
  } catch {
    say(`${at}/pattern`, 'is no regular expression');
    return;
  }
  if (!safe(pattern, { limit: 25 })) say(`${at}/pattern`, 'may take without end: repeat nothing that repeats');
  else if (repeatsAlternatives(pattern))
    say(`${at}/pattern`, 'may take without end: repeat nothing that has alternatives');
}

/** Tokens of an expression that this check looks at. Escapes and classes count as single ones. */
const TOKENS = /\\.|\[(?:\\.|[^\]\\])*\]|\(|\)[*+{]?|\|/gu;

/** Alternatives that begin alike double the work with each character; which do is not looked at. */
function repeatsAlternatives(pattern: string): boolean {
  const groups = [false];
  for (const [token] of pattern.matchAll(TOKENS)) {
    if (token.startsWith('(')) groups.push(false);
    else if (token === '|') groups[groups.length - 1] = true;
    else if (token.startsWith(')')) {
      const has = groups.pop() === true;
      if (has && token.length > 1) return true;
      groups[groups.length - 1] ||= has;
    }
  }
  return false;
}

function checkMigrations({ version, migrations = [] }: ManifestDocument, say: Say): void {
  once(
    migrations,
    ({ from }) => from,
    (at) => say(`/migrations/${at}/from`, 'is left by two migrations'),
  );
  for (const [at, { from, to }] of migrations.entries()) {
    if (compareVersions(from, to) >= 0) say(`/migrations/${at}/to`, 'must come after the version that it begins with');
    if (compareVersions(to, version) > 0)
      say(`/migrations/${at}/to`, `must not come after ${version}, the version of the manifest`);
  }
}

function checkHooks({ hooks = [] }: ManifestDocument, say: Say): void {
  once(
    hooks,
    ({ point }) => point,
    (at) => say(`/hooks/${at}/point`, 'has two hooks of one extension'),
  );
  for (const [at, { point, blockOnFailure = false }] of hooks.entries()) {
    if (!isOneOf(decisionPoints, point))
      say(`/hooks/${at}/point`, `is no decision point; there are ${decisionPoints.join(', ')}`);
    else if (blockOnFailure && isOneOf(openPoints, point))
      say(
        `/hooks/${at}/blockOnFailure`,
        `cannot be asked for at ${point}, where a hook that fails lets the checkout go on`,
      );
  }
}

const isOneOf = (values: readonly string[], value: string): boolean => values.includes(value);

function checkShown({ blocks = [], pages = [], panels = [] }: ManifestDocument, say: Say): void {
  for (const [name, parts] of Object.entries({ blocks, pages, panels }))
    once(
      parts,
      ({ key }) => key,
      (at) => say(`/${name}/${at}/key`, 'is declared twice'),
    );
  once(
    pages,
    ({ path }) => path,
    (at) => say(`/pages/${at}/path`, 'is the path of another page'),
  );
  const drawn = [
    ...blocks.map((part, at) => ({ part, kind: 'block', at: `/blocks/${at}` }) as const),
    ...pages.map((part, at) => ({ part, kind: 'page', at: `/pages/${at}` }) as const),
  ].filter(({ part }) => part.view !== undefined || part.fields !== undefined);
  for (const { part, kind, at } of drawn.slice(0, DRAWN_MAX)) checkView(part, kind, at, say);
  for (const { at } of drawn.slice(DRAWN_MAX, DRAWN_MAX + 1)) say(at, `is more than ${DRAWN_MAX} that are drawn`);
}

/** Blocks and pages of one manifest that have fields or a view: these bound what it costs to look at one. */
const DRAWN_MAX = 10;

type Shown = Pick<NonNullable<ManifestDocument['pages']>[number], 'fields' | 'view'> & { readonly title?: string };

/** The name by which a view means the item of a list. */
const TAKEN = ['item'];

function checkView({ fields, view, title }: Shown, kind: ViewOf['kind'], prefix: string, say: Say): void {
  if (fields) checkForm(fields, shownFieldSchemas, `${prefix}/fields`, say);
  for (const name of TAKEN)
    if (fields && Object.hasOwn(fields.properties, name))
      say(`${prefix}/fields/properties/${name}`, 'is what a view calls the item of a list');
  const of = { kind, fields: viewFields(fields) };
  for (const { pointer, message } of view ? viewFaults(view, of) : []) say(`${prefix}/view${pointer}`, message);
  for (const { message } of title === undefined ? [] : textFaults(title, of)) say(`${prefix}/title`, message);
}

const viewFields = (fields: Flat | undefined): ViewOf['fields'] =>
  new Map(
    Object.entries(fields?.properties ?? {}).map(([name, field]) => {
      const { type, maxItems, items, 'x-hint': hint } = field as unknown as Field & { readonly 'x-hint'?: string };
      const inside = (items as { readonly 'x-hint'?: string } | undefined)?.['x-hint'];
      return [name, { type, maxItems, hint: hint ?? inside }];
    }),
  );

function checkOps({ kind, secrets = [], config, ops = [] }: ManifestDocument, say: Say, known: Known): void {
  once(
    ops,
    ({ op }) => op,
    (at) => say(`/ops/${at}/op`, 'is declared twice'),
  );
  const secretKeys = secrets.map(({ key }) => key);
  const fields = Object.keys(config?.properties ?? {});
  for (const [at, { op, needs = {} }] of ops.entries()) {
    const served = known.op(op);
    if (!served) say(`/ops/${at}/op`, 'names no capability');
    else if (served.kind !== kind)
      say(
        `/ops/${at}/op`,
        served.kind ? `is served by extensions of the kind ${served.kind}` : 'is served by no extension',
      );
    for (const [place, key] of (needs.secrets ?? []).entries())
      if (!secretKeys.includes(key)) say(`/ops/${at}/needs/secrets/${place}`, 'is no secret of the manifest');
    for (const [place, field] of (needs.config ?? []).entries())
      if (!fields.includes(field)) say(`/ops/${at}/needs/config/${place}`, 'is no field of the configuration');
  }
}

function checkKind({ kind, hooks = [], blocks = [], pages = [] }: ManifestDocument, say: Say): void {
  const own = { hook: hooks, block: blocks, page: pages };
  if (kind in own && own[kind as keyof typeof own].length === 0) say('/kind', `is ${kind}, and it declares no ${kind}`);
}

/** @param twice is told the place of each that another one before it is equal to */
function once<Part>(parts: readonly Part[], keyOf: (part: Part) => string, twice: (at: number) => void): void {
  const seen = new Set<string>();
  for (const [at, part] of parts.entries()) {
    const key = keyOf(part);
    if (seen.has(key)) twice(at);
    seen.add(key);
  }
}
