import { nullable, type Static, t } from '../../kernel/schema/schema';
import { schemaErrors } from '../../kernel/schema/validation';
import { ProviderRefused, type Refused, refusedWith } from '../error';
import type { Asking, ProviderHttp } from '../http';
import { readJson } from '../json';
import { storable } from '../text';

export const NAME = 'Hepsiburada';

export interface HepsiburadaCredentials {
  readonly merchantId: string;
  /** The name with which the integrator is registered. */
  readonly integrator: string;
  readonly serviceKey: string;
}

/** The hosts of Hepsiburada: each domain has one of its own. */
export type Service = 'listing-external' | 'oms-external' | 'mpop';

/** The part of the base URL in place of a service's host. */
export const SERVICE = '{service}';

/** Speaks HTTP with Hepsiburada: its hosts, auth, identity header, and its several shapes of error (providers.md §6). */
export class HepsiburadaClient {
  private readonly headers: Record<string, string>;

  /** @param baseUrl has {@link SERVICE} in the place of a host */
  constructor(
    private readonly baseUrl: string,
    readonly credentials: HepsiburadaCredentials,
    private readonly http: ProviderHttp,
  ) {
    const { merchantId, integrator, serviceKey } = credentials;
    this.headers = {
      Authorization: `Basic ${Buffer.from(`${merchantId}:${serviceKey}`).toString('base64')}`,
      'User-Agent': integrator,
      Accept: 'application/json',
    };
  }

  /** @param path below the host, e.g. `/listings/merchantid/1` @param query is written as it stands: a blank as %20 */
  async get(
    service: Service,
    path: string,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<unknown> {
    const asked = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const url = `${this.at(service)}${path}${asked.length > 0 ? `?${asked.join('&')}` : ''}`;
    return assertNoRefusal(await this.http.getJson(url, this.asking(signal)));
  }

  /** Sends JSON, and reads the answer. */
  async postJson(service: Service, path: string, body: unknown, signal: AbortSignal): Promise<unknown> {
    return assertNoRefusal(await this.http.postJson(`${this.at(service)}${path}`, body, this.asking(signal)));
  }

  /** Sends JSON of which the status alone says that it was done. */
  async tell(
    method: 'POST' | 'PUT',
    service: Service,
    path: string,
    body: unknown,
    signal: AbortSignal,
  ): Promise<void> {
    const url = `${this.at(service)}${path}`;
    const asking = { ...this.asking(signal), reads: 'text' as const };
    const answer = method === 'PUT' ? this.http.putJson(url, body, asking) : this.http.postJson(url, body, asking);
    assertNoRefusal(jsonIn(String(await answer)));
  }

  private at(service: Service): string {
    return this.baseUrl.replace(SERVICE, service);
  }

  private asking(signal: AbortSignal): Asking {
    return { headers: this.headers, signal, refusalOf, waitHeader: 'X-RateLimit-Reset' };
  }
}

const optionalText = t.Optional(nullable(t.String()));

/** Orders and packages say `code` and `message`, listings `errors`, .NET services ProblemDetails; some a text, some nothing. */
const refusalSchema = t.Object({
  code: t.Optional(nullable(t.Union([t.String(), t.Number()]))),
  message: optionalText,
  title: optionalText,
  success: t.Optional(nullable(t.Boolean())),
  errors: t.Optional(t.Unknown()),
});
type Refusal = Static<typeof refusalSchema>;

function refusalOf(status: number, text: string): Refused {
  const body = refusalIn(jsonIn(text));
  const code = body && codeOf(body);
  const words = (body && wordsOf(body)) ?? wordsIn(text);
  return refusedWith(status, code, storable(`${NAME} refused: ${words ?? `status ${status}`}`));
}

/** Text of a service, as far as it is no page. */
const wordsIn = (text: string): string | undefined =>
  text.trim() === '' || /^\s*[<{[]/.test(text) ? undefined : text.trim();

function codeOf({ code, errors, title }: Refusal): string | null {
  if (code !== undefined && code !== null && code !== '' && code !== 0) return storable(String(code), 100);
  if (errors !== undefined && errors !== null) return 'errors';
  return title ? storable(title, 100) : null;
}

function wordsOf({ message, title, errors }: Refusal): string | undefined {
  const listed = Array.isArray(errors) ? errors : Object.values((errors ?? {}) as object).flat();
  const said = listed.map((each) =>
    typeof each === 'string' ? each : (each as { message?: unknown } | null)?.message,
  );
  const words = [message, ...said.filter((each) => typeof each === 'string')].filter(Boolean).slice(0, 5).join('; ');
  return words || title || undefined;
}

/** @returns undefined of what is none of the documented shapes: the status alone has to do */
function refusalIn(body: unknown): Refusal | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  return schemaErrors(refusalSchema, body).length === 0 ? (body as Refusal) : undefined;
}

/** Passes an answer on, unless it says no with a status of success. @throws {ProviderRefused} */
function assertNoRefusal(answer: unknown): unknown {
  const body = refusalIn(answer);
  if (body?.success !== false) return answer;
  throw new ProviderRefused(
    200,
    codeOf(body) ?? 'not.successful',
    storable(`${NAME} refused: ${wordsOf(body) ?? 'it says that it has not succeeded'}`),
  );
}

function jsonIn(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
