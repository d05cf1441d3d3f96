import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type {
  AskedPasskey,
  AskedRegistration,
  PresentedPasskey,
  PresentedRegistration,
} from '../../account/passkey/wire';
import { client, ProblemError } from '../api/client';
import type { Problem } from '../api/problem';

/** Lets the owner choose a passkey of this site, and answers the question with it. @throws {ProblemError} when nothing came of it */
export async function showPasskey(asked: AskedPasskey): Promise<PresentedPasskey> {
  const { id, response } = await startAuthentication({ optionsJSON: asked as never }).catch(refused);
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return { id, clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) };
}

/** Lets the owner make a passkey. @throws {ProblemError} when nothing came of it */
export async function makePasskey(asked: AskedRegistration): Promise<PresentedRegistration> {
  const { id, response } = await startRegistration({ optionsJSON: asked as never }).catch(refused);
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, clientDataJSON, attestationObject, transports };
}

/** Asks the API for a question to come in with, and answers it. */
export const passkeyToEnter = async (): Promise<PresentedPasskey> =>
  showPasskey(await client.post<AskedPasskey>('/v1/auth/passkey/options', {}));

/** Shows a passkey again in a session, with the password where the passkey does not verify its owner. */
export async function confirmByPasskey(password?: string): Promise<void> {
  const passkey = await showPasskey(await client.post<AskedPasskey>('/v1/auth/confirm/options', {}));
  await client.post('/v1/auth/confirm', { passkey, ...(password === undefined ? {} : { password }) });
}

const cancelled: Problem = {
  status: 0,
  code: 'passkey_cancelled',
  title: 'No passkey was used: try again, or go on in another way.',
  detail: 'No passkey was used: try again, or go on in another way.',
  message: 'Geçiş anahtarı kullanılmadı: yeniden deneyin ya da başka bir yolla devam edin.',
};

const there: Problem = {
  status: 0,
  code: 'passkey_there',
  title: 'This device has a passkey of yours already.',
  detail: 'This device has a passkey of yours already.',
  message: 'Bu cihazda zaten bir geçiş anahtarınız var.',
};

/** Browsers tell by the same error whether somebody has cancelled, waited too long, or has none. */
function refused(error: Error): never {
  throw new ProblemError(error.name === 'InvalidStateError' ? there : cancelled);
}
