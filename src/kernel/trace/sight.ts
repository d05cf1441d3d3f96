import type { Command } from '../declaration/declare';
import type { Entity } from '../declaration/entity';
import type { Principal } from '../declaration/principal';
import { withoutClosed } from '../schema/closed';
import type { TSchema } from '../schema/schema';
import type { Change } from './change';
import type { Preview } from './recorder';

/** What somebody may see of what is told, or kept, of calls. */
export interface Sight {
  /** Of a payload or an answer that fits the schema. */
  value<T>(schema: TSchema | undefined, value: T): T;
  change(change: Change): Change;
  /** @param mutation what is previewed; undefined of one that is no longer built */
  preview<P extends Pick<Preview, 'changes' | 'result'>>(mutation: Pick<Command, 'result'> | undefined, preview: P): P;
}

const ALL: Sight = {
  value: (_, value) => value,
  change: (change) => change,
  preview: (_, preview) => preview,
};

/** Agents see nothing of what is closed to them (schema/closed.ts), everybody else all. */
export function sightOf({ kind }: Pick<Principal, 'kind'>, entities: readonly Entity[]): Sight {
  if (kind !== 'agent') return ALL;
  const schemaOf = (word: string): TSchema | undefined => entities.find((entity) => entity.word === word)?.schema;
  return {
    value: withoutClosed,
    change(change) {
      const side = (fields: Change['before']) => withoutClosed(schemaOf(change.entity), fields);
      return { ...change, before: side(change.before), after: side(change.after) };
    },
    preview: (mutation, preview) => ({
      ...preview,
      changes: preview.changes.map((change) => {
        const { field } = change;
        const side = (value: unknown) => withoutClosed(schemaOf(change.entity), { [field]: value })[field];
        return { ...change, before: side(change.before), after: side(change.after) };
      }),
      result: withoutClosed(mutation?.result, preview.result),
    }),
  };
}
