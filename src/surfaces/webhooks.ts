import type Router from '@koa/router';
import type Koa from 'koa';
import rawBody from 'raw-body';
import { refuse } from '../kernel/errors';
import { assertUncompressed, statedLength } from './body';

interface WebhookAddress {
  readonly storeId: string;
  readonly ext: string;
  readonly secret: string;
}

interface Posted {
  readonly headers: Koa.Request['headers'];
  readonly body: Uint8Array;
  readonly behind: string;
}

interface WebhookOptions {
  /** @throws {Refusal} of an address that is none */
  readonly admit: (place: WebhookAddress) => void;
  readonly take: (
    place: WebhookAddress,
    posted: Posted,
  ) => Promise<{ readonly status: number; readonly type: string; readonly body: string }>;
  readonly bytesMax: number;
}

/** The address that stores are shown, and the two of older shops (spec §4.3). */
const PATHS = [
  '/v1/ext/:ext/wh/:storeId/:secret{/:behind}',
  '/v1/psp/:ext/:storeId/:secret{/:behind}',
  '/v1/cargo/:ext/webhook/:storeId/:secret{/:behind}',
];

/** Excluded prefixes (spec §4.3): providers call them in their own words, and are answered in those. */
export function mountWebhooks(router: Router, { admit, take, bytesMax }: WebhookOptions): void {
  for (const path of PATHS)
    router.post(path, async (context) => {
      const { storeId = '', ext = '', secret = '', behind = '' } = context.params as Partial<Record<string, string>>;
      const place = { storeId, ext, secret };
      admit(place);
      const body = await bytesOf(context, bytesMax);
      const answer = await take(place, { headers: context.req.headers, body, behind });
      context.status = answer.status;
      context.type = answer.type;
      context.body = answer.body;
    });
}

async function bytesOf(context: Koa.Context, limit: number): Promise<Uint8Array> {
  const { req } = context;
  assertUncompressed(context);
  if (req.destroyed) refuse('invalid_request', 'The client went away before its body was read.');
  return rawBody(req, { length: statedLength(context) ?? null, limit });
}
