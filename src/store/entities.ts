import { nameOf } from '../extension/provider/providers';
import { entity } from '../kernel/declaration/entity';
import { label, object, t, unit } from '../kernel/schema/schema';
import { channelSettings, channelSettingsSchema } from './channel/aggregate';
import { checkout, checkoutSchema } from './checkout/aggregate';
import { checkoutTitles } from './checkout/store';
import { designDraft, liveDesign } from './design/aggregate';
import { liveTitles } from './design/store';
import { flag, flagWords } from './flag/table';
import { identity, identitySchema } from './identity/aggregate';
import { identityTitles } from './identity/store';
import { stockPolicy, stockPolicySchema } from './stock/aggregate';
import { stockPolicyTitles } from './stock/store';
import { storeTitles } from './store';
import { store } from './table';
import { update } from './update/aggregate';
import { updateTitles } from './update/store';

const titles = { prefix: 'str', find: storeTitles };

/** No capability shows the store or its projection as a whole, so what is recorded of them is said here. */
export default [
  entity(
    store.word,
    store.label(
      object({
        name: store.fields.name,
        slug: store.fields.slug,
        tokenDefaultExpiryDays: store.fields.tokenDefaultExpiryDays,
        secondFactorRequired: store.fields.secondFactorRequired,
        storefrontGeneration: store.fields.storefrontGeneration,
      }),
    ),
    { titles: { ...titles, field: 'name' } },
  ),
  entity(identity.word, identitySchema, {
    titles: { prefix: identity.prefix, find: identityTitles },
    person: 'id',
  }),
  entity(checkout.word, checkoutSchema, {
    titles: { prefix: checkout.prefix, find: checkoutTitles },
    person: 'id',
  }),
  entity(stockPolicy.word, stockPolicySchema, { titles: { prefix: stockPolicy.prefix, find: stockPolicyTitles } }),
  entity(channelSettings.word, channelSettingsSchema, { titles: { titleOf: nameOf }, partOf: ['extension'] }),
  entity(liveDesign.word, liveDesign.label(object(liveDesign.answers)), {
    titles: { prefix: liveDesign.prefix, find: liveTitles },
  }),
  entity(designDraft.word, designDraft.label(object(designDraft.answers)), {
    titles: { titleOf: (workspace) => (workspace === 'main' ? 'Ana taslak' : workspace) },
  }),
  entity(update.word, update.label(object(update.answers)), {
    titles: { prefix: update.prefix, find: updateTitles },
  }),
  entity(flag.word, flag.label(object(flag.fields)), {
    titles: {
      titleOf: (name) => (flagWords as Readonly<Record<string, readonly [string, string]>>)[name]?.[0] ?? name,
    },
  }),
  entity(
    'projection',
    label(
      'Vitrin verisi',
      'Storefront data',
    )(
      object({
        keys: label('Anahtar sayısı', 'Number of keys')(t.Integer(unit('count'))),
        repaired: label('Onarılan anahtar', 'Keys repaired')(t.Integer(unit('count'))),
      }),
    ),
    { titles },
  ),
];
