import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { Contention } from '../../kernel/errors';
import { OR_OVERTAKEN, storeOf } from '../../kernel/table/aggregate-store';
import type { New, Row } from '../../kernel/table/table';
import { insertsInto } from '../../kernel/table/table-store';
import { sendMovedPages } from '../moved-store';
import { soleOf } from '../sole-store';
import { designDraft, liveDesign } from './aggregate';
import { renewBody } from './body-store';
import { designVersion } from './table';

export type DraftRow = Row<typeof designDraft>;
export type LiveRow = Row<typeof liveDesign>;
export type VersionRow = Row<typeof designVersion>;

export const { find: findLive, titles: liveTitles } = soleOf(liveDesign);
const { save: saveLive } = storeOf(liveDesign);
const { change: changeSaved } = storeOf(designDraft);

const live = insertsInto(liveDesign);
const drafts = insertsInto(designDraft);
export const { insert: insertVersion } = insertsInto(designVersion);

/** Two calls that each publish the first version: one of them begins anew, and finds the other's. */
export async function insertLive(
  tx: Transaction,
  storeId: string,
  row: New<typeof liveDesign>,
  at: Date,
): Promise<void> {
  tx.touch?.('claims', `${liveDesign.word}/sole`);
  if (!(await live.insertNew(tx, storeId, row, at)))
    throw new Contention(storeId, 'Somebody published the first design of the store a moment ago.');
}

/** Sends the version that shoppers see from now on, also where its body is the one before. @returns it with its new number */
export function showLive(
  tx: Transaction,
  storeId: string,
  before: LiveRow,
  patch: Pick<LiveRow, 'hash' | 'theme' | 'themeVersion' | 'mediaIds'>,
  at: Date,
): LiveRow {
  tx.touch?.('writes', `${liveDesign.word}/sole`);
  sendMovedPages(tx, storeId, before.hash, patch.hash);
  return saveLive(tx, storeId, before, { ...before, ...patch }, at);
}

const REBASE = `
  WITH saved AS (
    UPDATE design_draft SET base_seq = $4 WHERE store_id = $1 AND workspace = $2 AND base_seq = $3 RETURNING rev
  )
  ${OR_OVERTAKEN}`;

/** Sends what a patch changes of a draft, and records it. Its base is written only where it changes, over the one that was read. */
export function changeDraft(
  context: Parameters<typeof changeSaved>[0],
  before: DraftRow,
  patch: Partial<DraftRow>,
): DraftRow {
  const { tx, storeId, now } = context;
  const { workspace, baseSeq, hash } = before;
  const after = changeSaved(context, before, patch) as DraftRow;
  if (hash !== null && hash !== after.hash) renewBody(tx, storeId, hash, now);
  if (after.baseSeq !== baseSeq) tx.send(REBASE, [storeId, workspace, baseSeq, after.baseSeq]);
  return after;
}

const FOLLOW = 'UPDATE design_draft SET base_seq = $3 WHERE store_id = $1 AND hash = $2';

/** Drafts that have the body which was published are based on that version. */
export function sendBase(tx: Transaction, storeId: string, hash: string, seq: number): void {
  tx.send(FOLLOW, [storeId, hash, seq]);
}

const DRAFT = `SELECT ${designDraft.select()} FROM design_draft WHERE store_id = $1 AND workspace = $2`;

/** The draft of a workspace; one that was discarded is there without a body. */
export async function findDraft(db: Queryable, storeId: string, workspace: string): Promise<DraftRow | undefined> {
  db.touch?.('reads', draftName(workspace));
  const [row] = await db.query<DraftRow>(DRAFT, [storeId, workspace]);
  return row;
}

const HOLD = `${DRAFT} FOR UPDATE`;

/** The same, held: who saves it meanwhile goes on from what this call makes of it. */
export async function holdDraft(tx: Transaction, storeId: string, workspace: string): Promise<DraftRow | undefined> {
  tx.touch?.('reads', draftName(workspace));
  const [row] = await tx.query<DraftRow>(HOLD, [storeId, workspace]);
  return row;
}

/** The rev of a draft that has a body; null: nothing is drafted. */
export const revOfDraft = (draft: Pick<DraftRow, 'hash' | 'rev'> | undefined): number | null =>
  draft?.hash ? draft.rev : null;

const draftName = (workspace: string): string => `${designDraft.word}/${workspace}`;

export async function insertDraft(
  tx: Transaction,
  storeId: string,
  row: New<typeof designDraft>,
  at: Date,
): Promise<void> {
  tx.touch?.('claims', draftName(row.workspace));
  if (!(await drafts.insertNew(tx, storeId, row, at)))
    throw new Contention(storeId, 'Somebody began this draft a moment ago.');
}

const BASE = `
  SELECT greatest(b.base_seq, (SELECT max(v.seq) FROM design_version v WHERE v.store_id = $1 AND v.hash = $2)) AS seq
  FROM design_body b WHERE b.store_id = $1 AND b.hash = $2`;

