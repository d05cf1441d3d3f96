import { draftQuery } from '../access/workspace/readable';
import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { label, object, rev, t } from '../kernel/schema/schema';
import { type Zone, zoneOf, zones } from '../kit/zones';
import { extensionConfig, zoneBlockSchema } from './bundle/bundle';
import { blockAt, newBlockId, withBlock } from './bundle/extending';
import { finding } from './bundle/finding';
import { draftSubject } from './draft/draft';
import { extended, openExtending, refuseOne, takenOffer } from './draft/extending';
import { writtenSchema } from './draft/view';

const { id, extension, block } = zoneBlockSchema.properties;
const blockId = label('Blok', 'Block in the design')(id);

export default command({
  id: 'design.zone.place',
  label: { tr: 'Alana eklenti bloğu koy', en: 'Place a block in a zone' },
  summary:
    'Place a block of an enabled extension in a zone of the draft of a workspace. With `id`, the block that is there is configured anew, and moved if another zone or place is named.',
  policy: 'workspace',
  scope: 'design:write',
  workspace: 'workspace',
  payload: object({
    zone: label(
      'Alan',
      'Zone',
    )(t.String({ minLength: 1, maxLength: 60, description: `One of ${zones.map((zone) => zone.id).join(', ')}.` })),
    extension: label('Eklenti', 'Extension')(extension),
    block: label('Eklentinin bloğu', 'Block of the extension')(block),
    config: t.Optional(label('Ayarlar', 'Settings')(extensionConfig())),
    id: t.Optional(label('Blok', 'Block in the design')({ ...id, description: 'A block that the design has.' })),
    position: t.Optional(
      label(
        'Sıra',
        'Position',
      )(
        t.Integer({
          minimum: 0,
          maximum: 9,
          description: 'Place in the zone from 0. Left out: its own, else the last.',
        }),
      ),
    ),
    workspace: draftQuery,
    expectedRev: t.Optional(rev({ minimum: 0 })),
  }),
  result: object({ ...writtenSchema.properties, id: blockId }),
  refuses: [
    'invalid_request',
    'not_found',
    'agent_workspace_only',
    'rev_conflict',
    'extension_unknown',
    'extension_not_installed',
    'extension_not_enabled',
    'config_invalid',
    'payload_too_large',
    'bundle_invalid',
  ],
  example: {
    zone: 'product.afterBuy',
    extension: 'whatsapp',
    block: 'ask',
    config: { phone: '905321234567', button: 'WhatsApp’tan sorun' },
    workspace: 'main',
  },
  exampleRev: 1,
  subject: draftSubject('workspace'),

  async run(context) {
    const { zone, extension, block, config = {}, id, position } = context.payload;
    const offer = await takenOffer(context, 'blocks', { extension, key: block, config });
    const extending = await openExtending(context);
    const { body } = extending;
    const there = id === undefined ? undefined : blockAt(body, id);
    if (id !== undefined && !there) refuse('not_found', 'The design has no such block.', { errors: NO_BLOCK });
    const known = zoneOf(zone) ?? refuseOne(finding('/zone', 'zone_unknown', { name: zone }));
    if (offer.zones && !offer.zones.includes(zone)) refuseOne(finding('/zone', 'placement_refused', { name: block }));
    const stays = there?.zone === zone;
    if (!stays) assertRoom(known, Object.hasOwn(body.zones, zone) ? (body.zones[zone]?.length ?? 0) : 0);
    const named = id ?? newBlockId(body, block);
    const placed = { id: named, extension, block, config };
    const changed = withBlock(body, zone, placed, position ?? (stays ? there.index : undefined));
    return { ...(await extended(context, extending, changed)), id: named };
  },
});

const NO_BLOCK = [{ pointer: '/id', message: 'is no block of the design' }];

/** @throws {Refusal} bundle_invalid */
function assertRoom({ id, max }: Zone, count: number): void {
  if (count >= max) refuseOne(finding('/zone', 'zone_full', { name: id, most: max }));
}
