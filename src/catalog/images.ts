import { type Images, imaged } from '../kernel/trial/image';
import { barcode } from './barcode/table';
import { category } from './category/aggregate';
import { product } from './product/aggregate';
import { variant } from './variant/table';

/** Products, their variants and what makes those unique, and categories: what agents change item by item. */
export default {
  imaged: [
    imaged(category, {
      key: 'id',
      foundBy: { id: category.prefix },
      named: [{ of: 'greatest', name: 'category positions', column: 'position', among: { status: 'active' } }],
    }),
    // The products of a category are found by no command.
    imaged(product, {
      key: 'id',
      foundBy: { id: product.prefix },
      named: [
        { of: 'value', before: 'handle/product/', column: 'handle' },
        { of: 'numbered', before: 'handle/product/', column: 'handle' },
      ],
    }),
    imaged(variant, { key: 'id', foundBy: { id: 'var', productId: product.prefix }, removable: true }),
    imaged(barcode, {
      key: 'barcode',
      foundBy: { productId: product.prefix },
      named: [{ of: 'value', before: 'barcode/', column: 'barcode' }],
      removable: true,
    }),
  ],
  watched: [{ table: 'digital_pool', key: 'productId', foundBy: { productId: product.prefix } }],
  // The ledger and the words of the search are read by reads alone.
  unread: ['catalog_search', 'stock_movement'],
} satisfies Images;
