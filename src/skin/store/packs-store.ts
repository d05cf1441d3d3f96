import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { Contention } from '../../kernel/errors';
import { BoundedMap } from '../../kernel/limits/bounded-map';
import { storeOf } from '../../kernel/table/aggregate-store';
import type { New, Row } from '../../kernel/table/table';
import { insertsInto } from '../../kernel/table/table-store';
import { firstPartyKeys, firstPartyPack, packHash } from '../first-party/packs';
import type { Pack } from '../pack/pack';
import { installedTheme, type PusherKind, themePack } from './table';
import { findTried } from './workspace-packs-store';

export type InstalledRow = Row<typeof installedTheme>;

const packs = insertsInto(themePack);
const installed = insertsInto(installedTheme);
export const { change: changeInstalled } = storeOf(installedTheme);

const INSTALLED = `SELECT ${installedTheme.select()} FROM theme_installed WHERE store_id = $1`;

/** Themes that a store has installed, or had. */
export const installedThemes = (db: Queryable, storeId: string): Promise<InstalledRow[]> =>
  db.query<InstalledRow>(`${INSTALLED} ORDER BY theme`, [storeId]);

export async function findInstalled(db: Queryable, storeId: string, theme: string): Promise<InstalledRow | undefined> {
  db.touch?.('reads', `${installedTheme.word}/${theme}`);
  const [row] = await db.query<InstalledRow>(`${INSTALLED} AND theme = $2`, [storeId, theme]);
  return row;
}

const LOCK = `${INSTALLED} AND theme = $2 FOR UPDATE`;

/** Locked: who puts the theme on meanwhile waits, and finds what this call makes of it. */
export async function lockInstalled(
  tx: Transaction,
  storeId: string,
  theme: string,
): Promise<InstalledRow | undefined> {
  tx.touch?.('reads', `${installedTheme.word}/${theme}`);
  const [row] = await tx.query<InstalledRow>(LOCK, [storeId, theme]);
  return row;
}

const HOLD = `${INSTALLED} AND theme = $2 FOR SHARE`;

/** Held: whoever uninstalls the theme next finds the draft that has put it on. */
export async function holdInstalled(
  tx: Transaction,
  storeId: string,
  theme: string,
): Promise<InstalledRow | undefined> {
  tx.touch?.('reads', `${installedTheme.word}/${theme}`);
  const [row] = await tx.query<InstalledRow>(HOLD, [storeId, theme]);
  return row;
}

export async function insertInstalled(
  tx: Transaction,
  storeId: string,
  row: New<typeof installedTheme>,
  at: Date,
): Promise<void> {
  tx.touch?.('claims', `${installedTheme.word}/${row.theme}`);
  if (!(await installed.insertNew(tx, storeId, row, at)))
    throw new Contention(storeId, 'Somebody installed this theme a moment ago.');
}

/** Packs are parsed once, by their hash. */
const PARSED = 50;
const parsed = new BoundedMap<Pack>(PARSED);

const HASH = 'SELECT hash FROM theme_pack WHERE store_id = $1 AND key = $2 AND version = $3';
const TEXT = 'SELECT text FROM theme_pack WHERE store_id = $1 AND key = $2 AND version = $3';

/** A version of a theme of the product, or of the store's own. */
export async function findPack(
  db: Queryable,
  storeId: string,
  key: string,
  version: string,
): Promise<Pack | undefined> {
  if (firstPartyKeys.includes(key)) return firstPartyPack(key, version);
  db.touch?.('reads', packName(key, version));
  const [named] = await db.query<{ readonly hash: string }>(HASH, [storeId, key, version]);
  if (!named) return undefined;
  const known = parsed.get(named.hash);
  if (known) return known;
  const [row] = await db.query<{ readonly text: string }>(TEXT, [storeId, key, version]);
  if (!row) return undefined;
  const pack = JSON.parse(row.text) as Pack;
  parsed.set(named.hash, pack);
  return pack;
}

const packName = (key: string, version: string): string => `${themePack.word}/${key}/${version}`;

/** A theme as the body of a design names it. */
export interface NamedTheme {
  readonly key: string;
  readonly version: string;
  /** Hash of the pack, where a workspace tries one that the store does not have. */
  readonly pack?: string | undefined;
}

/**
 * The pack that a body wears: what is shown is what the hash names, whoever takes the name of the version meanwhile.
 * @param workspace whose tried packs count as well, or ANY_WORKSPACE; undefined: the store's own alone
 */
export async function findWornPack(
  db: Queryable,
  storeId: string,
  { key, version, pack: hash }: NamedTheme,
  workspace?: string,
): Promise<Pack | undefined> {
  const own = await findPack(db, storeId, key, version);
  if (own && (hash === undefined || packHash(own) === hash)) return own;
  return workspace === undefined ? undefined : findTried(db, storeId, workspace, { key, version, hash });
}

const NAMED = `
  SELECT p.text FROM unnest($2::text[], $3::text[]) AS asked(key, version)
  JOIN theme_pack p ON p.store_id = $1 AND p.key = asked.key AND p.version = asked.version ORDER BY p.key`;

/** Packs of a store's own, by key and version. */
export async function findPacks(
  db: Queryable,
  storeId: string,
  names: readonly Pick<OwnPack, 'key' | 'version'>[],
): Promise<Pack[]> {
  const [keys, versions] = [names.map(({ key }) => key), names.map(({ version }) => version)];
  const rows = await db.query<{ readonly text: string }>(NAMED, [storeId, keys, versions]);
  return rows.map(({ text }) => JSON.parse(text) as Pack);
}

/** A pack of a store's own, without its text. */
export interface OwnPack {
  readonly key: string;
  readonly version: string;
  readonly hash: string;
  readonly byKind: PusherKind;
  readonly bytes: number;
  readonly pushedAt: string;
}

const OWN = `
  SELECT key, version, hash, by_kind AS "byKind", bytes, pushed_at AS "pushedAt"
  FROM theme_pack WHERE store_id = $1 ORDER BY key, version`;

/** Packs of a store's own. There are a hundred at most. */
export const ownPacks = (db: Queryable, storeId: string): Promise<OwnPack[]> => db.query<OwnPack>(OWN, [storeId]);

const GONE = 'DELETE FROM theme_pack WHERE store_id = $1 AND key = $2 AND version = $3';

/** Takes a version away that nothing names. */
export function sendGone(tx: Transaction, storeId: string, { key, version }: Pick<OwnPack, 'key' | 'version'>): void {
  tx.touch?.('claims', packName(key, version));
  tx.send(GONE, [storeId, key, version]);
}

const PUSHER = `
  SELECT by_kind AS "byKind" FROM theme_pack WHERE store_id = $1 AND key = $2 AND version = $3`;

/**
 * The kind of caller that pushed a version; one that the store does not have yet is an agent's.
 * @returns null: the theme comes with the product
 */
export async function findPusher(
  db: Queryable,
  storeId: string,
  key: string,
  version: string,
): Promise<PusherKind | null> {
  if (firstPartyKeys.includes(key)) return null;
  const [row] = await db.query<{ readonly byKind: PusherKind }>(PUSHER, [storeId, key, version]);
  return row?.byKind ?? 'agent';
}

export async function insertPack(tx: Transaction, storeId: string, row: New<typeof themePack>): Promise<void> {
  tx.touch?.('claims', packName(row.key, row.version));
  if (!(await packs.insertNew(tx, storeId, row)))
    throw new Contention(storeId, 'Somebody pushed this version a moment ago.');
}
