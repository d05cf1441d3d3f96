import { entity } from '../kernel/declaration/entity';
import { customerNote, customerNoteSchema } from './note/table';

export default [
  entity(customerNote.word, customerNoteSchema, {
    titles: { titleOf: (id) => id },
    partOf: ['customerId'],
    person: 'customerId',
  }),
];
