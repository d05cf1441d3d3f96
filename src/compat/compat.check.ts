import { startingBundle } from '../design/template/starting';
import { readRoute } from '../kernel/declaration/route';
import { json, label, nullable, object, oneOf, t } from '../kernel/schema/schema';
import { sade100 } from '../skin/first-party/sade/versions';
import { compatOf } from './check/check';
import { artifactKinds, type CompatCode, compatWords } from './check/words';

/** Rows of each kind that one answer tells. */
const ROWS_MAX = 100;

const fix = t.Union([
  object({
    kind: t.Literal('patch'),
    patch: t.Array(
      t.Union([
        object({ op: t.Literal('replace'), path: t.String(), value: json() }),
        object({ op: t.Literal('move'), path: t.String(), from: t.String() }),
      ]),
      { description: 'JSON Patch (RFC 6902) of the artifact.' },
    ),
  }),
  object({
    kind: t.Literal('css'),
    start: t.Integer({ description: 'Offset of the first character.' }),
    end: t.Integer({ description: 'Offset behind the last one.' }),
    text: t.String({ description: 'It takes the place of what stands there.' }),
  }),
]);

const row = object({
  code: label('Kod', 'Code')(oneOf(Object.keys(compatWords) as CompatCode[], { 'x-words': compatWords })),
  kind: oneOf(artifactKinds),
  name: t.String({ description: 'The name that it is about.' }),
  pointer: label('Yer', 'Place')(t.String({ description: 'JSON Pointer into the artifact.' })),
  message: label('İleti', 'Message')(t.String({ description: 'In Turkish.' })),
  english: label('İngilizcesi', 'In English')(t.String()),
  since: nullable(t.String({ description: 'Version of the kit that renamed or removed it.' })),
  fix: t.Optional(fix),
});

export default readRoute({
  id: 'compat.check',
  label: { tr: 'Bir yapıtın uyumunu denetle', en: 'Check whether an artifact fits' },
  http: 'POST /v1/compat/check',
  summary:
    'Check a style sheet, a design, the manifest of an extension or a tree of files against the contracts of this release. Names that were renamed come with a fix. Nothing is saved.',
  policy: 'quote',
  scope: null,
  anonymous: true,
  body: object({
    kind: oneOf(artifactKinds),
    artifact: json({ description: 'Text of a style sheet, a body, a manifest, or `{files: {path: text}}`.' }),
    kit: t.Optional(
      t.String({
        pattern: '^\\d{1,5}\\.\\d{1,5}\\.\\d{1,5}$',
        description: 'Version of the kit that it was made for.',
      }),
    ),
    variables: t.Optional(json({ description: 'Variables of its theme, or their names.' })),
  }),
  result: object({ ok: t.Boolean(), breaking: t.Array(row), warnings: t.Array(row) }),
  refuses: ['invalid_request', 'throttled'],
  example: { body: { kind: 'bundle', artifact: startingBundle(sade100) } },

  async run({ body, principal, services: { capabilities } }) {
    const caller = { lane: principal.id, isKnown: principal.kind !== 'anonymous' };
    const { breaking, warnings } = await compatOf(body, { capabilities, caller });
    return {
      ok: breaking.length === 0,
      breaking: breaking.slice(0, ROWS_MAX),
      warnings: warnings.slice(0, ROWS_MAX),
    };
  },
});
