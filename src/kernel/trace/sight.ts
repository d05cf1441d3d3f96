import type { Queryable } from '../database/queryable';
import type { Command } from '../declaration/command';
import type { Entity } from '../declaration/entity';
import type { Principal } from '../declaration/principal';
import { subjectIn } from '../declaration/subject';
import { digestOf } from '../digest';
import { openPersonal, withholdPersonal } from '../personal/personal-store';
import type { SecretBox } from '../personal/secret-box';
import { type Closed, type ClosedSign, closedWithout } from '../schema/closed';
import { type ClosingScope, closingScopes, propertiesOf, type TSchema } from '../schema/schema';
import type { Change, FieldChange } from './change';
import type { Preview } from './recorder';

/** A call, as far as it says what may be seen of it. @see {@link Command} undefined: of one that is no longer built */
export interface SeenCall {
  readonly mutation: SightedCommand | undefined;
  readonly payload: unknown;
  readonly deferBump?: boolean;
}

type SightedCommand = Pick<Command, 'payload' | 'result' | 'subject' | 'flags' | 'irreversible'>;

/**
 * Decides what a reader may see of answers to calls, and of their stored traces. Everything that shows them asks here.
 *
 * Of a call that states what its caller may not read, even whether it changes that is not told: whoever could state values until
 * nothing changes would have read them. So all of what is closed looks as if it changed, and nothing else tells that it does not.
 */
export interface Sight {
  /** True if no part of such things is closed to him. */
  seesAll(entity: string): boolean;
  /** Shows a payload or an answer that fits the schema. */
  value<T>(schema: TSchema | undefined, value: T): T;
  changes(call: SeenCall, changes: readonly Change[]): readonly Change[];
  preview<P extends Preview>(call: SeenCall, preview: P): P;
  /**
   * Opens the personal values in the trace of calls, for the owner and for the caller of each.
   * @param callerId the caller of the one call, where that opens them
   */
  kept<T>(db: Queryable, box: SecretBox, storeId: string, document: T, callerId?: string): Promise<T>;
}

/** Owners and the product see all. Nothing closed is seen by agents, nor by other tokens and persons without the scope that opens it. */
export function sightOf(
  principal: Pick<Principal, 'kind' | 'id' | 'role' | 'scopes'>,
  entities: readonly Entity[],
): Sight {
  const { kind, id, role = 'owner', scopes } = principal;
  const kept: Sight['kept'] = async (db, box, storeId, document, callerId) =>
    kind === 'owner' || callerId === id ? openPersonal(db, box, storeId, document) : withholdPersonal(document);
  const isAgent = kind === 'agent';
  const lacking = closingScopes.filter((scope) => isAgent || !scopes.has(scope));
  const isOwner = kind === 'owner' && role === 'owner';
  if (isOwner || kind === 'system' || lacking.length === 0) return { ...ALL, kept };
  const sign = (scope: ClosingScope): ClosedSign => ({ closed: isAgent ? 'to_agents' : scope });
  return { ...partly(closedWithout(lacking, sign), sign(lacking[0] as ClosingScope), entities), kept };
}

const ALL: Omit<Sight, 'kept'> = {
  seesAll: () => true,
  value: (_, value) => value,
  changes: (_, changes) => changes,
  preview: (_, preview) => preview,
};

function partly(closed: Closed, sign: ClosedSign, entities: readonly Entity[]): Omit<Sight, 'kept'> {
  const schemaOf = (word: string): TSchema | undefined => entities.find((entity) => entity.word === word)?.schema;
  const fieldsClosed = (word: string): string[] =>
    Object.entries(propertiesOf(schemaOf(word))).flatMap(([field, schema]) => (closed.holds(schema) ? [field] : []));
  const isClosed = ({ entity, field }: FieldChange): boolean => fieldsClosed(entity).includes(field);
  const side = <S>(entity: string, fields: S): S => closed.without(schemaOf(entity), fields);
  const statesClosed = ({ mutation }: SeenCall): boolean => closed.holds(mutation?.payload);
  /** Names the subject of a call that states closed values, in the same way whether or not it exists. */
  const about = ({ mutation, payload }: SeenCall) => {
    const entity = mutation?.subject?.entity;
    if (!mutation || entity === undefined) return undefined;
    return { entity, id: subjectIn(mutation, payload)[0] ?? entity, fields: fieldsClosed(entity) };
  };

  return {
    seesAll: (entity) => !closed.holds(schemaOf(entity)),

    value: closed.without,

    changes(call, changes) {
      const seen = changes.map((change) => ({
        ...change,
        before: side(change.entity, change.before),
        after: side(change.entity, change.after),
      }));
      const alike = statesClosed(call) ? about(call) : undefined;
      if (!alike) return seen;
      const { entity, id, fields } = alike;
      const signs = Object.fromEntries(fields.map((field) => [field, sign]));
      return [...seen.flatMap((change) => open(change, entity, fields)), { entity, id, before: signs, after: signs }];
    },

    preview(call, preview) {
      const { mutation } = call;
      const touched = preview.changes.filter(isClosed);
      const states = statesClosed(call);
      if (mutation && !states && touched.length === 0 && !closed.holds(mutation.result)) return preview;
      const seen = states ? alike(call, preview) : partOf(preview, mutation);
      // The hash of all of it would be a way to try what is left out.
      return { ...seen, hash: digestOf({ ...seen, hash: null }) };
    },
  };

  function partOf<P extends Preview>(preview: P, mutation: SightedCommand | undefined): P {
    const changes = preview.changes.map((change) => {
      const of = (value: unknown) => side(change.entity, { [change.field]: value })[change.field];
      return { ...change, before: of(change.before), after: of(change.after) };
    });
    return { ...preview, changes, result: mutation ? closed.without(mutation.result, preview.result) : sign };
  }

  function alike<P extends Preview>(call: SeenCall, preview: P): P {
    const { entity, id, fields } = about(call) ?? { entity: '', id: '', fields: [] };
    const signs = fields.map((field): FieldChange => ({ entity, id, field, before: sign, after: sign }));
    return {
      ...preview,
      changes: [...preview.changes.filter((change) => !isClosed(change)), ...signs],
      effects: [],
      bumpsGeneration: call.mutation?.flags.includes('bumps generation') === true && call.deferBump !== true,
      irreversible: call.mutation?.irreversible ?? false,
      result: sign,
    };
  }
}

/** A change without what is closed of it; none where nothing else is. */
function open(change: Change, entity: string, fields: readonly string[]): Change[] {
  if (change.entity !== entity) return [change];
  const rest = (side: Change['before']) =>
    side && Object.fromEntries(Object.entries(side).filter(([field]) => !fields.includes(field)));
  const seen = { ...change, before: rest(change.before), after: rest(change.after) };
  return Object.keys({ ...seen.before, ...seen.after }).length === 0 ? [] : [seen];
}
