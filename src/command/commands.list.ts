import { denial } from '../kernel/declaration/authority';
import type { Command } from '../kernel/declaration/command';
import type { Principal } from '../kernel/declaration/principal';
import { readRoute } from '../kernel/declaration/route';

import { object, t } from '../kernel/schema/schema';
import { labelsOf } from './meanings';
import { commandSchema, commandView, entitySchema, entityView, wordsSchema } from './view';

/** The commands that anonymous callers see. Frozen within /v1 (design §6): programs are written against it before they have a token. */
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
  label: { tr: 'Komutları listele', en: 'List the commands' },
  http: 'GET /v1/commands',
  summary:
    'Commands with JSON Schemas, and the meaning of the fields of changes. Anonymous callers get the frozen core, others the commands of their scopes.',
  policy: 'read',
  scope: null,
  anonymous: true,
  result: object({
    items: t.Array(commandSchema),
    labels: t.Record(t.String(), wordsSchema, {
      description: 'Names for people of the calls in previews and audit rows, by the id of their command or route.',
    }),
    entities: t.Array(entitySchema, {
      description: 'Kinds of things in previews and audit rows, by the word that names them there.',
    }),
  }),
  refuses: [],

  async run({ principal, services }) {
    const { capabilities } = services;
    return {
      items: capabilities.commands.filter((command) => visible(command, principal)).map(commandView),
      labels: labelsOf(capabilities),
      entities: capabilities.entities.map(entityView),
    };
  },
});

const visible = (command: Command, principal: Principal): boolean =>
  principal.kind === 'anonymous' ? coreCommands.includes(command.id) : denial(command, principal) === undefined;
