import type Koa from 'koa';
import type { Accepts, Brought } from '../kernel/content';
import { refuse } from '../kernel/errors';
import { FORM_BYTES_MAX, fileInForm } from './form';
import type { Gate } from './http';

/** What says nothing about the bytes. */
const UNSTATED = 'application/octet-stream';
const UNSTATED_IN_FORM = 'text/plain';

const FORM = 'multipart/form-data';

/**
 * The bytes that a request brings, read as fast as they are taken: its body, or the file in the form that its body is. The length has
 * to be stated, so that what is too much, or too much at a time, is refused before it comes.
 * @throws {Refusal} invalid_request, unsupported_media_type, payload_too_large, throttled
 */
export async function bodyOf(context: Koa.Context, { types, bytesMax, form }: Accepts, gate: Gate): Promise<Brought> {
  const { req, request } = context;
  assertUncompressed(context);
  const { length } = request;
  if (length === undefined)
    return refuse('invalid_request', 'The header Content-Length has to say how long the body is.', {
      errors: [{ pointer: '/header/Content-Length', message: 'is required' }],
    });
  const type = request.type.toLowerCase();
  const isForm = form !== undefined && type === FORM;
  if (type !== '' && type !== UNSTATED && !types.includes(type) && !isForm)
    refuse('unsupported_media_type', `Send the bytes of the file as ${[...types, UNSTATED].join(', ')}.`);
  if (length > bytesMax + (isForm ? FORM_BYTES_MAX : 0))
    refuse('payload_too_large', `This body may have at most ${bytesMax} bytes.`);
  await gate.weighContent(context, length);
  if (!isForm) return { bytes: whole(req), stated: () => saying(type) };
  let told: string | undefined;
  const bytes = fileInForm(whole(req), context.get('Content-Type'), form, (fileType) => {
    told = fileType === UNSTATED_IN_FORM ? undefined : saying(fileType);
  });
  return { bytes, stated: () => told };
}

const saying = (type: string): string | undefined => (type === '' || type === UNSTATED ? undefined : type);

async function* whole(req: Koa.Request['req']): AsyncIterable<Uint8Array> {
  try {
    // Who stops taking has an answer to give on this connection.
    yield* req.iterator({ destroyOnReturn: false });
  } catch (error) {
    if (req.complete || !req.destroyed) throw error;
    refuse('invalid_request', 'The client went away before its body was read.');
  }
}

/** A few kilobytes of zip can be a gigabyte of body. @throws {Refusal} unsupported_media_type */
export function assertUncompressed(context: Koa.Context): void {
  const encoding = context.get('Content-Encoding');
  if (encoding && encoding.toLowerCase() !== 'identity')
    refuse('unsupported_media_type', 'Send the body uncompressed.');
}
