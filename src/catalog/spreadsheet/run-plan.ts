import { ulid } from 'ulid';
import { canonicalJson } from '../../kernel/canonical';
import type { Answer, Call, Door } from './door';
import { CellError, type Reason, ReasonedError } from './errors';
import { keyOfNew } from './key';
import { type Brought, CREATE, type Known, type Plan, type PlannedCommand } from './plan';
import { reasonOf } from './reason';
import type { Product } from './shop';

/** Ends of the lines of a plan. */
export type Ran = 'unchanged' | 'created' | 'changed' | 'proposed';

/** Things that lines have made, for whoever mends what was refused behind them. */
export interface Made {
  readonly productId: string;
  /** Identifiers of the new variants, in the order of their lines. */
  readonly variantIds: readonly string[];
}

/** A step that the server has refused; what was to follow it is not tried. */
export class StepRefused extends ReasonedError {
  /** The product that was made before the refusal. */
  made: Made | undefined;

  constructor(
    said: Reason,
    /** An earlier run was refused under the same key. */
    readonly isReplayed = false,
  ) {
    super(said);
  }
}

/** A product that an earlier run has made of these lines: what is still to be done follows from what it is by now. */
export class MadeBefore extends Error {
  constructor(
    readonly productId: string,
    /** In the order of the lines. */
    readonly variantIds: readonly string[],
  ) {
    super('made before');
  }
}

interface RunOptions {
  readonly door: Door;
  readonly storeId: string;
  /** Since when the keys of the table's new products are good, in ms since 1970. */
  readonly sinceMs: number;
  readonly dryRun: boolean;
  /** A dry run asks the shop of so many changes; it compares the others alone. */
  readonly checksMax: number;
  /** Heading of a column in the table. */
  wordOf(name: string): Reason;
  /** Is told of each change that was made now, or by an earlier run of the table, by its row of the history. */
  onChange(auditId: string): void;
}

/** Runs plans: each command has a key, and whatever is lost on the way is sent once more under it. */
export class PlanRunner {
  private readonly made = new Map<string, number>();
  private checks = 0;

  constructor(private readonly options: RunOptions) {}

  /**
   * @param product as it is known; undefined: it is made
   * @throws {StepRefused} @throws {MadeBefore} @throws what the door throws, when nothing can go on, e.g. without a credential
   */
  async run(plan: Plan, product: Product | undefined): Promise<Ran> {
    const made: Known[] = [];
    try {
      return await this.runSteps(plan, product, made);
    } catch (error) {
      const last = made.at(-1);
      if (error instanceof StepRefused && last)
        error.made = { productId: last.productId, variantIds: last.newVariants };
      throw error;
    }
  }

  /** @param made is told of what is there after each step */
  private async runSteps({ steps, pictures }: Plan, product: Product | undefined, made: Known[]): Promise<Ran> {
    const { dryRun } = this.options;
    let known: Known = {
      productId: product?.id ?? '',
      rev: product?.rev,
      newVariants: [],
      had: product?.variants.map(({ id }) => id) ?? [],
      fieldRevs: new Map(),
    };
    let proposed = false;
    for (const step of steps) {
      // Nobody can say what becomes of a thing that is not there yet.
      if (dryRun && (step.follows || this.checks >= this.options.checksMax)) continue;
      this.checks += 1;
      const { status, body, isReplayed } = await this.command(step, known);
      if (dryRun) continue;
      proposed ||= status === 202;
      known = after(step, known, status === 202 ? { ...body.preview?.result, rev: undefined } : body.result);
      // An earlier run has proposed this product. It proposed the further steps too, or a run after the approval takes them.
      if (step.command === CREATE && status === 202 && isReplayed) return 'proposed';
      if (status === 200 && known.productId !== '') made.push(known);
      if (!step.follows && known.productId === '') throw new StepRefused((words) => words.onlyProposed);
    }
    if (pictures && !dryRun) proposed = (await this.bring(pictures, known)) || proposed;
    if (proposed) return 'proposed';
    if (!product) return 'created';
    return steps.length > 0 || pictures !== undefined ? 'changed' : 'unchanged';
  }

  private command({ command, payload }: PlannedCommand, known: Known): Promise<Answer> {
    return command === CREATE ? this.create(payload(known)) : this.issue(command, payload(known), ulid());
  }

