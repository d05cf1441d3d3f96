import type { CapabilityIndex } from '../../kernel/declaration/capability-index';
import { isEnvelope, isEnveloped } from '../../kernel/declaration/traits';
import { commandTool } from './command-tool';
import { finderIds } from './finders';
import { spellingsOf } from './names';
import { routeTool } from './route-tool';
import type { Tool } from './tool';

/** The tools that tokens may call. */
export interface Toolbox {
  readonly all: readonly Tool[];
  /** The id that a name stands for, in either spelling. */
  idOf(name: string): string | undefined;
  find(name: string): Tool | undefined;
}

/**
 * Every entry of the registry that is not the owner's alone (spec §1.3).
 * @throws {Error} for two tools of one name
 */
export function toolboxOf({ routes, commands }: CapabilityIndex): Toolbox {
  const envelope = routes.find(isEnvelope);
  const all = [
    ...routes.map((route) => routeTool(route, isEnvelope(route) ? commands : [route])),
    ...(envelope ? commands.map((command) => commandTool(command, envelope)) : []),
  ].filter(({ capability }) => capability.policy !== 'owner');
  const byId = new Map(all.map((tool) => [tool.capability.id, tool]));
  const spellings = spellingsOf([...all.map(({ capability }) => capability.id), ...finderIds]);
  return {
    all,
    idOf: (name) => spellings.get(name),
    find: (name) => byId.get(spellings.get(name) ?? name),
  };
}

/** Lists of what a list of tools lists already. */
const TOLD_BY_LIST = ['commands.list', 'routes.list'];

/** Whether a tool is another way to what the list of tools has: the envelope, or a second door to a command. */
export const isAlias = ({ capability, route }: Tool): boolean =>
  (capability.kind === 'route' && isEnvelope(capability)) ||
  (capability === route && 'command' in route && isEnveloped(route.command)) ||
  TOLD_BY_LIST.includes(capability.id);

/** Without these an agent's session has no beginning, and its changes wait for ever, or cannot be taken back. */
const SESSION = ['tokens.whoami', 'proposals.get', 'proposal.submit', 'proposal.withdraw'];

export const isOfSession = ({ capability }: Tool): boolean => SESSION.includes(capability.id);
