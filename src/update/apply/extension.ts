import extensionUpgrade from '../../extension/extension.upgrade';
import { manifestOf } from '../../extension/provider/providers';
import { findExtension } from '../../extension/store';
import type { MutationContext } from '../../kernel/declaration/context';
import type { UpdateRow } from '../../store/update/aggregate';
import { changeUpdate } from '../../store/update/store';
import { refuseStale } from '../entry/deciding';
import type { Applied } from './theme';

/**
 * Upgrades an extension as its owner, who has seen the rights that it asks for and consents to them.
 * @throws {Refusal} update_stale, and what an upgrade is refused for
 */
export async function applyExtension(context: MutationContext, before: UpdateRow): Promise<Applied> {
  const { tx, storeId } = context;
  const { name, toVersion, baseRev } = before;
  const extension = await findExtension(tx, storeId, name);
  if (extension?.rev !== baseRev || manifestOf(name)?.version !== toVersion) return refuseStale(before, extension?.rev);
  const row = changeUpdate(context, before, { state: 'applied' });
  const payload = { extension: name, version: toVersion, consent: true };
  // The rev that the caller states is that of the update; the one of the extension was held against the update above.
  await extensionUpgrade.run({ ...context, payload, first: Promise.resolve(undefined), guardRev: () => {} });
  return { row, warnings: [] };
}
