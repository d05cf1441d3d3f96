import { createHash } from 'node:crypto';
import type { ActiveHook } from '../../extension/hook/active';
import type { HookBreaker } from '../../extension/hook/breaker';
import { oneLine } from '../../kernel/schema/schema';
import { schemaErrors, unstorable } from '../../kernel/schema/validation';
import type { DecisionPoint } from '../../provider/manifest-document';
import { limits } from './limits';
import { answers, type Operation } from './operations';
import type { HookPool } from './pool';
import type { CartSnapshot } from './snapshot';

/** How a hook is asked at one decision point. */
interface Asking<P extends DecisionPoint> {
  /** As earlier hooks of the point have left it. */
  snapshot(): CartSnapshot;
  apply(operations: readonly Operation<P>[]): void;
  /** A hook whose manifest says so has not answered: the step is refused. @default the checkout goes on without it */
  blocked?(hook: ActiveHook): void;
}

type Asked = { readonly operations: readonly unknown[] } | { readonly failure: string } | undefined;

/** Asks the hooks of a store, one after another in the order of their extensions: each sees what those before it have decided. */
export class Hooks {
  constructor(
    private readonly pool: Pick<HookPool, 'run'>,
    private readonly breaker: Pick<HookBreaker, 'answered' | 'failed'>,
  ) {}

  async ask<P extends DecisionPoint>(
    hooks: readonly ActiveHook[],
    point: P,
    { snapshot, apply, blocked }: Asking<P>,
  ): Promise<void> {
    for (const hook of hooks) {
      if (hook.point !== point) continue;
      const text = JSON.stringify(snapshot());
      const asked = await this.answerOf(hook, text);
      if (asked && 'operations' in asked) {
        apply(asked.operations as readonly Operation<P>[]);
        await this.breaker.answered(hook);
        continue;
      }
      if (asked) await this.breaker.failed(hook, { message: told(asked.failure), inputHash: hashOf(text) });
      if (hook.blocksOnFailure) blocked?.(hook);
    }
  }

  /** @returns undefined: it was not asked, for a reason of ours */
  private async answerOf({ code, config, point }: ActiveHook, snapshot: string): Promise<Asked> {
    const outcome = await this.pool.run({ code, snapshot, config: JSON.stringify(config) });
    if (outcome.kind === 'unasked') return undefined;
    if (outcome.kind === 'failed') return { failure: outcome.message };
    const operations: unknown = JSON.parse(outcome.operations);
    // A label that Postgres refuses would be refused with the session, and be nobody's failure.
    const fault = unstorable(operations) ?? schemaErrors(answers[point], operations)[0];
    return fault
      ? { failure: `answered what is no list of operations: ${fault.pointer} ${fault.message}` }
      : { operations: operations as readonly unknown[] };
  }
}

/** What a hook has said of itself, as people can be shown it and Postgres keeps it. */
const told = (message: string): string =>
  [...oneLine(message.toWellFormed())].slice(0, limits.messageChars).join('') || 'threw';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
