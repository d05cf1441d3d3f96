import { command } from '../kernel/declaration/command';
import { nullable, object, time } from '../kernel/schema/schema';
import { noteHere } from './factor/note-here';

/** Issued in each further store of a login by the commands that turn its second step on and off. */
export default command({
  id: 'account.secondFactor.note',
  label: { tr: 'İki adımlı girişi kaydet', en: 'Note a two-step log-in' },
  summary: 'Note that an owner has turned the second step of the log-in on or off.',
  policy: 'owner',
  scope: 'store:admin',
  runtimeOnly: true,
  flags: [],
  irreversible: true,
  payload: object({ since: nullable(time()) }),
  result: object({}),
  refuses: ['not_found'],
  example: { since: null },

  async run(context) {
    await noteHere(context, context.payload.since);
    return {};
  },
});
