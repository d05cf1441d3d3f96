import { randomBytes } from 'node:crypto';
import { nullable, type Static, t } from '../../kernel/schema/schema';
import { schemaErrors } from '../../kernel/schema/validation';
import {
  ProviderAnswerInvalid,
  ProviderThrottled,
  ProviderUnavailable,
  ProviderUnclear,
  type Refused,
  refusedWith,
} from '../error';
import type { ProviderHttp } from '../http';
import { storable } from '../text';
import { authHeaders, type IyzicoKeys } from './signature';

export const NAME = 'iyzico';

/** Limits count requests of a minute (docs.iyzico.com, "Limitler"): one that is met is soon met again. */
const THROTTLE_WAIT_MS = 10_000;

/** Speaks HTTP with iyzico: its signature, and what it says no with, which comes with a status of 200 as well. */
export class IyzicoClient {
  constructor(
    private readonly baseUrl: string,
    readonly keys: IyzicoKeys,
    private readonly http: ProviderHttp,
  ) {}

  /** @param path below the base URL */
  async post(path: string, body: object, signal: AbortSignal): Promise<object> {
    const text = JSON.stringify(body);
    const headers = { ...this.headers(path, text), 'Content-Type': 'application/json' };
    return succeeded(await this.http.postText(this.baseUrl + path, text, { headers, signal, refusalOf }));
  }

  /** @param path as of {@link IyzicoClient.post} */
  async get(path: string, query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<object> {
    const url = `${this.baseUrl}${path}?${new URLSearchParams(query)}`;
    return succeeded(await this.http.getJson(url, { headers: this.headers(path, ''), signal, refusalOf }));
  }

  private headers(path: string, body: string): Record<string, string> {
    const { pathname } = new URL(this.baseUrl + path);
    return {
      ...authHeaders(this.keys, pathname, body, randomBytes(12).toString('hex')),
      Accept: 'application/json',
    };
  }
}

const optionalText = t.Optional(nullable(t.String()));
const failureSchema = t.Object({
  status: t.Literal('failure'),
  errorCode: t.Optional(nullable(t.Union([t.String(), t.Integer()]))),
  errorMessage: optionalText,
  errorGroup: optionalText,
});

function succeeded(answer: unknown): object {
  if ((answer as { status?: unknown } | null)?.status === 'success') return answer as object;
  if (schemaErrors(failureSchema, answer).length === 0) throw failureOf(200, answer as Static<typeof failureSchema>);
  throw new ProviderAnswerInvalid(`${NAME} answered neither success nor failure.`);
}

function refusalOf(status: number, text: string): ReturnType<typeof failureOf> {
  try {
    const body: unknown = JSON.parse(text);
    if (schemaErrors(failureSchema, body).length === 0) return failureOf(status, body as Static<typeof failureSchema>);
  } catch {
    // None that it documents: the status alone has to do.
  }
  return new ProviderUnclear(status, `${NAME} refused: status ${status}`);
}

/** Codes and groups with which it says that something went wrong on its side, or at the bank: nobody knows how far it came. */
const SYSTEM_CODES = ['1', '100001'];
const SYSTEM_GROUPS = /SYSTEM|TIMEOUT|COMMUNICATION/;
const THROTTLED_CODE = '50000';

function failureOf(
  status: number,
  { errorCode, errorMessage, errorGroup }: Static<typeof failureSchema>,
): Refused | ProviderThrottled | ProviderUnavailable {
  const code = storable(String(errorCode ?? errorGroup ?? ''), 100);
  if (code === THROTTLED_CODE) return new ProviderThrottled(THROTTLE_WAIT_MS);
  const message = errorMessage ?? (code === '' ? `status ${status}` : `code ${code}`);
  if (SYSTEM_CODES.includes(code) || SYSTEM_GROUPS.test(errorGroup ?? ''))
    return new ProviderUnavailable(storable(`${NAME} failed on its side: ${message}`), status);
  return refusedWith(status, code, storable(`${NAME} refused: ${message}`));
}
