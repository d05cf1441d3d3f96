import { crc32 } from 'node:zlib';
import sharp from 'sharp';

/** A picture that no encoder can make small: noise. */
export const noise = (width: number, height: number): Promise<Uint8Array> =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
    .jpeg()
    .toBuffer();

/** One colour: a few kilobytes, however many pixels. */
export const plain = (width: number, height: number): Promise<Uint8Array> =>
  sharp({ create: { width, height, channels: 3, background: '#b87333' } })
    .png()
    .toBuffer();

/** Lies on its side, and says so; and where it was taken. */
export const turned = (width: number, height: number): Promise<Uint8Array> =>
  sharp({ create: { width, height, channels: 3, background: '#b87333' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Zulu' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();

/** Grey that says that it is nearly black: browsers go by it, the shop's own decoder does not. */
export async function gamma(width: number, height: number): Promise<Uint8Array> {
  const grey = Buffer.from(await filled('#c8c8c8', width, height).png().toBuffer());
  const chunk = Buffer.concat([Buffer.from([0, 0, 0, 4]), Buffer.from('gAMA'), Buffer.alloc(8)]);
  chunk.writeUInt32BE(2_000, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 12)), 12);
  return Buffer.concat([grey.subarray(0, 33), chunk, grey.subarray(33)]);
}

/** Two frames, red and green. */
export async function movingWebp(): Promise<Uint8Array> {
  const frames = await Promise.all(['#f00', '#0f0'].map((colour) => filled(colour, 8, 8).png().toBuffer()));
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
}

/** The same as a GIF. */
export async function movingGif(): Promise<Uint8Array> {
  const frames = await Promise.all(['#f00', '#0f0'].map((colour) => filled(colour, 8, 8).png().toBuffer()));
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
}

/** A PNG that says that it moves, behind a text that is longer than what comes at a time. */
export async function movingPng(): Promise<Uint8Array> {
  const still = await plain(8, 8);
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, data, Buffer.alloc(4)]);
  };
  const frames = Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]);
  const more = [chunk('tEXt', Buffer.alloc(300_000, 65)), chunk('acTL', frames)];
  return Buffer.concat([still.subarray(0, 33), ...more, still.subarray(33)]);
}

/** An AVIF with one brand more: that of sequences, behind others. */
export async function movingAvif(): Promise<Uint8Array> {
  const still = Buffer.from(await sized('avif', 16, 16));
  const length = still.readUInt32BE(0);
  const brands = Buffer.from(`${'mif1'.repeat(20)}avis`, 'latin1');
  still.writeUInt32BE(length + brands.length);
  return Buffer.concat([still.subarray(0, length), brands, still.subarray(length)]);
}

const filled = (background: string, width: number, height: number): sharp.Sharp =>
  sharp({ create: { width, height, channels: 3, background } });

type Format = 'jpeg' | 'png' | 'webp' | 'avif';

export const sized = (format: Format, width: number, height: number): Promise<Uint8Array> =>
  filled('#b87333', width, height).toFormat(format).toBuffer();

/** The same bytes with another size in their head. */
export function stating(format: Format, picture: Uint8Array, width: number, height: number): Uint8Array {
  const bytes = Buffer.from(picture);
  if (format === 'png') {
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
  } else if (format === 'webp') {
    bytes.writeUInt16LE(width, 26);
    bytes.writeUInt16LE(height, 28);
  } else if (format === 'jpeg') {
    const frame = bytes.indexOf('\xff\xc0', 'latin1');
    bytes.writeUInt16BE(height, frame + 5);
    bytes.writeUInt16BE(width, frame + 7);
  } else {
    const extent = bytes.indexOf('ispe');
    bytes.writeUInt32BE(width, extent + 8);
    bytes.writeUInt32BE(height, extent + 12);
  }
  return bytes;
}
