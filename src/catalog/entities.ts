import { entity } from '../kernel/declaration/entity';
import { category, categorySchema } from './category/aggregate';
import { collection, collectionEntity } from './collection/aggregate';
import { product } from './product/aggregate';
import { productAmounts, variantAmounts } from './product/amount-store';
import { productEntity, variantSchema } from './product/view';
import { categoriesAlike, collectionsAlike, productsAlike } from './title/alike-store';
import { categoryTitles, collectionTitles, productTitles, variantTitles } from './title/store';

export default [
  entity(product.word, productEntity, {
    titles: { prefix: product.prefix, field: 'title', find: productTitles, alike: productsAlike },
    prices: ['price', 'compareAt', 'variants/price'],
    amounts: productAmounts,
    partName: 'title',
    marks: ['barcode'],
    ties: ['categoryId', 'media/mediaId'],
  }),
  entity('variant', variantSchema, {
    titles: { prefix: 'var', field: 'title', find: variantTitles },
    prices: ['price'],
    amounts: variantAmounts,
    partOf: ['productId'],
  }),
  entity(category.word, categorySchema, {
    titles: { prefix: category.prefix, field: 'name', find: categoryTitles, alike: categoriesAlike },
  }),
  entity(collection.word, collectionEntity, {
    titles: { prefix: collection.prefix, field: 'title', find: collectionTitles, alike: collectionsAlike },
    ties: ['productIds'],
  }),
];
