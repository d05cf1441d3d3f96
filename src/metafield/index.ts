import type { Noun } from '../noun';
import { definition } from './definition/aggregate';
import entities from './entities';
import { indexed } from './filter/table';
import definitionCreate from './metafield.definition.create';
import definitionDelete from './metafield.definition.delete';
import definitionPurge from './metafield.definition.purge';
import definitionUpdate from './metafield.definition.update';
import metafieldSet from './metafield.set';
import metafieldUnset from './metafield.unset';
import definitionsList from './metafields.definitions.list';
import { purge } from './purge/table';
import { metafieldWork } from './purge/work';
import { refusals } from './refusals';
import { valueSet } from './value/aggregate';

export default {
  capabilities: [
    definitionsList,
    definitionCreate,
    definitionUpdate,
    definitionDelete,
    definitionPurge,
    metafieldSet,
    metafieldUnset,
  ],
  entities,
  tables: [definition, indexed, purge, valueSet],
  works: [metafieldWork],
  refusals,
} satisfies Noun;
