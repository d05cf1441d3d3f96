import { createHash } from 'node:crypto';
import type { ActiveHook } from '../../extension/hook/active';
import type { HookBreaker } from '../../extension/hook/breaker';
import { oneLine } from '../../kernel/schema/schema';
import { schemaErrors, unstorable } from '../../kernel/schema/validation';
import type { DecisionPoint } from '../../provider/manifest-document';
import { limits } from './limits';
import { type HookOutcome, saysNothing } from './messages';
import { answers, type Operation } from './operations';
import type { HookPool } from './pool';
import type { CartSnapshot } from './snapshot';

/** The ways of one decision point to ask its hooks. */
interface Asking<P extends DecisionPoint> {
  /** The cart as earlier hooks have left it. Equal lines are the same list, so that a thread is told them once. */
  snapshot(): CartSnapshot;
  apply(operations: readonly Operation<P>[]): void;
  /** A hook whose manifest says so has not answered: the step is refused. @default the checkout goes on without it */
  blocked?(hook: ActiveHook): void;
}

/** Asks the hooks of a point, one after another in the order of their extensions: each sees what those before it have decided. */
export type Ask = <P extends DecisionPoint>(point: P, asking: Asking<P>) => void;

/** The outcome of one question to a hook, as its step reads it. */
type Heard = { readonly operations: readonly unknown[] } | { readonly failure: string } | 'unasked';

/** Tells whether a hook has nothing to change, as is usual. */
const isNothing = (said: Heard): boolean =>
  typeof said === 'object' && 'operations' in said && said.operations.length === 0;

interface Question {
  readonly hook: ActiveHook;
  readonly snapshot: CartSnapshot;
}

/** Asks the hooks of a store whatever a step wants to know of them. */
export class Hooks {
  constructor(
    private readonly pool: Pick<HookPool, 'run'>,
    private readonly breaker: Pick<HookBreaker, 'answered' | 'failed'>,
  ) {}

  /**
   * Decides with the hooks of a store. Most of them have nothing to say of most carts: so it is decided as if none had, they are all
   * asked at once whether that is so, and it is decided once more from the first on that has something to say.
   * @param decide asks the hooks along its way and does nothing else than to decide: it is run until every hook that it asks is heard
   */
  async decide<T>(hooks: readonly ActiveHook[], decide: (ask: Ask) => T): Promise<T> {
    const heard = new Map<ActiveHook, Heard>();
    for (;;) {
      const open: Question[] = [];
      const decided = decide((point, { snapshot, apply, blocked }) => {
        for (const hook of hooks) {
          if (hook.point !== point) continue;
          const said = heard.get(hook);
          if (said === undefined) open.push({ hook, snapshot: snapshot() });
          else if (typeof said === 'object' && 'operations' in said) apply(said.operations as never);
          else if (hook.blocksOnFailure) blocked?.(hook);
        }
      });
      if (open.length === 0) return decided;
      const answers = await this.answersTo(open);
      if (answers.length === open.length && answers.every(([, said]) => isNothing(said))) return decided;
      for (const [hook, said] of answers) heard.set(hook, said);
    }
  }

  /** Asks as many hooks as one trip takes, and one at least. */
  private async answersTo(open: readonly Question[]): Promise<[ActiveHook, Heard][]> {
    const lines = open[0]?.snapshot.lines;
    const another = open.findIndex(({ snapshot }) => snapshot.lines !== lines);
    const asked = another < 0 ? open : open.slice(0, another);
    const outcomes = await this.pool.run({
      lines: JSON.stringify(lines),
      calls: asked.map(({ hook: { code, config }, snapshot: { lines: _, ...rest } }) => ({
        code,
        rest: JSON.stringify(rest),
        config: JSON.stringify(config),
      })),
    });
    const answers: [ActiveHook, Heard][] = [];
    for (const [nth, outcome] of outcomes.entries()) {
      const { hook, snapshot } = asked[nth] as Question;
      const said = heardOf(hook, outcome);
      if (said !== 'unasked') await this.tell(hook, snapshot, said);
      answers.push([hook, said]);
    }
    return answers;
  }

  private async tell(hook: ActiveHook, snapshot: CartSnapshot, said: Exclude<Heard, 'unasked'>): Promise<void> {
    if ('operations' in said) return this.breaker.answered(hook);
    const inputHash = createHash('sha256').update(JSON.stringify(snapshot)).digest('hex');
    await this.breaker.failed(hook, { message: readableMessage(said.failure), inputHash });
  }
}

function heardOf({ point }: ActiveHook, outcome: HookOutcome): Heard {
  if (outcome.kind === 'unasked') return 'unasked';
  if (outcome.kind === 'failed') return { failure: outcome.message };
  if (saysNothing(outcome)) return { operations: [] };
  const operations: unknown = JSON.parse(outcome.operations);
  // A label that Postgres refuses would be refused with the session, and be nobody's failure.
  const fault = unstorable(operations) ?? schemaErrors(answers[point], operations)[0];
  return fault
    ? { failure: `answered what is no list of operations: ${fault.pointer} ${fault.message}` }
    : { operations: operations as readonly unknown[] };
}

/** Shortens a hook's message so that people can be shown it and Postgres can keep it. */
const readableMessage = (message: string): string =>
  [...oneLine(message.toWellFormed())].slice(0, limits.messageChars).join('') || 'threw';
