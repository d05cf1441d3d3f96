import { entity } from '../kernel/declaration/entity';
import { sender, senderSchema } from './sender/aggregate';
import { senderTitles } from './sender/store';

export default [
  entity(sender.word, senderSchema, {
    titles: { prefix: sender.prefix, field: 'reference', find: senderTitles },
    partOf: ['extension'],
    person: 'id',
  }),
];
