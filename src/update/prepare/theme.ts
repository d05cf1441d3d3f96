import type { Bundle } from '../../design/bundle/bundle';
import { FINDINGS_MAX, type Finding, finding } from '../../design/bundle/finding';
import { formOf } from '../../design/bundle/form';
import { judged, strictly } from '../../design/bundle/judge';
import { findBundle } from '../../design/bundle/kept';
import { worldOf } from '../../design/world/world';
import type { Queryable } from '../../kernel/database/queryable';
import { compareVersions } from '../../kernel/version';
import { classBetween } from '../../skin/check/semver';
import { REACH_MAX } from '../../skin/pack/steps';
import { findPack, findPusher } from '../../skin/store/packs-store';
import { findLive, type LiveRow } from '../../store/design/store';
import type { UpdateRow } from '../../store/update/aggregate';
import { versionsFor } from '../../theme/installed';
import { type Report, reportOf } from '../../theme/wear/report';
import { isBearable, upgraded } from '../../theme/wear/upgrade';
import { emptyReport, REPORT_ROWS_MAX, shortened, type UpdateReport } from '../entry/report';
import type { Offer, Present, Target } from './offer';
import { packChange } from './pack-change';

/** The newest version of the theme that shoppers see, if the live design wears an older one. */
export async function themeTarget(db: Queryable, storeId: string): Promise<Target | undefined> {
  const live = await findLive(db, storeId);
  if (!live) return undefined;
  const newest = (await versionsFor(db, storeId, live.theme)).offered.at(-1);
  if (newest === undefined || compareVersions(newest, live.themeVersion) <= 0) return undefined;
  return targetOf(live, newest);
}

const targetOf = ({ theme, themeVersion, rev }: LiveRow, toVersion: string): Target => ({
  kind: 'theme',
  name: theme,
  fromVersion: themeVersion,
  toVersion,
  baseRev: rev,
});

/** The version of a theme that shoppers see; undefined: they see another theme. */
export async function presentTheme(db: Queryable, storeId: string, name: string): Promise<Present | undefined> {
  const live = await findLive(db, storeId);
  return live?.theme === name ? { version: live.themeVersion, seq: live.rev } : undefined;
}

/** Makes the body that the live design would become. The same live design and theme give the same body, whenever it is made. */
export async function themeOffer(db: Queryable, storeId: string, target: Target): Promise<Offer> {
  const { name, fromVersion, toVersion } = target;
  const beforeHash = (await findLive(db, storeId))?.hash ?? null;
  const live = await findBundle(db, storeId, beforeHash);
  const [old, next] = [await findPack(db, storeId, name, fromVersion), await findPack(db, storeId, name, toVersion)];
  if (!live || !old || !next)
    throw new Error(`the live design wears ${name} ${fromVersion}, and there is no such pack`);
  const head = { ...target, class: classBetween(fromVersion, toVersion) as UpdateRow['class'], beforeHash };
  const theme = packChange(old, next, await findPusher(db, storeId, name, toVersion));
  if (!isBearable(live, old, next))
    return blocked(head, updateReportOf(reportOf([]), theme), [finding('/theme', 'too_many', { most: REACH_MAX })]);
  const { bundle, report: rows } = upgraded(live, old, next);
  const report = updateReportOf(rows, theme);
  const formed = formOf(bundle);
  if (!formed.bundle) return blocked(head, report, formed.errors);
  const { hash, text } = formed.body;
  const body = JSON.parse(text) as Bundle;
  const { errors } = strictly(judged(body, await worldOf({ db, storeId }, body)));
  if (errors.length > 0) return blocked(head, report, errors);
  return { ...head, hash, text, reason: null, report };
}

type Head = Omit<Offer, 'hash' | 'text' | 'reason' | 'report'>;

const blocked = (head: Head, report: UpdateReport, errors: readonly Finding[]): Offer => ({
  ...head,
  hash: null,
  text: null,
  reason: 'design_invalid',
  report: { ...report, findings: errors.slice(0, FINDINGS_MAX) },
});

const updateReportOf = ({ counts, rows }: Report, theme: UpdateReport['theme']): UpdateReport => ({
  ...emptyReport,
  theme,
  counts: { ...counts },
  rows: rows
    .slice(0, REPORT_ROWS_MAX)
    .map((row) => ({ ...row, before: shortened(row.before), after: shortened(row.after) })),
});
