import { readRoute } from '../kernel/declaration/route';
import { object, t } from '../kernel/schema/schema';
import { firstPartyPack } from '../skin/first-party/packs';
import { examplePackage } from './package/example';
import { packageFields, verdictFields } from './package/schema';
import { verdictOn } from './package/verdict';

/** Contrasts that one answer tells: those that are too low come first. */
const CONTRASTS_MAX = 200;

export default readRoute({
  id: 'themes.check',
  label: { tr: 'Bir tema paketini denetle', en: 'Check a package of a theme' },
  http: 'POST /v1/themes/check',
  summary:
    'Check a package of a theme without keeping it: its form, its style sheet, sizes, elements that it dresses, contrasts. With `against`, also the class of version that the change needs.',
  policy: 'quote',
  scope: null,
  anonymous: true,
  body: object({
    ...packageFields,
    against: t.Optional(
      t.Union([t.String({ pattern: '^[a-z0-9-]{1,63}@\\d{1,5}\\.\\d{1,5}\\.\\d{1,5}$' }), object(packageFields)], {
        description: 'The version that it follows: `key@version`, or a package.',
      }),
    ),
  }),
  result: object(verdictFields),
  refuses: ['invalid_request', 'throttled'],
  example: { body: examplePackage },

  async run({ body: { against, ...sent }, principal }) {
    const isKnown = principal.kind !== 'anonymous';
    const { checked, errors, warnings, semver } = await verdictOn(sent, against, {
      caller: { lane: principal.id, isKnown },
      findPack: async (key, version) => firstPartyPack(key, version),
    });
    const contrast = checked.contrasts.toSorted((left, right) => Number(left.ok) - Number(right.ok));
    return {
      ok: errors.length === 0,
      errors: [...errors],
      warnings: [...warnings],
      requires: checked.requires ?? null,
      sizes: checked.sizes,
      coverage: checked.coverage ?? null,
      contrast: contrast.slice(0, CONTRASTS_MAX),
      ...(semver ? { semver } : {}),
    };
  },
});
