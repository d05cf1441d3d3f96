import { workspaceOrMain } from '../../access/workspace/readable';
import { exampleId } from '../../kernel/declaration/example';
import { label, object, t } from '../../kernel/schema/schema';

export const workspaceParams = object({ ws: label('Çalışma alanı', 'Workspace')(workspaceOrMain()) });
export const exampleParams = { ws: exampleId('wsp', 'AJAN') };

export const statedPath = label(
  'Yol',
  'Path',
)(
  t.String({
    minLength: 1,
    maxLength: 1_024,
    description: 'A path below `/workspace`; one that does not begin with a slash stands there.',
  }),
);
