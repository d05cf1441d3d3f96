import { FIELD } from './columns';
import type { LineRefusal } from './door';
import type { Reason } from './errors';

type WordOf = (name: string) => Reason;

/** The place of a payload that a refusal points at. */
const IN_PAYLOAD = /^\/payload(?:\/variants\/(\d+))?(?:\/(\w+))?/;

/**
 * Why a command was refused, in the words of the table.
 * @param payload of the command; undefined: there is none
 */
export const reasonOf =
  (refusal: LineRefusal, payload: unknown, wordOf: WordOf): Reason =>
  (words) => {
    const faults = (refusal.errors ?? []).map(({ pointer, message }) =>
      words.fault(columnAt(pointer, payload, wordOf)?.(words), pointer, message),
    );
    // The detail says the same of places that a table has not.
    return words.refused(refusal, [...new Set(faults)]);
  };

interface Stated {
  readonly key?: string;
  readonly variants?: readonly { readonly title?: string }[];
}

function columnAt(pointer: string, payload: unknown, wordOf: WordOf): Reason | undefined {
  const [, index, name] = IN_PAYLOAD.exec(pointer) ?? [];
  if (name === undefined) return undefined;
  const { key, variants } = (payload ?? {}) as Stated;
  if (name === 'value' && key !== undefined) return wordOf(FIELD + key);
  const variant = index === undefined ? undefined : variants?.[Number(index)]?.title;
  const column = wordOf(name);
  return variant === undefined ? column : (words) => words.ofVariant(variant, column(words));
}
