import { extensionOf } from '../../kernel/declaration/extension-of';
import type { RemoteBuybox } from '../channel/buybox';
import type {
  ListedItem,
  RemoteBatch,
  RemoteOffer,
  SentListing,
  SentOffer,
  UnapprovedListing,
} from '../channel/listing';
import type { ListingAct } from '../channel/listing-act';
import type { RemoteAttribute, RemoteAttributeValuePage, RemoteCategory } from '../channel/reference';
import { checkedAnswer } from '../checked-answer';
import { CursorRefused, isRefused, ProviderAnswerInvalid } from '../error';
import type { ChannelAdapter, RemoteBrand, RemotePage, SentImage } from '../port';
import { storable } from '../text';
import { askedSchema, batchOf } from './batch';
import { type BrandRow, brandsSchema, createdBrandSchema } from './brand';
import { buyboxOf } from './buybox';
import type { TrendyolClient } from './client';
import { createdItem, offeredItem, offersOf, UNAPPROVED_PER_PAGE, unapprovedOf } from './listing';
import { attributesOf, categoriesOf, VALUES_PER_PAGE, valuesOf } from './reference';
import { type Page, pageSchema, readRow } from './row';

const NAME = 'Trendyol';

/** Operations of the product services of Trendyol. */
type Offered =
  | 'test'
  | 'products'
  | 'brands'
  | 'createBrand'
  | 'categories'
  | 'attributes'
  | 'attributeValues'
  | 'sendListings'
  | 'sendOffers'
  | 'batch'
  | 'offers'
  | 'unapproved'
  | 'unapprovedAmong'
  | 'actOnListings'
  | 'buybox';

/** Trendyol's product services in the platform's words. */
export class TrendyolChannel implements Pick<ChannelAdapter, Offered> {
  constructor(private readonly client: TrendyolClient) {}

  async test(signal: AbortSignal): Promise<void> {
    await this.client.get(this.path, { page: '0', size: '1' }, signal);
  }

  async products(cursor: string | null, size: number, signal: AbortSignal): Promise<RemotePage> {
    const query = cursor === null ? { size: String(size), page: '0' } : { size: String(size), nextPageToken: cursor };
    const answer = await this.client.get(this.path, query, signal).catch((error: unknown) => {
      // Nothing else of the question is the caller's: its size is within what the provider takes.
      if (cursor !== null && isRefused(error) && error.status === 400)
        throw new CursorRefused(error.status, error.code, error.message);
      throw error;
    });
    const { content, totalElements, nextPageToken } = checkedAnswer<Page>(NAME, 'a page', pageSchema, answer);
    if (content.length > size)
      throw new ProviderAnswerInvalid(`Trendyol answered ${content.length} products where ${size} were asked for.`);
    return {
      rows: content.map(readRow),
      total: totalElements,
      // The last full page still carries a token; the page behind it is empty.
      next: content.length < size ? null : (nextPageToken ?? null),
    };
  }

  async brands(name: string, signal: AbortSignal): Promise<RemoteBrand[]> {
    const answer = await this.client.get('/product/brands/by-name', { name }, signal);
    return checkedAnswer<BrandRow[]>(NAME, 'brands', brandsSchema, answer).map((brand) => ({
      brandId: String(brand.id),
      name: storable(brand.name),
    }));
  }

  async createBrand(name: string, logos: readonly SentImage[], signal: AbortSignal): Promise<string> {
    const form = new FormData();
    form.append('name', name);
    for (const [at, { bytes, type }] of logos.entries())
      form.append('images', new Blob([bytes], { type }), `logo-${at + 1}.${extensionOf(type)}`);
    const answer = await this.client.postForm(`${this.seller}/brands`, form, signal);
    return String(checkedAnswer<{ brandId: number }>(NAME, 'a new brand', createdBrandSchema, answer).brandId);
  }

  async categories(signal: AbortSignal): Promise<RemoteCategory[]> {
    return categoriesOf(await this.client.get('/product/product-categories', {}, signal));
  }

  async attributes(categoryId: string, signal: AbortSignal): Promise<RemoteAttribute[]> {
    return attributesOf(await this.client.get(`${categoryPath(categoryId)}/attributes`, {}, signal));
  }

