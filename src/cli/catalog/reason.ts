import type { CliError } from '../exit';
import { FIELD } from './columns';

type WordOf = (name: string) => string;

/** The place of a payload that a refusal points at. */
const IN_PAYLOAD = /^\/payload(?:\/variants\/(\d+))?(?:\/(\w+))?/;

/**
 * Why a command was refused, in the words of the table.
 * @param payload of the command; undefined: there is none
 */
export function reasonOf({ code, message, options: { problem } }: CliError, payload: unknown, wordOf: WordOf): string {
  const reasons = (problem?.errors ?? []).map(({ pointer, message: said }) => {
    const word = wordAt(pointer, payload, wordOf);
    return word === undefined ? `${pointer} ${said}` : `${word} ${said === 'is required' ? 'is missing' : said}`;
  });
  // The detail says the same of places that a table has not.
  const told = reasons.length > 0 ? reasons : [message];
  return `${code}: ${[...new Set(told)].join('; ')}`;
}

interface Stated {
  readonly key?: string;
  readonly variants?: readonly { readonly title?: string }[];
}

function wordAt(pointer: string, payload: unknown, wordOf: WordOf): string | undefined {
  const [, index, name] = IN_PAYLOAD.exec(pointer) ?? [];
  if (name === undefined) return undefined;
  const { key, variants } = (payload ?? {}) as Stated;
  if (name === 'value' && key !== undefined) return wordOf(FIELD + key);
  const variant = index === undefined ? undefined : variants?.[Number(index)]?.title;
  return variant === undefined ? wordOf(name) : `“${variant}”: ${wordOf(name)}`;
}
