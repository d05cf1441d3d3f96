import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { storeOf } from '../../kernel/table/aggregate-store';
import { insertsInto } from '../../kernel/table/table-store';
import {
  type ChannelSettings,
  type ChannelSettingsRow,
  channelSettings,
  defaultChannelSettings,
  heldOf,
  uniqueSettings,
} from './aggregate';

export const { change: changeChannelSettings } = storeOf(channelSettings);
export const { insertNew: insertChannelSettings } = insertsInto(channelSettings);

const ALL = `SELECT ${channelSettings.select()} FROM store_channel_settings WHERE store_id = $1 ORDER BY extension`;
const ONE = `SELECT ${channelSettings.select()} FROM store_channel_settings WHERE store_id = $1 AND extension = $2`;

/** The settings that somebody has stated, of every marketplace. */
export const listChannelSettings = (db: Queryable, storeId: string): Promise<ChannelSettingsRow[]> =>
  db.query<ChannelSettingsRow>(ALL, [storeId]);

/** @returns undefined as long as nobody has stated them */
export async function findChannelSettings(
  db: Queryable | Transaction,
  storeId: string,
  extension: string,
): Promise<ChannelSettingsRow | undefined> {
  uniqueSettings.touch(db, 'reads', [extension]);
  const [row] = await db.query<ChannelSettingsRow>(ONE, [storeId, extension]);
  return row;
}

/** The settings that hold for a marketplace, stated or not. */
export async function channelSettingsOf(db: Queryable, storeId: string, extension: string): Promise<ChannelSettings> {
  return heldOf((await findChannelSettings(db, storeId, extension)) ?? defaultChannelSettings);
}
