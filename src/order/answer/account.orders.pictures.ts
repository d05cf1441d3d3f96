import { exampleId } from '../../kernel/declaration/example';
import { readRoute } from '../../kernel/declaration/route';
import { picturesSchema } from '../../kernel/objects/pictures';
import { object } from '../../kernel/schema/schema';
import { mediaPictures } from '../../media/image/store';
import { firstPictures } from '../../metafield/value/store';
import { order } from '../order/aggregate';
import { assertOrder, productsOfOrder } from './pictures-store';

export default readRoute({
  id: 'account.orders.pictures',
  label: { tr: 'Siparişteki ürünlerin görselleri', en: 'Pictures of the products of an order' },
  http: 'GET /v1/account/orders/{ord}/pictures',
  summary:
    'Small pictures of the products in the lines of an order, for whoever packs it: of a product, nothing else is told.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  params: object({ ord: order.reference }),
  result: object({ pictures: picturesSchema }),
  refuses: ['not_found'],
  example: { params: { ord: exampleId('ord', 'KAPDA') } },

  run: ({ db, storeId, params: { ord } }) =>
    db.snapshot(async (moment) => {
      await assertOrder(moment, storeId, ord);
      const first = await firstPictures(moment, storeId, await productsOfOrder(moment, storeId, ord));
      const files = first.map(([, mediaId]) => mediaId);
      const paths = new Map((await mediaPictures(moment, storeId, files)).map(({ id, path }) => [id, path]));
      return {
        pictures: first.flatMap(([id, mediaId]) => {
          const url = paths.get(mediaId);
          return url === undefined ? [] : [{ id, url }];
        }),
      };
    }),
});
