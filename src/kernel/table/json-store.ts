/**
 * SQL for one JSON text from the columns of `row`, named and in the order of the answer. Cheaper than naming them to `json_build_object`.
 * @param joined SQL of joins that some of the columns are of, each of one row at most
 */
export const jsonText = (columns: string, joined = ''): string =>
  `(SELECT row_to_json(answer)::text FROM (SELECT ${columns}${joined && ` FROM (SELECT) one ${joined}`}) answer)`;

/** SQL for a time as answers show it; sessions run in UTC. */
export const jsonTime = (column: string): string => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
