/** A label at 600 dots an inch has 7 million pixels. */
export const PNG_PIXELS_MAX = 8_000_000;
/** A label of a marketplace has some 50 KiB. */
export const PICTURE_BYTES_MAX = 4 * 1024 * 1024;

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** The first chunk begins behind the signature: its length and name, then width and height. */
const [WIDTH_AT, HEIGHT_AT, HEAD_BYTES] = [16, 20, 24];

/** Finds the reason for which a picture of a marketplace is not drawn; undefined: it is drawn. */
export function flawOfPng(png: Buffer): string | undefined {
  if (png.length > PICTURE_BYTES_MAX) return `it has more than ${PICTURE_BYTES_MAX / 1024 / 1024} MiB`;
  if (png.length < HEAD_BYTES || !png.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return 'it is no PNG';
  if (png.readUInt32BE(WIDTH_AT) * png.readUInt32BE(HEIGHT_AT) > PNG_PIXELS_MAX)
    return `it has more than ${PNG_PIXELS_MAX / 1_000_000} million pixels`;
  return undefined;
}
