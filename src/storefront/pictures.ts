import type Koa from 'koa';
import type { Database } from '../kernel/database/database';
import { Refusal } from '../kernel/errors';
import { ID_PATTERN } from '../kernel/ids';
import type { Log } from '../kernel/log';
import type { Objects } from '../kernel/objects/objects';
import { findVariant, type ServedFile } from '../media/image/store';
import { findJpeg } from '../media/jpeg/store';
import { type Sent, sendBytes } from '../surfaces/files';
import { letterIcon } from './feed/letter-icon';
import { type LinkPictures, partOf } from './link-pictures';
import type { Pages, Shop } from './pages';
import { answerNothing } from './plain-answers';
import { LETTER_ICON } from './render/icon';

/** The parts by which pictures are answered. */
export interface PictureParts {
  readonly pages: Pages;
  readonly database: Pick<Database, 'reader'>;
  readonly objects: Pick<Objects, 'open'>;
  readonly linkPictures: LinkPictures;
  readonly log: Log;
}

interface PictureRequest {
  readonly shop: Shop;
  /** Behind the prefix of the shop. */
  readonly path: string;
  readonly isPreview: boolean;
}

/** Browsers ask for it by themselves, whether a page names it or not. */
const FAVICON = '/favicon.ico';
/** Telephones do the same for the icon of a page that is put on their first screen. */
const TOUCH = /^\/apple-touch-icon(?:-\d+x\d+)?(?:-precomposed)?\.png$/;
const MEDIA = new RegExp(`^/media/(${ID_PATTERN})/(${ID_PATTERN})\\.(webp|avif|jpg)$`);

export const isPicturePath = (path: string): boolean =>
  MEDIA.test(path) || path === FAVICON || path === LETTER_ICON || TOUCH.test(path);

/** Answers a picture of a shop, or an icon of it. */
export async function answerPicture(parts: PictureParts, asked: PictureRequest, context: Koa.Context): Promise<void> {
  if (MEDIA.test(asked.path)) return answerMedia(parts, asked, context);
  context.state.route = 'storefront.icon';
  const shown = await parts.pages.design(asked.shop);
  if (!shown) return answerNothing(context);
  const { icons, store, design } = shown;
  context.set('Cache-Control', 'public, max-age=86400');
  if (asked.path === LETTER_ICON) {
    context.status = 200;
    context.type = 'image/svg+xml';
    context.body = letterIcon(store.name, design.colors);
    return;
  }
  const path = asked.path === FAVICON ? icons.tab.path : icons.touch;
  if (path === undefined) return answerNothing(context);
  context.status = 302;
  context.set('Location', path);
  context.body = '';
}

async function answerMedia(parts: PictureParts, asked: PictureRequest, context: Koa.Context): Promise<void> {
  context.state.route = 'storefront.media';
  const { shop, path, isPreview } = asked;
  const [, of, object = '', format = ''] = MEDIA.exec(path) ?? [];
  const sent = of === shop.storeId ? await pictureAt(parts, of, object, format) : undefined;
  if (sent === 'later') return answerAsItIs(shop, path, context);
  if (!sent) return answerNothing(context);
  if (!isPreview) context.set('Cache-Control', 'public, max-age=31536000, immutable');
  await sendBytes(context, sent, parts.log);
}

/** @returns undefined: there is none of this name; `later`: too many others wait to be drawn */
async function pictureAt(
  parts: PictureParts,
  storeId: string,
  object: string,
  format: string,
): Promise<Sent | undefined | 'later'> {
  const db = parts.database.reader(storeId);
  const kept = await (format === 'jpg' ? findJpeg : findVariant)(db, storeId, object);
  if (kept?.type === `image/${format === 'jpg' ? 'jpeg' : format}`) return keptBytes(parts, storeId, object, kept);
  if (format !== 'jpg') return undefined;
  const drawing = await findVariant(db, storeId, object);
  return drawing?.type === 'image/webp' ? asJpeg(parts, storeId, object) : undefined;
}

const keptBytes = ({ objects }: PictureParts, storeId: string, object: string, { type, size }: ServedFile): Sent => ({
  type,
  size,
  tag: object,
  open: (part) => objects.open(storeId, object, part),
});

async function asJpeg(parts: PictureParts, storeId: string, object: string): Promise<Sent | undefined | 'later'> {
  try {
    const picture = await parts.linkPictures.of(storeId, object);
    if (!picture) return undefined;
    const open = async (part?: Parameters<typeof partOf>[1]) => partOf(picture, part);
    return { type: 'image/jpeg', size: picture.length, tag: `${object}-jpeg`, open };
  } catch (error) {
    if (error instanceof Refusal && error.status === 429) return 'later';
    throw error;
  }
}

/** Leads to the drawing in its own format: most programs read that one, too. */
function answerAsItIs({ prefix }: Shop, path: string, context: Koa.Context): void {
  context.status = 302;
  context.set('Cache-Control', 'no-store');
  context.set('Location', `${prefix}${path.replace(/jpg$/, 'webp')}`);
  context.body = '';
}
