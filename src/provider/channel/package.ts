import type { UnreadableRow } from './unreadable';

/** The states of a package, whatever a marketplace calls them. */
export const packageStates = [
  'waiting',
  'created',
  'preparing',
  'invoiced',
  'shipped',
  'at_collection_point',
  'delivered',
  'undelivered',
  'returned',
  'cancelled',
  'unsupplied',
  'unpacked',
  'unknown',
] as const;
export type PackageState = (typeof packageStates)[number];

/** States of a package that goes nowhere any more: it was called off, or its pieces are in others. */
export const goneStates = ['cancelled', 'unsupplied', 'unpacked'] as const satisfies readonly PackageState[];
/** States in which nothing more becomes of a package: it is gone, or has come back. */
export const overStates = [...goneStates, 'returned'] as const satisfies readonly PackageState[];

/** Tells whether a package goes nowhere any more. `isGoneInSql` of package/gone-store.ts tells the same in a statement. */
export const isGone = ({ state }: { readonly state: PackageState }): boolean =>
  (goneStates as readonly PackageState[]).includes(state);
/** Tells whether nothing more becomes of a package. */
export const isOver = ({ state }: { readonly state: PackageState }): boolean =>
  (overStates as readonly PackageState[]).includes(state);

/** An address as a marketplace gives it: abroad and for digital goods much of it is missing. */
export interface RemoteAddress {
  readonly name: string | null;
  readonly company: string | null;
  readonly line: string | null;
  readonly district: string | null;
  readonly city: string | null;
  readonly postalCode: string | null;
  /** The country by its ISO 3166-1 alpha-2 code. */
  readonly country: string | null;
  readonly phone: string | null;
}

/** A line of a package. Money is in kuruş. */
export interface RemotePackageLine {
  readonly lineId: string;
  readonly barcode: string | null;
  readonly sku: string | null;
  readonly title: string;
  readonly quantity: number;
  /** The buyer's price of each piece after discounts of the seller; as many as `quantity`. */
  readonly unitPrices: readonly number[];
  /** The name of each piece, in the same order, by which claims speak of it; absent where the marketplace names none. */
  readonly pieceIds?: readonly string[];
  readonly vatRate: number | null;
  /** Percent of the price that the marketplace keeps; null: it does not say. */
  readonly commissionPercent: number | null;
}

/** The pieces of an order that travel together. Times are UTC. Money is in kuruş. */
export interface RemotePackage {
  readonly packageId: string;
  readonly orderNumber: string;
  /** The packages that this one was made of by a split or a cancellation in part. */
  readonly originPackageIds: readonly string[];
  readonly state: PackageState;
  /** The marketplace's own word for the state. */
  readonly stateWord: string;
  readonly orderedAt: string;
  readonly modifiedAt: string;
  /** The moment by which it must be handed over. */
  readonly shipUntil: string | null;
  readonly total: number;
  readonly currency: string;
  readonly customer: {
    readonly remoteId: string | null;
    readonly name: string;
    readonly email: string | null;
    /** A number of a person or a company that the law asks for on the invoice; null where it asks for none. */
    readonly identityNumber: string | null;
  };
  readonly shippingAddress: RemoteAddress | null;
  readonly billingAddress:
    | (RemoteAddress & { readonly taxNumber: string | null; readonly taxOffice: string | null })
    | null;
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  readonly trackingUrl: string | null;
  readonly invoiceNumber: string | null;
  readonly invoiceUrl: string | null;
  /** True if the marketplace has an invoice, as a file or by its address; absent where it does not say. */
  readonly hasInvoice?: boolean;
  readonly lines: readonly RemotePackageLine[];
}

export type PackageRow = RemotePackage | UnreadableRow;

export const isPackage = (row: PackageRow): row is RemotePackage => 'packageId' in row;

/** A stretch of time in which packages changed; both ends are UTC and belong to it. */
export interface PackageWindow {
  readonly from: string;
  readonly to: string;
}

export interface PackagePage {
  readonly rows: readonly PackageRow[];
  /** Opaque; null after the last page. */
  readonly next: string | null;
}

interface LinePieces {
  readonly lineId: string;
  readonly quantity: number;
}

interface InvoiceFile {
  readonly act: 'invoice_file';
  readonly type: string;
  readonly invoiceNumber: string | null;
}

/** An act upon a package as it is asked for, without the bytes of its file. Each marketplace knows some of them. */
export type AskedAct =
  | { readonly act: 'preparing'; readonly lines: readonly LinePieces[] }
  | { readonly act: 'invoiced'; readonly lines: readonly LinePieces[]; readonly invoiceNumber: string }
  | { readonly act: 'unsupplied'; readonly lines: readonly LinePieces[]; readonly reason: string }
  /** Each group becomes a package; what no group names stays in one of its own. */
  | { readonly act: 'split'; readonly groups: readonly (readonly LinePieces[])[] }
  | {
      readonly act: 'invoice_link';
      readonly url: string;
      readonly invoiceNumber: string | null;
      readonly invoicedAt: string | null;
    }
  | InvoiceFile
  | { readonly act: 'carrier'; readonly carrier: string }
  | { readonly act: 'box'; readonly boxes: number; readonly deci: number | null }
  | { readonly act: 'warehouse'; readonly warehouseId: string }
  | { readonly act: 'extend'; readonly days: number }
  | { readonly act: 'own_carrier'; readonly tracking: string };

/** An act as a marketplace is asked for it. */
export type PackageAct = Exclude<AskedAct, InvoiceFile> | (InvoiceFile & { readonly bytes: Uint8Array<ArrayBuffer> });

/** The packages of an order as its marketplace shows them, and the one that is acted upon. */
export interface SeenPackages {
  readonly own: RemotePackage;
  readonly all: readonly RemotePackage[];
}

/** The terms on which a marketplace does an act. */
export interface ActTerms<A extends AskedAct = AskedAct> {
  /** States of a package in which the act may be asked for, or is done already. */
  readonly states: readonly PackageState[];
  /** Tells whether the package stands as the act leaves it, whoever has brought it there. @default nobody can tell */
  stands?(seen: SeenPackages, act: A): boolean;
  /** Tells of an act that was asked for whether it is shown. @default as it stands; where nobody can tell, the answer alone says so */
  shows?(seen: SeenPackages, act: A): boolean;
}

/** The acts upon packages that a marketplace knows. */
export type PackageActs = { readonly [A in AskedAct['act']]?: ActTerms<Extract<AskedAct, { readonly act: A }>> };

export type LabelFormat = 'zpl' | 'pdf' | 'png';

/** A package whose labels are asked for. */
export interface WantedLabel {
  readonly packageId: string;
  readonly trackingNumber: string;
  readonly boxes: number;
  /** The form that is of most use. A marketplace that does not make it gives another. */
  readonly format: LabelFormat;
}

/** The label of one box of a package. */
export interface RemoteLabel {
  readonly format: LabelFormat;
  /** ZPL is text, others are base64. */
  readonly data: string;
}
