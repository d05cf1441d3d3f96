import type { Queryable } from '../../kernel/database/queryable';

const FIND = 'SELECT store_id AS "storeId", extension FROM channels_to_push()';

/** Finds the channels of all stores that show something else than they should. */
export const channelsToPush = (
  system: Queryable,
): Promise<{ readonly storeId: string; readonly extension: string }[]> => system.query(FIND);
