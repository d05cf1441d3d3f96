import type Koa from 'koa';
import type { Accepts } from '../kernel/content';
import { refuse } from '../kernel/errors';
import type { Gate } from './http';

/** What says nothing about the bytes. */
const UNSTATED = 'application/octet-stream';

/**
 * The body of a request as bytes that are read as fast as they are taken. Its length has to be stated, so that what is too much, or
 * too much at a time, is refused before it comes.
 * @throws {Refusal} invalid_request, unsupported_media_type, payload_too_large, throttled
 */
export function bodyOf(context: Koa.Context, { types, bytesMax }: Accepts, gate: Gate): AsyncIterable<Uint8Array> {
  const { req, request } = context;
  assertUncompressed(context);
  const { length } = request;
  if (length === undefined)
    return refuse('invalid_request', 'The header Content-Length has to say how long the body is.', {
      errors: [{ pointer: '/header/Content-Length', message: 'is required' }],
    });
  const stated = request.type.toLowerCase();
  if (stated !== '' && stated !== UNSTATED && !types.includes(stated))
    refuse('unsupported_media_type', `Send the bytes of the file as ${[...types, UNSTATED].join(', ')}.`);
  if (length > bytesMax) refuse('payload_too_large', `This body may have at most ${bytesMax} bytes.`);
  gate.weighContent(context, length);
  return whole(req);
}

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
