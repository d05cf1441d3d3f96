import { owner } from '../account/owner/table';
import { command } from '../kernel/declaration/command';
import { id, object, secret, t } from '../kernel/schema/schema';
import { mailNewBrowser } from '../mail/notify';
import { mail } from '../mail/table';

/** Issued by `new-browsers.ts` after a log-in. */
export default command({
  id: 'store.owner.alert',
  label: { tr: 'Yeni tarayıcıyı bildir', en: 'Tell of a new browser' },
  summary: 'Mail an owner that the password was used at a browser that is new to the log-in.',
  policy: 'owner',
  scope: 'store:admin',
  runtimeOnly: true,
  flags: [],
  irreversible: true,
  payload: object({
    ownerId: owner.label(id('own')),
    device: secret(t.String({ maxLength: 200, description: 'Name that the browser gives itself.' })),
  }),
  result: object({}),
  refuses: [],
  example: { ownerId: 'own_01ARZ3NDEKTSV4RRFFQ69G5FAV', device: 'Mozilla/5.0' },

  async run(context) {
    const mailId = await mailNewBrowser(context, context.payload);
    context.record(mail.word, mailId, null, { state: 'queued' });
    return {};
  },
});
