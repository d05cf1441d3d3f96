/*
 * SQL of the money that is due of orders: what was agreed on without the pieces for which no cash comes at the door. `uncollectedOf` says
 * the same of a whole order, and its row keeps that.
 */

/** SQL of the money that is due of orders, in kuruş. @param of the alias of the orders with a dot, or '' */
export const dueOf = (of: string): string => `(${of}total - ${of}uncollected)`;

/** SQL that tells of a unit, by its place from 1, that no cash comes for it at the door. @param of the alias of orders @param line that of lines */
export const notPaidFor = (of: string, line: string): string =>
  `(place - 1 = ANY (${line}.unpaid_units) OR ${of}.payment = 'pending_cod' AND ${of}.payment_method = 'cod' AND place - 1 = ANY (${line}.kept_units))`;

/** SQL of the units of a line with their places. */
export const eachUnit = (line: string): string =>
  `jsonb_array_elements(${line}.units) WITH ORDINALITY AS each (unit, place)`;

/** SQL that tells that delivery is paid: some goods come. */
export const deliveryIsPaid = (of: string): string => `(${of}.uncollected < ${of}.total)`;

/**
 * SQL of the sums `gross` and `vat` that are due of a line. Of a unit that does not come delivery is due all the same, with its part of the
 * tax, as long as some goods of the order come.
 */
export const dueShares = (of: string, line: string): string => `(
  SELECT coalesce(sum(part.goods + part.delivery), 0) AS gross,
    coalesce(sum(CASE WHEN part.is_missing THEN coalesce(round(part.vat * part.delivery / nullif(part.whole + part.delivery, 0)), 0)
      ELSE part.vat END), 0) AS vat
  FROM ${eachUnit(line)}
    CROSS JOIN LATERAL (
      SELECT (unit ->> 'price')::numeric - (unit ->> 'discount')::numeric AS whole, ${notPaidFor(of, line)} AS is_missing,
        CASE WHEN ${notPaidFor(of, line)} THEN 0 ELSE (unit ->> 'price')::numeric - (unit ->> 'discount')::numeric END AS goods,
        CASE WHEN ${deliveryIsPaid(of)} THEN (unit ->> 'shipping')::numeric + (unit ->> 'codFee')::numeric ELSE 0 END AS delivery,
        (unit ->> 'vat')::numeric AS vat) part)`;
