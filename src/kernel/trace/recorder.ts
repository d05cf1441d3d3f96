import { canonicalJson } from '../canonical';
import { idsIn, nameOf } from '../database/footprint';
import type { Recorder, Reversal, Snapshot } from '../declaration/context';
import type { ConcernedBy, KeptByShop, UnitsOf } from '../declaration/entity';
import { groupedBy } from '../grouped';
import { kindOf, newId } from '../ids';
import type { PersonalFields } from '../personal/personal';
import { type Change, type FieldChange, fieldChanges } from './change';
import type { QueuedEffect } from './effect';
import { HASH_MANNER, type HashManner, previewHash } from './preview-hash';

/** The command that takes a change back. */
export interface Inverse {
  readonly command: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface KeptInverse extends Inverse {
  /** Thing whose rev the payload expects, if the call that it takes back guarded one. Otherwise it is the subject of the payload. */
  readonly subject?: string;
}

export interface Preview {
  readonly changes: readonly FieldChange[];
  readonly effects: readonly QueuedEffect[];
  readonly bumpsGeneration: boolean;
  /** No command would take this call back, whatever takes others of its kind back. Missing in previews recorded before it was said. */
  readonly irreversible?: boolean;
  readonly result: unknown;
  /** The hash of the preview, see {@link previewHash}. */
  readonly hash: string;
}

interface PreviewFacts {
  readonly effects: readonly QueuedEffect[];
  readonly bumpsGeneration: boolean;
  readonly result: unknown;
  readonly now: Date;
  readonly unitsOf: UnitsOf;
  readonly keptByShop: KeptByShop;
  /** The keyed digest of {@link previewHash}. */
  readonly keyed: (text: string) => string;
  readonly hashManner?: HashManner | undefined;
}

/** Collects changes, and remembers the ids and the clock that the run used so that a preview can be compared with a later one. */
export class ChangeRecorder implements Recorder, Reversal {
  private readonly changed = new Map<string, Change>();
  readonly readRevs: Record<string, number> = {};
  private readonly minted: string[] = [];
  /** Everything recorded, also things that the run left as they were: where the shop has other values, the same run changes them. */
  private readonly recorded = new Set<string>();
  private readonly concerned: string[] = [];
  private readonly people = new Set<string>();
  private readonly deadlines = new Map<string, number>();
  private back: Inverse | null = null;
  private readonly promised: ReadonlyMap<string, Iterator<string>>;

  /** @param reserved ids to hand out first, each kind in its order: a recorded proposal item creates what it promised to create */
  constructor(
    private readonly known: { readonly concernedBy: ConcernedBy; readonly personal: PersonalFields },
    reserved: readonly string[] = [],
  ) {
    this.promised = new Map([...groupedBy(reserved, kindOf)].map(([kind, ids]) => [kind, ids.values()]));
  }

  record(entity: string, id: string, before: Snapshot, after: Snapshot, within = {}): void {
    this.recorded.add(nameOf(entity, id));
    const change = differing({ entity, id, before, after });
    const concerned = this.known.concernedBy(entity, before, after, within);
    const person = this.known.personal.personOf(entity, id, [before, after, within]);
    if (person !== undefined) this.about([person]);
    if (!change) return;
    this.keep(change);
    this.concerns(concerned);
  }

  /** One change of each thing, however often it was recorded: who judges a change holds what is against what was before the call. */
  private keep(change: Change): void {
    const name = `${change.entity} ${change.id}`;
    const earlier = this.changed.get(name);
    const whole = earlier ? differing(joined(earlier, change)) : change;
    if (whole) this.changed.set(name, whole);
    else this.changed.delete(name);
  }

  /** The changes in the order in which their things were first recorded. */
  get changes(): readonly Change[] {
    return [...this.changed.values()];
  }

  /** Persons that the call is about: their keys seal the stored parts of the call. */
  get persons(): readonly string[] {
    return [...this.people];
  }

  about(persons: readonly string[]): void {
    for (const person of persons) this.people.add(person);
    this.concerns(persons);
  }

  concerns(ids: readonly string[]): void {
    for (const id of ids) this.concerned.push(id);
  }

  /** Ids that find the mutation: every aggregate that changed, and all that those changes concern. Once each. */
  get touched(): readonly string[] {
    return [...new Set([...this.changes.map(({ id }) => id), ...this.concerned])];
  }

  /** Things that the run guarded, and persons that it was about, without new things: those of a refused run are nowhere. */
  get cameTo(): readonly string[] {
    const own: ReadonlySet<string> = new Set(this.minted);
    return [...new Set([...Object.keys(this.readRevs), ...this.people])].filter((id) => !own.has(id));
  }

  inverse(command: string, payload: Inverse['payload']): void {
    this.back = { command, payload };
  }

  /** The command that takes the call back; null when there is none, or when nothing changed. */
  get takenBackBy(): KeptInverse | null {
    if (this.changed.size === 0 || !this.back) return null;
    const [subject] = Object.keys(this.readRevs);
    return subject === undefined ? this.back : { ...this.back, subject };
  }

  newId(prefix: string): string {
    // A run that makes other kinds than it did when it was recorded is a change of effect, see `previewHash`.
    const id: string = this.promised.get(prefix)?.next().value ?? newId(prefix);
    this.minted.push(id);
    return id;
  }

  later(now: Date, ms: number): Date {
    const time = new Date(now.getTime() + ms);
    this.deadlines.set(time.toISOString(), ms);
    return time;
  }

  get mintedIds(): readonly string[] {
    return this.minted;
  }

  /** Names of what it changed, would change elsewhere, or created: others that touch one of them may come out differently after it. */
  get writtenNames(): readonly string[] {
    const guarded = Object.keys(this.readRevs).filter((id) => idsIn(id).size > 0);
    return [...this.recorded, ...guarded, ...this.minted];
  }

  preview({
    effects,
    bumpsGeneration,
    result,
    now,
    unitsOf,
    keptByShop,
    keyed,
    hashManner = HASH_MANNER,
  }: PreviewFacts): Preview {
    const changes = this.changes
      .flatMap(fieldChanges)
      .map((field) => ({ ...field, ...unitsOf(field.entity, field.field) }));
    const irreversible = this.changed.size > 0 && this.takenBackBy === null;
    const { mintedIds, deadlines } = this;
    const effect = { changes, effects, irreversible, result, mintedIds, deadlines, now };
    return {
      changes,
      effects,
      bumpsGeneration,
      irreversible,
      result,
      hash: previewHash(hashManner, effect, keptByShop, keyed),
    };
  }
}

/** A change by the fields that differ; undefined: none does. */
function differing({ entity, id, before, after }: Change): Change | undefined {
  const old: Record<string, unknown> = {};
  const now: Record<string, unknown> = {};
  let differs = (before === null) !== (after === null);
  for (const field of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
    const [was, is] = [before?.[field] ?? null, after?.[field] ?? null];
    if (same(was, is)) continue;
    differs = true;
    old[field] = was;
    now[field] = is;
  }
  return differs ? { entity, id, before: before && old, after: after && now } : undefined;
}

/** Two changes of one thing, the one behind the other, as one: a field that only one of them names was left alone by the other. */
const joined = (first: Change, second: Change): Change => ({
  ...second,
  before: first.before && { ...second.before, ...first.before },
  after: second.after && { ...first.after, ...second.after },
});

function same(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  return canonicalJson(left) === canonicalJson(right);
}
