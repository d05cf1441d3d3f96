/** Shapes of the provider's JSON (providers.md §2.3). Money is decimal Turkish lira, times are epoch milliseconds. */

export interface Attribute {
  attributeId: number;
  attributeName: string;
  /** Absent for values that the seller typed in. */
  attributeValueId?: number;
  attributeValue: string;
}

export interface Variant {
  variantId: number;
  supplierId: number;
  /** Absent only in a defective row. */
  barcode?: string;
  commission: number;
  attributes: Attribute[];
  productUrl: string;
  onSale: boolean;
  channels: string[];
  deliveryOption: { deliveryDuration: number };
  /** The provider leaves `quantity` out for a variant whose stock was never sent; its own example shows one. */
  stock: { quantity?: number; lastModifiedDate: number | null };
  price: { salePrice: number; listPrice: number; priceSeenByCustomer: number };
  stockCode: string;
  /** Optional until the provider makes it mandatory on 23 October 2026. */
  origin?: string;
  vatRate: number;
  sellerCreatedDate: number;
  sellerModifiedDate: number;
  locked: boolean;
  lockReason: string | null;
  lockDate: number | null;
  archived: boolean;
  archivedDate: number | null;
  docNeeded: boolean;
  hasViolation: boolean;
  blacklisted: boolean;
  /** Only when the seller ties the barcode to carriers. */
  cargoProviders?: string[];
}

export interface ApprovedContent {
  contentId: number;
  productMainId: string;
  brand: { id: number; name: string };
  category: { id: number; name: string };
  creationDate: number;
  lastModifiedDate: number;
  lastModifiedBy: string;
  title: string;
  description: string;
  images: { url: string }[];
  attributes: Attribute[];
  variants: Variant[];
}

export interface InventoryContent {
  contentId: number;
  productMainId: string;
  variants: {
    variantId: number;
    barcode?: string;
    salePrice: number;
    listPrice: number;
    quantity: number;
    stockCode: string;
    stockLastModifiedDate: number | null;
  }[];
}

export interface Page<Row> {
  totalElements: number;
  totalPages: number;
  page: number;
  size: number;
  nextPageToken: string | null;
  content: Row[];
}

export interface Category {
  id: number;
  name: string;
  parentId: number | null;
  subCategories: Category[];
}
