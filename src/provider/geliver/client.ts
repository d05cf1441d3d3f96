import { nullable, type Static, t } from '../../kernel/schema/schema';
import { schemaErrors } from '../../kernel/schema/validation';
import { checkedAnswer } from '../checked-answer';
import { ProviderAnswerInvalid, type Refused, refusedWith } from '../error';
import type { Asking, ProviderHttp } from '../http';
import { storable } from '../text';

/** Speaks HTTP with Geliver: the token, and the envelope around each of its answers (providers.md §3). */
export class GeliverClient {
  private readonly headers: Readonly<Record<string, string>>;

  constructor(
    private readonly baseUrl: string,
    token: string,
    private readonly http: ProviderHttp,
  ) {
    this.headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' };
  }

  /** @param path below the base URL, e.g. `/shipments` @returns the envelope, whose `data` nobody has looked at */
  async get(path: string, query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Envelope> {
    const search = new URLSearchParams(query).toString();
    return opened(await this.http.getJson(this.at(path, search && `?${search}`), this.asking(signal)));
  }

  /** @param path as of {@link GeliverClient.get} */
  async post(path: string, body: object, signal: AbortSignal): Promise<Envelope> {
    return opened(await this.http.postJson(this.at(path), body, this.asking(signal)));
  }

  /** @param path as of {@link GeliverClient.get} */
  async delete(path: string, signal: AbortSignal): Promise<Envelope> {
    return opened(await this.http.delete(this.at(path), this.asking(signal)));
  }

  private at(path: string, search = ''): string {
    return `${this.baseUrl}${path}${search}`;
  }

  private asking(signal: AbortSignal): Asking {
    return { headers: this.headers, signal, refusalOf };
  }
}

const optionalText = t.Optional(nullable(t.String()));

/** Counts come as numbers or as text. */
const count = t.Optional(nullable(t.Union([t.Integer({ minimum: 0 }), t.String({ pattern: '^[0-9]{1,9}$' })])));

const envelopeSchema = t.Object({
  result: t.Optional(nullable(t.Boolean())),
  code: optionalText,
  message: optionalText,
  additionalMessage: optionalText,
  totalRows: count,
  totalPages: count,
  data: t.Optional(t.Unknown()),
});

export type Envelope = Static<typeof envelopeSchema>;

/** Geliver says no with a status from 400 on, or with `result: false` in an answer of 200. @throws {Refused}, {ProviderAnswerInvalid} */
function opened(answer: unknown): Envelope {
  const envelope = checkedAnswer<Envelope>('Geliver', 'something', envelopeSchema, answer);
  if (envelope.result === false) throw refused(200, envelope);
  if (envelope.result !== true)
    throw new ProviderAnswerInvalid('Geliver answered without saying whether it has done it.');
  return envelope;
}

function refused(status: number, { code, message, additionalMessage }: Partial<Envelope>): Refused {
  const said = [message, additionalMessage].filter((part) => part).join(' – ') || `status ${status}`;
  return refusedWith(status, code && storable(code, 100), storable(`Geliver refused: ${said}`));
}

function refusalOf(status: number, text: string): Refused {
  try {
    const body: unknown = JSON.parse(text);
    if (schemaErrors(envelopeSchema, body).length === 0) return refused(status, body as Envelope);
  } catch {
    // Not what the provider documents: the status alone has to do.
  }
  return refused(status, {});
}