/** The version on which a kept body is based: the last one that showed it, else the oldest on which it was drafted. */
export async function baseOf(db: Queryable, storeId: string, hash: string): Promise<number> {
  const [row] = await db.query<{ readonly seq: number }>(BASE, [storeId, hash]);
  return row?.seq ?? 0;
}

const BODY = 'SELECT text FROM design_body WHERE store_id = $1 AND hash = $2';

/** The canonical text of a body; undefined: the store has none of that hash. */
export async function findBody(db: Queryable, storeId: string, hash: string): Promise<string | undefined> {
  const [row] = await db.query<{ readonly text: string }>(BODY, [storeId, hash]);
  return row?.text;
}

const VERSION = `SELECT ${designVersion.select()} FROM design_version WHERE store_id = $1 AND seq = $2`;

export async function findVersion(db: Queryable, storeId: string, seq: number): Promise<VersionRow | undefined> {
  const [row] = await db.query<VersionRow>(VERSION, [storeId, seq]);
  return row;
}

const VERSIONS = `
  SELECT ${designVersion.select()} FROM design_version
  WHERE store_id = $1 AND ($2::int IS NULL OR seq < $2) ORDER BY seq DESC LIMIT $3`;

/** Lists the versions of the design, newest first. @param before number of the last version of the page before */
export const listVersions = (
  db: Queryable,
  storeId: string,
  before: number | null,
  limit: number,
): Promise<VersionRow[]> => db.query<VersionRow>(VERSIONS, [storeId, before, limit]);

const REVS = 'SELECT workspace, rev FROM design_draft WHERE store_id = $1 AND workspace = ANY($2) AND hash IS NOT NULL';

/** Revs of drafts by workspace, of those that have one. */
export async function draftRevs(
  db: Queryable,
  storeId: string,
  workspaces: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ readonly workspace: string; readonly rev: number }>(REVS, [storeId, workspaces]);
  return new Map(rows.map(({ workspace, rev }) => [workspace, rev]));
}

const NAMED = `SELECT EXISTS (
  SELECT FROM design_version WHERE store_id = $1 AND hash = $2
  UNION ALL SELECT FROM design_draft WHERE store_id = $1 AND hash = $2 AND workspace = ANY($3)) AS named`;

/** True if a version or one of these drafts has the body. */
export async function isNamed(
  db: Queryable,
  storeId: string,
  hash: string,
  workspaces: readonly string[],
): Promise<boolean> {
  const [row] = await db.query<{ readonly named: boolean }>(NAMED, [storeId, hash, workspaces]);
  return row?.named === true;
}

const WORN = `
  SELECT text::json #>> '{theme,key}' AS key, text::json #>> '{theme,version}' AS version
  FROM design_body WHERE store_id = $1 AND hash = $2`;

/** The version of a theme that a kept body wears. */
export async function findWorn(
  db: Queryable,
  storeId: string,
  hash: string,
): Promise<{ readonly key: string; readonly version: string } | undefined> {
  const [row] = await db.query<{ readonly key: string; readonly version: string }>(WORN, [storeId, hash]);
  return row;
}

const NAMED_THEMES = `
  WITH body AS (
    SELECT text::jsonb AS body FROM design_body WHERE store_id = $1 AND hash = ANY (
      SELECT hash FROM design_draft WHERE store_id = $1
      UNION SELECT hash FROM design_live WHERE store_id = $1 UNION SELECT unnest($2::text[])))
  SELECT theme AS key, theme_version AS version FROM design_version WHERE store_id = $1
  UNION SELECT body #>> '{theme,key}', body #>> '{theme,version}' FROM body
  UNION SELECT parked.key, parked.value ->> 'version' FROM body, jsonb_each(body -> 'parked') AS parked`;

/** Finds the versions of themes that published versions wear, and those that drafts, the live design and more bodies wear or have parked. */
export const themesNamed = (
  db: Queryable,
  storeId: string,
  hashes: readonly string[],
): Promise<{ readonly key: string; readonly version: string }[]> => db.query(NAMED_THEMES, [storeId, hashes]);

/** A place in which a design wears a theme, or has it parked. */
export interface ThemeUse {
  readonly kind: 'live' | 'draft' | 'parked';
  /** The workspace of a draft. */
  readonly name: string;
}

const USES = `
  SELECT 'live' AS kind, 'live' AS name FROM design_live WHERE store_id = $1 AND theme = $2
  UNION ALL SELECT 'draft', workspace FROM design_draft WHERE store_id = $1 AND theme = $2
  UNION ALL SELECT 'parked', d.workspace FROM design_draft d JOIN design_body b ON b.store_id = $1 AND b.hash = d.hash
    WHERE d.store_id = $1 AND d.theme IS NOT NULL AND b.text::jsonb -> 'parked' ? $2
  UNION ALL SELECT 'parked', 'live' FROM design_live l JOIN design_body b ON b.store_id = $1 AND b.hash = l.hash
    WHERE l.store_id = $1 AND b.text::jsonb -> 'parked' ? $2
  LIMIT 50`;

/** Finds where a theme is in use. */
export const usesOfTheme = (db: Queryable, storeId: string, theme: string): Promise<ThemeUse[]> =>
  db.query<ThemeUse>(USES, [storeId, theme]);
