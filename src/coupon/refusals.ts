import type { Refusals } from '../kernel/meaning';

export const refusals = {
  coupon_code_taken: {
    status: 422,
    title: 'The code is taken.',
    turkish: 'Bu kupon kodu kullanılıyor.',
    cause: 'Another coupon of the shop has the code, or had it: orders tell of codes, so none is given twice.',
    remedy: 'Choose another code, or turn the coupon that has it on again.',
  },
} as const satisfies Refusals;

type Own = typeof refusals;
declare module '../kernel/problems' {
  interface Problems extends Own {}
}
