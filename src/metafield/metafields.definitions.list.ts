import { readRoute } from '../kernel/declaration/declare';
import { refuse } from '../kernel/errors';
import {
  countedPage,
  countedPageQuery,
  label,
  nullable,
  object,
  rev,
  type Static,
  t,
  typeNamed,
} from '../kernel/schema/schema';
import { definition, definitionSchema } from './definition/aggregate';
import { target as ofTarget } from './definition/fields';
import { listDefinitions } from './definition/store';
import { ownerId, stated, targetOf } from './value/fields';
import { listFields } from './value/store';

const filled = typeNamed('MetafieldDefinitionWithValue')(
  definition.label(
    object({
      ...definitionSchema.properties,
      value: t.Optional(label('Değer', 'Value')(nullable(stated))),
      valuesRev: t.Optional(
        rev({
          minimum: 0,
          description: 'Of all values of the thing, as metafield.set expects it; 0: it has never had one.',
        }),
      ),
    }),
  ),
);

export default readRoute({
  id: 'metafields.definitions.list',
  label: { tr: 'Özel alanları listele', en: 'List the custom fields' },
  http: 'GET /v1/metafields/definitions',
  summary: 'Definitions of the custom fields, newest first; with ownerId what stands in those of one thing.',
  policy: 'read',
  scope: 'store:admin',
  closedToAgents: true,
  query: object({
    ...countedPageQuery,
    target: t.Optional(ofTarget),
    ownerId: t.Optional(ownerId),
  }),
  result: countedPage(filled),
  refuses: ['invalid_request'],
  example: { query: { target: 'product' } },

  run({ db, storeId, query, cursors }) {
    const { target = null } = query;
    const owner = query.ownerId === undefined ? null : { target: targetOf(query.ownerId), id: query.ownerId };
    if (owner && target !== null && target !== owner.target)
      refuse('invalid_request', 'target is not the kind of thing that ownerId is.', {
        errors: [{ pointer: '/query/target', message: 'is not the kind of thing that ownerId is' }],
      });
    return cursors.countedPageById(db, {
      rows: (from, before, most): Promise<Static<typeof filled>[]> =>
        owner ? listFields(from, storeId, owner, before, most) : listDefinitions(from, storeId, target, before, most),
      view: (row) => row,
    });
  },
});
