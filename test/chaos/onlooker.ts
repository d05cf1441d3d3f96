import http from 'node:http';
import { sleep } from '../../src/embedded/process';
import { withinShare } from '../world/patience';
import type { Designs } from './designer';
import type { Findings } from './findings';
import { BOUNDS } from './gateway';
import type { Product } from './product';
import type { Random } from './random';

interface Page {
  readonly status: number;
  readonly text: string;
}

/** Somebody who looks at the home page of the shop again and again, and sees no version that is over. */
export class Onlooker {
  constructor(
    private readonly product: Product,
    private readonly designs: Designs,
    private readonly findings: Findings,
    private readonly random: Random,
  ) {}

  async run(goOn: () => boolean): Promise<void> {
    while (goOn()) {
      await this.look();
      await sleep(this.random.int(50, 500));
    }
  }

  /** @returns the heading; undefined: nobody answered, or the page says that the shop is away */
  async look(): Promise<string | undefined> {
    const shop = this.product.run?.shop;
    if (!shop) return undefined;
    const { versions, counts } = this.designs;
    const [from, coming] = [versions.length - 1, this.designs.coming];
    const page = await withinShare(BOUNDS.read, (bound) => pageAt(shop, bound)).catch((error: Error) => {
      if (error.name === 'TimeoutError')
        this.findings.mismatch(`the shop: no answer within its bound of ${BOUNDS.read / 1000} s`);
      return undefined;
    });
    if (page?.status !== 200) {
      counts.pagesAway += 1;
      if (page && page.status !== 503) this.findings.mismatch(`the shop answered ${page.status}`);
      return undefined;
    }
    counts.pages += 1;
    const heading = /Kaos vitrini \d+\./.exec(page.text)?.[0];
    const current = [coming, this.designs.coming, ...versions.slice(from).map((each) => each.heading)];
    if (!current.includes(heading))
      this.findings.mismatch(`the shop showed ${heading}, and what was live is ${current.join(', ')}`);
    return heading;
  }
}

/** Node finds no names below localhost. */
function pageAt(shop: string, signal: AbortSignal): Promise<Page> {
  const { port, host } = new URL(shop);
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(signal.aborted ? signal.reason : error);
    const request = http.get({ host: '127.0.0.1', port, headers: { host }, signal }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text })).on('error', fail);
    });
    request.on('error', fail);
  });
}
