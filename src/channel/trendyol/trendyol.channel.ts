import type { ChannelAdapter, RemotePage, RemoteProduct, RemoteVariant } from '../channel.port';
import { ProviderUnavailable } from '../provider.error';
import type { TrendyolClient } from './trendyol.client';

/** The fields that are read; the provider sends more and adds some without notice. */
interface TrendyolVariant {
  readonly variantId: number;
  readonly barcode?: string;
  readonly stockCode?: string;
  readonly attributes?: readonly { readonly attributeName?: string; readonly attributeValue?: string }[];
  readonly productUrl?: string;
  readonly onSale?: boolean;
  readonly archived?: boolean;
  readonly locked?: boolean;
  readonly blacklisted?: boolean;
  readonly vatRate?: number;
  readonly stock?: { readonly quantity?: number };
  readonly price?: { readonly salePrice?: number; readonly listPrice?: number };
}

interface TrendyolContent {
  readonly contentId: number;
  readonly title?: string;
  readonly description?: string;
  readonly brand?: { readonly name?: string };
  readonly category?: { readonly name?: string };
  readonly images?: readonly { readonly url?: string }[];
  readonly variants?: readonly TrendyolVariant[];
}

interface TrendyolPage {
  readonly totalElements: number;
  readonly nextPageToken?: string | null;
  readonly content: readonly TrendyolContent[];
}

/** Trendyol's approved-product list in the platform's words. */
export class TrendyolChannel implements ChannelAdapter {
  constructor(private readonly client: TrendyolClient) {}

  async test(signal: AbortSignal): Promise<void> {
    await this.client.get(this.path, { page: '0', size: '1' }, signal);
  }

  async products(cursor: string | null, size: number, signal: AbortSignal): Promise<RemotePage> {
    const query = cursor === null ? { size: String(size), page: '0' } : { size: String(size), nextPageToken: cursor };
    const answer = (await this.client.get(this.path, query, signal)) as TrendyolPage;
    if (!Array.isArray(answer?.content) || !Number.isInteger(answer.totalElements)) {
      throw new ProviderUnavailable('Trendyol answered a page without content.');
    }
    // The last full page still carries a token; the page behind it is empty.
    const next = answer.content.length < size ? null : (answer.nextPageToken ?? null);
    return { products: answer.content.map(productOf), total: answer.totalElements, next };
  }

  private get path(): string {
    return `/product/sellers/${this.client.credentials.sellerId}/products/approved`;
  }
}

function productOf(content: TrendyolContent): RemoteProduct {
  return {
    remoteId: String(content.contentId),
    title: content.title?.trim() ?? '',
    description: content.description ?? '',
    brand: content.brand?.name ?? null,
    category: content.category?.name ?? null,
    images: (content.images ?? []).flatMap(({ url }) => (url ? [url] : [])),
    variants: (content.variants ?? []).map(variantOf),
  };
}

function variantOf(variant: TrendyolVariant): RemoteVariant {
  const price = kurusOf(variant.price?.salePrice ?? 0);
  const listPrice = kurusOf(variant.price?.listPrice ?? 0);
  const values = (variant.attributes ?? []).flatMap(({ attributeValue }) => (attributeValue ? [attributeValue] : []));
  return {
    remoteId: String(variant.variantId),
    barcode: variant.barcode?.trim() || null,
    sku: variant.stockCode?.trim() || null,
    title: values.join(' / ') || null,
    price,
    listPrice: listPrice > price ? listPrice : null,
    stock: variant.stock?.quantity ?? 0,
    status: statusOf(variant),
    vatRate: variant.vatRate ?? null,
    url: variant.productUrl ?? null,
  };
}

function statusOf({ blacklisted, locked, archived, onSale }: TrendyolVariant): RemoteVariant['status'] {
  if (blacklisted) return 'blacklisted';
  if (archived) return 'archived';
  if (locked) return 'locked';
  return onSale ? 'on_sale' : 'off_sale';
}

/** The provider's amounts are decimal lira; 149.9 * 100 is not exactly 14990 in binary. */
const kurusOf = (lira: number): number => Math.round(lira * 100);
