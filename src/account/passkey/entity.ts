import { createdAt, id, label, line, object, ownId, t } from '../../kernel/schema/schema';
import type { Passkey } from './store';

export const passkeyId = label('Geçiş anahtarı', 'Passkey')(id('psk'));

export const passkeyName = label('Ad', 'Name')(line(60, { description: 'By which its owner knows it.' }));

/** Whether it stands for the password. */
export const verifiesOwner = label(
  'Parolasız giriş',
  'Log-in without a password',
)(
  t.Boolean({
    description:
      'Its authenticator verifies the owner: it opens the log-in by itself. false: it stands beside the password.',
  }),
);

/** Neither its key nor the credential is shown where a change of a passkey is told. */
export const passkeyEntity = {
  word: 'passkey',
  schema: label(
    'Geçiş anahtarı',
    'Passkey',
  )(
    object({
      id: ownId('psk'),
      name: passkeyName,
      verifiesOwner,
      createdAt,
    }),
  ),
};

type ShownPasskey = Pick<Passkey, 'name' | 'verifiesOwner' | 'createdAt'>;

/** Writes a passkey as the trail of a store tells of it. */
export const passkeySnapshot = ({ name, verifiesOwner, createdAt: at }: ShownPasskey) => ({
  name,
  verifiesOwner,
  createdAt: at,
});
