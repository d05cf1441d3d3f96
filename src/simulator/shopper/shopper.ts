/** Where the checkout is, of which store, and what its callers say who they are by. */
export interface Shop {
  readonly url: string;
  readonly key: string;
  readonly storeId: string;
}

export interface Wanted {
  readonly productId: string;
  readonly variantId?: string | null;
  readonly quantity: number;
}

export interface Said {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: whoever asks knows what is answered
  readonly body: any;
}

/** A shopper as the servers of a storefront bring one to the checkout. */
export class Shopper {
  private session = '';

  constructor(private readonly shop: Shop) {}

  /** @param before `after`, and `afterKey`, of a session that is over */
  async open(lines: readonly Wanted[], before: object = {}): Promise<Said> {
    const said = await this.ask('POST', '', { lines, ...before });
    if (said.status === 201) this.session = `/${said.body.id}`;
    return said;
  }

  /** Comes back to a session. */
  resume(id: string): void {
    this.session = `/${id}`;
  }

  show = (): Promise<Said> => this.ask('GET', this.session);
  fill = (filling: object): Promise<Said> => this.ask('PATCH', this.session, filling);
  /** Reads the information form of what would be ordered now. */
  information = (): Promise<Said> => this.ask('GET', `${this.session}/information`);
  validate = (): Promise<Said> => this.ask('POST', `${this.session}/validate`, {});
  /** Begins to pay by card. @param returnUrl where the browser comes back to */
  pay = (total: number, returnUrl: string, more: object = {}): Promise<Said> =>
    this.ask('POST', `${this.session}/payments`, { total, returnUrl, ip: '203.0.113.7', ...more });
  payment = (id: string): Promise<Said> => this.ask('GET', `${this.session}/payments/${id}`);
  /** Brings what the browser has come back with. */
  comeBack = (id: string, body: string, type = 'application/x-www-form-urlencoded'): Promise<Said> =>
    this.ask('POST', `${this.session}/payments/${id}/callback`, { type, body });
  place = (total: number, more: object = {}): Promise<Said> =>
    this.ask('POST', `${this.session}/place`, { total, ...more });

  private async ask(method: string, path: string, body?: object): Promise<Said> {
    const { url, key, storeId } = this.shop;
    const response = await fetch(`${url}/stores/${storeId}/sessions${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: await response.json() };
  }
}
