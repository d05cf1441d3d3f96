import { KEYHOLDER_LABEL } from './keyholder';
import type { Product } from './product';

/** Texts that clients append to in any order are compared as what they are: sets of words. */
const WORDS = `md5((SELECT string_agg(word, ' ' ORDER BY word) FROM unnest(string_to_array(coalesce(p.description, ''), ' ')) AS word))`;

/** Two imports may bring the same picture, and one picture may come behind the others: what counts is what there is. */
const PICTURED = `(
  SELECT count(*) FROM audit_row a
  WHERE a.store_id = p.store_id AND a.entity_id = p.id AND a.command = 'catalog.product.setMedia' AND a.changes <> '[]')`;

/** What the marketplace sold is told by one news or by many, as they come: what counts is the sum. */
const MOVED = `(
  SELECT json_build_array(CASE WHEN s.sold THEN 0 ELSE count(*) END, CASE WHEN s.sold THEN sum(m.delta)::text
    ELSE md5(string_agg(concat_ws(' ', v.title, m.kind, m.delta), ',' ORDER BY v.title, m.kind, m.delta)) END)
  FROM stock_movement m LEFT JOIN catalog_variant v ON v.store_id = m.store_id AND v.id = m.variant_id,
    (SELECT EXISTS (SELECT FROM order_line l JOIN store_order o ON o.store_id = l.store_id AND o.id = l.order_id
       WHERE l.store_id = p.store_id AND l.product_id = p.id AND o.external_number IS NOT NULL) AS sold) s
  WHERE m.store_id = p.store_id AND m.product_id = p.id GROUP BY s.sold)`;

/** Of what the marketplace shows, the struck-through price follows from every price that was ever told, and details from who read it last. */
const PRODUCTS = `
  SELECT json_build_array(p.title, p.handle, p.status, p.rev - ${PICTURED}, p.price, p.compare_at, p.vat_rate, p.stock, p.brand, p.sku, p.barcode,
    p.tags, ${WORDS}, p.variant_count, p.requires_shipping, p.digital_kind, (SELECT name FROM catalog_category c WHERE c.store_id = p.store_id AND c.id = p.category_id),
    (SELECT json_agg(json_build_array(v.title, v.sku, v.barcode, v.price, v.stock) ORDER BY v.position)
     FROM catalog_variant v WHERE v.store_id = p.store_id AND v.product_id = p.id),
    ${MOVED},
    (SELECT json_agg(json_build_array(l.extension, b.barcode, l.remote_product_id, l.enabled, l.rev, l.price_override, l.price_locked, l.mirror -> 'stock', l.mirror -> 'price', l.mirror -> 'status') ORDER BY b.barcode)
     FROM channel_listing l
     LEFT JOIN catalog_barcode b ON b.store_id = l.store_id AND b.product_id = l.product_id
       AND b.variant_id IS NOT DISTINCT FROM l.variant_id
     WHERE l.store_id = p.store_id AND l.product_id = p.id),
    (SELECT count(*) FROM catalog_barcode b WHERE b.store_id = p.store_id AND b.product_id = p.id),
    (SELECT md5(s.text) FROM catalog_search s WHERE s.store_id = p.store_id AND s.product_id = p.id),
    (SELECT json_agg(m.digest ORDER BY m.digest) FROM media m WHERE m.store_id = p.store_id AND m.id = ANY (p.media_ids)))::text AS row
  FROM catalog_product p WHERE p.store_id = $1`;

const OTHERS = [
  `SELECT json_build_array('category', name, status, taksit_cap, position, rev)::text AS row FROM catalog_category WHERE store_id = $1`,
  `SELECT json_build_array('collection', title, handle, status, rev, product_count)::text AS row FROM catalog_collection WHERE store_id = $1`,
  `SELECT json_build_array('token', kind, label, scopes, revoked_at IS NOT NULL)::text AS row FROM access_token
   WHERE store_id = $1 AND label <> '${KEYHOLDER_LABEL}'`,
  // How often clients met each other, when a job was cancelled, and when a carrier was asked is not the seed's to say.
  `SELECT json_build_array('audit', command, outcome, code, count(*))::text AS row FROM audit_row
   WHERE store_id = $1 AND code IS DISTINCT FROM 'rev_conflict' AND command NOT LIKE 'channel.%'
     AND command NOT LIKE 'media.%' AND command NOT IN ('catalog.media.commit', 'catalog.product.setMedia')
     AND NOT EXISTS (SELECT FROM access_token t WHERE t.store_id = $1 AND t.id = entity_id AND t.label = '${KEYHOLDER_LABEL}')
     AND command NOT IN ('proposal.pause', 'proposals.resume', 'update.prepare') AND command NOT LIKE 'order%' GROUP BY command, outcome, code`,
  `SELECT json_build_array('design', seq, hash, theme, theme_version, from_seq)::text AS row FROM design_version
   WHERE store_id = $1 AND label LIKE 'Kaos %'`,
  `SELECT json_build_array('draft', rev, hash, base_seq)::text AS row FROM design_draft WHERE store_id = $1 AND workspace = 'main'`,
  // Of the last pieces it is not the seed's to say who has them. A refused one of two refunds, and one that found nothing, left nothing.
  `SELECT json_build_array('order', o.payment_method, o.payment, o.fulfilment, o.total, o.captured, o.refunded, o.refund_reserved,
     (SELECT json_agg(json_build_array(l.title, l.quantity, l.stock_taken, l.restocked, l.booked, l.shipped, l.delivered, l.units) ORDER BY l.position)
      FROM order_line l WHERE l.store_id = o.store_id AND l.order_id = o.id),
     (SELECT json_agg(json_build_array(s.state, s.carrier, s.extension) ORDER BY s.state, s.carrier)
      FROM order_shipment s WHERE s.store_id = o.store_id AND s.order_id = o.id),
     (SELECT json_agg(json_build_array(r.state, r.method, r.amount) ORDER BY r.amount)
      FROM order_refund r WHERE r.store_id = o.store_id AND r.order_id = o.id AND r.state <> 'failed'))::text AS row
   FROM store_order o WHERE o.store_id = $1 AND o.buyer_email LIKE 't_@alici.example'`,
];

/** Everything that a store holds, without ids and times, in an order of its own. */
export async function dumpOf(product: Product): Promise<string[]> {
  const storeId = product.run?.storeId;
  return product.sql(async (query) => {
    const rows: string[] = [];
    for (const text of [PRODUCTS, ...OTHERS])
      for (const { row } of await query<{ row: string }>(text, [storeId])) rows.push(row);
    return rows.sort();
  });
}

/** @returns rows of either side that the other lacks */
export function difference(left: readonly string[], right: readonly string[]): { left: string[]; right: string[] } {
  const without = (rows: readonly string[], others: readonly string[]): string[] => {
    const counts = new Map<string, number>();
    for (const row of others) counts.set(row, (counts.get(row) ?? 0) + 1);
    return rows.filter((row) => {
      const count = counts.get(row) ?? 0;
      counts.set(row, count - 1);
      return count <= 0;
    });
  };
  return { left: without(left, right), right: without(right, left) };
}
