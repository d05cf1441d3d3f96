import { entity } from '../kernel/declaration/entity';
import { definition, definitionSchema } from './definition/aggregate';
import { definitionTitles } from './definition/store';
import { valueSet, valueSetEntity } from './value/aggregate';
import { valueSetTitles } from './value/store';

const SHOWN = 'with each value, on the view of what it is of';

export default [
  entity(definition.word, definitionSchema, {
    titles: { prefix: definition.prefix, field: 'key', find: definitionTitles },
    toldElsewhere: { target: SHOWN, key: SHOWN, type: SHOWN, list: SHOWN },
  }),
  entity(valueSet.word, valueSetEntity, {
    titles: { prefix: valueSet.prefix, find: valueSetTitles },
    partOf: ['ownerId'],
  }),
];
