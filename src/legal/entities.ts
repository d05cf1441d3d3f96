import { entity } from '../kernel/declaration/entity';
import { legalTraitsOf } from './page/kinds';
import { legalPage, legalPageSchema } from './page/table';

export default [
  entity(legalPage.word, legalPageSchema, {
    titles: { titleOf: (kind) => legalTraitsOf(kind)?.title ?? kind },
    partOf: ['kind'],
  }),
];
