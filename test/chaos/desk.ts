import { sleep } from '../../src/embedded/process';
import { Patience, patient } from '../world/patience';
import { type Call, type Gateway, NoAnswer } from './gateway';
import type { Market } from './marketplace';
import type { Outside } from './outside';
import type { Product } from './product';
import type { Random } from './random';

const EXTENSION = 'trendyol';
/** A pull comes each minute; who waits longer than this asks for what was missed. */
const HEARD_MS = patient(90_000);
const HEARD_MS_MAX = patient(240_000);
const DONE_MS_MAX = patient(240_000);
const LOOK_MS = 500;
/** How long after its answer a marketplace may show what it has done. */
const APPEARS_MS_MAX = patient(10_000);
/** Jobs end so without a fault of theirs: nobody knows, or the marketplace was away for an hour. */
const UNDECIDED = ['outcome_unknown', 'throttled', 'unavailable'];
const LABEL_MS_MAX = patient(120_000);

interface Room {
  readonly gateway: Gateway;
  readonly outside: Outside;
  readonly market: Market;
  readonly product: Product;
}

interface ActingJob {
  readonly id: string;
  readonly state: string;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** Tells at the marketplace whether an act is done. */
type Sign = () => Promise<boolean>;

/** Somebody in the shop who serves one order of the marketplace, by this product alone. */
export class Desk {
  constructor(
    private readonly room: Room,
    private readonly random: Random,
  ) {}

  /** Waits until an order of the marketplace is here. @returns its id */
  async hear(orderNumber: string): Promise<string> {
    const { product, gateway, market } = this.room;
    const from = Date.now();
    let asksAt = from + HEARD_MS;
    for (;;) {
      const rows = await product
        .sql((query) =>
          query<{ id: string }>('SELECT id FROM store_order WHERE store_id = $1 AND external_number = $2', [
            product.run?.storeId,
            orderNumber,
          ]),
        )
        .catch(() => []);
      const [row] = rows;
      if (row) return row.id;
      const now = Date.now();
      if (now > from + HEARD_MS_MAX) throw gateway.unanswered(`order ${orderNumber} of the marketplace`, now - from);
      if (now > asksAt) {
        // A page that nobody could read has hidden it; the census of each hour would find it as well.
        asksAt = now + HEARD_MS;
        market.count('asked for what was missed');
        await this.ask('channel.sync.now', `/v1/channel/${EXTENSION}/sync`, {
          task: 'orders',
          since: new Date(from - 60_000).toISOString(),
        });
      }
      await sleep(LOOK_MS);
    }
  }

  /** Prepares a package, fetches its label, invoices it and hands the invoice over. */
  async serve(orderId: string, packageId: number): Promise<void> {
    const is = (...words: readonly string[]): Sign => {
      return async () => words.includes((await this.room.outside.package(packageId)).status);
    };
    const { status } = await this.room.outside.package(packageId);
    if (status === 'Created') await this.act(orderId, packageId, 'preparing', {}, is('Picking'));
    await this.label(orderId, packageId);
    const invoiceNumber = `TZG${String(packageId).padStart(13, '0')}`;
    await this.act(orderId, packageId, 'invoiced', { invoiceNumber }, is('Invoiced'));
    const invoiceUrl = `https://fatura.example/${packageId}.pdf`;
    await this.act(
      orderId,
      packageId,
      'invoice_link',
      { invoiceUrl },
      async () => (await this.room.outside.package(packageId)).invoiceLink === invoiceUrl,
    );
  }

  /** Of a line there is one piece less than was ordered. */
  async leaveOut(orderId: string, packageId: number, lineId: number): Promise<void> {
    const lines = [{ lineId: String(lineId), quantity: 1 }];
    const asked = { lines, reason: 'out_of_stock', penaltyAcknowledged: true };
    await this.act(
      orderId,
      packageId,
      'unsupplied',
      asked,
      async () => (await this.room.outside.package(packageId)).status === 'UnSupplied',
    );
  }

  /** One piece goes in a package of its own. */
  async takeApart(orderId: string, packageId: number, lineId: number): Promise<void> {
    const groups = [[{ lineId: String(lineId), quantity: 1 }]];
    await this.act(
      orderId,
      packageId,
      'split',
      { groups },
      async () => (await this.room.outside.childrenOf(packageId)).length > 0,
    );
  }

