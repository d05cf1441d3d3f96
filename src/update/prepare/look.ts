import { canonicalJson } from '../../kernel/canonical';
import type { Queryable } from '../../kernel/database/queryable';
import type { UpdateRow } from '../../store/update/aggregate';
import { openUpdates } from '../../store/update/store';
import { extensionOffer, extensionOffers, presentExtension } from './extension';
import type { Offer, Present, Subject, Target } from './offer';
import { presentTheme, themeOffer, themeTarget } from './theme';

/** The update of a thing as it should stand in the queue; undefined: none should. */
export async function offerOf(db: Queryable, storeId: string, { kind, name }: Subject): Promise<Offer | undefined> {
  if (kind === 'extension') return extensionOffer(db, storeId, name);
  const target = await themeTarget(db, storeId);
  return target?.name === name ? themeOffer(db, storeId, target) : undefined;
}

/** The version in which a thing is now. */
export const presentOf = (db: Queryable, storeId: string, { kind, name }: Subject): Promise<Present | undefined> =>
  kind === 'theme' ? presentTheme(db, storeId, name) : presentExtension(db, storeId, name);

/** Finds the things of which the queue says something else than it should. Nothing is written. */
export async function thingsDue(db: Queryable, storeId: string): Promise<Subject[]> {
  const rows = await openUpdates(db, storeId);
  const due: Subject[] = [];
  const seen = new Set<string>();
  const look = async (target: Target, isSame: (row: UpdateRow) => boolean | Promise<boolean>): Promise<void> => {
    seen.add(nameOf(target));
    const row = rows.find((each) => nameOf(each) === nameOf(target));
    if (!row || !isFor(row, target) || !(await isSame(row))) due.push({ kind: target.kind, name: target.name });
  };
  const target = await themeTarget(db, storeId);
  // The cause of a blocked update may have gone. One that is not blocked is made of its live version and its pack alone.
  if (target)
    await look(target, async (row) => row.reason === null || tellsSame(row, await themeOffer(db, storeId, target)));
  for (const offer of await extensionOffers(db, storeId)) await look(offer, (row) => tellsSame(row, offer));
  return [...due, ...rows.filter((row) => !seen.has(nameOf(row))).map(({ kind, name }) => ({ kind, name }))];
}

const nameOf = ({ kind, name }: Subject): string => `${kind}/${name}`;

const isFor = (row: UpdateRow, { fromVersion, toVersion, baseRev }: Target): boolean =>
  row.fromVersion === fromVersion && row.toVersion === toVersion && row.baseRev === baseRev;

const tellsSame = (row: UpdateRow, { reason, hash, report }: Offer): boolean =>
  row.reason === reason && row.hash === hash && canonicalJson(row.report) === canonicalJson(report);
