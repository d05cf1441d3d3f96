import { entity } from '../kernel/declaration/entity';
import { definition, definitionSchema } from './definition/aggregate';
import { definitionTitles } from './definition/store';

export default [
  entity(definition.word, definitionSchema, {
    titles: { prefix: definition.prefix, field: 'key', find: definitionTitles },
  }),
];
