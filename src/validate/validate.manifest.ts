import { readRoute } from '../kernel/declaration/route';
import { object, t } from '../kernel/schema/schema';
import { manifestErrors } from '../provider/manifest-check';

export default readRoute({
  id: 'validate.manifest',
  label: { tr: 'Bir eklenti bildirimini denetle', en: 'Validate the manifest of an extension' },
  http: 'POST /v1/validate/manifest',
  summary:
    'Validate the manifest of an extension: form, scopes, form of the configuration, hooks, and ops for agents. Nothing is saved. Its form is served at /docs/manifest.schema.json.',
  policy: 'quote',
  scope: null,
  body: object({ manifest: t.Record(t.String(), t.Unknown()) }),
  result: object({ valid: t.Boolean(), errors: t.Array(object({ pointer: t.String(), message: t.String() })) }),
  refuses: ['invalid_request'],
  example: {
    body: {
      manifest: {
        manifestVersion: 1,
        key: 'hizli-kargo',
        name: 'Hızlı Kargo',
        kind: 'cargo',
        version: '1.0.0',
        summary: { tr: 'Gönderileri aynı gün teslim eder.', en: 'Delivers on the same day.' },
        scopes: ['orders:read'],
        personalData: ['name', 'address', 'telephone'],
        secrets: [{ key: 'apiKey', label: { tr: 'API anahtarı', en: 'API key' } }],
        config: {
          type: 'object',
          properties: {
            branch: { type: 'string', maxLength: 40, 'x-label': { tr: 'Şube', en: 'Branch' } },
          },
          required: ['branch'],
          additionalProperties: false,
        },
      },
    },
  },

  async run({ body, services: { capabilities } }) {
    const op = (id: string) => {
      const served = capabilities.command(id) ?? capabilities.routes.find((route) => route.id === id);
      return served && { kind: served.needs?.kind };
    };
    const errors = manifestErrors(body.manifest, { op }, '/manifest');
    return { valid: errors.length === 0, errors };
  },
});
