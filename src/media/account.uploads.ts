import { readRoute } from '../kernel/declaration/route';
import { nullable, object, page, pageQuery, t, typeNamed } from '../kernel/schema/schema';
import { namedIds } from '../kernel/table/naming-store';
import { listUploads } from './upload/store';
import { UPLOADS, upload } from './upload/table';
import { uploadSchema, waitingView } from './upload/view';

const waitingSchema = object({
  ...uploadSchema.properties,
  broughtKind: nullable(t.String({ description: 'Kind of the credential that brought it.' })),
  broughtBy: nullable(t.String({ description: 'Its id.' })),
  held: t.Boolean({
    description:
      'A proposal that waits names it: until that is decided on it can be committed, whatever `expiresAt` says.',
  }),
  url: t.String({
    description:
      'Path of the picture as the shop would publish it, which is drawn when it is opened. It opens without a credential, for an hour at least.',
  }),
});

export default readRoute({
  id: 'account.uploads',
  http: 'GET /v1/account/uploads',
  summary: 'Uncommitted uploads with their senders, newest first.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  query: object(pageQuery),
  result: page(typeNamed('WaitingUpload')(waitingSchema)),
  refuses: [],

  run: ({ db, storeId, cursors, services: { signedPaths, tables } }) =>
    cursors.pageById({
      rows: (before, most) =>
        db.snapshot(async (moment) => {
          const rows = await listUploads(moment, storeId, before, most);
          const ids = rows.map(({ id }) => id);
          // By what the sweep that deletes them asks, too.
          const others = tables.filter((table) => table !== upload);
          const held = await namedIds(moment, others, UPLOADS, storeId, ids);
          return rows.map((row) => ({ ...row, held: held.has(row.id) }));
        }),
      view: (row) => waitingView(storeId, row, (path) => signedPaths.sign(path, new Date())),
    }),
});
