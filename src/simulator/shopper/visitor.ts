import { type IncomingHttpHeaders, request } from 'node:http';

/** The answer to a visitor. */
export interface Seen {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly html: string;
  /** The place of the visitor after all redirects. */
  readonly path: string;
}

interface Asking {
  readonly method?: 'GET' | 'POST' | 'HEAD';
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const REDIRECTS_MAX = 5;
const FORM = 'application/x-www-form-urlencoded';

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');

/** A browser without scripts at the pages of one shop: it keeps cookies, follows redirects and fills in forms. */
export class Visitor {
  readonly cookies = new Map<string, string>();

  /** @param origin of the shop @param port of this machine at which it answers: Node finds no names below localhost */
  constructor(
    readonly origin: string,
    private readonly port: number,
  ) {}

  open = (path: string, asking: Asking = {}): Promise<Seen> => this.followed(path, asking);

  /** Sends a form of a page as it stands there. @param filled in, and the button that is pressed */
  send(seen: Pick<Seen, 'html'>, action: string, filled: Readonly<Record<string, string>> = {}): Promise<Seen> {
    const fields = new URLSearchParams({ ...fieldsOf(seen.html, action), ...filled });
    return this.post(action, fields);
  }

  post(path: string, fields: URLSearchParams, headers: Readonly<Record<string, string>> = {}): Promise<Seen> {
    return this.followed(path, {
      method: 'POST',
      body: fields.toString(),
      headers: { 'Content-Type': FORM, Origin: this.origin, ...headers },
    });
  }

  /** One request alone. */
  ask(path: string, { method = 'GET', body, headers = {} }: Asking = {}): Promise<Seen> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { host } = new URL(this.origin);
    const sent = { Host: host, ...(cookie ? { Cookie: cookie } : {}), ...headers };
    return new Promise((resolve, reject) => {
      const asked = request(
        { host: '127.0.0.1', port: this.port, path, method, headers: sent, agent: false },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.once('error', reject);
          response.once('end', () => {
            this.keep(response.headers['set-cookie'] ?? []);
            const html = Buffer.concat(parts).toString();
            resolve({ status: response.statusCode as number, headers: response.headers, html, path });
          });
        },
      );
      asked.once('error', reject);
      asked.end(body);
    });
  }

  private async followed(path: string, asking: Asking): Promise<Seen> {
    let seen = await this.ask(path, asking);
    for (let nth = 0; nth < REDIRECTS_MAX && seen.status === 303; nth += 1)
      seen = await this.ask(String(seen.headers.location));
    return seen;
  }

  private keep(set: readonly string[]): void {
    for (const one of set) {
      const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(one) ?? [];
      if (/;\s*Max-Age=0(?:;|$)/i.test(one)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

const attribute = (tag: string, name: string): string | undefined => {
  const [, value] = new RegExp(`\\s${name}="([^"]*)"`).exec(tag) ?? [];
  return value === undefined ? undefined : unescaped(value);
};

/** Fields of a form with what stands in them. @throws when the page has no such form */
export function fieldsOf(html: string, action: string): Record<string, string> {
  const form = [...html.matchAll(/<form[^>]*>[\s\S]*?<\/form>/g)]
    .map(([whole]) => whole)
    .find((whole) => attribute(whole, 'action') === action);
  if (form === undefined) throw new Error(`the page has no form that is sent to ${action}`);
  const found: Record<string, string> = {};
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const [name, type] = [attribute(tag, 'name'), attribute(tag, 'type')];
    const isLeft = (type === 'radio' || type === 'checkbox') && !/\schecked/.test(tag);
    if (name !== undefined && !isLeft) found[name] = attribute(tag, 'value') ?? '';
  }
  for (const [whole, tag = '', options = ''] of form.matchAll(/<select([^>]*)>([\s\S]*?)<\/select>/g)) {
    const [chosen] = /<option[^>]*\sselected[^>]*>/.exec(options) ?? [];
    found[attribute(tag, 'name') ?? whole] = chosen === undefined ? '' : (attribute(chosen, 'value') ?? '');
  }
  for (const [whole, tag = '', text = ''] of form.matchAll(/<textarea([^>]*)>([\s\S]*?)<\/textarea>/g))
    found[attribute(tag, 'name') ?? whole] = unescaped(text);
  return found;
}
