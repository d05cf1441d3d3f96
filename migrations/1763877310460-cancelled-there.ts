import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

/** Orders of marketplaces that were cancelled there whole stood as paid, so they waited to be prepared for ever. */
export class CancelledThere1763877310460 implements MigrationInterface {
  readonly name = 'CancelledThere1763877310460';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      unforced(
        ['store_order', 'order_line', 'order_package'],
        `UPDATE store_order o SET payment = 'cancelled', cancel_reason = 'marketplace', rev = o.rev + 1, cancelled_at = coalesce((
           SELECT max(p.modified_at) FROM order_package p WHERE p.store_id = o.store_id AND p.order_id = o.id
             AND p.state IN ('cancelled', 'unsupplied')), now())
         WHERE o.channel <> 'store' AND o.payment = 'paid'
           AND EXISTS (SELECT FROM order_line l WHERE l.store_id = o.store_id AND l.order_id = o.id)
           AND NOT EXISTS (SELECT FROM order_line l WHERE l.store_id = o.store_id AND l.order_id = o.id AND l.unsent < l.quantity);`,
      ),
    );
  }

  /** They stay cancelled: nobody waits for them. */
  async down(): Promise<void> {}
}
