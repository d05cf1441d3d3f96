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
  second_factor_needed: {
    status: 401,
    title: 'The log-in needs a second step.',
    turkish: 'Doğrulama kodunu girin ya da geçiş anahtarınızı kullanın.',
    cause: 'The password is right, and the log-in has a second step.',
    remedy:
      'Send the code of the authenticator, or a recovery code, as `code` beside the password. Where the answer has `passkey`, a browser may answer that in its place.',
  },
  second_factor_wrong: {
    status: 401,
    title: 'The code is wrong.',
    turkish: 'Doğrulama kodu hatalı veya daha önce kullanılmış.',
    cause: 'The code is of another authenticator, older than a minute, or was used already.',
    remedy: 'Send the code that the authenticator shows now, or a recovery code that was never used.',
  },
  second_factor_required: {
    status: 403,
    title: 'The store requires a second step of each owner.',
    turkish: 'Bu mağaza iki adımlı giriş istiyor: devam etmek için önce onu açın.',
    cause: 'The owner logs in with a password alone, and the store requires a second step beside it.',
    remedy:
      'Turn the second step on: `POST /v1/account/second-factor`, then send its first code. Or add a passkey in the panel.',
  },
  passkey_wrong: {
    status: 401,
    title: 'The passkey opens nothing here.',
    turkish: 'Geçiş anahtarı kabul edilmedi. Yeniden deneyin ya da başka bir yolla girin.',
    cause:
      'No log-in has this passkey, it was made for another site, or the question that it answers is over, was answered already or was for somebody else.',
    remedy: 'Ask for another question, and let the browser answer that. Or log in with the password.',
  },
  passkeys_unavailable: {
    status: 409,
    title: 'This address can have no passkeys.',
    turkish: 'Bu adreste geçiş anahtarı kullanılamaz: panelin https ile açılan bir adı olmalı.',
    cause: 'Browsers keep passkeys for a name behind https, or for localhost. The address of the panel is neither.',
    remedy: 'Set `TEZGAH_PUBLIC_URL` to the name under which people open the panel, with https.',
  },
} as const satisfies Refusals;

type Own = typeof refusals;
declare module '../kernel/problems' {
  interface Problems extends Own {}
}
