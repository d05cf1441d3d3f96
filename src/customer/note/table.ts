import { createdAt, id, label, object, paragraphs, personal } from '../../kernel/schema/schema';
import { identity, MOMENT, type Row, table } from '../../kernel/table/table';
import { customer } from '../../order/customer/aggregate';

export const noteText = personal(label('Not', 'Note')(paragraphs(2_000)));

/** A note of an owner about a customer. It is written, and taken away; nothing changes it. */
export const customerNote = table({
  word: 'customerNote',
  label: label('Müşteri notu', 'Note about a customer'),
  table: 'customer_note',
  columns: {
    id: identity('cno'),
    customerId: { type: 'text', schema: id(customer.prefix), kept: 'once', shown: false, compared: false },
    text: { type: 'text', schema: noteText, kept: 'once' },
    createdAt: { type: 'timestamptz', schema: createdAt, kept: 'apart', noted: MOMENT },
  },
});

export type CustomerNote = Row<typeof customerNote>;
export const customerNoteSchema = customerNote.label(object(customerNote.answers));

/** The field by which a call names a note. */
export const noteId = customerNote.label(id('cno'));
