import { MAIN } from '../../access/workspace/readable';
import { refuse } from '../../kernel/errors';
import { holdMedia } from '../../media/image/store';
import { findPack, type NamedTheme } from '../../skin/store/packs-store';
import { triedPacks } from '../../skin/store/workspace-packs-store';
import { designDraft } from '../../store/design/aggregate';
import { keepBody } from '../../store/design/body-store';
import { baseOf, changeDraft, type DraftRow, findBody, insertDraft } from '../../store/design/store';
import type { Bundle } from '../bundle/bundle';
import { FINDINGS_MAX, type Finding } from '../bundle/finding';
import { formOf } from '../bundle/form';
import { judged } from '../bundle/judge';
import { findBundle } from '../bundle/kept';
import { mediaNamed } from '../bundle/references';
import type { BodyText } from '../bundle/text';
import { worldOf } from '../world/world';
import { type DraftContext, type OpenDraft, openDraft } from './draft';
import { refuseFindings } from './findings';

/*
 * The one place where drafts are written, whichever call does it. A caller opens the draft, which finds it and holds its rev against
 * what was stated, makes a body, and hands it in here.
 */

/** A draft as a call has left it. */
export interface WrittenDraft {
  readonly open: OpenDraft;
  readonly row: DraftRow;
  readonly bundle: Bundle;
  /** Faults with which it is kept. */
  readonly warnings: readonly Finding[];
}

/** The body of a draft as its readers see it. null: nothing is drafted, and nothing was published. */
export const bodyOf = ({ tx, storeId }: DraftContext, { hash }: OpenDraft): Promise<Bundle | null> =>
  findBundle(tx, storeId, hash);

/**
 * Makes a body that of the draft. The parked part comes along where the body leaves it out.
 * @param pointer of the body in the payload, for its faults
 * @throws {Refusal} invalid_request, payload_too_large, bundle_invalid
 */
export async function writeDraft(
  context: DraftContext,
  open: OpenDraft,
  body: unknown,
  pointer = '/body',
): Promise<WrittenDraft> {
  const { tx, storeId } = context;
  const formed = formOf(await withTriedPack(context, open, await withParked(context, open, body)));
  if (!formed.bundle) refuseFindings('invalid_request', formed.errors, pointer);
  const { body: text } = formed as Extract<typeof formed, { bundle: Bundle }>;
  // As it will be read: faults are told in the order of that.
  const bundle = JSON.parse(text.text) as Bundle;
  await holdMedia(tx, storeId, mediaNamed(text.text));
  const { errors, warnings } = judged(bundle, await worldOf({ db: tx, storeId, workspace: open.workspace }, bundle));
  refuseFindings('bundle_invalid', errors, pointer);
  const baseSeq = open.row?.hash ? open.row.baseSeq : (open.live?.rev ?? 0);
  const row = await keepAs(context, open, bundle, text, baseSeq);
  return { open, row, bundle, warnings: warnings.slice(0, FINDINGS_MAX) };
}

/**
 * Makes a body that the store knows that of the draft, as it was: what has gone since is told, and no reason to refuse.
 * @param stated the version that the body is based on; undefined: the older of those of the draft and of the body
 * @throws {Refusal} not_found
 */
export async function restoreDraft(
  context: DraftContext,
  open: OpenDraft,
  hash: string,
  stated?: number,
): Promise<WrittenDraft> {
  const { tx, storeId } = context;
  const text = await findBody(tx, storeId, hash);
  if (text === undefined) return refuse('not_found', 'The store has no design of this hash.');
  const bundle = JSON.parse(text) as Bundle;
  await holdMedia(tx, storeId, mediaNamed(text));
  const { errors, warnings } = judged(bundle, await worldOf({ db: tx, storeId, workspace: open.workspace }, bundle));
  const base = stated ?? (await baseKnown(context, open, hash));
  const row = await keepAs(context, open, bundle, { hash, text, bytes: Buffer.byteLength(text) }, base);
  return { open, row, bundle, warnings: [...errors, ...warnings].slice(0, FINDINGS_MAX) };
}

