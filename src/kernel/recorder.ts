import { canonicalJson, digestOf } from './canonical';
import type { Recorder, Reversal, Snapshot } from './declare';
import { newId } from './ids';

/** What one mutation did to one aggregate; only the fields that differ. */
export interface Change {
  readonly entity: string;
  readonly id: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

/** The command that takes a change back. */
export interface Inverse {
  readonly command: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface FieldChange {
  readonly entity: string;
  readonly id: string;
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface QueuedEffect {
  readonly operation: 'workflow.start' | 'workflow.update' | 'workflow.cancel';
  readonly workflowId: string;
  readonly summary: string;
}

export interface Preview {
  readonly changes: readonly FieldChange[];
  readonly effects: readonly QueuedEffect[];
  readonly bumpsGeneration: boolean;
  readonly result: unknown;
  /** SHA-256 of the above without generated ids and clock values: equal hashes promise an equal effect. */
  readonly hash: string;
}

/** Collects changes, and remembers the ids and the clock that the run used so that a preview can be compared with a later one. */
export class ChangeRecorder implements Recorder, Reversal {
  readonly changes: Change[] = [];
  readonly readRevs: Record<string, number> = {};
  private readonly minted: string[] = [];
  takenBackBy: Inverse | null = null;

  /** @param reserved ids to hand out first: a recorded proposal item creates what it promised to create */
  constructor(private readonly reserved: readonly string[] = []) {}

  record(entity: string, id: string, before: Snapshot, after: Snapshot): void {
    const change = { entity, id, before: {} as Record<string, unknown>, after: {} as Record<string, unknown> };
    let differs = before === null || after === null;
    for (const field of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
      const old = before?.[field] ?? null;
      const now = after?.[field] ?? null;
      if (same(old, now)) continue;
      differs = true;
      if (before) change.before[field] = old;
      if (after) change.after[field] = now;
    }
    if (differs) this.changes.push({ entity, id, before: before && change.before, after: after && change.after });
  }

  inverse(command: string, payload: Inverse['payload']): void {
    this.takenBackBy = { command, payload };
  }

  newId(prefix: string): string {
    const id = this.reserved[this.minted.length] ?? newId(prefix);
    this.minted.push(id);
    return id;
  }

  get mintedIds(): readonly string[] {
    return this.minted;
  }

  preview(facts: { effects: readonly QueuedEffect[]; bumpsGeneration: boolean; result: unknown; now: Date }): Preview {
    const changes = this.changes.flatMap(fieldChanges);
    const { effects, bumpsGeneration, result } = facts;
    return {
      changes,
      effects,
      bumpsGeneration,
      result,
      // Whether the generation moves is the caller's to decide (deferBump) and no effect on what is shown.
      hash: this.hash(
        {
          changes: changes.filter(({ field }) => !BOOKKEEPING.has(field)),
          effects,
          result: withoutBookkeeping(result),
        },
        facts.now,
      ),
    };
  }

  private hash(preview: unknown, now: Date): string {
    let text = canonicalJson(preview).replaceAll(now.toISOString(), '#now');
    this.minted.forEach((id, index) => {
      text = text.replaceAll(id, `#${index}`);
    });
    return digestOf(text);
  }
}

/**
 * Revs and times that the shop itself writes: they move with every unrelated edit, and differ for what an earlier item of the
 * same proposal creates. A preview that differs in them alone promises the same.
 */
const BOOKKEEPING = new Set(['rev', 'createdAt', 'updatedAt', 'installedAt', 'setAt']);

function withoutBookkeeping(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutBookkeeping);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, child]) => (BOOKKEEPING.has(key) ? [] : [[key, withoutBookkeeping(child)]])),
  );
}

function fieldChanges({ entity, id, before, after }: Change): FieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.map((field) => ({ entity, id, field, before: before?.[field] ?? null, after: after?.[field] ?? null }));
}

function same(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  return canonicalJson(left) === canonicalJson(right);
}
