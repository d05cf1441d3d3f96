import type Koa from 'koa';
import { type Accepts, type Brought, type FormFiles, type FormPart, mostFiles } from '../kernel/declaration/content';
import { UNTYPED } from '../kernel/declaration/file';
import { refuse } from '../kernel/errors';
import type { TSchema } from '../kernel/schema/schema';
import { awaitFile } from './arrival';
import { fileInForm, PART_HEAD_BYTES_MAX, partsOf } from './form';
import type { Gate } from './http';

const UNSTATED_IN_FORM = 'text/plain';

const FORM = 'multipart/form-data';

/** Files are handed on to their storage before they are answered, at its pace: so long nothing may come in or go out meanwhile. */
const KEEPING_MS_MAX = 300_000;

/**
 * The bytes that a request brings, read as fast as they are taken: its body, or the file in the form that its body is.
 * @throws {Refusal} invalid_request, unsupported_media_type, payload_too_large, throttled
 */
export async function bodyOf(context: Koa.Context, { types, bytesMax, form }: Accepts, gate: Gate): Promise<Brought> {
  const { req, request } = context;
  assertUncompressed(context);
  const length = lengthOf(context);
  const type = request.type.toLowerCase();
  const isForm = form !== undefined && type === FORM;
  if (type !== '' && type !== UNTYPED && !types.includes(type) && !isForm)
    refuse('unsupported_media_type', `${quoteType(type)} is not taken: send ${[...types, UNTYPED].join(', ')}.`);
  if (length > bytesMax + (isForm ? PART_HEAD_BYTES_MAX : 0))
    refuse('payload_too_large', `This body may have at most ${bytesMax} bytes.`);
  await gate.weighContent(context, length);
  req.socket.setTimeout(KEEPING_MS_MAX);
  awaitFile(req, length);
  if (!isForm) return { bytes: whole(req), stated: () => saying(type) };
  let told: string | undefined;
  const bytes = fileInForm(whole(req), context.get('Content-Type'), form, (fileType) => {
    told = sayingInForm(fileType);
  });
  return { bytes, stated: () => told };
}

/** A media type as it may be quoted (RFC 6838, 4.2). */
const quoteType = (type: string): string => (/^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(type) ? type : 'The stated type');

/** Limit of all text in a form, in bytes. */
export const FORM_TEXT_BYTES_MAX = 64 * 1024;

/**
 * The fields of the form that a request brings, one after the other, read as fast as they are taken.
 * @throws {Refusal} invalid_request, unsupported_media_type, payload_too_large, throttled
 */
export async function formIn(
  context: Koa.Context,
  { body, form }: { readonly body: TSchema; readonly form: FormFiles },
  gate: Gate,
): Promise<AsyncIterable<FormPart>> {
  assertUncompressed(context);
  const length = lengthOf(context);
  if (context.request.type.toLowerCase() !== FORM) refuse('unsupported_media_type', `Send ${FORM}.`);
  const { properties = {} } = body as { readonly properties?: object };
  const counts = Object.keys(properties).map((field) => (field in form ? mostFiles(body, field) : 1));
  const partsMax = counts.reduce((sum, count) => sum + count, 0);
  const fileBytesMax = Object.entries(form).reduce(
    (sum, [field, { bytesMax }]) => sum + bytesMax * mostFiles(body, field),
    0,
  );
  const most = fileBytesMax + FORM_TEXT_BYTES_MAX + partsMax * PART_HEAD_BYTES_MAX;
  if (length > most) refuse('payload_too_large', `This form may have at most ${most} bytes.`);
  await gate.weighContent(context, length);
  context.req.socket.setTimeout(KEEPING_MS_MAX);
  awaitFile(context.req, length);
  const wanted = `the fields ${Object.keys(properties).join(', ')}`;
  const contentType = context.get('Content-Type');
  // One part more than fit is read, so that its field can be told.
  return fieldsOf(partsOf(whole(context.req), { contentType, partsMax: partsMax + 1, wanted }));
}

async function* fieldsOf(parts: ReturnType<typeof partsOf>): AsyncIterable<FormPart> {
  for await (const { field, bytes, type } of parts)
    yield { field, brought: { bytes, stated: () => sayingInForm(type) } };
}

/**
 * Reads `Content-Length`, in bytes; Node's parser has refused a value that is no number. Koa's own reading of it is one of 32 bits, to
 * which 4 GiB are nothing.
 */
export function statedLength({ req }: Koa.Context): number | undefined {
  const stated = req.headers['content-length'];
  return stated === undefined ? undefined : Number(stated);
}

/** The length has to be stated, so that what is too much, or too much at a time, is refused before it comes. */
function lengthOf(context: Koa.Context): number {
  return (
    statedLength(context) ??
    refuse('invalid_request', 'The header Content-Length has to say how long the body is.', {
      errors: [{ pointer: '/header/Content-Length', message: 'is required' }],
    })
  );
}

const sayingInForm = (type: string): string | undefined => (type === UNSTATED_IN_FORM ? undefined : saying(type));

const saying = (type: string): string | undefined => (type === '' || type === UNTYPED ? undefined : type);

async function* whole(req: Koa.Request['req']): AsyncIterable<Uint8Array> {
  try {
    // A reader that stops has an answer to give on this connection.
    yield* req.iterator({ destroyOnReturn: false });
  } catch (error) {
    if (req.complete || !req.destroyed) throw error;
    refuse('invalid_request', 'The client went away before its body was read.');
  }
}

/** A few kilobytes of zip can be a gigabyte of body. @throws {Refusal} unsupported_media_type */
export function assertUncompressed(context: Koa.Context): void {
  const encoding = context.get('Content-Encoding');
  if (!encoding || encoding.toLowerCase() === 'identity') return;
  // RFC 9110 §15.5.16: what would have been taken.
  context.set('Accept-Encoding', 'identity');
  refuse('unsupported_media_type', 'Send the body uncompressed.');
}
