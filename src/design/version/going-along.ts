import { MAIN } from '../../access/workspace/readable';
import { changeDraft, findDraft } from '../../store/design/store';
import { mediaNamed } from '../bundle/references';
import type { PublishContext, Showing } from './publishing';

/**
 * A main draft in which nothing differs from the design that shoppers saw goes along to the next one. Any other stays, and says that it
 * is behind.
 * @param left hash of the design that shoppers saw
 */
export async function goAlong(
  context: PublishContext,
  left: string,
  { hash, text, bundle }: Showing,
  baseSeq: number,
): Promise<void> {
  const main = await findDraft(context.tx, context.storeId, MAIN);
  if (main?.hash !== left) return;
  const { key: theme, version: themeVersion } = bundle.theme;
  const bytes = Buffer.byteLength(text);
  changeDraft(context, main, { hash, theme, themeVersion, bytes, baseSeq, mediaIds: mediaNamed(text) });
}
