import { workRoute } from '../kernel/declaration/route';
import { LISTED_MAX } from '../kernel/declaration/sandbox';
import { object, oneOf, t, time, unit } from '../kernel/schema/schema';
import { exampleParams, statedPath, workspaceParams } from './sandbox/fields';
import { FILES_ANSWER_WITHIN_MS, openWorkspace, pathAt, workIn, workRefuses } from './sandbox/work';

export default workRoute({
  id: 'workspaces.files.list',
  label: { tr: 'Çalışma alanının dosyalarını listele', en: 'List the files of a workspace' },
  http: 'GET /v1/workspaces/{ws}/files',
  summary: 'A folder of a workspace: its entries by name, 1,000 at most.',
  policy: 'quote',
  scope: 'sandbox:use',
  answersWithinMs: FILES_ANSWER_WITHIN_MS,
  params: workspaceParams,
  query: object({ path: t.Optional(statedPath) }),
  result: object({
    path: t.String(),
    entries: t.Array(
      object({
        name: t.String(),
        type: oneOf(['file', 'folder', 'link', 'other']),
        size: t.Integer(unit('bytes')),
        modifiedAt: time(),
      }),
    ),
    complete: t.Boolean({ description: 'False: the folder has more entries than are listed.' }),
  }),
  refuses: [...workRefuses, 'not_a_folder'],
  example: { params: exampleParams, query: { path: '/workspace' } },

  async run(context) {
    const { params, query } = context;
    const path = pathAt('/query/path', query.path ?? '/workspace/store');
    await openWorkspace(context, params.ws);
    const { entries, complete } = await workIn(context, {
      workspaceId: params.ws,
      work: { do: 'list', path, most: LISTED_MAX },
    });
    return { path, entries: [...entries], complete };
  },
});