  async attributeValues(
    { categoryId, attributeId }: { readonly categoryId: string; readonly attributeId: string },
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<RemoteAttributeValuePage> {
    const page = pageIn(cursor);
    const path = `${categoryPath(categoryId)}/attributes/${encodeURIComponent(attributeId)}/values`;
    const query = { page: String(page), size: String(VALUES_PER_PAGE) };
    const { values, total } = valuesOf(await this.client.get(path, query, signal));
    const isLast = values.length === 0 || (page + 1) * VALUES_PER_PAGE >= total;
    return { values, total, next: isLast ? null : String(page + 1) };
  }

  sendListings(items: readonly SentListing[], signal: AbortSignal): Promise<string> {
    return this.ask(`${this.seller}/v2/products`, items.map(createdItem), signal);
  }

  sendOffers(items: readonly SentOffer[], signal: AbortSignal): Promise<string> {
    const path = `/inventory/sellers/${this.client.credentials.sellerId}/products/price-and-inventory`;
    return this.ask(path, items.map(offeredItem), signal);
  }

  async batch(batchId: string, signal: AbortSignal): Promise<RemoteBatch | null> {
    const path = `${this.seller}/products/batch-requests/${encodeURIComponent(batchId)}`;
    const answer = await this.client.get(path, {}, signal).catch((error: unknown) => {
      if (isRefused(error) && error.status === 404) return null;
      throw error;
    });
    return batchOf(answer);
  }

  async offers(items: readonly ListedItem[], signal: AbortSignal): Promise<RemoteOffer[]> {
    const asked = items.map(({ barcode }) => barcode).filter(isAskable);
    if (asked.length === 0) return [];
    return offersOf(
      await this.client.get(this.path, { barcodes: asked.join(','), page: '0', size: '100' }, signal),
      asked,
    );
  }

  async unapproved(cursor: string | null, signal: AbortSignal): ReturnType<ChannelAdapter['unapproved']> {
    const size = String(UNAPPROVED_PER_PAGE);
    const query = cursor === null ? { size, page: '0' } : { size, nextPageToken: cursor };
    return unapprovedOf(await this.client.get(`${this.seller}/products/unapproved`, query, signal));
  }

  async unapprovedAmong(items: readonly ListedItem[], signal: AbortSignal): Promise<UnapprovedListing[]> {
    const asked = items.map(({ barcode }) => barcode).filter(isAskable);
    if (asked.length === 0) return [];
    const query = { barcodes: asked.join(','), page: '0', size: String(UNAPPROVED_PER_PAGE) };
    const { rows } = unapprovedOf(await this.client.get(`${this.seller}/products/unapproved`, query, signal));
    return rows.filter(({ barcode }) => asked.includes(barcode));
  }

  async actOnListings(act: ListingAct, listed: readonly ListedItem[], signal: AbortSignal): Promise<string> {
    const items = listed.map(({ barcode }) => ({ barcode }));
    const products = `${this.seller}/products`;
    switch (act) {
      case 'archive':
      case 'unarchive': {
        const archived = act === 'archive';
        const body = { items: items.map((item) => ({ ...item, archived })) };
        return batchIdOf(await this.client.putJson(`${products}/archive-state`, body, signal));
      }
      case 'unlock':
        return batchIdOf(await this.client.putJson(`${products}/unlock`, { items }, signal));
      case 'delete':
        return batchIdOf(await this.client.delete(products, { items }, signal));
    }
  }

  async buybox(items: readonly ListedItem[], signal: AbortSignal): Promise<RemoteBuybox[]> {
    const barcodes = items.map(({ barcode }) => barcode);
    const path = `${this.seller}/products/buybox-information`;
    return buyboxOf(await this.client.postJson(path, { barcodes }, signal), barcodes);
  }

  private async ask(path: string, items: readonly object[], signal: AbortSignal): Promise<string> {
    return batchIdOf(await this.client.postJson(path, { items }, signal));
  }

  private get seller(): string {
    return `/product/sellers/${this.client.credentials.sellerId}`;
  }

  private get path(): string {
    return `${this.seller}/products/approved`;
  }
}

/** True of a barcode that may stand in a list, which is written with commas: none that Trendyol takes has one. */
const isAskable = (barcode: string): boolean => barcode.trim() !== '' && !barcode.includes(',');

const batchIdOf = (answer: unknown): string =>
  checkedAnswer<{ batchRequestId: string }>(NAME, 'a batch', askedSchema, answer).batchRequestId;

const categoryPath = (categoryId: string): string => `/product/categories/${encodeURIComponent(categoryId)}`;

/** @throws {CursorRefused} when the cursor is no number of a page */
function pageIn(cursor: string | null): number {
  if (cursor !== null && !/^\d{1,6}$/.test(cursor)) throw new CursorRefused(400, null, 'The page is not known.');
  return Number(cursor ?? 0);
}
