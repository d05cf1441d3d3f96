import { bothLanguages, object, oneOf, t } from '../../kernel/schema/schema';
import { schemaErrors, unstorable } from '../../kernel/schema/validation';
import { inTurkish } from '../../kit/finding/schema-words';
import { kit } from '../../kit/kit';
import { limits } from '../../kit/limits';
import { groupNames, pageKinds } from '../../kit/page-kinds';
import { variableTypes } from '../pack/pack';
import { type CheckRow, row } from './row';

const KEY = '^(?!constructor$)[a-z0-9][a-z0-9-]{0,62}$';
const VARIABLE = '^(?!constructor$)[a-z][a-z0-9-]{0,62}$';
const NODE = '^[a-z0-9-]{1,40}(/[a-z0-9-]{1,40}){1,4}$';
const PROP = '^(?!constructor$)[A-Za-z][A-Za-z0-9]{0,59}$';
const POINTER = '^(/[^/]*)+$';
export const VERSION = '^\\d{1,5}\\.\\d{1,5}\\.\\d{1,5}$';
/** Bytes of a whole package, as canonical text. */
export const PACKAGE_BYTES_MAX = 512 * 1024;

const mapOf = <S extends Parameters<typeof t.Record>[1]>(pattern: string, value: S, maxProperties: number) =>
  t.Record(t.String({ pattern }), value, { additionalProperties: false, maxProperties });

const value = t.Union([t.String({ maxLength: 200 }), t.Number(), t.Boolean()]);
const values = mapOf(VARIABLE, value, limits.variables);
const pointer = t.String({ pattern: POINTER, maxLength: 200 });
const nodeKeys = (most: number) => t.Array(t.String({ pattern: NODE }), { maxItems: most });

const step = t.Union([
  object({ do: oneOf(['rename', 'move', 'copy']), from: pointer, to: pointer }),
  object({ do: t.Literal('mapValues'), at: pointer, values: t.Record(t.String({ maxLength: 200 }), value) }),
  object({ do: t.Literal('setDefault'), at: pointer, value: t.Unknown() }),
  object({ do: t.Literal('remove'), at: pointer }),
]);

const manifestForm = object({
  key: t.String({ pattern: KEY }),
  name: t.String({ minLength: 1, maxLength: 60 }),
  version: t.String({ pattern: VERSION }),
  description: t.Optional(bothLanguages),
  requires: t.Optional(object({ kit: t.String({ pattern: '^\\^\\d{1,3}\\.\\d{1,3}$' }) })),
  contrast: t.Optional(
    t.Array(
      object({
        fg: t.String({ pattern: VARIABLE }),
        bg: t.String({ pattern: VARIABLE }),
        min: t.Number({ minimum: 1, maximum: 21 }),
      }),
      { maxItems: 100 },
    ),
  ),
  migrations: t.Optional(
    t.Array(object({ to: t.String({ pattern: VERSION }), steps: t.Array(step, { maxItems: 200 }) }), { maxItems: 100 }),
  ),
});

const option = object({
  value: t.String({ minLength: 1, maxLength: 60 }),
  label: t.Optional(bothLanguages),
  css: t.Optional(t.String({ maxLength: 200 })),
});

const variablesForm = t.Array(
  object({
    name: t.String({ pattern: VARIABLE }),
    type: oneOf(variableTypes),
    default: value,
    min: t.Optional(t.Number()),
    max: t.Optional(t.Number()),
    options: t.Optional(t.Array(option, { maxItems: 50 })),
    label: t.Optional(bothLanguages),
    group: t.Optional(oneOf(['colors', 'type', 'shape', 'layout'])),
  }),
  { maxItems: limits.variables },
);

const presetsForm = t.Array(
  object({ key: t.String({ pattern: KEY }), label: t.Optional(bothLanguages), variables: values }),
  { maxItems: 20 },
);

const skeletonForm = object({
  pages: t.Record(
    t.String({ pattern: `^(${pageKinds.filter((kind) => kind !== 'page').join('|')})$` }),
    nodeKeys(limits.sectionsPerPage),
    { additionalProperties: false },
  ),
  groups: object({ [groupNames[0]]: nodeKeys(50), [groupNames[1]]: nodeKeys(50) }),
  nodes: mapOf(
    NODE,
    object({
      type: t.String({ pattern: '^[A-Za-z][A-Za-z0-9-]{1,59}$' }),
      props: mapOf(PROP, t.Unknown(), 100),
      slots: t.Optional(mapOf('^[a-z][A-Za-z0-9]{0,39}$', nodeKeys(limits.nodesPerSlot), 8)),
    }),
    500,
  ),
});

const sectionsForm = t.Array(
  object({
    key: t.String({ pattern: KEY }),
    label: t.Optional(bothLanguages),
    type: t.String({ maxLength: 60 }),
    props: mapOf(PROP, t.Unknown(), 100),
  }),
  { maxItems: 50 },
);

const forms = {
  manifest: manifestForm,
  variables: variablesForm,
  presets: presetsForm,
  skeleton: skeletonForm,
  sections: sectionsForm,
} as const;

/** A package as a caller sends it: any value may stand anywhere. */
export interface SentPackage {
  readonly manifest: unknown;
  readonly css: string;
  readonly variables?: unknown;
  readonly presets?: unknown;
  readonly skeleton?: unknown;
  readonly sections?: unknown;
}

/** Faults of the form of each part. The kit that the release has stands for one that is not stated. */
export function formRows(sent: SentPackage): CheckRow[] {
  return Object.entries(forms).flatMap(([part, schema]) => {
    const of = sent[part as keyof typeof forms];
    if (of === undefined && part !== 'manifest') return [];
    const unkept = unstorable(of, `/${part}`);
    const errors = unkept ? [unkept] : schemaErrors(schema, of, `/${part}`);
    return errors.map(({ pointer, message }) =>
      row(pointer, 'shape', { detail: { tr: inTurkish(message), en: message } }),
    );
  });
}

/** The kit that a package needs which states none. */
export const USUAL_KIT = `^${kit.version.split('.').slice(0, 2).join('.')}`;
