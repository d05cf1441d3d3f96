import { bothLanguages, json, label, nullable, object, oneOf, t, words } from '../kernel/schema/schema';
import type { Pack } from './pack/pack';
import { variableTypes } from './pack/pack';
import { pusher } from './store/table';

const value = t.Union([t.String(), t.Number(), t.Boolean()]);

export const variableSchema = object({
  name: t.String({ description: 'It is the custom property `--tz-{name}`.' }),
  type: oneOf(variableTypes),
  default: value,
  min: t.Optional(t.Number()),
  max: t.Optional(t.Number()),
  options: t.Optional(t.Array(object({ value: t.String(), label: bothLanguages, css: t.Optional(t.String()) }))),
  label: bothLanguages,
  group: oneOf(['colors', 'type', 'shape', 'layout']),
});

export const presetSchema = object({
  key: t.String(),
  label: bothLanguages,
  variables: t.Record(t.String(), value),
});

/** The theme that a design wears. */
export const themeRef = object({
  key: t.String(),
  version: t.String(),
  preset: t.Union([t.String(), t.Null()]),
});

export const cardSchema = object({
  key: label('Anahtar', 'Key')(t.String()),
  name: label('Ad', 'Name')(t.String()),
  version: label(
    'Sürüm',
    'Version',
  )(
    t.String({
      description: 'The newest that the store has; of a theme that it does not have, the one that is tried.',
    }),
  ),
  versions: t.Array(t.String(), { description: 'Every version that the draft may wear, the oldest first.' }),
  waiting: t.Array(t.String(), {
    description: 'Those that the workspace tries: an agent has proposed them, and none is chosen by itself.',
  }),
  description: bothLanguages,
  source: oneOf(
    ['firstParty', 'private'],
    words({ firstParty: ['hazır tema', 'first party'], private: ['mağazanın', 'of the store'] }),
  ),
  installed: nullable(t.String({ description: 'Version in which a draft puts it on. null: it is not installed.' })),
  state: oneOf(['live', 'draft', 'available'], {
    description: 'Whether the live design wears it, or a draft that the caller may read, or none.',
    ...words({ live: ['yayında', 'live'], draft: ['taslakta', 'in a draft'], available: ['hazır', 'available'] }),
  }),
  presets: t.Array(presetSchema),
  variables: t.Array(variableSchema),
});

export const packSchema = object({
  manifest: json({ description: 'Manifest of the version: what it requires, contrasts, migrations.' }),
  hash: t.String({ description: 'Name of the pack: a version is never another pack.' }),
  pushedBy: nullable(pusher('null: it comes with the product.')),
  cssBytes: t.Integer({ 'x-unit': 'bytes' }),
  sections: t.Array(
    object({ key: t.String(), label: bothLanguages, type: t.String(), props: t.Record(t.String(), t.Unknown()) }),
    { description: 'Settings of sections of the platform, under names of the theme.' },
  ),
  pages: t.Record(t.String(), t.Array(t.String()), { description: 'Types of sections with which each page begins.' }),
});

/** Types with which each page of a skeleton begins. */
export const pagesOf = ({ skeleton }: Pack): Readonly<Record<string, string[]>> =>
  Object.fromEntries(
    Object.entries({ ...skeleton.pages, ...skeleton.groups }).map(([name, keys]) => [
      name,
      keys.map((key) => skeleton.nodes[key]?.type ?? ''),
    ]),
  );
