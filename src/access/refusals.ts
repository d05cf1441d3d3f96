import type { Refusals } from '../kernel/meaning';

export const refusals = {
  too_many_scopes: {
    status: 422,
    title: 'A token holds at most 10 scopes.',
    turkish: 'Bir erişim anahtarı en çok 10 yetki taşır.',
    cause: 'The call asks for more than 10 scopes.',
    remedy: 'Give each program a token of its own, with the scopes that it needs.',
  },
  scope_not_grantable: {
    status: 422,
    title: 'A scope may not be granted to this kind of token.',
    turkish: 'Bu yetki bu tür erişim anahtarına verilemez.',
    cause: 'Tokens of this kind cannot hold the scope, or the caller may not grant it.',
    remedy: 'Read `GET /v1/scopes`: it tells the scopes of each kind.',
  },
} as const satisfies Refusals;

type Own = typeof refusals;
declare module '../kernel/problems' {
  interface Problems extends Own {}
}
