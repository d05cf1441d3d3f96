import { invalid } from '../kernel/call/input-check';
import { workRoute } from '../kernel/declaration/route';
import { FILE_BYTES_MAX } from '../kernel/declaration/sandbox';
import { refuse } from '../kernel/errors';
import { object, oneOf, t, unit } from '../kernel/schema/schema';
import { exampleParams, statedPath, workspaceParams } from './sandbox/fields';
import { FILES_ANSWER_WITHIN_MS, openWorkspace, pathAt, workIn, workRefuses } from './sandbox/work';

/** JSON of a file of 1 MiB: in base64, or as a text in which every other character is escaped. */
const BODY_BYTES_MAX = 3 * FILE_BYTES_MAX;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

export default workRoute({
  id: 'workspaces.files.write',
  label: { tr: 'Çalışma alanına dosya yaz', en: 'Write a file of a workspace' },
  http: 'PUT /v1/workspaces/{ws}/file',
  summary:
    'Write a file of a workspace, up to 1 MiB, with the folders that it stands in. It replaces a file that is there.',
  policy: 'workspace',
  scope: 'sandbox:use',
  answersWithinMs: FILES_ANSWER_WITHIN_MS,
  bodyBytesMax: BODY_BYTES_MAX,
  params: workspaceParams,
  query: object({ path: statedPath }),
  body: object({
    data: t.String({ maxLength: 2 * FILE_BYTES_MAX }),
    encoding: t.Optional(oneOf(['utf8', 'base64'], { description: 'Form of `data`. Left out, it is `utf8`.' })),
  }),
  result: object({ path: t.String(), size: t.Integer(unit('bytes')) }),
  refuses: [...workRefuses, 'not_a_file', 'not_a_folder', 'payload_too_large'],
  example: {
    params: exampleParams,
    query: { path: '/workspace/store/maliyet.csv' },
    body: { data: 'sku,maliyet\nKHV-1,8200\n' },
  },

  async run(context) {
    const { params, query, body } = context;
    const path = pathAt('/query/path', query.path);
    if (body.encoding === 'base64' && !(BASE64.test(body.data) && body.data.length % 4 === 0))
      invalid('/body/data', 'must be base64');
    const content = Buffer.from(body.data, body.encoding ?? 'utf8');
    if (content.length > FILE_BYTES_MAX) refuse('payload_too_large', 'A file may have at most 1 MiB.');
    await openWorkspace(context, params.ws);
    const { size } = await workIn(context, { workspaceId: params.ws, work: { do: 'write', path, content } });
    return { path, size };
  },
});
