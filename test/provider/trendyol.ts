import type { SentListing } from '../../src/provider/channel/listing';
import { providerHttp } from '../../src/provider/http';
import type { ChannelAdapter } from '../../src/provider/port';
import { trendyol } from '../../src/provider/trendyol/provider';

/** Nobody gives up. */
export const stays = new AbortController().signal;

/** What the simulator lets in. */
const account = {
  config: { sellerId: '424242' },
  secrets: { apiKey: 'demo-key', apiSecret: 'demo-secret' },
};

/** The adapter of Trendyol, as the product connects it. @param url the base of its API */
export const adapterAt = (url: string): ChannelAdapter =>
  trendyol.channel?.connect(account, { url, pictures: [] }, providerHttp('Trendyol')) as ChannelAdapter;

/** A coffee that the simulator takes as it is. */
export const coffee = (barcode: string, picture: string, more: Partial<SentListing> = {}): SentListing => ({
  barcode,
  title: 'Közde Türk Kahvesi 250 g',
  groupId: 'KHV-1',
  brandId: '10001',
  categoryId: '1011',
  sku: `SKU-${barcode}`,
  description: '<p>Küçük partiler hâlinde kavrulur.</p>',
  vatRate: 1,
  stock: 12,
  price: 18_990,
  listPrice: 21_990,
  origin: 'TR',
  deci: 1.5,
  pictures: [picture],
  attributes: [{ attributeId: '1158', valueIds: ['101101'] }],
  ...more,
});
