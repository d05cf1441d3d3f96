/** SQL for one JSON text from the columns of `row`, named and in the order of the answer. Cheaper than naming them to `json_build_object`. */
export const jsonText = (columns: string): string =>
  `(SELECT row_to_json(answer)::text FROM (SELECT ${columns}) answer)`;

/** SQL for a time as answers show it; sessions run in UTC. */
export const jsonTime = (column: string): string => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
