import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { Faults } from '../kernel/errors';
import { changesNothing } from '../kernel/schema/patch';
import { expectedRev, label, object, t } from '../kernel/schema/schema';
import type { MediaState } from '../media/image/aggregate';
import { holdMedia } from '../media/image/store';
import { assertActive } from './archivable/state';
import { PICTURES_MAX, pictureAlt, product } from './product/aggregate';
import { getProduct, saveMedia } from './product/store';
import { type ProductRow, placedPicture, productReceipt, productSnapshot, receiptOf } from './product/view';

export default command({
  id: 'catalog.product.setMedia',
  label: { tr: 'Ürünün görsellerini belirle', en: 'Set the pictures of a product' },
  summary:
    'Replace the pictures of a product by the given list; its order is that of the gallery, and the first one stands for the product.',
  policy: 'propose',
  scope: 'catalog:write',
  flags: ['bumps generation'],
  removes: true,
  payload: object({
    productId: product.reference,
    expectedRev,
    media: label(
      'Görseller',
      'Pictures',
    )(
      t.Array(object({ mediaId: placedPicture.properties.mediaId, alt: t.Optional(pictureAlt) }), {
        maxItems: PICTURES_MAX,
        description: 'Media files, each once. One that is not drawn yet is shown as soon as it is.',
      }),
    ),
  }),
  result: productReceipt,
  refuses: ['not_found', 'invalid_state', 'rev_conflict', 'media_unknown', 'invalid_request'],
  example: {
    productId: exampleId('prd', 'KAHVE'),
    media: [{ mediaId: exampleId('med', 'KAHVE'), alt: 'Fincanda Türk kahvesi' }],
  },
  subject: product.by('productId'),

  async run({ payload, storeId, tx, now, record, guardRev, inverse }) {
    const { productId } = payload;
    const media = payload.media.map(({ mediaId, alt = null }) => ({ mediaId, alt }));
    const [before, known] = await Promise.all([
      getProduct(tx, storeId, productId),
      holdMedia(
        tx,
        storeId,
        media.map(({ mediaId }) => mediaId),
      ),
    ]);
    guardRev(productId, before.rev);
    const present = new Set(before.media.map(({ mediaId }) => mediaId));
    // A file can be deleted once nothing shows it, and what is archived does not come back.
    const takesOut = media.length < present.size && media.every(({ mediaId }) => present.has(mediaId));
    if (!takesOut) assertActive(before);
    refuseFaults(media, known, present);
    if (changesNothing(before, { media })) return receiptOf(before);
    const rev = saveMedia(tx, storeId, before, media, now);
    record('product', productId, productSnapshot(before), productSnapshot({ ...before, media }));
    if (before.status === 'active')
      inverse('catalog.product.setMedia', { productId, expectedRev: rev, media: before.media });
    return receiptOf({ ...before, rev });
  },
});

/** @throws {Refusal} naming each that is unknown, repeated, or put in although nobody can be shown it; what stands there may stay */
function refuseFaults(
  media: ProductRow['media'],
  known: ReadonlyMap<string, MediaState>,
  present: ReadonlySet<string>,
): void {
  const faults = new Faults();
  const seen = new Set<string>();
  for (const [index, { mediaId }] of media.entries()) {
    const pointer = `/media/${index}/mediaId`;
    const state = known.get(mediaId);
    if (!state) faults.add('media_unknown', pointer, `${mediaId} is not a media file of this store`);
    else if (seen.has(mediaId)) faults.add('invalid_request', pointer, 'names a file that stands earlier in the list');
    else if (state === 'failed' && !present.has(mediaId))
      faults.add('invalid_state', pointer, `${mediaId} could not be drawn`, { state });
    seen.add(mediaId);
  }
  faults.refuse();
}
