import { plainName } from './names';
import type { Tool } from './tool';
import { isAlias, isOfSession } from './toolbox';

/** One of the addresses of the protocol: the same tools with the same rights, listed in its manner. */
export interface Address {
  readonly path: string;
  spell(id: string): string;
  /** Whether it lists a tool; it can be called all the same. */
  lists(tool: Tool): boolean;
  /** Ids of the tools about tools that it lists. */
  readonly finders: readonly string[];
}

export const addresses: readonly Address[] = [
  // The contract's: every entry under its id (spec §1.3).
  { path: '/mcp', spell: (id) => id, lists: () => true, finders: [] },
  { path: '/mcp/tools', spell: plainName, lists: (tool) => !isAlias(tool), finders: ['tools.describe'] },
  {
    path: '/mcp/search',
    spell: plainName,
    lists: isOfSession,
    finders: ['tools.search', 'tools.describe', 'tools.call'],
  },
];
