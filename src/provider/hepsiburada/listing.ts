import type { ListedItem, RemoteBatch, RemoteOffer, SentOffer } from '../channel/listing';
import { checkedAnswer } from '../checked-answer';
import { CursorRefused, isRefused, ProviderAnswerInvalid, ProviderRefused, ProviderUnavailable } from '../error';
import type { ChannelAdapter, Operation, RemotePage } from '../port';
import { type HepsiburadaClient, NAME } from './client';
import { LISTINGS_ASKED } from './limits';
import { type CatalogPage, catalogSchema, codeIn, type Listing, listingsOf, offerOf, readProduct } from './product';
import {
  batchIdOf,
  batchOf,
  type Upload,
  type UploadKind,
  uploadedItems,
  uploadIdOf,
  uploadKinds,
  uploadsIn,
} from './upload';

export const listingOperations = [
  'test',
  'products',
  'sendOffers',
  'batch',
  'offers',
] as const satisfies readonly Operation[];

/** Hepsiburada's services of listings in the platform's words. */
export class HepsiburadaListings implements Pick<ChannelAdapter, (typeof listingOperations)[number]> {
  constructor(private readonly client: HepsiburadaClient) {}

  async test(signal: AbortSignal): Promise<void> {
    await this.client.get('listing-external', this.path, { offset: '0', limit: '1' }, signal);
  }

  /** The catalog says what there is; each page of it is then looked up among the listings. */
  async products(cursor: string | null, size: number, signal: AbortSignal): Promise<RemotePage> {
    const offset = offsetIn(cursor);
    const rows = sizeAt(offset, Math.min(size, LISTINGS_ASKED));
    const path = `/product/api/products/all-products-of-merchant/${this.merchantId}`;
    const query = { page: String(offset / rows), size: String(rows) };
    const answer = await this.client.get('mpop', path, query, signal);
    const { data, totalElements } = checkedAnswer<CatalogPage>(NAME, 'a page', catalogSchema, answer);
    if (data.length > rows)
      throw new ProviderAnswerInvalid(`${NAME} answered ${data.length} products where ${rows} were asked for.`);
    const listings = await this.listings(
      'hbSkuList',
      data.flatMap((row) => codeIn(row) ?? []),
      signal,
    );
    return {
      rows: data.map((row) => readProduct(row, listings)).filter((row) => row !== undefined),
      total: totalElements,
      next: data.length < rows || offset + rows >= totalElements ? null : String(offset + rows),
    };
  }

  async sendOffers(items: readonly SentOffer[], signal: AbortSignal): Promise<string> {
    const uploads: Upload[] = [];
    for (const kind of uploadKinds) {
      const sent = uploadedItems(kind, items);
      if (sent.length === 0) continue;
      const id = await this.upload(kind, sent, signal).catch((error) => refusedAfter(uploads, error, signal));
      uploads.push({ kind, id });
    }
    if (uploads.length === 0) throw new ProviderRefused(400, 'nothing.sent', `${NAME} takes stock and prices alone.`);
    return batchIdOf(uploads);
  }

  private async upload(kind: UploadKind, sent: readonly object[], signal: AbortSignal): Promise<string> {
    return uploadIdOf(await this.client.postJson('listing-external', `${this.path}/${kind}-uploads`, sent, signal));
  }

  async batch(batchId: string, signal: AbortSignal): Promise<RemoteBatch | null> {
    const answers: unknown[] = [];
    for (const { kind, id } of uploadsIn(batchId)) {
      const path = `${this.path}/${kind}-uploads/id/${encodeURIComponent(id)}`;
      const answer = await this.client.get('listing-external', path, {}, signal).catch((error: unknown) => {
        if (isRefused(error) && error.status === 404) return null;
        throw error;
      });
      if (answer === null) return null;
      answers.push(answer);
    }
    return batchOf(answers);
  }

  /** An item that was never seen there is looked for by its barcode, which many sellers state as their own code. */
  async offers(items: readonly ListedItem[], signal: AbortSignal): Promise<RemoteOffer[]> {
    const named = items.filter(({ variantId }) => variantId);
    const unseen = items.filter(({ variantId }) => !variantId);
    const byCode = await this.listings(
      'hbSkuList',
      named.map(({ variantId }) => variantId as string),
      signal,
    );
    const byBarcode = new Map<string, Listing>();
    const found = await this.listings(
      'merchantSkuList',
      unseen.map(({ barcode }) => barcode),
      signal,
    );
    for (const listing of found.values()) byBarcode.set(listing.merchantSku ?? '', listing);
    return items.flatMap(({ barcode, variantId }): RemoteOffer[] => {
      const listing = variantId ? byCode.get(variantId) : byBarcode.get(barcode);
      return listing && !listing.isFulfilledByHB ? [offerOf(barcode, listing)] : [];
    });
  }

  private async listings(
    by: 'hbSkuList' | 'merchantSkuList',
    codes: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Listing>> {
    // A list is written with commas: no code that Hepsiburada takes has one.
    const asked = [...new Set(codes)].filter((code) => code.trim() !== '' && !code.includes(','));
    if (asked.length === 0) return new Map();
    const query = { offset: '0', limit: String(asked.length), [by]: asked.join(',') };
    return listingsOf(await this.client.get('listing-external', this.path, query, signal));
  }

  private get merchantId(): string {
    return encodeURIComponent(this.client.credentials.merchantId);
  }

  private get path(): string {
    return `/listings/merchantid/${this.merchantId}`;
  }
}

/** Throws the error of a refused upload. When the stock was taken before the prices were refused, nobody may say that nothing was done. */
function refusedAfter(uploads: readonly Upload[], error: unknown, signal: AbortSignal): never {
  if (uploads.length === 0 || signal.aborted) throw error;
  throw new ProviderUnavailable(`${NAME} has taken the stock and not the prices.`, undefined, { cause: error });
}

/** @throws {CursorRefused} when the cursor is no place in the list */
function offsetIn(cursor: string | null): number {
  if (cursor !== null && !/^\d{1,8}$/.test(cursor)) throw new CursorRefused(400, null, 'The place is not known.');
  return Number(cursor ?? 0);
}

/** Pages are numbered by their size, so a page that begins at a place has a size that divides it. */
function sizeAt(offset: number, size: number): number {
  for (let rows = size; rows > 1; rows -= 1) if (offset % rows === 0) return rows;
  return 1;
}
