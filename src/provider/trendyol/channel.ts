import { schemaErrors } from '../../kernel/schema/validation';
import { ProviderAnswerInvalid } from '../error';
import type { ChannelAdapter, RemotePage } from '../port';
import type { TrendyolClient } from './client';
import { type Page, pageSchema, readRow } from './row';

/** Trendyol's approved-product list in the platform's words. */
export class TrendyolChannel implements ChannelAdapter {
  constructor(private readonly client: TrendyolClient) {}

  async test(signal: AbortSignal): Promise<void> {
    await this.client.get(this.path, { page: '0', size: '1' }, signal);
  }

  async products(cursor: string | null, size: number, signal: AbortSignal): Promise<RemotePage> {
    const query = cursor === null ? { size: String(size), page: '0' } : { size: String(size), nextPageToken: cursor };
    const answer = await this.client.get(this.path, query, signal);
    const [error] = schemaErrors(pageSchema, answer);
    if (error) throw new ProviderAnswerInvalid(`Trendyol answered a page whose ${error.pointer} ${error.message}.`);
    const { content, totalElements, nextPageToken } = answer as Page;
    if (content.length > size)
      throw new ProviderAnswerInvalid(`Trendyol answered ${content.length} products where ${size} were asked for.`);
    return {
      rows: content.map(readRow),
      total: totalElements,
      // The last full page still carries a token; the page behind it is empty.
      next: content.length < size ? null : (nextPageToken ?? null),
    };
  }

  private get path(): string {
    return `/product/sellers/${this.client.credentials.sellerId}/products/approved`;
  }
}
