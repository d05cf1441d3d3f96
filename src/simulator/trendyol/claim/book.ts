import type { Book as Orders } from '../order/book';
import type { Line, Kept as Package, Piece } from '../order/package';
import type { ClaimKnobs } from './knobs';
import { customerReasons } from './reasons';

const HOUR_MS = 3_600_000;
/** A claim that waits for its seller so long is accepted. */
const PATIENCE_MS = 48 * HOUR_MS;
const SUFFIX_DIGITS = 12;

export type Detail = 'SUPPLIER' | 'DISPUTE' | 'SYSTEM';

/** One piece that a buyer gives back. */
export interface ClaimItem {
  readonly id: string;
  readonly line: Line;
  readonly piece: Piece;
  readonly reasonId: number;
  readonly customerNote: string;
  status: string;
  /** How often it came to wait for the seller. */
  waitings: number;
  autoApproveMs: number | null;
  acceptDetail: Detail | null;
  /** The end of a check for fraud; null: there is none. */
  checkedMs: number | null;
}

export interface Claim {
  readonly id: string;
  readonly package: Package;
  readonly createdMs: number;
  modifiedMs: number;
  readonly items: readonly ClaimItem[];
}

export interface Opened {
  readonly packageId: number;
  /** Pieces of each line; null: all of the package. */
  readonly pieces: ReadonlyMap<number, number> | null;
  readonly reasonId: number;
  readonly customerNote: string;
  readonly status: string;
  /** Milliseconds ago. */
  readonly ago: number;
}

/** Claims of buyers, and what time makes of them. */
export class Claims {
  private readonly claims = new Map<string, Claim>();
  private readonly claimed = new Set<number>();
  private itemCount = 0;

  constructor(
    private readonly around: {
      readonly orders: Pick<Orders, 'get'>;
      readonly knobs: ClaimKnobs;
      readonly now: () => number;
      readonly scale: () => number;
    },
  ) {}

  all(): readonly Claim[] {
    return [...this.claims.values()];
  }

  get(id: string): Claim | undefined {
    return this.claims.get(id);
  }

  /** @throws {RangeError} */
  open({ packageId, pieces, reasonId, customerNote, status, ago }: Opened): Claim {
    const { orders, now } = this.around;
    const kept = orders.get(packageId);
    if (!kept) throw new RangeError('There is no such package.');
    if (!customerReasons[reasonId]) throw new RangeError(`reasonId must be one of ${Object.keys(customerReasons)}.`);
    const chosen = kept.lines.flatMap((line) => {
      const free = line.pieces.filter(({ id }) => !this.claimed.has(id));
      const wanted = pieces === null ? free.length : (pieces.get(line.id) ?? 0);
      if (wanted > free.length) throw new RangeError('The package has fewer pieces of the line that nobody claims.');
      return free.slice(0, wanted).map((piece) => ({ line, piece }));
    });
    if (chosen.length === 0) throw new RangeError('A claim is of one piece at least.');
    const createdMs = now() - ago;
    const claim: Claim = {
      id: `f9da2317-876b-4b86-b8f7-${String(this.claims.size + 1).padStart(SUFFIX_DIGITS, '0')}`,
      package: kept,
      createdMs,
      modifiedMs: createdMs,
      items: chosen.map(({ line, piece }) => ({
        id: `c81aa5b8-3a5b-4b5e-9c1a-${String(++this.itemCount).padStart(SUFFIX_DIGITS, '0')}`,
        line,
        piece,
        reasonId,
        customerNote,
        status: 'Created',
        waitings: 0,
        autoApproveMs: null,
        acceptDetail: null,
        checkedMs: null,
      })),
    };
    for (const { piece } of chosen) this.claimed.add(piece.id);
    this.claims.set(claim.id, claim);
    for (const item of claim.items) this.move(claim, item, status, null, createdMs);
    return claim;
  }

  move(claim: Claim, item: ClaimItem, status: string, detail: Detail | null, atMs = this.around.now()): void {
    if (status === 'WaitingInAction' && item.status !== status) item.waitings++;
    item.status = status;
    item.acceptDetail = status === 'Accepted' ? detail : null;
    item.autoApproveMs = status === 'WaitingInAction' ? atMs + PATIENCE_MS / this.around.scale() : item.autoApproveMs;
    if (status === 'Cancelled') this.claimed.delete(item.piece.id);
    // News of one claim never bear the time of the news before.
    claim.modifiedMs = Math.max(atMs, claim.modifiedMs + 1);
  }

  /** Approves an item for its seller; it may be checked for fraud first. */
  approve(claim: Claim, item: ClaimItem): void {
    const { knobs, now, scale } = this.around;
    const isChecked = knobs.fraudCheckMs > 0;
    this.move(claim, item, isChecked ? 'WaitingFraudCheck' : 'Accepted', isChecked ? null : 'SUPPLIER');
    if (isChecked) item.checkedMs = now() + knobs.fraudCheckMs / scale();
  }

  /** Lets happen what is due. */
  advance(): void {
    const nowMs = this.around.now();
    for (const claim of this.claims.values())
      for (const item of claim.items) {
        if (item.status === 'WaitingInAction' && (item.autoApproveMs ?? nowMs + 1) <= nowMs)
          this.move(claim, item, 'Accepted', 'SYSTEM');
        else if (item.status === 'WaitingFraudCheck' && (item.checkedMs ?? nowMs + 1) <= nowMs)
          this.move(claim, item, 'Accepted', 'SUPPLIER');
      }
  }

  /** Lets the time of sellers, and of checks, be over. @param claimId null: of all claims */
  expire(claimId: string | null): void {
    const nowMs = this.around.now();
    for (const claim of this.claims.values())
      if (claimId === null || claim.id === claimId)
        for (const item of claim.items) {
          if (item.status === 'WaitingInAction') item.autoApproveMs = nowMs;
          if (item.status === 'WaitingFraudCheck') item.checkedMs = nowMs;
        }
    this.advance();
  }
}
