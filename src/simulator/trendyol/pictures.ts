import type { IncomingMessage, ServerResponse } from 'node:http';
import { isInteger, type Resources, record } from '../kit/control';
import { roll } from '../kit/prng';
import type { OpenFiles } from '../kit/server';
import { bomb, tiles } from '../kit/tiles';

/** Where the pictures are, outside of the API: nobody needs a credential for them, as on the provider's own CDN. */
const PREFIX = '/mediacenter/';

/** What a CDN, or whoever has taken it over, may do to who fetches a picture. */
export const pictureFaults = [
  'missing',
  'away',
  'slow',
  'tooLarge',
  'endless',
  'notAnImage',
  'cut',
  'bomb',
  'toPrivate',
  'toOther',
  'loop',
] as const;
export type PictureFault = (typeof pictureFaults)[number];

interface Spoilt {
  readonly fault: PictureFault;
  /** Of every so many contents all pictures. */
  readonly everyNth: number;
}

type Send = (response: ServerResponse, address: string) => void;

const MIB = 1024 * 1024;
const STREAM = 400;

const faulty: Readonly<Record<PictureFault, Send>> = {
  missing: (response) => answer(response, 404, 'text/plain', 'Not found'),
  away: (response) => answer(response, 503, 'text/plain', 'Away'),
  slow: (response) => void response.writeHead(200, { 'content-type': 'image/jpeg' }).flushHeaders(),
  tooLarge: (response) => void response.writeHead(200, { 'content-length': 21 * MIB }).flushHeaders(),
  endless,
  notAnImage: (response) => answer(response, 200, 'image/jpeg', '<html><body>Bakım çalışması</body></html>'),
  cut: (response) => {
    response.writeHead(200, { 'content-length': 50_000 });
    response.write(plain().subarray(0, 200), () => response.destroy());
  },
  bomb: (response) => answer(response, 200, 'image/png', bomb(30_000)),
  toPrivate: (response) => redirect(response, 'http://169.254.169.254/latest/meta-data/'),
  toOther: (response) => redirect(response, 'https://example.com/1.jpg'),
  loop: (response, address) => redirect(response, address),
};

/** Pictures of the catalog, each drawn when it is asked for, from the seed and its address alone. */
export class Pictures implements OpenFiles {
  served = 0;
  private spoilt: Spoilt | undefined;

  constructor(private readonly seed: number) {}

  /** What tests turn on. */
  readonly resource: Resources[string] = {
    GET: () => ({ spoilt: this.spoilt ?? null, served: this.served }),
    PUT: (body) => {
      const { fault, everyNth = 1 } = record(body, 'The body', ['fault', 'everyNth']);
      const known = pictureFaults.find((each) => each === fault);
      if (!known) throw new RangeError(`fault must be one of ${pictureFaults.join(', ')}.`);
      if (!isInteger(everyNth) || everyNth < 1) throw new RangeError('everyNth must be a whole number above 0.');
      this.spoilt = { fault: known, everyNth };
      return this.spoilt;
    },
    DELETE: () => {
      this.spoilt = undefined;
      return null;
    },
  };

  /** The addresses of a row lead here instead of to the provider's CDN. @param host as the caller called it */
  static here(images: readonly { readonly url: string }[], host: string): { url: string }[] {
    return images.map(({ url }) => ({ url: url.replace(/^https:\/\/[^/]+(?=\/mediacenter\/)/, `http://${host}`) }));
  }

  /** @returns false of what is no picture's address */
  answer(_request: IncomingMessage, response: ServerResponse, pathname: string): boolean {
    const [, content, picture] = /^\/mediacenter\/(\d+)\/(\d+)_org_zoom\.jpg$/.exec(pathname) ?? [];
    if (!pathname.startsWith(PREFIX)) return false;
    if (content === undefined || picture === undefined) answer(response, 404, 'text/plain', 'Not found');
    else {
      this.served++;
      if (this.spoilt && Number(content) % this.spoilt.everyNth === 0) faulty[this.spoilt.fault](response, pathname);
      else answer(response, 200, 'image/jpeg', this.drawn(Number(content), Number(picture)));
    }
    return true;
  }

  /** A PNG under the name of a JPEG: what comes is known by its bytes alone. */
  private drawn(content: number, picture: number): Uint8Array {
    const of = (what: number): number => roll(this.seed, content, STREAM + picture * 4 + what);
    const colour = (bits: number) => [bits & 255, (bits >>> 8) & 255, (bits >>> 16) & 255] as const;
    return tiles(of(0), [colour(of(1)), colour(of(2))]);
  }
}

function answer(response: ServerResponse, status: number, type: string, body: string | Uint8Array): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

const redirect = (response: ServerResponse, location: string): void =>
  void response.writeHead(302, { location, 'content-length': 0 }).end();

const plain = (): Buffer =>
  tiles(0, [
    [0, 0, 0],
    [255, 255, 255],
  ]);

/** Sends a picture behind which bytes come that have no end, and says no length. */
function endless(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'image/jpeg' });
  response.write(plain());
  const chunk = Buffer.alloc(MIB, 0xff);
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
}
