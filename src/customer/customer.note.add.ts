import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { object } from '../kernel/schema/schema';
import { customer } from '../order/customer/aggregate';
import { lockCustomer } from '../order/customer/store';
import { addNote } from './note/store';
import { customerNote, customerNoteSchema, noteText } from './note/table';

export default command({
  id: 'customer.note.add',
  label: { tr: 'Müşteriye not ekle', en: 'Add a note about a customer' },
  summary: 'Keep a note of the owner about a customer, who does not see it; it ends when the customer is anonymized.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  payload: object({ customerId: customer.reference, text: noteText }),
  result: customerNoteSchema,
  refuses: ['not_found', 'invalid_state', 'limit_exceeded'],
  example: { customerId: exampleId('cus', 'ZEYNEP'), text: 'Hediye paketi ister.' },
  route: { http: 'POST /v1/account/customers/{cus}/notes', names: { cus: 'customerId' } },

  async run(context) {
    const { payload, storeId, tx, inverse } = context;
    const { id: customerId, anonymizedAt } = await lockCustomer(tx, storeId, payload.customerId);
    if (anonymizedAt !== null)
      refuse('invalid_state', 'The customer is forgotten.', { facts: { state: 'anonymized' }, quotesNobody: true });
    const note = await addNote(context, customerId, payload.text);
    inverse('customer.note.remove', { noteId: note.id });
    return customerNote.answer(note);
  },
});
