import { draftQuery } from '../access/workspace/readable';
import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { label, object, rev, t } from '../kernel/schema/schema';
import { zoneBlockSchema } from './bundle/bundle';
import { blockAt, withoutBlock } from './bundle/extending';
import { draftSubject } from './draft/draft';
import { extended, openExtending } from './draft/extending';
import { writtenSchema } from './draft/view';

export default command({
  id: 'design.zone.remove',
  label: { tr: 'Eklenti bloğunu alandan çıkar', en: 'Remove a block from its zone' },
  summary:
    'Remove a block of an extension from the draft of a workspace, also of one that is disabled or gone. The hash before it brings it back.',
  policy: 'workspace',
  scope: 'design:write',
  workspace: 'workspace',
  removes: true,
  payload: object({
    id: label('Blok', 'Block in the design')(zoneBlockSchema.properties.id),
    workspace: draftQuery,
    expectedRev: t.Optional(rev({ minimum: 0 })),
  }),
  result: writtenSchema,
  refuses: [
    'invalid_request',
    'not_found',
    'agent_workspace_only',
    'rev_conflict',
    'payload_too_large',
    'bundle_invalid',
  ],
  example: { id: 'blk-ask-1', workspace: 'main' },
  exampleRev: 1,
  subject: draftSubject('workspace'),

  async run(context) {
    const { id } = context.payload;
    const extending = await openExtending(context);
    if (!blockAt(extending.body, id))
      refuse('not_found', 'The design has no such block.', {
        errors: [{ pointer: '/id', message: 'is no block of the design' }],
      });
    return extended(context, extending, withoutBlock(extending.body, id));
  },
});
