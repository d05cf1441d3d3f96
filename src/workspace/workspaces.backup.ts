import { workRoute } from '../kernel/declaration/route';
import { newId } from '../kernel/ids';
import { label, object, t, time, unit } from '../kernel/schema/schema';
import { BACKUP_WITHIN_MS } from './life/asking';
import { exampleParams, workspaceParams } from './sandbox/fields';
import { refusalOfLife } from './sandbox/ready';
import { openWorkspace, workRefuses } from './sandbox/work';

export default workRoute({
  id: 'workspaces.backup',
  label: { tr: 'Çalışma alanını yedekle', en: 'Back up a workspace' },
  http: 'POST /v1/workspaces/{ws}/backup',
  summary:
    'Back up the files of a workspace; the backup is kept for seven days, and the next cold start restores it. Refused while a command runs.',
  policy: 'workspace',
  scope: 'sandbox:use',
  answersWithinMs: 2 * BACKUP_WITHIN_MS,
  params: workspaceParams,
  result: object({
    id: label('Kimlik', 'Id')(t.String()),
    digest: label('SHA-256', 'SHA-256')(t.String({ description: 'SHA-256 of the bytes that are kept.' })),
    bytes: label('Boyut', 'Size')(t.Integer(unit('bytes'))),
    at: label('Yedek zamanı', 'Backed up')(time()),
    expiresAt: label('Son geçerlilik', 'Expires')(time()),
  }),
  refuses: workRefuses,
  example: { params: exampleParams },

  async run(context) {
    const { params, principal, services, storeId } = context;
    await openWorkspace(context, params.ws);
    const ask = { byKind: principal.kind, byId: principal.id, activityId: newId('wac') };
    const made = await services.life.backUp({ storeId, workspaceId: params.ws }, ask);
    if ('fault' in made) throw refusalOfLife(made);
    return made;
  },
});
