import { randomUUID } from 'node:crypto';
import { ProviderError } from '../errors';
import type { Dials } from './knobs';

export type BatchType =
  | 'ProductV2OnBoarding'
  | 'ProductInventoryUpdate'
  | 'ProductArchiveUpdate'
  | 'ProductUnlockUpdate'
  | 'ProductDeletion';

interface Asked {
  /** The item as the result shows it. */
  readonly requestItem: object;
  /** Does what the item asks for. @returns why it does not */
  work(): string[];
}

interface Item extends Asked {
  readonly dueMs: number;
  /** Undefined while it waits. */
  failureReasons?: string[];
}

interface Batch {
  readonly id: string;
  readonly type: BatchType;
  readonly createdMs: number;
  readonly items: readonly Item[];
}

/** Requests of sellers and their results. Items are worked through in the order in which they came, whichever batch they are of. */
export class Batches {
  private batches = new Map<string, Batch>();
  private waiting: Item[] = [];

  constructor(
    private readonly dials: Dials,
    private readonly now: () => number,
  ) {}

  get count(): number {
    return this.batches.size;
  }

  ask(type: BatchType, asked: readonly Asked[]): { batchRequestId: string } {
    const createdMs = this.now();
    const lastsMs = this.dials.wait('batchMs');
    const items = asked.map((item, at) => ({ ...item, dueMs: createdMs + (lastsMs * (at + 1)) / asked.length }));
    const id = `${randomUUID()}-${Math.floor(createdMs / 1000)}`;
    this.batches.set(id, { id, type, createdMs, items });
    this.waiting.push(...items);
    return { batchRequestId: id };
  }

  /** Works through what is due. */
  advance(): void {
    const now = this.now();
    let done = 0;
    for (const item of this.waiting) {
      if (item.dueMs > now) break;
      item.failureReasons = item.work();
      done++;
    }
    this.waiting.splice(0, done);
  }

  /** @throws {ProviderError} 404 of one that is over, or never was */
  result(id: string): object {
    const batch = this.batches.get(id);
    const isOver = batch && this.now() - batch.createdMs > this.dials.wait('batchLifeMs');
    if (!batch || isOver) {
      if (isOver && this.dials.knobs.batchOver === 'empty') return { batchRequestId: id, items: [] };
      throw ProviderError.service(404, 'batch.request.not.found', 'Toplu işlem bulunamadı.');
    }
    const isOpen = batch.items.some(({ failureReasons }) => failureReasons === undefined);
    return {
      batchRequestId: id,
      items: batch.items.map(({ requestItem, failureReasons }) => ({
        requestItem,
        status: failureReasons === undefined ? 'IN_PROGRESS' : failureReasons.length > 0 ? 'FAILED' : 'SUCCESS',
        failureReasons: failureReasons ?? [],
      })),
      // Of stock and prices the provider tells the states of the items alone.
      ...(batch.type === 'ProductInventoryUpdate' ? {} : { status: isOpen ? 'IN_PROGRESS' : 'COMPLETED' }),
      creationDate: batch.createdMs,
      lastModification: Math.min(this.now(), batch.items.at(-1)?.dueMs ?? batch.createdMs),
      sourceType: 'API',
      itemCount: batch.items.length,
      failedItemCount: batch.items.filter(({ failureReasons }) => failureReasons && failureReasons.length > 0).length,
      batchRequestType: batch.type,
    };
  }
}
