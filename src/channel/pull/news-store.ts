import type { Queryable, Transaction } from '../../kernel/database/queryable';

/** A thing about which a marketplace has sent news: a package, or an order of which it named no package. */
export interface News {
  readonly kind: 'package' | 'order';
  readonly name: string;
  readonly toldAt: string;
}

const TELL = `
  INSERT INTO channel_news (store_id, extension, kind, name, told_at)
  SELECT $1, $2, $3, name, clock_timestamp() FROM unnest($4::text[]) AS name ORDER BY name
  ON CONFLICT (store_id, extension, kind, name) DO UPDATE SET told_at = excluded.told_at`;

/** Sends news to be looked at. A thing that is told once more is looked at once more. */
export function keepNews(
  tx: Pick<Transaction, 'send'>,
  storeId: string,
  extension: string,
  kind: News['kind'],
  names: readonly string[],
): void {
  if (names.length > 0) tx.send(TELL, [storeId, extension, kind, [...new Set(names)]]);
}

const NEWS = `
  SELECT kind, name, to_char(told_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "toldAt" FROM channel_news
  WHERE store_id = $1 AND extension = $2 ORDER BY channel_news.told_at, kind, name LIMIT $3`;

/** Lists the oldest news of a channel. */
export const oldestNews = (db: Queryable, storeId: string, extension: string, limit: number): Promise<News[]> =>
  db.query<News>(NEWS, [storeId, extension, limit]);

const LOOKED_AT = `
  DELETE FROM channel_news news USING json_to_recordset($3::json) AS done(kind text, name text, "toldAt" timestamptz)
  WHERE news.store_id = $1 AND news.extension = $2 AND news.kind = done.kind AND news.name = done.name
    AND news.told_at <= done."toldAt"`;

/** Sends that news was looked at. News that came meanwhile stays. */
export function forgetNews(
  tx: Pick<Transaction, 'send'>,
  storeId: string,
  extension: string,
  news: readonly News[],
): void {
  tx.send(LOOKED_AT, [storeId, extension, JSON.stringify(news)]);
}
