import type { Words } from '../../kernel/schema/schema';
import type { UnreadableRow } from './unreadable';

/** The states of a piece that a buyer claims, whatever a marketplace calls them. */
export const claimStates = [
  'created',
  'waiting_action',
  'fraud_check',
  'in_analysis',
  'accepted',
  'rejected',
  'cancelled',
  'unresolved',
  'unknown',
] as const;
export type ClaimState = (typeof claimStates)[number];

/** The parties that may have caused a claim. */
export const claimFaults = ['seller', 'buyer', 'carrier', 'marketplace', 'unknown'] as const;
export type ClaimFault = (typeof claimFaults)[number];

/** The parties that may have accepted a claim; deadline: nobody has acted in time. */
export const claimAccepters = ['seller', 'deadline', 'marketplace'] as const;
export type ClaimAccepter = (typeof claimAccepters)[number];

/** One piece that a buyer claims. Money is in kuruş. */
export interface RemoteClaimItem {
  readonly itemId: string;
  readonly state: ClaimState;
  /** The marketplace's own word for the state. */
  readonly stateWord: string;
  readonly fault: ClaimFault;
  readonly reasonCode: string | null;
  readonly reason: string | null;
  /** The words of the buyer; null: there are none. */
  readonly note: string | null;
  /** The moment at which the marketplace accepts what nobody has answered; null: it does not say. */
  readonly deadline: string | null;
  readonly acceptedBy: ClaimAccepter | null;
  /** The piece, as packages name it; null: it does not say. */
  readonly pieceId: string | null;
  /** The line, as packages name it. */
  readonly lineId: string | null;
  readonly barcode: string | null;
  readonly title: string | null;
  /** The price of one piece of the line, as far as the claim tells it. */
  readonly price: number | null;
}

/** A claim of a buyer. Nothing of it names him but what he writes. Times are UTC. */
export interface RemoteClaim {
  readonly claimId: string;
  readonly orderNumber: string;
  readonly claimedAt: string;
  readonly modifiedAt: string;
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  readonly items: readonly RemoteClaimItem[];
}

export type ClaimRow = RemoteClaim | UnreadableRow;

export const isClaim = (row: ClaimRow): row is RemoteClaim => 'claimId' in row;

export interface ClaimPage {
  readonly rows: readonly ClaimRow[];
  /** Opaque; null after the last page. */
  readonly next: string | null;
}

/** A file that a seller adds to a claim. */
interface ClaimFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The media type of the bytes. */
  readonly type: string;
}

/** An act upon items of one claim. */
export type ClaimAct =
  | { readonly act: 'approve'; readonly itemIds: readonly string[] }
  | {
      /** reject: the claim is not accepted, for this reason. issue: the marketplace is to look at the goods. */
      readonly act: 'reject' | 'issue';
      readonly itemIds: readonly string[];
      /** A reason of the marketplace; null of an issue: the one by which it looks. */
      readonly reason: string | null;
      readonly description: string;
      readonly files: readonly ClaimFile[];
    };

/** Rules of a marketplace for acts upon claims. */
export interface ClaimLimits {
  /** The time in which the shop may act before the marketplace accepts by itself. */
  readonly patienceMs: number;
  /** The reasons against a claim that people choose from, by their numbers there. It takes others as well. */
  readonly reasons: Readonly<Record<string, Words>>;
  /** Reasons that need no file. */
  readonly reasonsWithoutFile: readonly string[];
  /** The time after a claim in which each of these reasons is refused. */
  readonly reasonsNotBeforeMs: Readonly<Record<string, number>>;
  readonly descriptionLength: number;
  /** Claims in one question for them. */
  readonly claimsAsked: number;
}
