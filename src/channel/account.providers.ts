import type { ExtensionRow } from '../extension/aggregate';
import { obstaclesOf } from '../extension/obstacles';
import { packageActStatesOf, packageActStatesSchema } from '../extension/package-acts';
import { installedManifestOf, manifestOf, manifests } from '../extension/provider/providers';
import { allSecretKeys } from '../extension/secret/store';
import { installedExtensions } from '../extension/store';
import type { ExtensionNeeds } from '../kernel/declaration/extension-needs';
import { readRoute } from '../kernel/declaration/route';
import { nullable, object, oneOf, t, typeNamed } from '../kernel/schema/schema';
import { bookingNeeds, offerNeeds } from '../order/booking/needs';
import type { Manifest } from '../provider/manifest';
import { packageActNeeds, packageLabelNeeds } from './provider/parcel-needs';

const uses = ['offers', 'bookings', 'packageActs', 'packageLabels'] as const;
type Use = (typeof uses)[number];

const needsOf: Readonly<Record<Use, ExtensionNeeds>> = {
  offers: offerNeeds,
  bookings: bookingNeeds,
  packageActs: packageActNeeds,
  packageLabels: packageLabelNeeds,
};

const kinds = ['cargo', 'channel', 'payment'] as const;
type Kind = (typeof kinds)[number];

const isKind = (kind: string): kind is Kind => (kinds as readonly string[]).includes(kind);

const providerSchema = typeNamed('Provider')(
  object({
    key: t.String(),
    name: t.String({ description: 'Its key when its provider is gone.' }),
    kind: nullable(oneOf(kinds, { description: 'Null when its provider is gone.' })),
    installed: t.Boolean(),
    enabled: t.Boolean(),
    uses: t.Array(oneOf(uses), { description: 'The uses for which it lacks nothing now.' }),
    packageActStates: packageActStatesSchema,
  }),
);

export default readRoute({
  id: 'account.providers',
  label: { tr: 'Kargo, pazaryeri ve ödeme sağlayıcılarını oku', en: 'Read the providers of orders' },
  http: 'GET /v1/account/providers',
  summary:
    'Providers of cargo, marketplaces and payments that orders name, and the uses of each for parcels and packages now. Neither settings nor secrets are told.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  result: object({ items: t.Array(providerSchema) }),
  refuses: [],

  async run({ db, storeId }) {
    const { extensions, secrets } = await db.snapshot(async (moment) => ({
      extensions: await installedExtensions(moment, storeId),
      secrets: await allSecretKeys(moment, storeId),
    }));
    const installed = new Map(extensions.map((extension) => [extension.key, extension]));
    const secretsAt = (key: string): ReadonlySet<string> => new Set(secrets.get(key)?.keys());
    return {
      items: [
        ...manifests.flatMap((manifest) => provided(manifest, installed.get(manifest.key), secretsAt(manifest.key))),
        ...extensions.filter(({ key }) => !manifestOf(key)).map(gone),
      ],
    };
  },
});

function provided(current: Manifest, extension: ExtensionRow | undefined, secrets: ReadonlySet<string>) {
  const { key, name, kind } = current;
  if (!isKind(kind)) return [];
  const manifest = extension ? (installedManifestOf(extension) ?? current) : current;
  const isReady = (use: Use): boolean =>
    needsOf[use].kind === kind && obstaclesOf(needsOf[use], { manifest, extension, secrets }).length === 0;
  return [
    {
      key,
      name,
      kind,
      installed: extension !== undefined,
      enabled: extension?.enabled ?? false,
      uses: uses.filter(isReady),
      packageActStates: packageActStatesOf(manifest),
    },
  ];
}

/** The answer for one whose provider was taken away: orders name it still, and it serves nothing. */
const gone = ({ key, enabled }: ExtensionRow) => ({
  key,
  name: key,
  kind: null,
  installed: true,
  enabled,
  uses: [],
  packageActStates: [],
});
