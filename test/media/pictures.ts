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
