import definitionCreate from './metafield.definition.create';
import definitionDelete from './metafield.definition.delete';
import definitionUpdate from './metafield.definition.update';
import metafieldSet from './metafield.set';
import metafieldUnset from './metafield.unset';
import definitionsList from './metafields.definitions.list';

export default [definitionsList, definitionCreate, definitionUpdate, definitionDelete, metafieldSet, metafieldUnset];
