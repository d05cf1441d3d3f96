import type { Queryable } from '../../kernel/database/queryable';
import type { RemoteProduct, RemoteVariant } from '../../provider/port';
import type { JobReason } from '../job/reasons';
import { type KnownItem, knownItems } from '../listing/store';

/** The item of the store that a variant of the marketplace matches. */
export interface Match {
  readonly variant: RemoteVariant;
  readonly item?: KnownItem;
  /** The reason for which nothing is linked or created, although the variant may be known. */
  readonly flaw?: { readonly code: JobReason; readonly message: string };
  /** The listing that the variant was: nothing of the store stands behind it any more. */
  readonly released?: string;
}

/**
 * Finds the items that the variants of a part are, from one look-up. What a listing is known to be on the marketplace goes before
 * the barcode, which either side may change; an item without a listing, or with one that nobody has mapped, is known by its barcode
 * alone. Where the two disagree, that is said and nothing is linked: following either could make the second listing of one variant.
 */
export class KnownItems {
  private readonly byBarcode = new Map<string, KnownItem>();
  private readonly byVariant = new Map<string, KnownItem>();
  private readonly byProduct = new Map<string, Map<string, KnownItem>>();

  private constructor(
    items: readonly KnownItem[],
    /** The variants of this part of the import. */
    private readonly variants: ReadonlySet<string>,
  ) {
    for (const item of items) {
      if (item.barcode !== null) this.byBarcode.set(item.barcode, item);
      if (item.remoteVariantId !== null) this.byVariant.set(item.remoteVariantId, item);
      if (item.remoteProductId === null || item.listingId === null) continue;
      const listed = this.byProduct.get(item.remoteProductId) ?? new Map<string, KnownItem>();
      this.byProduct.set(item.remoteProductId, listed.set(item.listingId, item));
    }
  }

  static async of(
    db: Queryable,
    storeId: string,
    extension: string,
    products: readonly RemoteProduct[],
  ): Promise<KnownItems> {
    const variants = products.flatMap((product) => product.variants);
    const remoteVariantIds = variants.map(({ remoteId }) => remoteId);
    const marks = {
      barcodes: variants.flatMap(({ barcode }) => barcode ?? []),
      remoteVariantIds,
      remoteProductIds: products.map(({ remoteId }) => remoteId),
    };
    return new KnownItems(await knownItems(db, storeId, extension, marks), new Set(remoteVariantIds));
  }

  /** @returns one match a variant, in their order; undefined: the store has nothing of the product */
  of(product: RemoteProduct): readonly Match[] | undefined {
    const matches = product.variants.map((variant) => this.match(product, variant));
    return matches.some(({ item, flaw }) => item || flaw) || this.byProduct.has(product.remoteId) ? matches : undefined;
  }

  private match(product: RemoteProduct, variant: RemoteVariant): Match {
    const listed = this.byVariant.get(variant.remoteId) ?? this.mappedByHand(product);
    const coded = this.byBarcode.get(variant.barcode as string);
    if (listed && !listed.problem) {
      const another = coded && coded.problem !== 'archived' && !sameItem(coded, listed);
      return { variant, item: listed, ...(another ? { flaw: BARCODE_OF_ANOTHER } : {}) };
    }
    if (coded && this.isAnother(product, variant, coded)) return { variant, flaw: LISTED_AS_ANOTHER };
    if (coded) {
      // Nothing stands behind the listing any more: its variant passes to whatever carries the barcode now.
      const released = listed?.listingId && !sameItem(coded, listed) ? { released: listed.listingId } : {};
      return { variant, item: coded, ...released };
    }
    if (!listed) return { variant };
    return { variant, item: listed, ...(listed.problem === 'archived' ? {} : { flaw: NOT_IN_STORE }) };
  }

  /** The one listing of which somebody said that it is this product, and of which nothing was seen since. */
  private mappedByHand({ remoteId, variants }: RemoteProduct): KnownItem | undefined {
    const [item, ...others] = this.byProduct.get(remoteId)?.values() ?? [];
    return variants.length === 1 && item?.remoteVariantId === null && others.length === 0 ? item : undefined;
  }

  /** True if the item's listing names another product or variant of the marketplace. */
  private isAnother(product: RemoteProduct, variant: RemoteVariant, { remoteProductId, remoteVariantId }: KnownItem) {
    if (remoteProductId === null) return false;
    if (remoteProductId !== product.remoteId) return true;
    return remoteVariantId !== null && remoteVariantId !== variant.remoteId && this.variants.has(remoteVariantId);
  }
}

const sameItem = (left: KnownItem, right: KnownItem): boolean =>
  left.productId === right.productId && left.variantId === right.variantId;

const BARCODE_OF_ANOTHER = {
  code: 'mapped_elsewhere' as const,
  message: 'The barcode is that of another item of the store than the one that is listed as this.',
};

const LISTED_AS_ANOTHER = {
  code: 'mapped_elsewhere' as const,
  message:
    'The item of the store with this barcode is listed as another product of the marketplace; a listing whose remoteProductId is null is matched by its barcode again.',
};

export const NOT_IN_STORE = {
  code: 'variant_not_in_store' as const,
  message: 'The product is in the store without this variant.',
};