  /**
   * Creates a product under a key that follows from its content and from the table: an import that was interrupted, or is run again while
   * its keys are good, makes it once. Two lines that are alike are two products.
   *
   * A refusal is the outcome of its key, too, and has changed nothing, as has a proposal that was rejected: the line is tried under the
   * next key, so that it is judged by the present shop. So is one whose product was archived since, e.g. because the import was taken
   * back: nothing brings an archived product back. In the order of the keys, the one that has made the product comes before any new one.
   */
  private async create(payload: unknown): Promise<Answer> {
    const made = canonicalJson(payload);
    const place = this.made.get(made) ?? 0;
    this.made.set(made, place + 1);
    for (let attempt = 0; ; attempt += 1) {
      const step = [this.options.storeId, place, ...(attempt > 0 ? ['after', attempt] : []), made].join(' ');
      try {
        const answer = await this.issue(CREATE, payload, await keyOfNew(this.options.sinceMs, step));
        if (!answer.isReplayed || !(await this.isDeclined(answer))) return answer;
      } catch (error) {
        if (!(error instanceof StepRefused) || !error.isReplayed) throw error;
      }
    }
  }

  /**
   * Whether what an earlier run has made was archived, or what it has proposed came to nothing, so that the line may make it once more.
   * @throws {MadeBefore} an earlier run has made the product, or whoever decided on what it proposed
   */
  private async isDeclined({ status, body }: Answer): Promise<boolean> {
    const { id, variants = [] } = (status === 202 ? body.preview?.result : body.result) ?? {};
    const made = new MadeBefore(
      id,
      variants.map((variant: { id: string }) => variant.id),
    );
    const product = await this.send({ method: 'GET', path: `/v1/catalog/products/${id}`, expects: [404] });
    if (product.status === 200 && product.body.status === 'archived') return true;
    if (status !== 202 || product.status === 200) throw made;
    const proposal = await this.send({ method: 'GET', path: `/v1/proposals/${body.proposalId}`, query: { limit: 1 } });
    return !UNDECIDED.has(proposal.body.state);
  }

  /** @returns whether they are only proposed */
  private async bring({ from, title }: Brought, { productId, rev }: Known): Promise<boolean> {
    // Two addresses of one picture make one file.
    const ids = new Set<string>();
    for (const each of from) ids.add(await this.committed(each, title));
    const media = [...ids].map((mediaId) => ({ mediaId }));
    const guarded = rev === undefined ? {} : { expectedRev: rev };
    const { status } = await this.issue('catalog.product.setMedia', { productId, ...guarded, media }, ulid());
    return status === 202;
  }

  /** @returns the identifier of the picture, which may only be proposed */
  private async committed(from: string, title: string): Promise<string> {
    const uploadId = await this.options.door.bringPicture(from).catch((error: unknown) => this.refuse(error));
    const { body } = await this.issue('catalog.media.commit', { uploadId, name: title }, ulid());
    return body.result?.id ?? body.preview?.result?.id;
  }

  private async issue(command: string, payload: unknown, key: string): Promise<Answer> {
    const { storeId, dryRun, onChange } = this.options;
    const body = { command, storeId, payload, ...(dryRun ? { dryRun: true } : { idempotencyKey: key }) };
    const answer = await this.send({ method: 'POST', path: '/v1/commands', body, ...(dryRun ? {} : { key }) }, payload);
    if (!dryRun && answer.status === 200) onChange(answer.body.auditId);
    return answer;
  }

  /** @param payload of a command, for what a refusal points at */
  private async send(call: Call, payload?: unknown): Promise<Answer> {
    return this.options.door.send(call).catch((error: unknown) => this.refuse(error, payload));
  }

  /** @throws {StepRefused} of what says nothing of the next line */
  private refuse(error: unknown, payload?: unknown): never {
    if (error instanceof CellError) throw new StepRefused(error.said);
    const { door, wordOf } = this.options;
    const refusal = door.refusalOf(error);
    if (!refusal) throw error;
    throw new StepRefused(reasonOf(refusal, payload, wordOf), refusal.isReplayed);
  }
}

/** States of proposals whose items may still be done. */
const UNDECIDED: ReadonlySet<string> = new Set(['open', 'submitted', 'applying', 'paused']);

function after(
  { command }: PlannedCommand,
  known: Known,
  result: { id?: string; ownerId?: string; rev?: number | undefined; variants?: { id: string }[] } = {},
): Known {
  const { id, ownerId, rev, variants = [] } = result;
  if (ownerId !== undefined) return { ...known, fieldRevs: new Map(known.fieldRevs).set(ownerId, rev) };
  const newVariants = variants.map((variant) => variant.id).filter((each) => !known.had.includes(each));
  if (command === CREATE) return { ...known, productId: id ?? '', rev, newVariants };
  if (command === 'catalog.product.setVariants') return { ...known, rev, newVariants };
  // The other commands move another rev, or none.
  return command === 'catalog.product.update' || command === 'catalog.price.set' ? { ...known, rev } : known;
}
