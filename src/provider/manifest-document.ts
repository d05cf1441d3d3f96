import { scopeNames } from '../kernel/declaration/scopes';
import { line, object, oneOf, type Static, type TSchema, t, typeNamed, units } from '../kernel/schema/schema';
import { viewSchema } from '../kit/view/node';
import { zones } from '../kit/zones';
import { actions } from './action';
import { personalData } from './personal-data';

/** The version of the form itself: a manifest of another one is not understood here. */
export const MANIFEST_VERSION = 1;

const manifestKinds = ['channel', 'cargo', 'payment', 'hook', 'block', 'page'] as const;

/** The decision points of the checkout (spec §6.1). A hook that fails at one of these lets the checkout go on, so it cannot block. */
export const openPoints = ['checkout.pricing.adjust', 'checkout.shipping.rates', 'checkout.payment.filter'] as const;
export const decisionPoints = ['checkout.cart.validate', ...openPoints, 'checkout.order.validate'] as const;
export type DecisionPoint = (typeof decisionPoints)[number];

const PARTS_MAX = 50;

const bilingual = (most: number) => object({ tr: line(most), en: line(most) });
const name = t.String({ pattern: '^[A-Za-z][A-Za-z0-9]{0,39}$' });
const partKey = t.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' });
const semver = t.String({
  pattern: '^(0|[1-9][0-9]{0,5})\\.(0|[1-9][0-9]{0,5})\\.(0|[1-9][0-9]{0,5})$',
  description: 'Semantic version without pre-release, e.g. 1.4.0.',
});
const listed = <S extends TSchema>(part: S) => t.Optional(t.Array(part, { maxItems: PARTS_MAX }));
const labelledPart = object({ key: partKey, label: bilingual(60) });

/** The hints of a form beside the type of a field: its label, its place, and its unit. */
const hints = {
  'x-label': bilingual(60),
  'x-unit': t.Optional(oneOf(units)),
  'x-group': t.Optional(bilingual(60)),
  'x-order': t.Optional(t.Integer({ minimum: 0, maximum: 1_000 })),
  'x-help': t.Optional(bilingual(500)),
  description: t.Optional(line(500)),
};
const count = t.Optional(t.Integer({ minimum: 0, maximum: 100_000 }));
const choices = t.Optional(t.Array(line(120), { minItems: 1, maxItems: 100, uniqueItems: true }));
const text = {
  minLength: count,
  maxLength: count,
  pattern: t.Optional(line(200)),
  enum: choices,
  'x-words': t.Optional(t.Record(t.String({ maxLength: 120 }), bilingual(120))),
};
const number = {
  minimum: t.Optional(t.Integer()),
  maximum: t.Optional(t.Integer()),
};

/** The fields of a configuration that a form can draw, by their type: each is one input, or a list of such. */
export const fieldSchemas = {
  string: object({ type: t.Literal('string'), default: t.Optional(t.String({ maxLength: 2_000 })), ...text, ...hints }),
  integer: object({ type: t.Literal('integer'), default: t.Optional(t.Integer()), ...number, ...hints }),
  boolean: object({ type: t.Literal('boolean'), default: t.Optional(t.Boolean()), ...hints }),
  array: object({
    type: t.Literal('array'),
    items: object({ type: oneOf(['string', 'integer']), ...text, ...number }),
    maxItems: t.Integer({ minimum: 1, maximum: 200 }),
    uniqueItems: t.Optional(t.Boolean()),
    default: t.Optional(t.Array(t.Union([t.String({ maxLength: 2_000 }), t.Integer()]), { maxItems: 200 })),
    ...hints,
  }),
};

/** Fields of a placed block or page: those of a configuration, of which texts may be links or pictures. */
const hinted = <const H extends readonly string[]>(...hints: H) => ({
  'x-hint': t.Optional(oneOf(hints, { description: 'Value that the text is: `link` or `media`, a picture.' })),
});
export const shownFieldSchemas = {
  ...fieldSchemas,
  string: object({ ...fieldSchemas.string.properties, ...hinted('link', 'media') }),
  array: object({
    ...fieldSchemas.array.properties,
    items: object({ ...fieldSchemas.array.properties.items.properties, ...hinted('media') }),
  }),
};

