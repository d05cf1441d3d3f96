import { entity } from '../kernel/declaration/entity';
import { label, object, t, unit } from '../kernel/schema/schema';
import { identity, identitySchema } from './identity/aggregate';
import { identityTitles } from './identity/store';
import { storeTitles } from './store';
import { store } from './table';

const titles = { prefix: 'str', find: storeTitles };

/** No capability shows the store or its projection as a whole, so what is recorded of them is said here. */
export default [
  entity(
    store.word,
    store.label(object({ name: store.fields.name, storefrontGeneration: store.fields.storefrontGeneration })),
    { titles: { ...titles, field: 'name' } },
  ),
  entity(identity.word, identitySchema, {
    titles: { prefix: identity.prefix, find: identityTitles },
    person: 'id',
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
