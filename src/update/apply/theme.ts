import type { Finding } from '../../design/bundle/finding';
import { goAlong } from '../../design/version/going-along';
import { assertSound, bodyToShow, judgedToShow, type PublishContext, show } from '../../design/version/publishing';
import { compareVersions } from '../../kernel/version';
import { findInstalled } from '../../skin/store/packs-store';
import { findLive, sendBase } from '../../store/design/store';
import type { UpdateRow } from '../../store/update/aggregate';
import { changeUpdate } from '../../store/update/store';
import { install, installedVersion } from '../../theme/installed';
import { refuseStale } from '../entry/deciding';

/** An update as it was applied. */
export interface Applied {
  readonly row: UpdateRow;
  readonly warnings: readonly Finding[];
}

/** Publishes the body that was prepared, over the version for which it was. @throws {Refusal} update_stale, bundle_invalid */
export async function applyTheme(context: PublishContext, before: UpdateRow): Promise<Applied> {
  const { tx, storeId } = context;
  const live = await findLive(tx, storeId);
  if (!live || before.hash === null || live.rev !== before.baseRev || live.hash !== before.beforeHash)
    return refuseStale(before, live?.rev);
  const body = await bodyToShow(context, before.hash);
  const found = await judgedToShow(context, body);
  assertSound(found);
  const row = changeUpdate(context, before, { state: 'applied', seq: live.rev + 1 });
  await installAlong(context, before);
  const open = { id: live.id, row: live, seq: live.rev };
  const { seq } = await show(context, open, body, { label: null, from: null });
  sendBase(tx, storeId, body.hash, seq);
  await goAlong(context, live.hash, body, seq);
  return { row, warnings: found.warnings };
}

/** Drafts that put the theme on from now on wear the version that shoppers see, or a newer one. */
async function installAlong(context: PublishContext, { name, toVersion }: UpdateRow): Promise<void> {
  const installed = await findInstalled(context.tx, context.storeId, name);
  const has = installedVersion(installed, name);
  if (has === undefined || compareVersions(has, toVersion) < 0) await install(context, installed, name, toVersion);
}
