import { refuse } from '../../kernel/errors';
import type { Tool } from './tool';
import { isOfSession, type Toolbox } from './toolbox';

/** Selects the tools that an address offers. */
export type Selection = (tool: Tool) => boolean;

const everything: Selection = () => true;

/**
 * Reads the selection of `?tools=catalog,channel.jobs`: nouns, or ids and their beginnings, in either spelling. The tools that a session
 * needs stay.
 * @throws {Refusal} invalid_request for a word that selects nothing: a caller who misspelt it would miss tools and not know why
 */
export function selectionOf(stated: string | readonly string[] | undefined, { all }: Toolbox): Selection {
  const words = [stated]
    .flat()
    .flatMap((list = '') => list.split(','))
    .map((word) => word.trim().replaceAll('_', '.'))
    .filter(Boolean);
  if (words.length === 0) return everything;
  const idle = words.filter((word) => !all.some(({ capability }) => selects(word, capability.id)));
  if (idle.length > 0) {
    const message = `names no tools: ${idle.join(', ')}`;
    refuse('invalid_request', `/query/tools ${message}`, { errors: [{ pointer: '/query/tools', message }] });
  }
  return (tool) => isOfSession(tool) || words.some((word) => selects(word, tool.capability.id));
}

const selects = (word: string, id: string): boolean =>
  word === id || id.startsWith(`${word}.`) || (!word.includes('.') && nounOf(word) === nounOf(id));

/** The first word in the singular: `proposal.submit` and `proposals.get` are of one noun. */
const nounOf = (id: string): string => (id.split('.')[0] as string).replace(/s$/, '');
