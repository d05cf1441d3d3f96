import type { Refusals } from '../kernel/meaning';

export const refusals = {
  bundle_invalid: {
    status: 422,
    title: 'The design has faults.',
    turkish: 'Tasarımda hatalar var.',
    cause:
      '`findings` tells up to 20 faults, each with its place in the body. A draft is refused for less than a publish.',
    remedy:
      'Correct what `findings` names; `POST /v1/validate/bundle` tells all that would keep a design from being published.',
  },
  theme_older_than_live: {
    status: 409,
    title: 'The design wears an older version of the live theme.',
    turkish: 'Tasarım, yayındaki temanın eski bir sürümünü kullanıyor.',
    cause: 'The live design wears a newer version of the same theme: to publish this one would take an update back.',
    remedy: 'Upgrade the theme of the draft, or state `allowOlderTheme`.',
  },
  bundle_too_new: {
    status: 422,
    title: 'The design has a newer form than this version knows.',
    turkish: 'Tasarım, bu sürümün bildiğinden daha yeni bir biçimde.',
    cause: 'A later version of the product wrote the live design.',
    remedy: 'Run the later version, or publish another design.',
  },
} as const satisfies Refusals;

type Own = typeof refusals;
declare module '../kernel/problems' {
  interface Problems extends Own {}
}
