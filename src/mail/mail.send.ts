import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { id, label, object, t, unit } from '../kernel/schema/schema';
import { mailDelivery } from './contract';
import { RECENT_DAYS, recentSince } from './kept';
import { countKept, queueNamed, queueRecent, seesLettersAlone } from './store';
import { mail } from './table';

/** At once: each is a change of its own in the audit row. */
const MAILS_MAX = 100;

export default command({
  id: 'mail.send',
  label: { tr: 'Gönderilmeyen e-postaları gönder', en: 'Send mails that were not sent' },
  summary: `Send mails that were kept while no mail server was set, or that could not be sent: those that are named; without names those that were kept in the last ${RECENT_DAYS} days.`,
  policy: 'owner',
  scope: null,
  role: 'manager',
  // It was read by then.
  irreversible: true,
  payload: object({
    mailIds: t.Optional(
      label(
        'E-postalar',
        'Mails',
      )(t.Array(mail.label(id('mai')), { minItems: 1, maxItems: MAILS_MAX, uniqueItems: true })),
    ),
  }),
  result: object({
    sending: label('Gönderilen', 'Being sent')(t.Integer(unit('count'))),
    left: label(
      'Kalan',
      'Left',
    )(t.Integer({ description: 'Recent ones that are still kept: the next call sends them.', ...unit('count') })),
  }),
  refuses: ['not_found', 'invalid_state'],
  example: { mailIds: [exampleId('mai', 'SIPARS')] },
  route: { http: 'POST /v1/account/mails/send' },

  async run({ payload, principal, storeId, tx, now, services, record, effects }) {
    if (!services.settings.sendsMails)
      refuse('invalid_state', 'No mail server is set (SMTP_URL): a mail would be kept again.', {
        facts: { state: 'no_mail_server' },
        quotesNobody: true,
      });
    const since = recentSince(now.getTime());
    const { mailIds } = payload;
    const lettersAlone = seesLettersAlone(principal);
    const queued = mailIds
      ? await queueNamed(tx, storeId, lettersAlone, mailIds)
      : await queueRecent(tx, storeId, lettersAlone, since, MAILS_MAX);
    for (const { id: mailId, before } of queued) {
      record(mail.word, mailId, { state: before }, { state: 'queued' });
      effects.startWorkflow(mailDelivery, { storeId, mailId });
    }
    return { sending: queued.length, left: await countKept(tx, storeId, lettersAlone, since) };
  },
});
