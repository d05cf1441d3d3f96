import { nullable, type Static, t } from '../../kernel/schema/schema';
import { schemaErrors } from '../../kernel/schema/validation';
import { type Refused, refusedWith } from '../error';
import type { ProviderHttp } from '../http';
import { storable } from '../text';

export interface TrendyolCredentials {
  readonly sellerId: string;
  readonly integrator: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** The country that a change is for: the calls that create something ask for it (developers.trendyol.com, createBrand). */
const STOREFRONT = 'TR';

/** Speaks HTTP with Trendyol: auth, identity header, and its several shapes of error. */
export class TrendyolClient {
  private readonly headers: Record<string, string>;

  constructor(
    private readonly baseUrl: string,
    readonly credentials: TrendyolCredentials,
    private readonly http: ProviderHttp,
  ) {
    const { apiKey, apiSecret, sellerId, integrator } = credentials;
    this.headers = {
      Authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`,
      'User-Agent': `${sellerId} - ${integrator}`,
      Accept: 'application/json',
    };
  }

  /** @param path below the base URL, e.g. `/product/sellers/1/products/approved` */
  get(path: string, query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<unknown> {
    const url = `${this.baseUrl}${path}?${new URLSearchParams(query)}`;
    return this.http.getJson(url, { headers: this.headers, signal, refusalOf });
  }

  /** Reads as {@link TrendyolClient.get} does, from services that ask for the country. */
  getOfStorefront(path: string, query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<unknown> {
    const headers = { ...this.headers, storeFrontCode: STOREFRONT };
    return this.http.getJson(`${this.baseUrl}${path}?${new URLSearchParams(query)}`, { headers, signal, refusalOf });
  }

  /**
   * Sends JSON of which the status alone says that it was done.
   * @param path as of {@link TrendyolClient.get} @returns the words of the answer
   */
  async tell(method: 'POST' | 'PUT', path: string, body: unknown, signal: AbortSignal): Promise<string> {
    const asking = { headers: this.headers, signal, refusalOf, reads: 'text' as const };
    const url = `${this.baseUrl}${path}`;
    const answer = method === 'PUT' ? this.http.putJson(url, body, asking) : this.http.postJson(url, body, asking);
    return String(await answer);
  }

  /** Sends a form as {@link TrendyolClient.tell} sends JSON. */
  async tellForm(path: string, form: FormData, signal: AbortSignal): Promise<string> {
    const asking = { headers: this.headers, signal, refusalOf, reads: 'text' as const };
    return String(await this.http.postForm(`${this.baseUrl}${path}`, form, asking));
  }

  /** @param path as of {@link TrendyolClient.get} */
  postJson(path: string, body: unknown, signal: AbortSignal): Promise<unknown> {
    return this.http.postJson(`${this.baseUrl}${path}`, body, { headers: this.headers, signal, refusalOf });
  }

  /** @param path as of {@link TrendyolClient.get} */
  putJson(path: string, body: unknown, signal: AbortSignal): Promise<unknown> {
    return this.http.putJson(`${this.baseUrl}${path}`, body, { headers: this.headers, signal, refusalOf });
  }

  /** @param path as of {@link TrendyolClient.get} */
  delete(path: string, body: unknown, signal: AbortSignal): Promise<unknown> {
    return this.http.delete(`${this.baseUrl}${path}`, { headers: this.headers, signal, refusalOf }, body);
  }

  /** @param path as of {@link TrendyolClient.get} */
  postForm(path: string, form: FormData, signal: AbortSignal): Promise<unknown> {
    const headers = { ...this.headers, storeFrontCode: STOREFRONT };
    return this.http.postForm(`${this.baseUrl}${path}`, form, { headers, signal, refusalOf });
  }
}

/** Shapes A and B carry `errors`, shape C `error` and `message`, shape D `error` with `errors` (providers.md §2.1). */
function refusalOf(status: number, text: string): Refused {
  const body = refusalBody(text);
  const first = body?.errors?.[0];
  const inner = body?.error;
  const label = typeof inner === 'object' ? inner?.errors?.[0] : undefined;
  const message = first?.message ?? label?.title ?? body?.message ?? `status ${status}`;
  const own = label?.code ?? (typeof inner === 'string' ? inner : undefined);
  const code = first?.key ?? body?.exception ?? (own === undefined ? null : String(own));
  return refusedWith(status, code && storable(code, 100), storable(`Trendyol refused: ${message}`));
}

const optionalText = t.Optional(nullable(t.String()));

const refusalSchema = t.Object({
  errors: t.Optional(nullable(t.Array(t.Object({ key: optionalText, message: optionalText })))),
  exception: optionalText,
  message: optionalText,
  error: t.Optional(
    nullable(
      t.Union([
        t.String(),
        t.Object({
          errors: t.Optional(
            nullable(
              t.Array(
                t.Object({
                  code: t.Optional(nullable(t.Union([t.String(), t.Number()]))),
                  title: optionalText,
                }),
              ),
            ),
          ),
        }),
      ]),
    ),
  ),
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
