import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { object } from '../kernel/schema/schema';
import { removeNote } from './note/store';
import { noteId } from './note/table';

export default command({
  id: 'customer.note.remove',
  label: { tr: 'Müşteri notunu sil', en: 'Remove a note about a customer' },
  summary: 'Take away a note of an owner about a customer.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  removes: true,
  payload: object({ noteId }),
  result: object({}),
  refuses: ['not_found'],
  example: { noteId: exampleId('cno', 'ZEYNEP') },
  route: { http: 'DELETE /v1/account/customers/notes/{cno}', names: { cno: 'noteId' } },

  async run(context) {
    const { customerId, text } = await removeNote(context, context.payload.noteId);
    context.inverse('customer.note.add', { customerId, text });
    return {};
  },
});
