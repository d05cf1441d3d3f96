import { createHmac } from 'node:crypto';
import { nullable, type Static, t } from '../../kernel/schema/schema';
import { schemaErrors } from '../../kernel/schema/validation';
import { ProviderAnswerInvalid, ProviderThrottled, refusedWith } from '../error';
import type { ProviderHttp } from '../http';
import { storable } from '../text';

export const NAME = 'PayTR';

export interface PaytrKeys {
  readonly merchantId: string;
  readonly merchantKey: string;
  readonly merchantSalt: string;
}

/** The signature of a request to PayTR. Each service has fields and an order of its own (dev.paytr.com). */
export const tokenOf = (merchantKey: string, fields: readonly string[]): string =>
  createHmac('sha256', merchantKey).update(fields.join('')).digest('base64');

/** The code for another refund of the same payment that is under way: nothing was done, and soon it is over. */
const LOCKED = '000';
const LOCKED_WAIT_MS = 5_000;

/** Speaks HTTP with PayTR: forms with a token, and what it says no with, which comes with a status of 200. */
export class PaytrClient {
  constructor(
    readonly baseUrl: string,
    readonly keys: PaytrKeys,
    private readonly http: ProviderHttp,
  ) {}

  /** @param signed the texts that the token signs after the merchant's number, in the order of the service, the salt among them */
  async post(
    path: string,
    fields: Readonly<Record<string, string>>,
    signed: readonly string[],
    signal: AbortSignal,
  ): Promise<object> {
    const { merchantId, merchantKey } = this.keys;
    const form = new URLSearchParams({
      merchant_id: merchantId,
      ...fields,
      paytr_token: tokenOf(merchantKey, [merchantId, ...signed]),
    });
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' };
    return succeeded(await this.http.postText(this.baseUrl + path, form.toString(), { headers, signal }));
  }
}

const optionalText = t.Optional(nullable(t.String()));
const failureSchema = t.Object({
  status: t.Union([t.Literal('error'), t.Literal('failed')]),
  err_no: t.Optional(nullable(t.Union([t.String(), t.Integer()]))),
  err_msg: optionalText,
  reason: optionalText,
});

function succeeded(answer: unknown): object {
  if ((answer as { status?: unknown } | null)?.status === 'success') return answer as object;
  if (schemaErrors(failureSchema, answer).length > 0)
    throw new ProviderAnswerInvalid(`${NAME} answered neither success nor failure.`);
  const { err_no, err_msg, reason } = answer as Static<typeof failureSchema>;
  // Numbers of PayTR have three digits, also where JSON has made a number of them.
  const code = err_no == null ? null : storable(String(err_no).padStart(3, '0'), 100);
  if (code === LOCKED) throw new ProviderThrottled(LOCKED_WAIT_MS);
  throw refusedWith(200, code, storable(`${NAME} refused: ${err_msg ?? reason ?? `code ${code}`}`));
}
