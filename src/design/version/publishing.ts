import type { MutationContext } from '../../kernel/declaration/context';
import { refuse } from '../../kernel/errors';
import { kit } from '../../kit/kit';
import { holdMedia } from '../../media/image/store';
import { packHash } from '../../skin/first-party/packs';
import { findWornPack } from '../../skin/store/packs-store';
import { liveDesign } from '../../store/design/aggregate';
import { holdBody } from '../../store/design/body-store';
import {
  findLive,
  findVersion,
  insertLive,
  insertVersion,
  type LiveRow,
  showLive,
  type VersionRow,
} from '../../store/design/store';
import { askForUpdates } from '../../store/update/look-store';
import type { Bundle } from '../bundle/bundle';
import { FINDINGS_MAX, type Finding } from '../bundle/finding';
import { judged, strictly } from '../bundle/judge';
import { findBundle } from '../bundle/kept';
import type { Findings } from '../bundle/nodes';
import { type Extended, extendedIn } from '../bundle/offers';
import { mediaNamed } from '../bundle/references';
import { worldOf } from '../world/world';

export type PublishContext = Pick<
  MutationContext,
  'tx' | 'storeId' | 'now' | 'principal' | 'newId' | 'guardRev' | 'record' | 'inverse' | 'statedRev' | 'effects'
>;

/** The live pointer that a call is about to flip: found, and at the version that the caller has stated. */
export interface OpenLive {
  readonly id: string;
  /** Undefined: nothing was ever published. */
  readonly row: LiveRow | undefined;
  readonly seq: number;
}

/** @throws {Refusal} rev_conflict */
export async function openLive({ tx, storeId, newId, guardRev }: PublishContext): Promise<OpenLive> {
  const row = await findLive(tx, storeId);
  const id = row?.id ?? newId(liveDesign.prefix);
  const seq = row?.rev ?? 0;
  guardRev(id, seq, { currentHash: row?.hash ?? null });
  return { id, row, seq };
}

/** A kept body, as it is to be shown. */
export interface Showing {
  readonly hash: string;
  readonly text: string;
  readonly bundle: Bundle;
}

/** @throws {Refusal} not_found */
export async function bodyToShow({ tx, storeId, now }: PublishContext, hash: string): Promise<Showing> {
  const text = await holdBody(tx, storeId, hash, now);
  if (text === undefined) return refuse('not_found', 'The store has no design of this hash.');
  return { hash, text, bundle: JSON.parse(text) as Bundle };
}

/** Looks at a body by the rules of the live design. */
export async function judgedToShow({ tx, storeId }: PublishContext, { bundle, text }: Showing): Promise<Findings> {
  await holdMedia(tx, storeId, mediaNamed(text));
  return strictly(judged(bundle, await worldOf({ db: tx, storeId }, bundle)));
}

/** @throws {Refusal} bundle_invalid */
export function assertSound({ errors }: Findings): void {
  const [first] = errors;
  if (!first) return;
  const findings: readonly Finding[] = errors.slice(0, FINDINGS_MAX);
  refuse('bundle_invalid', `${first.pointer}: ${first.english}`, { facts: { findings } });
}

/**
 * Refuses a block of an extension that is not enabled. It shows nothing yet, so the reviewer of a proposal would not see it. Enabling the
 * extension would show it without a review. Blocks of the live design were there before.
 * @throws {Refusal} bundle_invalid
 */
export async function assertNothingUnseen(
  { tx, storeId }: PublishContext,
  { row }: OpenLive,
  { bundle }: Showing,
  { warnings }: Findings,
): Promise<void> {
  const unseen = warnings.filter(({ code }) => code === 'extension_missing');
  if (unseen.length === 0) return;
  const live = await findBundle(tx, storeId, row?.hash ?? null);
  const nameOf = ({ of, zone, pointer, extension, key, config }: Extended) =>
    JSON.stringify([of, zone ?? pointer, extension, key, config]);
  const known = new Set(live ? extendedIn(live).map(nameOf) : []);
  const added = extendedIn(bundle).filter((each) => !known.has(nameOf(each)));
  assertSound({ errors: unseen.filter(({ pointer }) => added.some((each) => each.pointer === pointer)), warnings: [] });
}

interface Ledger {
  readonly label: string | null;
  /** The version that is shown again. */
  readonly from: VersionRow | null;
}

/** Makes a body what shoppers see: a new version, and the live pointer upon it. */
export async function show(
  context: PublishContext,
  { id, row: before, seq: last }: OpenLive,
  { hash, text, bundle: { theme } }: Showing,
  { label, from }: Ledger,
): Promise<VersionRow> {
  const { tx, storeId, now, principal, record, inverse } = context;
  const shown = { hash, theme: theme.key, themeVersion: theme.version, mediaIds: mediaNamed(text) };
  const version: VersionRow = {
    seq: last + 1,
    hash,
    theme: theme.key,
    themeVersion: theme.version,
    pack: from?.pack ?? (await packNamed(context, theme)),
    kit: from?.kit ?? kit.version,
    label,
    fromSeq: from?.seq ?? null,
    byKind: principal.kind,
    byId: principal.id,
    publishedAt: now.toISOString(),
  };
  if (!before) {
    await insertLive(tx, storeId, { id, ...shown }, now);
    const at = now.toISOString();
    record(
      liveDesign.word,
      id,
      null,
      liveDesign.snapshot({ id, ...shown, rev: 1, createdAt: at, updatedAt: at } as never),
    );
  } else {
    const after = showLive(tx, storeId, before, shown, now);
    record(liveDesign.word, id, liveDesign.snapshot(before), liveDesign.snapshot(after));
    inverse('design.rollback', { seq: before.rev, expectedRev: after.rev });
  }
  insertVersion(tx, storeId, version);
  askForUpdates(context);
  return version;
}

async function packNamed({ tx, storeId }: PublishContext, theme: Bundle['theme']): Promise<string> {
  const pack = await findWornPack(tx, storeId, theme);
  if (!pack) throw new Error(`a design is shown with ${theme.key} ${theme.version}, which there is not`);
  return packHash(pack);
}

/** @throws {Refusal} not_found */
export async function versionAt({ tx, storeId }: PublishContext, seq: number): Promise<VersionRow> {
  return (await findVersion(tx, storeId, seq)) ?? refuse('not_found', 'The store has published no such version.');
}
