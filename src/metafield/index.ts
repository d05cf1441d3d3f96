import definitionCreate from './metafield.definition.create';
import definitionDelete from './metafield.definition.delete';
import definitionPurge from './metafield.definition.purge';
import definitionUpdate from './metafield.definition.update';
import metafieldSet from './metafield.set';
import metafieldUnset from './metafield.unset';
import definitionsList from './metafields.definitions.list';

export default [
  definitionsList,
  definitionCreate,
  definitionUpdate,
  definitionDelete,
  definitionPurge,
  metafieldSet,
  metafieldUnset,
];
