import mediaCommit from '../../catalog/catalog.media.commit';
import setMedia from '../../catalog/catalog.product.setMedia';
import { PICTURES_MAX } from '../../catalog/product/aggregate';
import { getProduct } from '../../catalog/product/store';
import type { ProductRow } from '../../catalog/product/view';
import type { Command } from '../../kernel/declaration/command';
import type { Content } from '../../kernel/declaration/content';
import type { Problem } from '../../kernel/errors';
import type { Static, TSchema } from '../../kernel/schema/schema';
import mediaUpload from '../../media/media.upload';
import { inTime } from '../job/in-time';
import type { JobDependencies } from '../job/steps';
import type { NoPicture } from './bring';

/** The most tries. A caller who edits the product meanwhile goes first. */
const ATTEMPTS_MAX = 5;

/** The job that gives pictures to the library of its store. */
export interface Giver {
  readonly dependencies: JobDependencies;
  readonly storeId: string;
  readonly jobId: string;
}

/** Runs a command of the job once: a repeated attempt is answered the first outcome. */
const run = <P extends TSchema, R extends TSchema>(
  { dependencies: { bus }, storeId, jobId }: Giver,
  command: Command<P, R>,
  step: string,
  payload: Static<P>,
) => inTime(bus.act(command, { storeId, by: jobId, payload, cause: { jobId }, once: { of: jobId, step } }));

const noPicture = ({ code, detail }: Problem): NoPicture => ({ code, message: detail });

/**
 * Makes a media file of stored bytes; the same bytes are one file.
 * @param place the place of the picture among all of the job
 * @returns the id of the media file
 */
export async function toLibrary(giver: Giver, place: string, content: Content): Promise<string | NoPicture> {
  const step = `${place}/${content.digest}`;
  const upload = await run(giver, mediaUpload, `${step}/upload`, {
    file: content,
  });
  // An attempt that was killed has named the bytes that it brought: these are nobody's.
  if ('problem' in upload || upload.replayed)
    await giver.dependencies.services.objects.remove(giver.storeId, content.object).catch(() => {});
  if ('problem' in upload) return noPicture(upload.problem);
  const media = await run(giver, mediaCommit, `${step}/commit`, {
    uploadId: upload.result.id,
  });
  return 'problem' in media ? noPicture(media.problem) : media.result.id;
}

/**
 * Asked before there are bytes: what a product would refuse would be a file of the library that nothing uses, drawn and brought anew by
 * each import.
 * @returns how many more pictures a product takes, or why none for good
 */
export async function roomOf({ dependencies, storeId }: Giver, productId: string): Promise<number | NoPicture> {
  const product = await inTime(getProduct(dependencies.database.reader(storeId), storeId, productId));
  return refusalOf(product, 1) ?? PICTURES_MAX - product.media.length;
}

/** Refusals that no later import changes: archived products do not come back, and other pictures have filled full ones. */
function refusalOf({ status, media }: ProductRow, added: number): NoPicture | undefined {
  if (status !== 'active') return ARCHIVED;
  return media.length + added > PICTURES_MAX ? FULL : undefined;
}

/**
 * Puts media files behind the pictures that a product has; what it has already stays where it is.
 * @returns why it does not have them all then, if so
 */
export async function toProduct(
  giver: Giver,
  productId: string,
  mediaIds: readonly string[],
): Promise<NoPicture | undefined> {
  const db = giver.dependencies.database.reader(giver.storeId);
  let refusal: NoPicture | undefined;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const product = await inTime(getProduct(db, giver.storeId, productId));
    const { rev, title, media } = product;
    const present = new Set(media.map(({ mediaId }) => mediaId));
    const added = [...new Set(mediaIds)].filter((mediaId) => !present.has(mediaId));
    if (added.length === 0) return undefined;
    const final = refusalOf(product, added.length);
    if (final) return final;
    const ran = await run(giver, setMedia, `${productId}/${rev}/${added.join()}`, {
      productId,
      expectedRev: rev,
      media: [...media, ...added.map((mediaId) => ({ mediaId, alt: title }))],
    });
    if ('result' in ran) return undefined;
    refusal = noPicture(ran.problem);
    if (refusal.code !== 'rev_conflict') return refusal;
  }
  return refusal;
}

const FULL: NoPicture = {
  code: 'invalid_request',
  message: `A product may have at most ${PICTURES_MAX} pictures.`,
  isFinal: true,
};

const ARCHIVED: NoPicture = {
  code: 'archived',
  message: 'The product is archived, so its pictures are not fetched.',
  isFinal: true,
};
