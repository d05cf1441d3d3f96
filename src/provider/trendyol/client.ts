import { nullable, type Static, t } from '../../kernel/schema';
import { schemaErrors } from '../../kernel/validation';
import { ProviderAnswerTooLarge, ProviderRefused, ProviderThrottled, ProviderUnavailable } from '../error';
import { storable } from '../text';

export interface TrendyolCredentials {
  readonly sellerId: string;
  readonly integrator: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** A page of a hundred products takes a second or two. An import tells from its heartbeat that a call hangs, so this is below that. */
const TIMEOUT_MS = 10_000;
const MIB = 1024 * 1024;
const ANSWER_BYTES_MAX = 16 * MIB;
/** The provider documents no Retry-After (providers.md §2.2), and its window is 10 s. */
const THROTTLE_WAIT_MS = 2_000;

/** Speaks HTTP with Trendyol: auth, identity header, deadlines, and its several shapes of error. */
export class TrendyolClient {
  private readonly headers: Record<string, string>;

  constructor(
    private readonly baseUrl: string,
    readonly credentials: TrendyolCredentials,
  ) {
    const { apiKey, apiSecret, sellerId, integrator } = credentials;
    this.headers = {
      Authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`,
      'User-Agent': `${sellerId} - ${integrator}`,
      Accept: 'application/json',
    };
  }

  /** @param path below the base URL, e.g. `/product/sellers/1/products/approved` */
  async get(path: string, query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<unknown> {
    const url = `${this.baseUrl}${path}?${new URLSearchParams(query)}`;
    let response: Response;
    let text: string;
    try {
      // A redirect could lead the credentials to another host.
      response = await fetch(url, {
        headers: this.headers,
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      text = await boundedText(response);
    } catch (error) {
      if (signal.aborted || error instanceof ProviderAnswerTooLarge) throw error;
      throw new ProviderUnavailable(`Trendyol did not answer: ${reasonOf(error)}`, undefined, { cause: error });
    }
    if (response.ok) return parse(text);
    throw refusalOf(response.status, text);
  }
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > ANSWER_BYTES_MAX) {
      throw new ProviderAnswerTooLarge(
        `Trendyol answered more than ${ANSWER_BYTES_MAX / MIB} MiB; fewer products may fit.`,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProviderUnavailable('Trendyol answered something that is not JSON.');
  }
}

/** Shapes A and B carry `errors`, shape C `message` (providers.md §2.1). */
function refusalOf(status: number, text: string): Error {
  if (status === 429) return new ProviderThrottled(THROTTLE_WAIT_MS);
  if (status >= 500) return new ProviderUnavailable(`Trendyol answered ${status}.`, status);
  const body = refusalBody(text);
  const first = body?.errors?.[0];
  const message = first?.message ?? body?.message ?? `status ${status}`;
  const code = first?.key ?? body?.exception ?? null;
  return new ProviderRefused(status, code && storable(code, 100), storable(`Trendyol refused: ${message}`));
}

const optionalText = t.Optional(nullable(t.String()));

const refusalSchema = t.Object({
  errors: t.Optional(nullable(t.Array(t.Object({ key: optionalText, message: optionalText })))),
  exception: optionalText,
  message: optionalText,
});

/** @returns undefined when it is not what the provider documents: the status alone has to do */
function refusalBody(text: string): Static<typeof refusalSchema> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return schemaErrors(refusalSchema, body).length === 0 ? (body as Static<typeof refusalSchema>) : undefined;
  } catch {
    return undefined;
  }
}

const reasonOf = (error: unknown): string => {
  const { name, message, cause } = error as Error & { cause?: { code?: string } };
  if (name === 'TimeoutError') return `no answer within ${TIMEOUT_MS} ms`;
  return cause?.code ?? message;
};
