import { readRoute } from '../kernel/declare';
import { object, t } from '../kernel/schema';
import { manifests } from '../provider/providers';
import { blockers } from './readiness';
import { allSecretKeys, installedExtensions } from './store';
import { extensionSchema } from './view';

export default readRoute({
  id: 'extensions.list',
  http: 'GET /v1/extensions',
  summary: 'Installed and available extensions with configuration, state of secrets, and what blocks each.',
  policy: 'read',
  scope: 'store:admin',
  closedToAgents: true,
  result: object({ items: t.Array(extensionSchema) }),
  refuses: [],

  async run({ db, storeId }) {
    const { extensions, secretsOf } = await db.snapshot(async (moment) => ({
      extensions: await installedExtensions(moment, storeId),
      secretsOf: await allSecretKeys(moment, storeId),
    }));
    const installed = new Map(extensions.map((extension) => [extension.key, extension]));
    return {
      items: manifests.map((manifest) => {
        const extension = installed.get(manifest.key);
        const secrets = secretsOf.get(manifest.key) ?? new Map<string, string>();
        return {
          key: manifest.key,
          name: manifest.name,
          kind: manifest.kind,
          summary: manifest.summary,
          version: manifest.version,
          installed: extension
            ? {
                version: extension.version,
                enabled: extension.enabled,
                rev: extension.rev,
                installedAt: extension.installedAt,
              }
            : null,
          config: extension?.config ?? null,
          configSchema: JSON.parse(JSON.stringify(manifest.config)),
          secrets: manifest.secrets.map(({ key, label }) => ({
            key,
            label,
            isSet: secrets.has(key),
            setAt: secrets.get(key) ?? null,
          })),
          blockedBy: blockers(manifest, extension, new Set(secrets.keys())),
        };
      }),
    };
  },
});
