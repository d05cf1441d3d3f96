import { canonicalJson, digestOf } from './canonical';
import type { Recorder, Reversal, Snapshot } from './declare';
import type { ConcernedBy, FieldUnits, UnitsOf } from './entity';
import { idsIn, nameOf } from './footprint';
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

/** One field of a change. What its numbers mean stands beside them, so that nobody who shows or judges them has to guess. */
export interface FieldChange extends FieldUnits {
  readonly entity: string;
  readonly id: string;
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  /** The whole thing is new: a field that was empty before is null as well. */
  readonly created?: true;
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
  /** No command would take this call back, whatever takes others of its kind back. Missing in previews recorded before it was said. */
  readonly irreversible?: boolean;
  readonly result: unknown;
  /** SHA-256 of the above without generated ids and clock values: equal hashes promise an equal effect. */
  readonly hash: string;
}

interface PreviewFacts {
  readonly effects: readonly QueuedEffect[];
  readonly bumpsGeneration: boolean;
  readonly result: unknown;
  readonly now: Date;
  readonly unitsOf: UnitsOf;
}

/** Collects changes, and remembers the ids and the clock that the run used so that a preview can be compared with a later one. */
export class ChangeRecorder implements Recorder, Reversal {
  readonly changes: Change[] = [];
  readonly readRevs: Record<string, number> = {};
  private readonly minted: string[] = [];
  /** Also what it left as it was: where the shop stands otherwise, the same run changes it. */
  private readonly recorded = new Set<string>();
  private readonly concerned: string[] = [];
  private back: Inverse | null = null;

  /** @param reserved ids to hand out first: a recorded proposal item creates what it promised to create */
  constructor(
    private readonly concernedBy: ConcernedBy,
    private readonly reserved: readonly string[] = [],
  ) {}

  record(entity: string, id: string, before: Snapshot, after: Snapshot, within = {}): void {
    this.recorded.add(nameOf(entity, id));
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
    const concerned = this.concernedBy(entity, before, after, within);
    if (!differs) return;
    this.changes.push({ entity, id, before: before && change.before, after: after && change.after });
    this.concerns(concerned);
  }

  concerns(ids: readonly string[]): void {
    for (const id of ids) this.concerned.push(id);
  }

  /** What the mutation is found by: every aggregate that changed, and all that those changes concern. Once each. */
  get touched(): readonly string[] {
    return [...new Set([...this.changes.map(({ id }) => id), ...this.concerned])];
  }

  inverse(command: string, payload: Inverse['payload']): void {
    this.back = { command, payload };
  }

  /** Null too when nothing changed: there is nothing to take back. */
  get takenBackBy(): Inverse | null {
    return this.changes.length === 0 ? null : this.back;
  }

  newId(prefix: string): string {
    const id = this.reserved[this.minted.length] ?? newId(prefix);
    // Hashes of previews cannot tell: they stand for ids by their order.
    if (!id.startsWith(`${prefix}_`)) throw new Error(`${id} was promised where a ${prefix}_… is created`);
    this.minted.push(id);
    return id;
  }

  get mintedIds(): readonly string[] {
    return this.minted;
  }

  /** Names of what it changed, would change elsewhere, or created: others that touch one of them may come out differently after it. */
  get writtenNames(): readonly string[] {
    const guarded = Object.keys(this.readRevs).filter((id) => idsIn(id).size > 0);
    return [...this.recorded, ...guarded, ...this.minted];
  }

  preview(facts: PreviewFacts): Preview {
    const changes = this.changes.flatMap(fieldChanges);
    const { effects, bumpsGeneration, result, unitsOf } = facts;
    return {
      changes: this.changes.flatMap((change) =>
        fieldChanges(change).map((field) => ({
          ...field,
          ...(change.before === null ? { created: true as const } : {}),
          ...unitsOf(field.entity, field.field),
        })),
      ),
      effects,
      bumpsGeneration,
      irreversible: this.changes.length > 0 && this.takenBackBy === null,
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

/** A change field by field; what did not exist has null in every field. */
export function fieldChanges({ entity, id, before, after }: Change): FieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.map((field) => ({ entity, id, field, before: before?.[field] ?? null, after: after?.[field] ?? null }));
}

function same(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  return canonicalJson(left) === canonicalJson(right);
}