const flat = object({
  type: t.Literal('object'),
  properties: t.Record(t.String({ maxLength: 200 }), t.Record(t.String({ maxLength: 200 }), t.Unknown()), {
    maxProperties: PARTS_MAX,
  }),
  required: t.Optional(t.Array(name, { maxItems: PARTS_MAX, uniqueItems: true })),
  additionalProperties: t.Literal(false),
});

/** A thing that a design shows: settings of each place where it stands, and what is drawn of them. */
const shown = {
  ...labelledPart.properties,
  fields: t.Optional(flat),
  view: t.Optional(viewSchema),
};

/** A step that brings a configuration of one version into the form of the next one. */
const step = object(
  {
    rename: t.Optional(object({ from: name, to: name })),
    default: t.Optional(
      object({ field: name, value: t.Union([t.String({ maxLength: 2_000 }), t.Integer(), t.Boolean()]) }),
    ),
    map: t.Optional(
      object({ field: name, values: t.Record(t.String({ maxLength: 120 }), t.String({ maxLength: 2_000 })) }),
    ),
    drop: t.Optional(object({ field: name })),
  },
  { minProperties: 1, maxProperties: 1 },
);

/** The manifest of an extension, in one form for all kinds. {@link manifestErrors} tells the errors that a schema cannot find. */
export const manifestDocument = typeNamed('ExtensionManifest')(
  object({
    manifestVersion: t.Literal(MANIFEST_VERSION, { description: 'The version of this form.' }),
    key: t.String({ pattern: '^[a-z][a-z0-9-]{1,39}$' }),
    name: line(60),
    kind: oneOf(manifestKinds),
    version: semver,
    summary: bilingual(300),
    scopes: t.Optional(
      t.Array(t.String({ maxLength: 60 }), {
        maxItems: scopeNames.length,
        uniqueItems: true,
        description: 'Rights of the extension in the store that installs it.',
      }),
    ),
    personalData: t.Optional(
      t.Array(oneOf(personalData), {
        uniqueItems: true,
        description: 'Data of buyers that the extension receives.',
      }),
    ),
    actions: t.Optional(
      t.Array(oneOf(actions), {
        uniqueItems: true,
        description: 'Acts of the extension at its provider. A store grants them, as it grants scopes.',
      }),
    ),
    secrets: listed(
      object({
        key: name,
        label: bilingual(60),
        required: t.Optional(t.Boolean({ description: 'Without it the extension cannot be enabled.', default: true })),
      }),
    ),
    config: t.Optional(flat),
    migrations: listed(
      object({
        from: semver,
        to: semver,
        lossless: t.Boolean({
          description: 'Nothing that the store has entered is lost: it may run without being asked.',
        }),
        steps: t.Array(step, { minItems: 1, maxItems: PARTS_MAX }),
      }),
    ),
    hooks: listed(
      object({
        point: t.String({ maxLength: 80 }),
        blockOnFailure: t.Optional(
          t.Boolean({
            description:
              'A hook that fails refuses the step of the checkout. Left out: at checkout.order.validate it does, at checkout.cart.validate it does not.',
          }),
        ),
      }),
    ),
    blocks: listed(
      object({
        ...shown,
        zones: t.Optional(
          t.Array(oneOf(zones.map(({ id }) => id)), {
            minItems: 1,
            uniqueItems: true,
            description: 'Zones that it may stand in. Left out: each zone.',
          }),
        ),
      }),
    ),
    pages: listed(
      object({
        ...shown,
        path: t.String({
          pattern: '^/[a-z0-9/-]{1,80}$',
          description: 'Its last part is the usual address below /ek/.',
        }),
        title: t.Optional(line(120, { description: 'Text with `{field}`. Left out: its label.' })),
      }),
    ),
    panels: listed(labelledPart),
    ops: listed(
      object({
        op: t.String({ maxLength: 80 }),
        needs: t.Optional(
          object({
            secrets: t.Optional(t.Array(name, { maxItems: PARTS_MAX, uniqueItems: true })),
            config: t.Optional(t.Array(name, { maxItems: PARTS_MAX, uniqueItems: true })),
            enabled: t.Optional(t.Boolean()),
          }),
        ),
      }),
    ),
  }),
);

export type ManifestDocument = Static<typeof manifestDocument>;

/** The form by itself, for editors and other programs. */
export const manifestSchemaText = `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...manifestDocument }, null, 2)}\n`;
