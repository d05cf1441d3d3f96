import { object, type Static, typeNamed } from '../../kernel/schema/schema';
import { type CustomerRow, customer } from './aggregate';

/** The answer to a change of a customer. It tells nothing of the person. */
export const customerReceipt = typeNamed('CustomerReceipt')(
  object({ id: customer.answers.id, rev: customer.answers.rev, anonymizedAt: customer.answers.anonymizedAt }),
);

export const receiptOf = ({ id, rev, anonymizedAt }: CustomerRow): Static<typeof customerReceipt> => ({
  id,
  rev,
  anonymizedAt,
});
