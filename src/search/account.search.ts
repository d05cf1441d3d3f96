import { product } from '../catalog/product/aggregate';
import { seekProducts } from '../catalog/product/seek-store';
import { couponHitSchema, seekCoupons } from '../coupon/coupon/seek';
import { reaches } from '../kernel/declaration/roles';
import { readRoute } from '../kernel/declaration/route';
import { refuse } from '../kernel/errors';
import { object, t, typeNamed } from '../kernel/schema/schema';
import { searchPatterns } from '../kernel/search-patterns';
import { customerHitSchema, orderHitSchema, seekOrdersAndCustomers } from '../order/answer/seek';
import { proposalHitSchema, seekProposals } from '../proposal/seek';

/** Things of each kind that one search answers. */
export const EACH_MAX = 8;

const { id, title, sku, status, price } = product.answers;

const productHitSchema = typeNamed('ProductHit')(object({ id, title, sku, status, price }));

const few = { maxItems: EACH_MAX };

export default readRoute({
  id: 'account.search',
  http: 'GET /v1/account/search',
  summary:
    'Products, orders, customers and proposals that have all words of a text, and coupons whose code begins so, a few of each: for a search box. A packer finds orders alone.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  query: object({
    text: t.String({
      minLength: 1,
      maxLength: 100,
      description:
        'Words of a product (title, brand, handle, SKU, barcode), an order (number, buyer, e-mail, telephone, product) or a proposal (note, token), or how the code of a coupon begins; case, accents and dots make no difference. Or the whole number of a package, or tracking number of a parcel.',
    }),
  }),
  result: object({
    products: t.Array(productHitSchema, {
      ...few,
      description:
        'The one of that SKU or barcode first, then the one of that name, those that begin so and the newest; archived ones last.',
    }),
    orders: t.Array(orderHitSchema, { ...few, description: 'The one of that number first, then the newest.' }),
    customers: t.Array(customerHitSchema, { ...few, description: 'Of the newest orders that were found.' }),
    coupons: t.Array(couponHitSchema, {
      ...few,
      description: 'By the code, the one of that very code first; those that are off as well.',
    }),
    proposals: t.Array(proposalHitSchema, { ...few, description: 'Of the newest 500.' }),
  }),
  refuses: ['invalid_request'],

  async run({ db, storeId, principal: { role = 'owner' }, query: { text } }) {
    const search = searchPatterns(text);
    if (!search)
      return refuse('invalid_request', 'text holds no word.', {
        errors: [{ pointer: '/query/text', message: 'holds no word' }],
      });
    return db.snapshot(async (moment) => {
      const sold = await seekOrdersAndCustomers(moment, storeId, text, EACH_MAX);
      if (!reaches(role, 'manager'))
        return { products: [], orders: sold.orders, customers: [], coupons: [], proposals: [] };
      const products = await seekProducts(moment, storeId, search, text.trim(), EACH_MAX);
      const coupons = await seekCoupons(moment, storeId, text, EACH_MAX);
      const proposals = await seekProposals(moment, storeId, text, EACH_MAX);
      return { products, ...sold, coupons, proposals };
    });
  },
});