  /** A buyer gives a piece back. The shop accepts it, has the marketplace look at it, or lets its time pass. */
  async giveBack(packageId: number, lineId: number, answer: 'approve' | 'issue' | 'wait'): Promise<void> {
    const { gateway, outside, market } = this.room;
    const { claimId } = await outside.claim(packageId, lineId);
    market.count(`claim: ${answer}`);
    if (answer === 'wait') return;
    const patience = new Patience(DONE_MS_MAX);
    for (; ; await sleep(2 * LOOK_MS)) {
      if (patience.isOver) throw gateway.unanswered(`${answer} of claim ${claimId}`, DONE_MS_MAX);
      const words = answer === 'issue' ? { description: 'Ürün incelensin.' } : {};
      const path = `/v1/channel/${EXTENSION}/claims/${claimId}/act`;
      const { status, body } = await this.ask('channel.claims.act', path, { act: answer, ...words }, true);
      // A pull brings the claim; by then its time may be over.
      if (status >= 400 && body.code === 'not_found') continue;
      if (status >= 400) return market.count(`${answer} too late`);
      const { state, error } = await this.ended((body as ActingJob).id, patience);
      if (state === 'succeeded') return market.count(`claim: ${answer} done`);
      if (!UNDECIDED.includes(error?.code ?? ''))
        gateway.mismatch(`${answer} of claim ${claimId} ended ${state}: ${JSON.stringify(error)}`);
      market.count(`claim: ${answer} of unknown outcome`);
      if (error?.code === 'outcome_unknown') return;
    }
  }

  /** The marketplace takes a split at once, and shows it a while later. */
  private async appears(isDone: Sign): Promise<boolean> {
    for (const patience = new Patience(APPEARS_MS_MAX); !patience.isOver; await sleep(LOOK_MS))
      if (await isDone()) return true;
    return isDone();
  }

  /** Asks until it is done. Where nobody knows whether it is, somebody looks at the marketplace before asking anew. */
  private async act(orderId: string, packageId: number, op: string, fields: object, isDone: Sign): Promise<void> {
    const { gateway, market } = this.room;
    const patience = new Patience(DONE_MS_MAX);
    while (!patience.isOver) {
      const path = `/v1/orders/${orderId}/channel/${op}`;
      const { status, body } = await this.ask('channel.package.op', path, { packageId: String(packageId), ...fields });
      if (status >= 400) {
        await sleep(2 * LOOK_MS);
        continue;
      }
      const { state, error } = await this.ended((body as ActingJob).id, patience);
      if (state === 'succeeded') {
        market.count(op);
        if (!(await this.appears(isDone)))
          gateway.mismatch(`${op} of package ${packageId} is done here, and not there`);
        return;
      }
      if (!UNDECIDED.includes(error?.code ?? ''))
        gateway.mismatch(`${op} of package ${packageId} ended ${state}: ${JSON.stringify(error)}`);
      market.count(`${op} of unknown outcome`);
      // A split that was asked for appears a while later.
      await sleep(5_000);
      if (await isDone()) return;
    }
    throw gateway.unanswered(`${op} of package ${packageId}`, DONE_MS_MAX);
  }

  private async ended(jobId: string, patience: Patience): Promise<ActingJob> {
    const { gateway } = this.room;
    for (;;) {
      const job = (await gateway.read(`/v1/channel/${EXTENSION}/jobs/${jobId}`)) as ActingJob;
      if (['succeeded', 'failed', 'cancelled'].includes(job.state)) return job;
      if (patience.isOver)
        throw gateway.unanswered(`job ${jobId}, which is ${JSON.stringify(job).slice(0, 400)},`, DONE_MS_MAX);
      await sleep(this.random.int(LOOK_MS, 2 * LOOK_MS));
    }
  }

  private async label(orderId: string, packageId: number): Promise<void> {
    const { product, gateway, market } = this.room;
    const patience = new Patience(LABEL_MS_MAX);
    for (;;) {
      const { run } = product;
      const answer = await (run &&
        fetch(`${gateway.origin(run)}/v1/orders/${orderId}/channel/label`, {
          method: 'POST',
          headers: { authorization: `Bearer ${run.tokens?.developer}`, 'content-type': 'application/json' },
          body: JSON.stringify({ packageId: String(packageId), format: 'pdf' }),
          signal: AbortSignal.timeout(45_000),
        })
          .then(async (response) => ({ status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }))
          .catch(() => undefined));
      if (answer?.status === 200) {
        if (answer.bytes.subarray(0, 5).toString() !== '%PDF-')
          gateway.mismatch(`the label of package ${packageId} is no PDF: ${answer.bytes.subarray(0, 80)}`);
        market.count('label');
        return;
      }
      if (patience.isOver)
        throw gateway.unanswered(
          `the label of ${packageId}: ${answer?.status} ${answer?.bytes.subarray(0, 300)}`,
          LABEL_MS_MAX,
        );
      await sleep(this.random.int(LOOK_MS, 2 * LOOK_MS));
    }
  }

  private async ask(name: string, path: string, payload: Call['payload'], isForm = false) {
    // Of a package that is new, or another than it was, the shop has not heard yet.
    const mayRefuse = ['invalid_state', 'not_found'];
    const answer = await this.room.gateway.call({
      by: 'developer',
      name,
      key: this.random.ulid(),
      path,
      isForm,
      payload,
      mayRefuse,
    });
    if (answer.status >= 400 && !mayRefuse.includes(answer.body.code)) throw new NoAnswer(name);
    return answer;
  }
}
