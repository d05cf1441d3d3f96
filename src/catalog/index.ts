import type { Noun } from '../noun';
import accountPictures from './account.pictures';
import { barcode } from './barcode/table';
import categoriesList from './catalog.categories.list';
import categoryArchive from './catalog.category.archive';
import categoryCreate from './catalog.category.create';
import categoryUpdate from './catalog.category.update';
import collectionArchive from './catalog.collection.archive';
import collectionCreate from './catalog.collection.create';
import collectionSetProducts from './catalog.collection.setProducts';
import collectionUpdate from './catalog.collection.update';
import collectionsGet from './catalog.collections.get';
import collectionsList from './catalog.collections.list';
import digitalCodesAdd from './catalog.digital.codes.add';
import digitalCodesVoid from './catalog.digital.codes.void';
import mediaCommit from './catalog.media.commit';
import mediaDelete from './catalog.media.delete';
import priceSet from './catalog.price.set';
import productArchive from './catalog.product.archive';
import productCreate from './catalog.product.create';
import productSetDigital from './catalog.product.setDigital';
import productSetMedia from './catalog.product.setMedia';
import productSetVariants from './catalog.product.setVariants';
import productTakeBack from './catalog.product.takeBack';
import productUpdate from './catalog.product.update';
import productsGet from './catalog.products.get';
import productsList from './catalog.products.list';
import stockAdjust from './catalog.stock.adjust';
import stockSet from './catalog.stock.set';
import stockMovementsList from './catalog.stockMovements.list';
import stockMovementsSince from './catalog.stockMovements.since';
import { category } from './category/aggregate';
import { collection } from './collection/aggregate';
import { member } from './collection/member/table';
import { code, pool } from './digital/table';
import entities from './entities';
import images from './images';
import { product } from './product/aggregate';
import { refusals } from './refusals';
import { search } from './search/table';
import { movement } from './stock/table';
import { variant } from './variant/table';

export default {
  capabilities: [
    productsList,
    productsGet,
    productCreate,
    productUpdate,
    productArchive,
    productSetVariants,
    productSetDigital,
    productSetMedia,
    priceSet,
    stockAdjust,
    stockSet,
    stockMovementsList,
    stockMovementsSince,
    digitalCodesAdd,
    digitalCodesVoid,
    collectionsList,
    collectionsGet,
    collectionCreate,
    collectionUpdate,
    collectionArchive,
    collectionSetProducts,
    categoriesList,
    categoryCreate,
    categoryUpdate,
    categoryArchive,
    mediaCommit,
    mediaDelete,
  ],
  account: [accountPictures, productTakeBack],
  entities,
  tables: [barcode, category, collection, member, code, pool, product, search, movement, variant],
  images,
  refusals,
} satisfies Noun;
