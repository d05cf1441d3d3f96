import { sleep } from '../../src/embedded/process';
import { walkThrough } from '../../src/simulator/shopper/browser';
import { Patience, patient } from '../world/patience';
import { type Answer, type Gateway, NoAnswer } from './gateway';
import type { Product } from './product';
import type { Random } from './random';

const PATIENCE_MS = patient(60_000);
/** Above what it takes to prove that the bank was never asked. */
const DECIDED_MS_MAX = patient(120_000);
/** Below what one session may have. */
const ATTEMPTS_MAX = 12;

/** What a shopper knows of a placed order. */
export interface Receipt {
  readonly id: string;
  readonly number: string;
  readonly payment: string;
  readonly total: number;
}

export interface Card {
  readonly holder: string;
  readonly number: string;
  readonly month: string;
  readonly year: string;
  readonly securityCode: string;
}

interface Begun {
  readonly id: string;
  readonly page: Parameters<typeof walkThrough>[0];
}

const RETURN_URL = 'http://127.0.0.1:9/geri';

/** What a payment came to, of which nobody hears any more. */
const OVER = ['failed', 'unknown', 'returning', 'returned', 'not_returned'];

/** The checkout as the server of a storefront uses it: whatever gives no definitive answer is asked again. */
export class Storefront {
  constructor(
    private readonly product: Product,
    private readonly gateway: Gateway,
    private readonly random: Random,
  ) {}

  /** Sends until there is a definitive answer. @throws {NoAnswer} */
  async ask(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<Answer> {
    const patience = new Patience(PATIENCE_MS);
    for (;;) {
      const answer = await this.once(method, path, body);
      if (answer && answer.status !== 401 && !isOfHook(answer)) return answer;
      if (patience.isOver) throw this.gateway.unanswered(`checkout ${method} ${path}`, PATIENCE_MS);
      await sleep(this.random.int(50, 400));
    }
  }

  /** Its key is another one each time that the product starts. */
  private async once(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<Answer | undefined> {
    const { run } = this.product;
    if (!run) return undefined;
    const headers = { authorization: `Bearer ${run.checkout.key}`, 'content-type': 'application/json' };
    const url = `${run.checkout.url}/stores/${run.storeId}/sessions${path}`;
    return this.gateway.exchange('checkout', method, url, headers, body && JSON.stringify(body));
  }

  /** Begins to pay by card. @returns undefined when the bank took no order to pay for */
  async begin(session: string, total: number, card?: Card): Promise<Begun> {
    for (let attempt = 1; ; attempt += 1) {
      const paying = { total, returnUrl: RETURN_URL, ip: '203.0.113.7', ...(card ? { card } : {}) };
      const { status, body } = await this.ask('POST', `${session}/payments`, paying);
      if (status === 201) return { id: body.payment.id, page: body.page };
      if (body.code !== 'payment_unavailable') throw new Refused(body.code, body);
      if (attempt === ATTEMPTS_MAX) throw this.gateway.unanswered(`a payment of ${session}`, PATIENCE_MS);
      await sleep(this.random.int(50, 400));
    }
  }

  /** What the shopper does at the bank. @returns what the browser brings back; empty when it lost its way */
  async walk({ page }: Begun): Promise<string> {
    return (await walkThrough(page, RETURN_URL).catch(() => undefined)) ?? '';
  }

  /** Comes back from the bank. */
  async comeBack(session: string, { id }: Pick<Begun, 'id'>, brought: string): Promise<void> {
    const coming = { type: 'application/x-www-form-urlencoded', body: brought };
    await this.ask('POST', `${session}/payments/${id}/callback`, coming);
  }

  /** Waits until it is decided. @returns what was bought with it */
  async decided(session: string, { id }: Pick<Begun, 'id'>): Promise<Receipt | undefined> {
    const patience = new Patience(DECIDED_MS_MAX);
    for (;;) {
      const { body } = await this.ask('GET', `${session}/payments/${id}`);
      if (body.order) return body.order;
      if (OVER.includes(body.payment?.state)) return undefined;
      if (patience.isOver) throw this.gateway.unanswered(`${id}, which is ${body.payment?.state},`, DECIDED_MS_MAX);
      await sleep(this.random.int(200, 500));
    }
  }
}

/** The checkout has said no for a reason that the shopper has to know. */
export class Refused extends NoAnswer {
  constructor(
    readonly code: string,
    body: unknown,
  ) {
    super(`${code}: ${JSON.stringify(body).slice(0, 300)}`);
  }
}

/** A hook that had no time on a machine that was short of it blocks the order; it is asked again. */
const isOfHook = ({ status, body }: Answer): boolean => status === 409 && body.code === 'order_rejected';
