import type { Refusals } from '../kernel/meaning';

export const refusals = {
  invalid_login: {
    status: 401,
    title: 'E-mail or password is wrong.',
    turkish: 'E-posta veya parola hatalı.',
    cause: 'No owner has this e-mail and password together.',
    remedy: 'Check both. Failures slow down further tries of the same account and address, up to a minute.',
  },
  confirm_needed: {
    status: 403,
    title: 'The password has to be confirmed first.',
    turkish: 'Devam etmek için parolanızı yeniden girin.',
    cause: 'The call needs a password that was entered a short while ago.',
    remedy: 'Send the password to `POST /v1/auth/confirm`, then the call once more.',
  },
} as const satisfies Refusals;

type Own = typeof refusals;
declare module '../kernel/problems' {
  interface Problems extends Own {}
}
