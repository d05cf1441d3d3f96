/**
 * SQL of the place of a row among those of its order, as titles have it: `2. ` of the second, and nothing of the first.
 * @param table a table whose rows name their order @param row the name of the row in the statement
 */
export const nthOf = (table: string, row: string): string => `coalesce(
    (SELECT nullif(count(*) + 1, 1) || '. ' FROM ${table} earlier
     WHERE earlier.store_id = $1 AND earlier.order_id = ${row}.order_id AND earlier.id < ${row}.id), '')`;
