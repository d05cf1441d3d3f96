import net from 'node:net';
import { sleep } from '../../src/embedded/process';
import type { Findings } from './findings';
import type { Gateway } from './gateway';
import type { Product } from './product';
import type { Random } from './random';

const FAULTS = 340_000;
const MEBIBYTE = 1024 * 1024;
const UNREAD_REQUESTS = 200;
const UNREAD_MS = 2_000;
const EVERY_MS = 3_000;

const envelope = (storeId: string, payload: string): string =>
  `{"command":"catalog.product.create","storeId":"${storeId}","dryRun":true,"payload":${payload}}`;

/** Bodies that cost a careless server its memory or its time; each must be refused as the client's mistake. */
const BODIES: Readonly<Record<string, (storeId: string) => string>> = {
  'many faults': (storeId) => envelope(storeId, `{"title":"x","price":1,"tags":[${'0,'.repeat(FAULTS)}0]}`),
  'many properties': (storeId) =>
    envelope(storeId, `{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":0`).join(',')}}`),
  'a deep body': (storeId) => envelope(storeId, `${'['.repeat(MEBIBYTE / 4)}${']'.repeat(MEBIBYTE / 4)}`),
  'a full mebibyte': (storeId) => envelope(storeId, `{"title":"${'ş'.repeat(MEBIBYTE / 2 - 100)}","price":"x"}`),
  'more than a mebibyte': (storeId) => envelope(storeId, `{"title":"${'x'.repeat(2 * MEBIBYTE)}","price":1}`),
  'half a body': () => '{"command":"catalog.product.create","payload":{"title":',
};

/** A client that means harm, with a good token: nothing that it does may show in the shop, or make others wait. */
export class Hostile {
  readonly sent: Record<string, number> = {};

  constructor(
    private readonly product: Product,
    private readonly gateway: Gateway,
    private readonly findings: Findings,
    private readonly random: Random,
  ) {}

  async run(goOn: () => boolean): Promise<void> {
    while (goOn()) {
      await sleep(this.random.int(0, EVERY_MS));
      if (this.random.chance(0.2)) await this.neverRead();
      else await this.send(this.random.pick(Object.keys(BODIES)));
    }
  }

  private async send(kind: string): Promise<void> {
    const { run } = this.product;
    if (!run) return;
    this.count(kind);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${run.tokens?.developer}` };
    const url = `${this.gateway.origin(run)}/v1/commands`;
    const answer = await this.gateway.exchange('hostile', 'POST', url, headers, BODIES[kind]?.(String(run.storeId)));
    if (answer && (answer.status < 400 || answer.status >= 500))
      this.findings.mismatch(`${kind} was answered ${answer.status}`);
  }

  /** Asks for much, again and again on one connection, and reads nothing of it. */
  private async neverRead(): Promise<void> {
    const { run } = this.product;
    if (!run) return;
    this.count('answers that nobody reads');
    const { hostname, port } = new URL(this.gateway.origin(run));
    const socket = net.connect({ host: hostname, port: Number(port) });
    socket.on('error', () => {});
    socket.pause();
    const request = [
      'GET /v1/catalog/products?limit=100 HTTP/1.1',
      `Host: ${hostname}`,
      `Authorization: Bearer ${run.tokens?.developer}`,
    ];
    socket.write(`${request.join('\r\n')}\r\n\r\n`.repeat(UNREAD_REQUESTS));
    await sleep(UNREAD_MS);
    socket.destroy();
  }

  private count(kind: string): void {
    this.sent[kind] = (this.sent[kind] ?? 0) + 1;
  }
}
