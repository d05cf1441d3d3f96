import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { ANEW, type Drawing, type DrawnFormat, LARGEST, TEMPORARY, type Undrawn } from './draw';
import { PIXELS_MAX } from './pixels';

const WIDTH_MAX = 1920;
const WIDTHS = [320, 640, 1280, WIDTH_MAX];
/** A picture that is taller, for its width, becomes narrower: it costs what others do, and an encoder takes no side of any length. */
const HEIGHT_PER_WIDTH = 3;
/** avif's own default effort takes three times as long for a tenth of the bytes (measured). */
const encodings = { webp: { quality: 80 }, avif: { quality: 50, effort: 2 }, jpeg: { quality: 88 } } as const;
/** JPEG knows no transparency, and would be black there. */
const BEHIND = '#ffffff';
/** Options of the copies that are shown elsewhere: they are drawn there once more, so little may be lost here. */
const anew: Partial<Record<keyof sharp.FormatEnum, object>> = {
  jpeg: { quality: 90 },
  webp: { quality: 90 },
  heif: { quality: 70, effort: 2 },
};

/** Loaders of what a picture may be. All others stay out: a file is what its loader takes it for. */
function admitPicturesOnly(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  const loaders = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'];
  sharp.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}`) });
}

/** A picture that could not be drawn for what it is. */
class Undrawable extends Error {}

/** @returns what libvips makes of a picture in memory @throws {Undrawable} */
const decoded = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: Error) => {
    throw new Undrawable(error.message, { cause: error });
  });

/**
 * Reads a picture from its input and draws it anew, which leaves behind whatever else was in the file: places, scripts, other files.
 * Decoders and encoders touch no disk, so that what they fail of is the picture's fault, and what writing fails of is not.
 * @param which {@link LARGEST}, or all
 */
async function drawn(format: DrawnFormat, folder: string, which?: string): Promise<Drawing> {
  const source = await buffer(process.stdin);
  const picture = (): sharp.Sharp => opened(source);
  try {
    const { autoOrient: size } = await decoded(picture().metadata());
    const widest = WIDTHS.filter((width) => width < size.width);
    const widths = [...widest, ...(widest.length < WIDTHS.length ? [WIDTH_MAX] : [])];
    const variants = [];
    for (const width of which === LARGEST ? widths.slice(-1) : widths) {
      const file = path.join(folder, String(width));
      const box = { width, height: width * HEIGHT_PER_WIDTH, fit: 'inside', withoutEnlargement: true } as const;
      const resized = format === 'jpeg' ? picture().resize(box).flatten({ background: BEHIND }) : picture().resize(box);
      const drawing = resized.toFormat(format, encodings[format]).toBuffer({ resolveWithObject: true });
      const { data, info } = await decoded(drawing);
      await writeFile(file, data);
      variants.push({ width: info.width, height: info.height, file });
    }
    return { width: size.width, height: size.height, variants };
  } catch (error) {
    return failureOf(error);
  }
}

/** The same in the format that the picture has, in its own size. */
async function drawnAnew(folder: string): Promise<{ readonly file: string } | Undrawn> {
  const source = await buffer(process.stdin);
  try {
    const { format } = await decoded(opened(source).metadata());
    const data = await decoded(
      opened(source)
        .toFormat(format === 'heif' ? 'avif' : format, anew[format])
        .toBuffer(),
    );
    const file = path.join(folder, ANEW);
    await writeFile(file, data);
    return { file };
  } catch (error) {
    return failureOf(error);
  }
}

const opened = (source: Buffer): sharp.Sharp =>
  sharp(source, { failOn: 'error', limitInputPixels: PIXELS_MAX }).autoOrient();

/** @throws what is no fault of the picture */
function failureOf(error: unknown): Undrawn {
  if (!(error instanceof Undrawable)) throw error;
  return { failure: /pixel limit/.test(error.message) ? 'too_large' : 'unreadable' };
}

async function main([format, folder, which]: readonly string[]): Promise<void> {
  sharp.concurrency(1);
  sharp.cache(false);
  admitPicturesOnly();
  const work = format === ANEW ? drawnAnew(folder as string) : drawn(format as DrawnFormat, folder as string, which);
  process.stdout.write(JSON.stringify(await work));
}

main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(error.message);
  process.exitCode = TEMPORARY;
});
