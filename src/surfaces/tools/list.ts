import { mayUse } from '../../kernel/declaration/authority';
import type { Principal } from '../../kernel/declaration/principal';
import type { Address } from './address';
import type { Definition } from './definition';
import { finders } from './finders';
import type { Selection } from './selection';
import type { Tool } from './tool';
import type { Toolbox } from './toolbox';

/** A request for tools: its caller, its address, and the tools for which that was asked. */
export interface Asking {
  readonly principal: Principal;
  readonly address: Address;
  readonly toolbox: Toolbox;
  readonly selected: Selection;
}

interface Listed extends Definition {
  readonly name: string;
}

/** Lists the tools that the credential may use, among those that the address selects. */
export const allowedTo = ({ principal, toolbox, selected }: Asking): Tool[] =>
  toolbox.all.filter((tool) => selected(tool) && mayUse(tool.capability, principal));

/** `tools/list`, all on one page: several clients read no second one. */
export function listOf(asking: Asking): Listed[] {
  const { address } = asking;
  const tools = allowedTo(asking).filter((tool) => address.lists(tool));
  const aboutTools = finders.filter(({ id }) => address.finders.includes(id));
  return [
    ...tools.map((tool) => ({ name: address.spell(tool.capability.id), ...tool.definition })),
    ...aboutTools.map(({ id, definition }) => ({ name: address.spell(id), ...definition })),
  ];
}
