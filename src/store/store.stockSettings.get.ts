import { manifestOf } from '../extension/provider/providers';
import { installedExtensions } from '../extension/store';
import { readRoute } from '../kernel/declaration/route';
import { type Answer, label, nullable, object, t } from '../kernel/schema/schema';
import {
  channelSettings,
  channelSettingsSchema,
  defaultChannelSettings,
  heldChannelSettings,
  heldOf,
} from './channel/aggregate';
import { listChannelSettings } from './channel/store';
import { defaultStockPolicy, stockPolicy, stockPolicySchema } from './stock/aggregate';
import { findStockPolicy } from './stock/store';

const { marketplaceBuffer, untrackedQuantity, restockOnCancel, restockOnReturn, zeroWhenArchived } = stockPolicy.fields;

/** The stated policy, else the product's own. */
const heldPolicy = object({ marketplaceBuffer, untrackedQuantity, restockOnCancel, restockOnReturn, zeroWhenArchived });

/** The policy for one marketplace. */
const channelPolicy = object({
  extension: label('Eklenti', 'Extension')(t.String()),
  marketplaceBuffer,
  untrackedQuantity,
  zeroWhenArchived,
  settings: label(
    'Belirlenen ayarlar',
    'Stated settings',
  )(nullable({ ...channelSettingsSchema, description: 'null as long as nobody has stated them.' })),
  held: label('Geçerli ayarlar', 'Settings that hold')(heldChannelSettings),
});

export default readRoute({
  id: 'store.stockSettings.get',
  label: { tr: 'Stok ayarlarını oku', en: 'Read the stock settings' },
  http: 'GET /v1/store/stock-settings',
  summary:
    'The stock policy of the store, null as long as nobody has stated it, with the default, and the policy of each installed marketplace.',
  policy: 'read',
  scope: 'store:admin',
  role: 'manager',
  closedToAgents: true,
  result: object({ stockSettings: nullable(stockPolicySchema), holds: heldPolicy, channels: t.Array(channelPolicy) }),
  about: 'stockSettings',
  refuses: [],

  async run({ db, storeId }) {
    return db.snapshot(async (moment) => {
      const found = await findStockPolicy(moment, storeId);
      const settings = new Map((await listChannelSettings(moment, storeId)).map((row) => [row.extension, row]));
      const installed = await installedExtensions(moment, storeId);
      const { marketplaceBuffer, untrackedQuantity, restockOnCancel, restockOnReturn, zeroWhenArchived } =
        found ?? defaultStockPolicy;
      return {
        stockSettings: found ? (stockPolicy.answer(found) as Answer<typeof stockPolicySchema>) : null,
        holds: { marketplaceBuffer, untrackedQuantity, restockOnCancel, restockOnReturn, zeroWhenArchived },
        channels: installed
          .filter(({ key }) => manifestOf(key)?.kind === 'channel')
          .map(({ key }) => {
            const stated = settings.get(key);
            const held = heldOf(stated ?? defaultChannelSettings);
            return {
              extension: key,
              marketplaceBuffer: held.buffer ?? marketplaceBuffer,
              untrackedQuantity,
              zeroWhenArchived,
              settings: stated ? (channelSettings.answer(stated) as Answer<typeof channelSettingsSchema>) : null,
              held,
            };
          }),
      };
    });
  },
});
