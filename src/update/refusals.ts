import type { Refusals } from '../kernel/meaning';

export const refusals = {
  update_stale: {
    status: 409,
    title: 'The update was prepared for something else.',
    turkish: 'Güncelleme, artık geçerli olmayan bir durum için hazırlanmış.',
    cause:
      'Since it was prepared, another design was published, or the extension was changed. `preparedFor` and `currentRev` tell both.',
    remedy:
      'It is prepared anew by itself, a theme within moments and an extension by the next morning: read `updates.list` again, look at it, and apply it then.',
  },
  update_blocked: {
    status: 409,
    title: 'Something keeps the update from being applied.',
    turkish: 'Güncellemenin uygulanmasını engelleyen bir şey var.',
    cause: '`reason` says what, and `report` in `updates.list` tells each fault with its place.',
    remedy: 'Correct what the report names: in a draft of the design, or in the settings of the extension.',
  },
} as const satisfies Refusals;

type Own = typeof refusals;
declare module '../kernel/problems' {
  interface Problems extends Own {}
}
