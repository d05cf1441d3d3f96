import type { Transaction } from '../kernel/database/queryable';
import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import type { Services } from '../kernel/declaration/services';
import { refuse } from '../kernel/errors';
import { expectedRev, object } from '../kernel/schema/schema';
import { referencesIn } from '../kernel/table/references';
import { media, mediaSchema } from '../media/image/aggregate';
import { deleteMedia, lockMedia } from '../media/image/store';
import { isMediaUsed, mediaUsers } from '../media/image/uses';
import { mediaView } from '../media/image/view';
import { ownersNaming } from '../metafield/value/store';
import { productsShowing } from './product/store';

export default command({
  id: 'catalog.media.delete',
  label: { tr: 'Medya dosyasını sil', en: 'Delete a media file' },
  summary: 'Delete a media file that nothing uses: its addresses answer 404.',
  policy: 'propose',
  scope: 'catalog:write',
  flags: ['destructive'],
  irreversible: true,
  payload: object({ mediaId: media.reference, expectedRev }),
  result: mediaSchema,
  refuses: ['not_found', 'rev_conflict', 'media_in_use'],
  example: { mediaId: exampleId('med', 'KAHVE') },
  subject: media.by('mediaId'),

  async run({ payload, storeId, tx, services, record, guardRev }) {
    const row = await lockMedia(tx, storeId, payload.mediaId);
    if (!row) return refuse('not_found', 'There is no such media file.');
    guardRev(row.id, row.rev);
    if (await isMediaUsed(tx, services.tables, storeId, row.id)) return refuseUsed(tx, services, storeId, row.id);
    deleteMedia(tx, storeId, row);
    record(media.word, row.id, media.snapshot(row), null);
    return mediaView(storeId, row);
  },
});

/** Says where the file is to be taken out. */
async function refuseUsed(
  tx: Transaction,
  { tables, capabilities: { entities } }: Pick<Services, 'tables' | 'capabilities'>,
  storeId: string,
  mediaId: string,
): Promise<never> {
  const showing = await productsShowing(tx, storeId, mediaId);
  const naming = await ownersNaming(tx, storeId, mediaId);
  const others = await mediaUsers(tx, tables, storeId, mediaId);
  const usedBy = [...new Set([...showing, ...naming, ...others].map(({ id }) => id))];
  const changes = others.map(({ word, id }) => ({ entity: word, id, before: null, after: null }));
  const references = await referencesIn({ entities, changes, ids: usedBy }, tx, storeId);
  const quoted = ({ id }: { readonly id: string }) => `“${references[id] ?? id}”`;
  const uses = [
    ...(showing.length > 0 ? [`${showing.map(quoted).join(', ')} shows this media file`] : []),
    ...(naming.length > 0 ? [`it stands in custom fields of ${naming.map(quoted).join(', ')}`] : []),
    ...others.map((user) => `the ${user.word} ${quoted(user)} shows it`),
  ].join('; ');
  const said = uses || 'Something shows this media file';
  return refuse('media_in_use', `${said.charAt(0).toUpperCase()}${said.slice(1)}: take it out there first.`, {
    facts: { usedBy, references },
  });
}
