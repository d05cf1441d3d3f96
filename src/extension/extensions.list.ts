import { readRoute } from '../kernel/declare';
import { object, t } from '../kernel/schema';
import { installedExtensions, secretKeys } from './extension.store';
import { extensionSchema } from './extension.view';
import { manifests } from './manifests';
import { blockers } from './readiness';

export default readRoute({
  id: 'extensions.list',
  http: 'GET /v1/extensions',
  summary: 'Installed and available extensions with configuration, state of secrets, and what blocks each.',
  policy: 'read',
  scope: 'store:admin',
  result: object({ items: t.Array(extensionSchema) }),
  refuses: [],

  async run({ db, storeId }) {
    const installed = new Map((await installedExtensions(db, storeId)).map((extension) => [extension.key, extension]));
    const items = await Promise.all(
      manifests.map(async (manifest) => {
        const extension = installed.get(manifest.key);
        const secrets = await secretKeys(db, storeId, manifest.key);
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
    );
    return { items };
  },
});
