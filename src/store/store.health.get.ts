import { hasActiveProduct } from '../catalog/product/store';
import { installedManifestOf } from '../extension/provider/providers';
import { blockersOf } from '../extension/readiness';
import { allSecretKeys } from '../extension/secret/store';
import { installedExtensions } from '../extension/store';
import type { Queryable } from '../kernel/database/queryable';
import { readRoute } from '../kernel/declaration/route';
import { label, nullable, object, oneOf, t, words } from '../kernel/schema/schema';
import { findCheckout } from './checkout/store';
import { findLive } from './design/store';
import { setFlags } from './flag/store';
import { hasIdentity } from './identity/store';
import { type Known, pointName, points } from './readiness/points';

const state = label(
  'Durum',
  'State',
)(
  oneOf(['draft', 'live'], {
    description: 'live: nothing is missing that a shop needs before it sells.',
    ...words({ draft: ['hazırlanıyor', 'being prepared'], live: ['satışa açık', 'live'] }),
  }),
);

const inWords = object({ tr: t.String(), en: t.String() });

const pointSchema = object({
  point: pointName,
  done: t.Boolean(),
  why: nullable(inWords),
  link: nullable(
    t.String({ description: 'An official page on which it is laid down what is needed, or that is done.' }),
  ),
  mend: object({
    capability: t.String({ description: 'The command that mends it.' }),
    page: t.String({ description: 'The path of the page on which a person does.' }),
  }),
  blocks: t.Array(oneOf(['checkout_disabled']), {
    description:
      'checkout_disabled: the shop is not to sell before it is done. The checkout itself tells shoppers so only where there is no way to pay.',
  }),
});

export default readRoute({
  id: 'store.health.get',
  label: { tr: 'Mağazanın hazırlığını oku', en: 'Read how ready the store is' },
  http: 'GET /v1/store/health',
  summary:
    'The steps before a store can sell: whether each is done, why not, where to mend it, and whether it is required.',
  policy: 'read',
  scope: 'catalog:read',
  result: object({ state, points: t.Array(pointSchema) }),
  refuses: [],

  async run({ db, storeId, services }) {
    const { sendsMails } = services.settings;
    const known = { ...(await db.snapshot((moment) => knownOf(moment, storeId))), mails: sendsMails };
    const told = Object.entries(points).map(([point, { done, lacking, link = null, mend, blocks }]) => {
      const isDone = done(known);
      return {
        point,
        done: isDone,
        why: isDone ? null : lacking,
        link: isDone ? null : link,
        mend,
        blocks: blocks && !isDone ? ['checkout_disabled' as const] : [],
      };
    });
    const isClosed = told.some(({ blocks }) => blocks.length > 0);
    return { state: isClosed ? ('draft' as const) : ('live' as const), points: told };
  },
});

async function knownOf(moment: Queryable, storeId: string): Promise<Omit<Known, 'mails'>> {
  const checkout = await findCheckout(moment, storeId);
  const installed = await installedExtensions(moment, storeId);
  const secretsOf = await allSecretKeys(moment, storeId);
  const paysByExtension = installed.some((extension) => {
    const manifest = installedManifestOf(extension);
    const secrets = new Set(secretsOf.get(extension.key)?.keys());
    return manifest?.kind === 'payment' && blockersOf('enabled', manifest, extension, secrets).length === 0;
  });
  return {
    identity: await hasIdentity(moment, storeId),
    checkout: checkout !== undefined && checkout.deliveryMaxDays !== null && checkout.returnCarrier !== null,
    payment: paysByExtension || checkout?.cashOnDelivery === true || (checkout?.bankAccounts.length ?? 0) > 0,
    product: await hasActiveProduct(moment, storeId),
    design: (await findLive(moment, storeId)) !== undefined,
    flags: new Set((await setFlags(moment, storeId)).keys()),
  };
}
