import { isDeepStrictEqual } from 'node:util';
import { beyondPriceLimit } from '../access/token/price-limit';
import { extensionKey } from '../extension/aggregate';
import { exampleMarketplace } from '../extension/example';
import { channelOf, manifestOf } from '../extension/provider/providers';
import { steadyExtension } from '../extension/store';
import { command } from '../kernel/declaration/command';
import { Contention, refuse } from '../kernel/errors';
import { type Answer, expectedRevOrNone, object } from '../kernel/schema/schema';
import {
  type ChannelSettings,
  type ChannelSettingsRow,
  channelSettings,
  channelSettingsSchema,
  defaultChannelSettings,
} from '../store/channel/aggregate';
import { changeChannelSettings, findChannelSettings, insertChannelSettings } from '../store/channel/store';
import { assertSound } from './sound';

export default command({
  id: 'settings.channel.update',
  label: { tr: 'Pazaryeri ayarlarını belirle', en: 'Set the settings of a marketplace' },
  summary:
    'Set all settings of one marketplace at once: what is pushed and pulled, price rule, buffer, resend window, brake, mails.',
  policy: 'propose',
  scope: 'store:admin',
  role: 'manager',
  payload: object({ extension: extensionKey, ...channelSettings.states, expectedRev: expectedRevOrNone }),
  result: channelSettingsSchema,
  refuses: ['extension_unknown', 'extension_not_installed', 'settings_invalid', 'rev_conflict', 'limit_exceeded'],
  example: {
    extension: exampleMarketplace,
    ...defaultChannelSettings,
    priceRule: { percent: 12, add: 0, round: '90' },
    buffer: 1,
    disconnect: 'freeze',
  },
  subject: { ...channelSettings.by('extension'), optional: true },

  async run(context) {
    const { tx, storeId, now, payload, guardRev, record, inverse, principal } = context;
    const { extension, expectedRev: _guarded, ...whole } = payload;
    if (manifestOf(extension)?.kind !== 'channel') refuse('extension_unknown', 'There is no such marketplace.');
    await steadyExtension(tx, storeId, extension);
    const stated = channelSettings.whole(whole);
    const before = await findChannelSettings(tx, storeId, extension);
    guardRev(extension, before?.rev ?? 0);
    if (movesPrices(before ?? defaultChannelSettings, stated)) {
      const beyond = beyondPriceLimit(principal, 'change the price rule or the price brake of a marketplace');
      if (beyond) throw beyond;
    }
    assertSound('settings_invalid', faultsOf(extension, stated));
    if (!before) {
      if (!(await insertChannelSettings(tx, storeId, { extension, ...stated }, now)))
        throw new Contention(storeId, 'Somebody stated the settings of this marketplace a moment ago.');
      const at = now.toISOString();
      const made = { extension, ...stated, rev: 1, createdAt: at, updatedAt: at };
      record(channelSettings.word, extension, null, channelSettings.snapshot(made), { extension });
      return answerOf(made);
    }
    const after = changeChannelSettings(context, before, stated, { extension });
    if (after.rev !== before.rev)
      inverse('settings.channel.update', { extension, ...channelSettings.snapshot(before), expectedRev: after.rev });
    return answerOf(after);
  },
});

const answerOf = (row: ChannelSettingsRow) => channelSettings.answer(row) as Answer<typeof channelSettingsSchema>;

/** The rule says what every price there is, and the brake which of them waits for a person. */
const movesPrices = (before: ChannelSettings, after: Pick<ChannelSettings, 'priceRule' | 'brakePercent'>): boolean =>
  before.brakePercent !== after.brakePercent || !isDeepStrictEqual(before.priceRule, after.priceRule);

const RESEND_MINUTES_MIN = 15;

/** A marketplace refuses the same values within a time of its own. */
function faultsOf(
  extension: string,
  { resendMinutes, buyerMail }: Pick<ChannelSettings, 'resendMinutes' | 'buyerMail'>,
) {
  const sameContentMs = channelOf(extension).offerLimits?.sameContentMs ?? 0;
  const least = Math.max(RESEND_MINUTES_MIN, Math.ceil(sameContentMs / 60_000));
  return [
    ...(resendMinutes < least ? [{ pointer: '/resendMinutes', message: `must be >= ${least}` }] : []),
    // A marketplace writes to its buyers itself, and most of their addresses are relays.
    ...(buyerMail === 'none'
      ? []
      : [{ pointer: '/buyerMail', message: 'must be none: the shop writes no such mails' }]),
  ];
}
