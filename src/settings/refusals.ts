import type { Refusals } from '../kernel/meaning';

export const refusals = {
  identity_invalid: {
    status: 422,
    title: 'The identity of the merchant is incomplete or contradicts itself.',
    turkish: 'Satıcı kimliği eksik veya hatalı.',
    cause: 'Fields of the merchant’s identity are missing, contradict each other, or have wrong check digits.',
    remedy: 'Read `errors`: it lists every wrong field.',
  },
  settings_invalid: {
    status: 422,
    title: 'The settings are incomplete or contradict themselves.',
    turkish: 'Ayarlar eksik veya birbiriyle çelişiyor.',
    cause: 'Fields of the settings are missing, contradict each other or have wrong check digits.',
    remedy: 'Read `errors`: it lists every wrong field.',
  },
} as const satisfies Refusals;

type Own = typeof refusals;
declare module '../kernel/problems' {
  interface Problems extends Own {}
}
