import { readRoute } from '../kernel/declaration/route';
import { object, type Static, t } from '../kernel/schema/schema';
import type { Manifest, ManifestSecret } from '../provider/manifest';
import type { ExtensionRow } from './aggregate';
import { grantedTo } from './granted-rights';
import { installedManifestOf, manifestOf, manifests } from './provider/providers';
import { blockers } from './readiness';
import { allSecretKeys } from './secret/store';
import { installedExtensions } from './store';
import { type Upgrade, upgradeOf } from './upgrade';
import { extensionSchema } from './view';

type Extension = Static<typeof extensionSchema>;

export default readRoute({
  id: 'extensions.list',
  label: { tr: 'Eklentileri listele', en: 'List the extensions' },
  http: 'GET /v1/extensions',
  summary: 'Installed and available extensions with configuration, state of secrets, and obstacles.',
  policy: 'read',
  scope: 'store:admin',
  role: 'manager',
  closedToAgents: true,
  result: object({ items: t.Array(extensionSchema) }),
  refuses: [],

  async run({ db, storeId }) {
    const { extensions, secretsOf } = await db.snapshot(async (moment) => ({
      extensions: await installedExtensions(moment, storeId),
      secretsOf: await allSecretKeys(moment, storeId),
    }));
    const secretsAt = (key: string) => secretsOf.get(key) ?? new Map<string, string>();
    const installed = new Map(extensions.map((extension) => [extension.key, extension]));
    return {
      items: [
        ...manifests.map((manifest) => offered(manifest, installed.get(manifest.key), secretsAt(manifest.key))),
        ...extensions
          .filter(({ key }) => !manifestOf(key))
          .map((extension) => showUnavailable(extension, secretsAt(extension.key))),
      ],
    };
  },
});

type SetTimes = ReadonlyMap<string, string>;

function offered(current: Manifest, extension: ExtensionRow | undefined, secrets: SetTimes): Extension {
  const { key, name, kind, summary, english, version } = current;
  const manifest = extension ? (installedManifestOf(extension) ?? current) : current;
  const set = new Set(secrets.keys());
  const upgrade = extension && upgradeOf(extension, set);
  return {
    key,
    name,
    available: true,
    kind,
    summary: { tr: summary, en: english },
    version,
    ...ofStore(extension),
    upgrade: upgrade ? upgradeView(upgrade) : null,
    configSchema: JSON.parse(JSON.stringify(manifest.config)),
    secrets: declaredBy(manifest, current).map(({ key, label, english, required = true }) => ({
      key,
      label: { tr: label, en: english },
      required,
      isSet: secrets.has(key),
      setAt: secrets.get(key) ?? null,
    })),
    blockedBy: blockers(manifest, extension, set),
  };
}

/** Lists the secrets of a manifest. Those of the next version can be entered before it is there. */
function declaredBy({ secrets }: Manifest, current: Manifest): ManifestSecret[] {
  const later = current.secrets.filter(({ key }) => !secrets.some((secret) => secret.key === key));
  return [...secrets, ...later];
}

const upgradeView = ({ manifest: { version }, growth, lossless, errors, blockedBy }: Upgrade) => ({
  version,
  growth,
  lossless,
  blockedBy: [...new Set([...errors.map(({ pointer }) => `invalid_config:${pointer}`), ...blockedBy])],
});

/** Shows an extension that a store has installed and nobody provides any more. */
const showUnavailable = (extension: ExtensionRow, secrets: SetTimes): Extension => ({
  key: extension.key,
  name: extension.key,
  available: false,
  kind: null,
  summary: {
    tr: 'Sağlayıcısı bu kurulumda yok. Gizli bilgileri silinebilir, işleri iptal edilebilir.',
    en: 'Its provider is not a part of this installation. Its secrets can be deleted, and its jobs cancelled.',
  },
  version: null,
  ...ofStore(extension),
  upgrade: null,
  configSchema: {},
  secrets: [...secrets].map(([key, setAt]) => ({
    key,
    label: { tr: key, en: key },
    required: false,
    isSet: true,
    setAt,
  })),
  blockedBy: blockers(undefined, extension, new Set(secrets.keys())),
});

function ofStore(extension: ExtensionRow | undefined): Pick<Extension, 'installed' | 'config'> {
  if (!extension) return { installed: null, config: null };
  const { version, enabled, hooksOff, rev, installedAt, config } = extension;
  return { installed: { version, enabled, granted: grantedTo(extension), hooksOff, rev, installedAt }, config };
}
