import type { MutationContext } from '../kernel/declaration/context';
import type { ExtensionRow } from './aggregate';
import { changeExtension } from './store';

/**
 * Disables an extension that is held, and ends its open work.
 * @param except the job by which it is disabled
 */
export async function disableExtension(
  context: Pick<MutationContext, 'tx' | 'storeId' | 'record' | 'now' | 'effects' | 'inverse' | 'services'>,
  before: ExtensionRow,
  except?: string,
): Promise<{ readonly after: ExtensionRow; readonly jobsStopped: number }> {
  const after = changeExtension(context, before, { enabled: false });
  context.inverse('extension.enable', { extension: before.key, expectedRev: after.rev });
  let jobsStopped = 0;
  for (const work of context.services.extensionWork) jobsStopped += await work.end(context, before.key, except);
  return { after, jobsStopped };
}
