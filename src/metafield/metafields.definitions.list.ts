import { readRoute } from '../kernel/declaration/route';
import { refuse } from '../kernel/errors';
import { picturesSchema } from '../kernel/objects/pictures';
import {
  countedPage,
  countedPageQuery,
  label,
  nullable,
  object,
  type Static,
  t,
  typeNamed,
} from '../kernel/schema/schema';
import { definition, definitionSchema } from './definition/aggregate';
import { target as ofTarget } from './definition/fields';
import { listDefinitions } from './definition/store';
import { REMOVALS_MAX, removalSchema } from './purge/removal';
import { listRemovals } from './purge/store';
import { ownerId, stated, targetOf, valuesRev } from './value/fields';
import { referredBy } from './value/referred';
import { listFields } from './value/store';

const filled = typeNamed('MetafieldDefinitionWithValue')(
  definition.label(
    object({
      ...definitionSchema.properties,
      value: t.Optional(label('Değer', 'Value')(nullable(stated))),
      valuesRev: t.Optional(valuesRev),
    }),
  ),
);

export default readRoute({
  id: 'metafields.definitions.list',
  label: { tr: 'Özel alanları listele', en: 'List the custom fields' },
  http: 'GET /v1/metafields/definitions',
  summary: 'Definitions of the custom fields, newest first; with ownerId, the values of one thing as well.',
  policy: 'read',
  scope: 'store:admin',
  role: 'manager',
  closedToAgents: true,
  query: object({
    ...countedPageQuery,
    target: t.Optional(ofTarget),
    ownerId: t.Optional(ownerId),
  }),
  result: object({
    ...countedPage(filled).properties,
    references: t.Optional(
      t.Record(t.String(), t.String(), {
        description: 'Titles of the things that values refer to; only with ownerId.',
      }),
    ),
    pictures: t.Optional(picturesSchema),
    removals: t.Optional(
      t.Array(removalSchema, {
        description: `Without ownerId: deleted fields of whose values some are left, the newest ${REMOVALS_MAX}.`,
      }),
    ),
  }),
  refuses: ['invalid_request'],
  example: { query: { target: 'product' } },

  run({ db, storeId, query, cursors, services: { capabilities, signedPaths } }) {
    const { target = null } = query;
    const owner = query.ownerId === undefined ? null : { target: targetOf(query.ownerId), id: query.ownerId };
    if (owner && target !== null && target !== owner.target)
      refuse('invalid_request', 'target is not the kind of thing that ownerId is.', {
        errors: [{ pointer: '/query/target', message: 'is not the kind of thing that ownerId is' }],
      });
    return db.snapshot(async (moment) => {
      if (!owner) {
        const page = await cursors.countedPageById(moment, {
          rows: (from, before, most) => listDefinitions(from, storeId, target, before, most),
          view: (row): Static<typeof filled> => row,
        });
        return { ...page, removals: await listRemovals(moment, storeId, target) };
      }
      const page = await cursors.countedPageById(moment, {
        rows: (from, before, most) => listFields(from, storeId, owner, before, most),
        view: (row) => row,
      });
      const sign = (path: string): string => signedPaths.sign(path, new Date());
      return { ...page, ...(await referredBy(page.items, capabilities.entities, moment, storeId, sign)) };
    });
  },
});
