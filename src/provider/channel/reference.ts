/** A category of a marketplace, where products are listed. */
export interface RemoteCategory {
  readonly categoryId: string;
  readonly name: string;
  /** Names from the root to its parent. */
  readonly path: readonly string[];
  /** True for a leaf: leaves alone accept products. */
  readonly isLeaf: boolean;
}

/** A property of products in a category. */
export interface RemoteAttribute {
  readonly attributeId: string;
  readonly name: string;
  readonly required: boolean;
  /** A value may be a text of the merchant's own. */
  readonly allowsCustom: boolean;
  /** Several values may be stated at once. */
  readonly allowsMany: boolean;
  /** Tells the variants of one product apart. */
  readonly isVariantAxis: boolean;
  /** Each value of it is a page of its own at the marketplace. */
  readonly isSlicer: boolean;
}

/** A value that an attribute may have. */
export interface RemoteAttributeValue {
  readonly valueId: string;
  readonly name: string;
}

export interface RemoteAttributeValuePage {
  readonly values: readonly RemoteAttributeValue[];
  readonly total: number;
  /** Opaque; null after the last page. */
  readonly next: string | null;
}
