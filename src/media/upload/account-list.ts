import { readRoute } from '../../kernel/declaration/declare';
import { nullable, object, page, pageQuery, t, typeNamed } from '../../kernel/schema/schema';
import { listUploads } from './store';
import { uploadSchema, waitingView } from './view';

const waitingSchema = object({
  ...uploadSchema.properties,
  broughtKind: nullable(t.String({ description: 'Kind of the credential that brought it.' })),
  broughtBy: nullable(t.String({ description: 'Its id.' })),
  url: t.String({ description: 'Path of the picture. It opens without a credential, for an hour at least.' }),
});

export const accountUploads = readRoute({
  id: 'account.uploads',
  http: 'GET /v1/account/uploads',
  summary: 'Uploads that wait to be committed, with who brought them, newest first.',
  policy: 'owner',
  scope: null,
  query: object(pageQuery),
  result: page(typeNamed('WaitingUpload')(waitingSchema)),
  refuses: [],

  run: ({ db, storeId, cursors, services: { signedPaths } }) =>
    cursors.pageById({
      rows: (before, most) => listUploads(db, storeId, before, most),
      view: (row) => waitingView(storeId, row, (path) => signedPaths.sign(path, new Date())),
    }),
});
