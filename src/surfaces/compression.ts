import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type Koa from 'koa';

/** Codings of answers (RFC 9110 §8.4.1), the smaller one first. */
const CODINGS = ['br', 'gzip'] as const;
type Coding = (typeof CODINGS)[number];

/** Length in bytes from which an answer is compressed. A shorter one fits into one packet either way. */
const BYTES_MIN = 1_024;
/** Length in bytes up to which this thread compresses by itself: handing it to another one takes longer than the work. */
const BYTES_HERE_MAX = 32 * 1024;

const TEXT = /^(text\/|application\/([\w.-]+\+)?(json|xml)\b|application\/javascript\b|image\/svg\+xml\b)/;

/** Levels for an answer that is written for one request: more of them cost several times the work for a twentieth of the bytes. */
const quick = {
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } },
  gzip: { level: 4 },
};
/** Length in bytes up to which Brotli searches longer: half a second of another thread takes off a tenth of the meanings of the panel. */
const BYTES_SEARCHED_MAX = 1024 * 1024;

/** Levels for bytes that are compressed once for all requests. */
const thorough = ({ length }: Buffer) => ({
  br: {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: length <= BYTES_SEARCHED_MAX ? 10 : 9,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  },
  gzip: { level: 9 },
});

const here = { br: brotliCompressSync, gzip: gzipSync } as const;
const aside = { br: promisify(brotliCompress), gzip: promisify(gzip) } as const;

/** Bytes that are answered again and again, each with its compressed forms. */
const kept = new WeakMap<Buffer, Map<Coding, Promise<Buffer>>>();

/** Keeps the compressed forms of bytes for as long as the bytes live. @returns the bytes */
export function compressedOnce(bytes: Buffer): Buffer {
  kept.set(bytes, new Map());
  return bytes;
}

/**
 * Compresses texts as the caller asks for it (RFC 9110 §12.5.3): whole answers alone. Files and what is compressed already go as they are.
 * It stands around what answers, so problems are compressed like all else.
 */
export const compressAnswers: Koa.Middleware = async (context, next) => {
  await next();
  const bytes = textIn(context);
  if (!bytes) return;
  context.vary('Accept-Encoding');
  const coding = isOwnRequest(context) ? codingFor(context) : undefined;
  if (coding === undefined) return;
  context.body = await compressed(bytes, coding);
  context.set('Content-Encoding', coding);
};

/** Finds the coding that the caller takes. @returns undefined: the text as it is */
export const codingFor = (context: Koa.Context): Coding | undefined =>
  context.headers['accept-encoding'] === undefined
    ? undefined
    : CODINGS.find((coding) => context.acceptsEncodings(coding, 'identity') === coding);

/** @returns undefined of an answer that is short, no text, a stream, or compressed already */
function textIn({ body, response }: Koa.Context): Buffer | undefined {
  const isWhole = typeof body === 'string' || Buffer.isBuffer(body);
  if (!isWhole || body.length < BYTES_MIN / MOST_BYTES_OF_A_CHARACTER) return undefined;
  if (!TEXT.test(headerIn(response, 'Content-Type')) || headerIn(response, 'Content-Encoding') !== '') return undefined;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return bytes.length < BYTES_MIN ? undefined : bytes;
}

/** @returns '' where the answer has no such header: Koa's types promise a text there, too */
const headerIn = (response: Koa.Response, name: string): string => String(response.get(name) ?? '');

/** A unit of a JavaScript text takes three bytes of UTF-8 at most. */
const MOST_BYTES_OF_A_CHARACTER = 3;

/**
 * False of an answer for its caller alone that another site may have asked a browser for. Compressed, its length would tell how much of
 * its secrets is like what that site wrote into the request (BREACH). Browsers say the asking site by themselves; one that does not say it,
 * and brings a cookie, is not trusted.
 */
function isOwnRequest({ headers, response }: Koa.Context): boolean {
  if (headers.cookie === undefined || !headerIn(response, 'Cache-Control').includes('no-store')) return true;
  return headers['sec-fetch-site'] === 'same-origin' || headers['sec-fetch-site'] === 'none';
}

function compressed(bytes: Buffer, coding: Coding): Buffer | Promise<Buffer> {
  const forms = kept.get(bytes);
  if (!forms)
    return bytes.length <= BYTES_HERE_MAX ? here[coding](bytes, quick[coding]) : aside[coding](bytes, quick[coding]);
  const form = forms.get(coding) ?? aside[coding](bytes, thorough(bytes)[coding]);
  forms.set(coding, form);
  return form;
}
