import { type Command, readRoute } from '../kernel/declare';
import { denial } from '../kernel/dispatch';
import type { Principal } from '../kernel/principal';
import { object, t } from '../kernel/schema';
import { commandSchema, commandView } from './capability.view';

/** What anonymous callers see. Frozen within /v1 (design §6): programs are written against it before they have a token. */
export const coreCommands = [
  'catalog.category.create',
  'catalog.collection.create',
  'catalog.collection.setProducts',
  'catalog.price.set',
  'catalog.product.archive',
  'catalog.product.create',
  'catalog.product.setVariants',
  'catalog.product.update',
  'catalog.stock.adjust',
  'catalog.stock.set',
];

export default readRoute({
  id: 'commands.list',
  http: 'GET /v1/commands',
  summary: 'Commands with JSON Schemas: the frozen core for anonymous callers, otherwise those that the scopes allow.',
  policy: 'read',
  scope: null,
  anonymous: true,
  result: object({ items: t.Array(commandSchema) }),
  refuses: [],

  async run({ principal, services }) {
    return { items: services.capabilities.commands.filter((command) => visible(command, principal)).map(commandView) };
  },
});

const visible = (command: Command, principal: Principal): boolean =>
  principal.kind === 'anonymous' ? coreCommands.includes(command.id) : denial(command, principal) === undefined;
