import type Koa from 'koa';
import rawBody from 'raw-body';
import { refuse } from '../../kernel/errors';
import { assertUncompressed, statedLength } from '../../surfaces/body';
import { composed } from '../text/text';

/** No form of a shop is nearly as long; a provider sends no more, either. */
export const BYTES_MAX = 32_000;
const FORM = 'application/x-www-form-urlencoded';

/** Fields of a form as a browser sends them: each is a text without what no text of the shop may hold. */
export class Fields {
  constructor(private readonly sent: URLSearchParams) {}

  has = (name: string): boolean => this.sent.has(name);

  /** Reads a field in one line. */
  one(name: string): string {
    return this.text(name).replaceAll(/\s+/g, ' ');
  }

  text(name: string): string {
    return cleaned(this.sent.get(name) ?? '');
  }

  *all(): Iterable<readonly [string, string]> {
    for (const [name, value] of this.sent) yield [name, cleaned(value)];
  }
}

const cleaned = (text: string): string =>
  composed(
    text
      .toWellFormed()
      .replaceAll('\r\n', '\n')
      .replaceAll(/(?!\n)\p{Cc}/gu, ' '),
  ).trim();

/** @throws {Refusal} unsupported_media_type, payload_too_large, invalid_request */
export async function fieldsIn(context: Koa.Context): Promise<Fields> {
  if (context.request.type !== FORM) refuse('unsupported_media_type', `Send ${FORM}.`);
  return new Fields(new URLSearchParams(await textIn(context)));
}

/** Reads the body as text. @throws {Refusal} payload_too_large, invalid_request */
export async function textIn(context: Koa.Context): Promise<string> {
  assertUncompressed(context);
  const length = statedLength(context);
  if (length !== undefined && length > BYTES_MAX) refuse('payload_too_large', `A form has at most ${BYTES_MAX} bytes.`);
  try {
    return (await rawBody(context.req, { length: length ?? null, limit: BYTES_MAX })).toString('utf8');
  } catch (error) {
    const { type } = error as { readonly type?: string };
    if (type === 'entity.too.large') refuse('payload_too_large', `A form has at most ${BYTES_MAX} bytes.`);
    return refuse('invalid_request', 'The form did not arrive.');
  }
}
