import { isUtf8 } from 'node:buffer';
import { workRoute } from '../kernel/declaration/route';
import { FILE_BYTES_MAX } from '../kernel/declaration/sandbox';
import { object, oneOf, t, unit } from '../kernel/schema/schema';
import { exampleParams, statedPath, workspaceParams } from './sandbox/fields';
import { FILES_ANSWER_WITHIN_MS, openWorkspace, pathAt, workIn, workRefuses } from './sandbox/work';

export default workRoute({
  id: 'workspaces.files.read',
  label: { tr: 'Çalışma alanından dosya oku', en: 'Read a file of a workspace' },
  http: 'GET /v1/workspaces/{ws}/file',
  summary: 'The content of a file of a workspace, up to 1 MiB; bytes that are no UTF-8 come as base64.',
  policy: 'quote',
  scope: 'sandbox:use',
  answersWithinMs: FILES_ANSWER_WITHIN_MS,
  params: workspaceParams,
  query: object({ path: statedPath }),
  result: object({
    path: t.String(),
    size: t.Integer(unit('bytes')),
    encoding: oneOf(['utf8', 'base64']),
    data: t.String(),
  }),
  refuses: [...workRefuses, 'not_a_file', 'payload_too_large'],
  example: { params: exampleParams, query: { path: '/workspace/store/not.txt' } },

  async run(context) {
    const { params, query } = context;
    const path = pathAt('/query/path', query.path);
    await openWorkspace(context, params.ws);
    const { content } = await workIn(context, {
      workspaceId: params.ws,
      work: { do: 'read', path, bytesMax: FILE_BYTES_MAX },
    });
    const encoding: 'utf8' | 'base64' = isUtf8(content) ? 'utf8' : 'base64';
    return { path, size: content.length, encoding, data: content.toString(encoding) };
  },
});
