import { extensionKey } from '../extension/aggregate';
import { exampleMarketplace } from '../extension/example';
import { channelOf } from '../extension/provider/providers';
import { command } from '../kernel/declaration/command';
import { contentSchema, placeless } from '../kernel/declaration/content';
import { refuse } from '../kernel/errors';
import { label, object, t, typeNamed } from '../kernel/schema/schema';
import { pictureAnew } from '../media/image/anew';
import { exampleImage } from '../media/image/example';
import { imageTypes, readImage } from '../media/image/signature';
import { assertFits, assertInTime, itemsFor } from './claim/check';
import { claimActing } from './claim/declaration';
import { claimAct, claimId, description, itemId, reasonField } from './claim/fields';
import { FILES_MAX } from './claim/limits';
import { actsUpon, claimsNamed, readAtOf } from './claim/store';
import { claimUpon } from './claim/upon';
import { laneOf } from './contract/claim';
import { askForJob } from './job/ask';
import { onceRefusals, settlesByJob } from './job/settling';
import { jobReports } from './kinds/report';
import { enabledChannel } from './provider/enabled';
import { channelNeeds } from './provider/needs';

const needs = channelNeeds('enabled', 'claimsById', 'actOnClaim');

const { jobOrReport, view, answerOf } = jobReports([claimActing]);

const FILE_BYTES_MAX = 5 * 1024 * 1024;

export default command({
  id: 'channel.claims.act',
  label: { tr: 'Pazaryeri iadesine işlem yap', en: 'Act on a claim of a marketplace' },
  summary:
    'Approve a claim at its marketplace, reject it with a reason and pictures, or raise an issue; a durable job that asks once for each item. What is accepted comes back as a return.',
  policy: 'propose',
  scope: 'orders:write',
  role: 'owner',
  asksProvider: true,
  needs,
  // Marketplaces take none of it back.
  irreversible: true,
  payload: object({
    ext: extensionKey,
    claimId,
    act: claimAct,
    itemId: t.Optional({ ...itemId, description: 'Left out: all items that wait for the shop.' }),
    reason: t.Optional(reasonField),
    description: t.Optional(description),
    files: t.Optional(
      label(
        'Dosyalar',
        'Files',
      )(
        t.Array(contentSchema, {
          minItems: 1,
          maxItems: FILES_MAX,
          description: 'Pictures that show why; most reasons need one.',
        }),
      ),
    ),
  }),
  // A photograph says where it was taken, and behind a picture there may be any other file.
  files: {
    files: {
      types: imageTypes,
      bytesMax: FILE_BYTES_MAX,
      read: readImage,
      anew: pictureAnew,
      example: exampleImage,
    },
  },
  result: typeNamed('ClaimJob')(jobOrReport),
  refuses: [
    'not_found',
    'extension_not_installed',
    'extension_not_ready',
    'extension_not_enabled',
    'consent_required',
    'invalid_request',
    'invalid_state',
    'claim_file_missing',
    ...onceRefusals,
  ],
  settles: settlesByJob(claimActing.terms, {
    answer: answerOf,
    refusals: onceRefusals,
  }),
  example: { ext: exampleMarketplace, claimId: 'f9da2317-876b-4b86-b8f7-000000000001', act: 'approve' },
  route: { http: 'POST /v1/channel/{ext}/claims/{claim}/act', names: { claim: 'claimId' } },

  actsUpon: claimUpon,

  async run({ payload, ...context }) {
    const { tx, storeId, now } = context;
    const { ext, claimId, act, itemId = null, files = [] } = payload;
    const [reason, description] = [payload.reason ?? null, payload.description ?? null];
    const manifest = await enabledChannel(tx, storeId, ext, needs);
    const limits = channelOf(ext).claimLimits;
    if (!limits) throw new Error(`${ext} acts upon claims, and declares no rules for it`);
    assertFits({ act, reason, description, files: files.length }, limits);
    const channel = { storeId, extension: ext };
    const [claim] = await claimsNamed(tx, channel, [claimId]);
    const seenAt = await readAtOf(tx, channel, claimId);
    if (!claim || seenAt === undefined)
      return refuse('not_found', 'No claim of this id has come yet: `channel.claims.list` asks for them.', {
        quotesNobody: true,
      });
    const itemIds = itemsFor(claim, itemId, await actsUpon(tx, channel, laneOf(claimId)), seenAt);
    assertInTime(reason, claim, limits, now);
    const job = await askForJob(context, claimActing, {
      extension: ext,
      extensionName: manifest.name,
      input: {
        claimId,
        claimAct: act,
        itemIds,
        claimReason: reason,
        claimWords: description,
        claimFiles: files.map(placeless),
      },
      files,
    });
    return view(job);
  },
});