/** A body that is put back knows nothing of versions that came after it: its base is no newer than it was. */
async function baseKnown({ tx, storeId }: DraftContext, { row, live }: OpenDraft, hash: string): Promise<number> {
  const seq = live?.rev ?? 0;
  if (hash === live?.hash) return seq;
  if (row && hash === row.hash) return row.baseSeq;
  return Math.min(row?.baseSeq ?? seq, await baseOf(tx, storeId, hash));
}

type Writing = Pick<DraftContext, 'tx' | 'storeId' | 'now' | 'record'>;

/** Keeps the body of a draft that nobody can write any more, and nothing for it: its themes and pictures may go. */
export const releaseDraft = (context: Writing, row: DraftRow): DraftRow =>
  changeDraft(context, row, { theme: null, themeVersion: null, mediaIds: [] });

/** Takes its body from a draft. The rev goes on. */
export const emptyDraft = (context: Writing, row: DraftRow): DraftRow =>
  changeDraft(context, row, { hash: null, theme: null, themeVersion: null, bytes: null, mediaIds: [] });

/** @throws {Refusal} not_found where nothing is drafted */
export function discardDraft(context: DraftContext, open: OpenDraft): DraftRow {
  const { row, workspace } = open;
  if (!row?.hash) return refuse('not_found', 'Nothing is drafted here.');
  const after = emptyDraft(context, row);
  context.inverse('design.draft.put', { workspace, hash: row.hash, baseSeq: row.baseSeq, expectedRev: after.rev });
  return after;
}

/** A draft of one call: opened, and written with a body that is made without a look at the one before. */
export async function writeWhole(context: DraftContext, body: unknown, pointer?: string): Promise<WrittenDraft> {
  return writeDraft(context, await openDraft(context), body, pointer);
}

async function withParked(context: DraftContext, open: OpenDraft, body: unknown): Promise<unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  if ('parked' in body && 'removed' in body) return body;
  const { parked = {}, removed } = (await bodyOf(context, open)) ?? {};
  return { parked, ...(removed === undefined ? {} : { removed }), ...body };
}

/** Names the pack where the workspace tries the version and the store has none of it: what is proposed is the look that was tried. */
async function withTriedPack({ tx, storeId }: DraftContext, { workspace }: OpenDraft, body: unknown): Promise<unknown> {
  if (workspace === MAIN) return body;
  const { theme } = (body ?? {}) as { readonly theme?: Partial<NamedTheme> | null };
  const { key, version, pack } = theme ?? {};
  if (typeof key !== 'string' || typeof version !== 'string' || pack !== undefined) return body;
  if (await findPack(tx, storeId, key, version)) return body;
  const tried = (await triedPacks(tx, storeId, workspace)).find((each) => each.key === key && each.version === version);
  return tried ? { ...(body as object), theme: { ...theme, pack: tried.hash } } : body;
}

async function keepAs(
  context: DraftContext,
  { workspace, row: before }: OpenDraft,
  { theme }: Bundle,
  { hash, text, bytes }: BodyText,
  baseSeq: number,
): Promise<DraftRow> {
  const { tx, storeId, now } = context;
  await keepBody(tx, storeId, { hash, text, baseSeq, keptAt: now.toISOString() });
  const kept = { hash, theme: theme.key, themeVersion: theme.version, bytes, baseSeq, mediaIds: mediaNamed(text) };
  if (!before) {
    const row = { workspace, ...kept };
    await insertDraft(tx, storeId, row, now);
    const at = now.toISOString();
    const made = { ...row, rev: 1, createdAt: at, updatedAt: at };
    context.record(designDraft.word, workspace, null, designDraft.snapshot(made as never));
    context.inverse('design.draft.delete', { workspace, expectedRev: 1 });
    return made as DraftRow;
  }
  const after = changeDraft(context, before, kept);
  const { rev: expectedRev } = after;
  if (expectedRev === before.rev) return after;
  if (before.hash === null) context.inverse('design.draft.delete', { workspace, expectedRev });
  else context.inverse('design.draft.put', { workspace, hash: before.hash, baseSeq: before.baseSeq, expectedRev });
  return after;
}
