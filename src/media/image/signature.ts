import type { ContentReader } from '../../kernel/declaration/content';
import { refuse } from '../../kernel/errors';
import { avifHead, gifHead, type HeadReader, jpegHead, pngHead, webpHead } from './heads';
import { PIXELS_MAX } from './pixels';

/** Types in which pictures may be passed on. SVG is a program that runs where it is shown, and is not among them. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;
/** Types that may be brought to be drawn. */
export const uploadTypes = [...imageTypes, 'image/gif'] as const;

interface Kind {
  readonly type: (typeof uploadTypes)[number];
  readonly begins: string;
  readonly read: HeadReader;
}

const kinds: readonly Kind[] = [
  { type: 'image/jpeg', begins: '\xff\xd8\xff', read: jpegHead },
  { type: 'image/png', begins: '\x89PNG', read: pngHead },
  { type: 'image/webp', begins: 'RIFF', read: webpHead },
  { type: 'image/gif', begins: 'GIF8', read: gifHead },
  // It begins with a length.
  { type: 'image/avif', begins: '', read: avifHead },
];

/**
 * Reads the type and the size of a picture from the head of its bytes. Whether the rest is a picture shows when it is decoded.
 * @param types that are taken
 * @throws {Refusal} unsupported_media_type when it moves, because an owner could see another frame than the drawn one; and of HEIC, as
 * telephones make it, because the library that draws has no decoder of it. payload_too_large when it has more than {@link PIXELS_MAX}:
 * everybody who looks at it would have to decode it
 */
export function* readUpload(types: readonly string[] = uploadTypes): ContentReader {
  const start = yield { skip: 0, take: 4 };
  const { type, read } = kinds.find(({ begins }) => start.toString('latin1').startsWith(begins)) as Kind;
  const stated = yield* read(start);
  if (!stated) return undefined;
  if (stated === 'heic')
    refuse('unsupported_media_type', `The picture is HEIC, which is not taken: send it as ${types.join(', ')}.`);
  const { width, height, moving } = stated;
  if (moving) refuse('unsupported_media_type', 'The picture is animated: send one that does not move.');
  if (width * height > PIXELS_MAX)
    refuse(
      'payload_too_large',
      `A picture may have at most ${PIXELS_MAX} pixels, and this one has ${width} × ${height}.`,
    );
  return type;
}

/** As {@link readUpload}, of what is passed on as it is. */
export function* readImage(): ContentReader {
  const type = yield* readUpload(imageTypes);
  return imageTypes.find((known) => known === type);
}
