import { entity } from '../kernel/declaration/entity';
import { object } from '../kernel/schema/schema';
import { owner } from './owner/table';
import { sessionEntity } from './session/entity';

/** An address is nobody's to read who only reads a page that names its owner, so owners have no titles. */
const unnamed = async () => [];

export default [
  entity(owner.word, owner.label(object(owner.answers)), {
    titles: { prefix: 'own', find: unnamed },
    person: 'id',
    besideShop: true,
  }),
  entity(sessionEntity.word, sessionEntity.schema, {
    titles: { prefix: 'ses', find: unnamed },
    ties: ['ownerId'],
    besideShop: true,
  }),
];
