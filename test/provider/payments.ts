import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  BeginPayment,
  BegunPayment,
  CallbackReading,
  EnteredCard,
  PaymentAccount,
  PostedCallback,
} from '../../src/provider/payment-port';

export const stays = new AbortController().signal;
export const CALLBACK = 'http://127.0.0.1:9/geri';

let references = 0;
/** One that no payment or refund of this process has had. */
export function newReference(): string {
  references += 1;
  return `R${references}x${process.pid}`;
}

const address = { name: 'Ayşe Yılmaz', address: 'Atatürk Cad. 1', city: 'İzmir', postalCode: '35000' };

/** What a shop asks for: two lines. */
export const orderOf = (more: Partial<BeginPayment> = {}): BeginPayment => ({
  reference: newReference(),
  amount: 14_990,
  lines: [
    { id: 'line1', title: 'Türk Kahvesi', category: 'Kahve', physical: true, amount: 9_990 },
    { id: 'line2', title: 'Barista Kursu', category: 'Kurs', physical: false, amount: 5_000 },
  ],
  buyer: {
    id: 'cus1',
    firstName: 'Ayşe',
    lastName: 'Yılmaz',
    email: 'ayse@example.com',
    telephone: '+905321234567',
    identityNumber: '17291716060',
    ip: '203.0.113.7',
  },
  billing: address,
  shipping: address,
  callbackUrl: CALLBACK,
  instalmentsMax: 12,
  language: 'tr',
  card: null,
  ...more,
});

export const cardOf = (number: string, more: Partial<EnteredCard> = {}): EnteredCard => ({
  holder: 'Ayse Yilmaz',
  number,
  month: '12',
  year: '2030',
  securityCode: '123',
  instalments: 1,
  total: 14_990,
  ...more,
});

const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&');

/** The form of a page, as a browser finds it: where it is posted, and with what. */
export function formIn(html: string): { action: string; fields: Record<string, string> } {
  const [, action = ''] = /<form[^>]*action="([^"]*)"/.exec(html) ?? [];
  const inputs = [...html.matchAll(/<input[^>]*name="([^"]*)"[^>]*value="([^"]*)"/g)];
  const fields = Object.fromEntries(inputs.map(([, name, value]) => [name, unescaped(String(value))]));
  return { action: unescaped(action), fields: fields as Record<string, string> };
}

/** Fills in a page and sends it. @param at where the page was found @returns the page behind it */
export async function submit(html: string, at: string, filled: Record<string, string> = {}): Promise<string> {
  const { action, fields } = formIn(html);
  const answer = await fetch(action || at, { method: 'POST', body: new URLSearchParams({ ...fields, ...filled }) });
  return answer.text();
}

export const get = async (url: string): Promise<string> => (await fetch(url)).text();

export const posted = (
  body: string | Record<string, string>,
  headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' },
): PostedCallback => ({
  headers,
  body: Buffer.from(typeof body === 'string' ? body : new URLSearchParams(body).toString()),
});

/** What the browser posts to the shop in the end: the last page leads it there. */
export function leadsBack(html: string): Record<string, string> {
  const { action, fields } = formIn(html);
  expect(action).toBe(CALLBACK);
  return fields;
}

export const pageUrl = ({ page }: BegunPayment): string => {
  if (page.kind === 'html') throw new Error('the page has no address');
  return page.url;
};

export const pageHtml = ({ page }: BegunPayment): string => {
  if (page.kind !== 'html') throw new Error('the page has an address');
  return page.html;
};

/** The event of a callback that is accepted. */
export function accepted(reading: CallbackReading) {
  if (!reading.accepted) throw new Error(`the callback is ${reading.why}`);
  return reading;
}

/** A shop that a provider posts to, and that answers what the reader says. */
export async function startListener(read: (posted: PostedCallback) => CallbackReading): Promise<{
  readonly url: string;
  readonly readings: CallbackReading[];
  close(): Promise<void>;
}> {
  const readings: CallbackReading[] = [];
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const reading = read({ headers: request.headers, body: Buffer.concat(chunks) });
    readings.push(reading);
    const { status, type, body } = reading.answer ?? { status: 204, type: 'text/plain', body: '' };
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    readings,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Asks the control of a simulator. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
export async function control(simulator: { url: string }, method: string, path: string, body?: object): Promise<any> {
  const url = new URL(`/__simulator${path}`, simulator.url);
  const answer = await fetch(url, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json();
}

export const accountOf = (secrets: Record<string, string>, config: Record<string, unknown> = {}): PaymentAccount => ({
  config,
  secrets,
});
