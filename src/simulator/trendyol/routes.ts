import { type Call, type Endpoint, endpoint } from '../kit/endpoint';
import type { Brands } from './brands';
import type { Catalog } from './catalog';
import { badRequest, ProviderError } from './errors';
import { one, readFilter } from './filters';
import type { Listings } from './listing/listings';
import { listingEndpoints } from './listing/routes';
import { Pager, readPaging } from './paging';
import { Pictures } from './pictures';
import type { ApprovedContent, InventoryContent, Page } from './wire';

const APPROVED_SIZE_MAX = 100;

/** Every provider call that the simulator understands. @param pictures of how many contents it has those itself; see TrendyolSimulatorOptions */
export function endpoints(
  catalog: Catalog,
  brands: Brands,
  listings: Listings,
  pictures: number | undefined,
): Endpoint[] {
  const pager = new Pager(catalog);

  const listApproved = <Row>({ query }: Call, rowOf: (content: ApprovedContent) => Row): Page<Row> => {
    const filter = readFilter(query, catalog);
    return pager.page(filter, readPaging(query, filter, catalog, APPROVED_SIZE_MAX), rowOf);
  };

  return [
    endpoint('GET /product/sellers/{sellerId}/products/approved', (call) => {
      const { host } = call.headers;
      return listApproved(call, (content) => {
        if (pictures === undefined || !host) return content;
        const isShown = (catalog.indexOfContentId(content.contentId) ?? pictures) < pictures;
        return { ...content, images: isShown ? Pictures.here(content.images, host) : [] };
      });
    }),

    endpoint('GET /product/sellers/{sellerId}/products/approved/inventory-and-price', (call) =>
      listApproved(call, inventoryOf),
    ),

    endpoint('GET /product/sellers/{sellerId}/product/{barcode}', ({ path: { barcode = '' } }) => {
      const index = catalog.indexOfBarcode(barcode);
      const content = index === undefined ? undefined : catalog.content(index);
      const position = content?.variants.findIndex((variant) => variant.barcode === barcode) ?? -1;
      const variant = content?.variants[position];
      if (index === undefined || !content || !variant) {
        throw ProviderError.service(404, 'product.not.found', 'Ürün bulunamadı.');
      }
      return {
        barcode,
        approved: true,
        approvedDate: content.creationDate,
        archived: variant.archived,
        listingId: catalog.listingId(index, position),
        contentId: content.contentId,
      };
    }),

    endpoint('GET /product/brands/by-name', ({ query }) => {
      const name = one(query, 'name');
      if (name === undefined) throw badRequest('invalid.name', 'name gönderilmelidir.');
      return brands.named(name);
    }),

    endpoint('POST /product/sellers/{sellerId}/brands', (call) => brands.create(call), 201),

    ...listingEndpoints(listings),
  ];
}

function inventoryOf({ contentId, productMainId, variants }: ApprovedContent): InventoryContent {
  return {
    contentId,
    productMainId,
    variants: variants.map(({ variantId, barcode, price, stock, stockCode }) => ({
      variantId,
      ...(barcode === undefined ? {} : { barcode }),
      salePrice: price.salePrice,
      listPrice: price.listPrice,
      quantity: stock.quantity ?? 0,
      stockCode,
      stockLastModifiedDate: stock.lastModifiedDate,
    })),
  };
}
