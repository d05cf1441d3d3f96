import { id, label, nullable, object, rev, typeNamed } from '../../kernel/schema/schema';
import { metafieldKey, ownerId, stated } from './fields';

/** The state of a field of a thing after a call. */
export const receipt = typeNamed('MetafieldReceipt')(
  object({
    ownerId,
    definitionId: label('Özel alan', 'Custom field')(id('mfd')),
    key: metafieldKey,
    value: label('Değer', 'Value')(nullable(stated)),
    rev: rev({ minimum: 0, description: 'Rev of all values of the thing; 0: it has never had a value.' }),
  }),
);
