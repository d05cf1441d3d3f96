import { ProviderRefused, ProviderThrottled, ProviderUnavailable } from '../provider.error';

export interface TrendyolCredentials {
  readonly sellerId: string;
  readonly integrator: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

const TIMEOUT_MS = 20_000;
const ANSWER_BYTES_MAX = 16 * 1024 * 1024;
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
      if (signal.aborted) throw error;
      throw new ProviderUnavailable(`Trendyol did not answer: ${reasonOf(error)}`, { cause: error });
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
    if (bytes > ANSWER_BYTES_MAX) throw new Error(`the answer is larger than ${ANSWER_BYTES_MAX} bytes`);
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
  if (status >= 500) return new ProviderUnavailable(`Trendyol answered ${status}.`);
  let body: { errors?: { key?: string; message?: string }[]; exception?: string; message?: string } = {};
  try {
    body = JSON.parse(text);
  } catch {
    // The status alone has to do.
  }
  const first = body.errors?.[0];
  const message = first?.message ?? body.message ?? `status ${status}`;
  return new ProviderRefused(
    status,
    first?.key ?? body.exception ?? null,
    `Trendyol refused: ${message}`.slice(0, 500),
  );
}

const reasonOf = (error: unknown): string => {
  const { name, message, cause } = error as Error & { cause?: { code?: string } };
  if (name === 'TimeoutError') return `no answer within ${TIMEOUT_MS} ms`;
  return cause?.code ?? message;
};
