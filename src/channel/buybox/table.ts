import { id, kurus, label, nullable, t, time, unit } from '../../kernel/schema/schema';
import { type Row, table } from '../../kernel/table/table';
import { listing } from '../listing/aggregate';

/** The places that listings had in the buybox. They are the side of the marketplace, and no change of the store. */
export const buybox = table({
  word: 'buybox place',
  label: label('Buybox sırası', 'Place in the buybox'),
  table: 'channel_buybox',
  columns: {
    listingId: { type: 'text', schema: id(listing.prefix), kept: 'once' },
    since: { type: 'timestamptz', schema: label('Ne zamandan beri', 'Since')(time()), kept: 'once' },
    asOf: {
      type: 'timestamptz',
      schema: label('En son', 'As of')(time({ description: 'When the marketplace said so last.' })),
      kept: 'once',
    },
    rank: {
      type: 'integer',
      schema: label(
        'Sıra',
        'Rank',
      )(t.Integer({ minimum: 1, ...unit('count'), description: '1: buyers see the shop first.' })),
      kept: 'once',
    },
    price: {
      type: 'bigint',
      schema: label('Buybox fiyatı', 'Price in the buybox')(kurus({ description: 'Of whoever is first.' })),
      kept: 'once',
    },
    secondPrice: { type: 'bigint', schema: label('İkinci fiyat', 'Second price')(nullable(kurus())), kept: 'once' },
    thirdPrice: { type: 'bigint', schema: label('Üçüncü fiyat', 'Third price')(nullable(kurus())), kept: 'once' },
    hasRivals: {
      type: 'boolean',
      schema: label('Başka satıcı', 'Other sellers')(t.Boolean({ description: 'Others sell it as well.' })),
      kept: 'once',
    },
  },
});

export type BuyboxRow = Row<typeof buybox>;
