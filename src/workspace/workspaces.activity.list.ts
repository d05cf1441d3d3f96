import { workRoute } from '../kernel/declaration/route';
import { label, nullable, object, oneOf, page, pageQuery, t, time, unit, words } from '../kernel/schema/schema';
import { withLostWork } from './activity/asked';
import { activityKinds, listActivity } from './activity/store';
import { exampleParams, workspaceParams } from './sandbox/fields';
import { reachWorkspace } from './sandbox/work';

const kinds = {
  exec: ['komut', 'command'],
  list: ['liste', 'list'],
  read: ['okuma', 'read'],
  write: ['yazma', 'write'],
  backup: ['yedek', 'backup'],
  restore: ['geri yükleme', 'restore'],
  refresh: ['yenileme', 'refresh'],
  archive: ['arşiv', 'archive'],
  expire: ['yedeğin süresinin dolması', 'end of a backup'],
  loss: ['kayıp', 'loss'],
} as const;

const activity = object({
  id: label('Kimlik', 'Id')(t.String()),
  kind: label('Tür', 'Kind')(oneOf(activityKinds, words(kinds))),
  byKind: label('Yapanın türü', 'Kind of the actor')(t.String()),
  byId: label('Yapan', 'Actor')(t.String()),
  subject: label(
    'Konu',
    'Subject',
  )(
    t.String({
      description:
        'The command, with known secrets masked, or the path. Of a backup that was restored or has ended when it was made, and of a loss the span whose work is gone.',
    }),
  ),
  outcome: label(
    'Sonuç',
    'Outcome',
  )(
    t.String({
      description:
        '`done`, `running`, the bound or the act of the owner that ended it, or the code that it was refused with.',
    }),
  ),
  exitCode: label('Çıkış kodu', 'Exit code')(nullable(t.Integer())),
  durationMs: label('Süre (ms)', 'Duration (ms)')(nullable(t.Integer())),
  bytes: label(
    'Bayt',
    'Bytes',
  )(nullable(t.Integer({ description: 'Of the output, or of the file.', ...unit('bytes') }))),
  begunAt: label('Başlangıç', 'Begun')(time()),
});

export default workRoute({
  id: 'workspaces.activity.list',
  label: { tr: 'Çalışma alanının hareketlerini listele', en: 'List the activity of a workspace' },
  http: 'GET /v1/workspaces/{ws}/activity',
  summary:
    'Commands that ran in a workspace, and files that were read and written, newest first; nothing is ever taken away.',
  policy: 'read',
  scope: 'sandbox:use',
  params: workspaceParams,
  query: object(pageQuery),
  result: page(activity),
  refuses: ['invalid_request', 'not_found', 'agent_workspace_only', 'invalid_state'],
  example: { params: exampleParams, query: { limit: 20 } },

  async run(context) {
    const { db, storeId, params, cursors, services } = context;
    const page = await db.snapshot(async (moment) => {
      await reachWorkspace({ ...context, db: moment }, params.ws);
      return cursors.page({
        kinds: ['text'],
        rows: (after, most) => listActivity(moment, storeId, params.ws, after?.[0] ?? null, most),
        position: ({ id }) => [id],
        view: (row) => row,
      });
    });
    return { ...page, items: await withLostWork(services, storeId, page.items) };
  },
});
