import { extensionOf } from '../../kernel/declaration/extension-of';
import { checkedAnswer } from '../checked-answer';
import { CursorRefused, ProviderAnswerInvalid, ProviderRefused } from '../error';
import type { ChannelAdapter, RemoteBrand, RemotePage, SentImage } from '../port';
import { storable } from '../text';
import { type BrandRow, brandsSchema, createdBrandSchema } from './brand';
import type { TrendyolClient } from './client';
import { type Page, pageSchema, readRow } from './row';

const NAME = 'Trendyol';

/** Trendyol's product services in the platform's words. */
export class TrendyolChannel implements Pick<ChannelAdapter, 'test' | 'products' | 'brands' | 'createBrand'> {
  constructor(private readonly client: TrendyolClient) {}

  async test(signal: AbortSignal): Promise<void> {
    await this.client.get(this.path, { page: '0', size: '1' }, signal);
  }

  async products(cursor: string | null, size: number, signal: AbortSignal): Promise<RemotePage> {
    const query = cursor === null ? { size: String(size), page: '0' } : { size: String(size), nextPageToken: cursor };
    const answer = await this.client.get(this.path, query, signal).catch((error: unknown) => {
      // Nothing else of the question is the caller's: its size is within what the provider takes.
      if (cursor !== null && error instanceof ProviderRefused && error.status === 400)
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

  private get seller(): string {
    return `/product/sellers/${this.client.credentials.sellerId}`;
  }

  private get path(): string {
    return `${this.seller}/products/approved`;
  }
}
