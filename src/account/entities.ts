import { entity } from '../kernel/declaration/entity';
import { owner } from './owner/table';
import { ownerSchema } from './owner/view';
import { passkeyEntity } from './passkey/entity';
import { sessionEntity } from './session/entity';

/** An address is nobody's to read who only reads a page that names its owner, so owners have no titles. */
const unnamed = async () => [];

export default [
  entity(owner.word, ownerSchema, {
    titles: { prefix: 'own', find: unnamed },
    person: 'id',
    besideShop: true,
  }),
  entity(sessionEntity.word, sessionEntity.schema, {
    titles: { prefix: 'ses', find: unnamed },
    ties: ['ownerId'],
    besideShop: true,
  }),
  entity(passkeyEntity.word, passkeyEntity.schema, {
    titles: { prefix: 'psk', find: unnamed },
    besideShop: true,
  }),
];
