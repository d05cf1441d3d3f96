import { json, label, nullable, object, oneOf, t } from '../../kernel/schema/schema';
import { semverClasses, semverCodes } from '../../skin/check/semver';
import { type CheckCode, checkWords } from '../../skin/check/words';

const CSS_CHARS_MAX = 1_000_000;

/** A package as callers send it. Its parts may be anything: the verdict says what is wrong with them. */
export const packageFields = {
  manifest: label('Bildirim', 'Manifest')(json({ description: 'Key, name and version, and what it requires.' })),
  css: label(
    'Stil dosyası',
    'Style sheet',
  )(
    t.String({
      maxLength: CSS_CHARS_MAX,
      description: 'The skin: rules for `data-el`, `data-part` and `data-axis-*`.',
    }),
  ),
  variables: t.Optional(label('Değişkenler', 'Variables')(json({ description: 'List of the settings of the theme.' }))),
  presets: t.Optional(label('Hazır ayarlar', 'Presets')(json({ description: 'List of named sets of values.' }))),
  skeleton: t.Optional(
    label(
      'İskelet',
      'Skeleton',
    )(json({ description: 'The layout with which it comes. Left out, that of the platform.' })),
  ),
  sections: t.Optional(
    label(
      'Bölümler',
      'Sections',
    )(json({ description: 'List of settings of sections of the platform, under names of the theme.' })),
  ),
} as const;

export const checkRowSchema = object({
  pointer: label('Yer', 'Place')(t.String({ description: 'JSON Pointer into the package.' })),
  code: label('Kod', 'Code')(oneOf(Object.keys(checkWords) as CheckCode[], { 'x-words': checkWords })),
  message: label('İleti', 'Message')(t.String({ description: 'In Turkish.' })),
  english: label('İngilizcesi', 'In English')(t.String()),
  line: t.Optional(t.Integer({ description: 'Line of the style sheet.' })),
  column: t.Optional(t.Integer({ description: 'Column of that line.' })),
});

const names = t.Array(t.String());

export const verdictFields = {
  ok: t.Boolean({ description: 'Whether it has no error.' }),
  errors: t.Array(checkRowSchema),
  warnings: t.Array(checkRowSchema),
  requires: nullable(
    object(
      { kit: t.String(), elements: names, tokens: names },
      { description: 'What its style sheet needs of the kit.' },
    ),
  ),
  sizes: object({
    css: t.Integer({ 'x-unit': 'bytes' }),
    served: t.Integer({ 'x-unit': 'bytes', description: 'What a shopper is sent of it, uncompressed.' }),
    package: t.Integer({ 'x-unit': 'bytes' }),
    variables: t.Integer(),
    presets: t.Integer(),
    nodes: t.Integer(),
  }),
  coverage: nullable(
    object({ styled: names, unstyled: names }, { description: 'Elements of the kit that it dresses.' }),
  ),
  contrast: t.Array(
    object({
      preset: nullable(t.String()),
      fg: t.String(),
      bg: t.String(),
      min: t.Number(),
      ratio: t.Number(),
      ok: t.Boolean(),
    }),
  ),
  semver: t.Optional(
    object({
      class: oneOf(semverClasses),
      reasons: t.Array(
        object({
          class: oneOf(semverClasses),
          code: oneOf(semverCodes),
          name: t.String(),
          message: t.String(),
          english: t.String(),
        }),
      ),
    }),
  ),
};
