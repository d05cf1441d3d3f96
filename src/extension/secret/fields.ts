import { label, object, t } from '../../kernel/schema/schema';
import { secretNames } from '../provider/providers';
import { secretValue } from './table';

/** Secrets of an extension as they are entered, by their names. */
export const enteredSecrets = label(
  'Gizli bilgiler',
  'Secrets',
)(
  t.Unsafe<Readonly<Record<string, string>>>(
    object(Object.fromEntries(secretNames.map((name) => [name, t.Optional(secretValue)]))),
  ),
);
