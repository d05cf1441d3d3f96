import type { Refusals } from '../kernel/meaning';

export const refusals = {
  metafield_invalid: {
    status: 422,
    title: 'The value does not fit the custom field.',
    turkish: 'Değer bu özel alana uymuyor.',
    cause: 'The value breaks the type or a rule of the custom field, or names a thing that the store lacks.',
    remedy: 'Correct the faults in `errors`. The type stands beside each value, and the definition has the rules.',
  },
  metafield_key_taken: {
    status: 422,
    title: 'The key of the custom field is taken.',
    turkish: 'Bu anahtarı kullanan bir özel alan var.',
    cause: 'Another custom field of the same kind of thing has the key.',
    remedy: 'Choose another key, or change the field that is there.',
  },
  metafield_in_use: {
    status: 409,
    title: 'Things have a value in the custom field.',
    turkish: 'Bu özel alana değer girilmiş.',
    cause: 'More things have a value in the custom field than the call states as its limit.',
    remedy:
      'Count the values by a dry run without `valuesMax`. Then delete the field with its values, if you want that.',
  },
  metafields_full: {
    status: 422,
    title: 'The limit of custom fields is reached.',
    turkish: 'Özel alan sayısı sınıra ulaştı.',
    cause: 'A kind of thing, e.g. products, has 256 custom fields at most.',
    remedy: 'Delete an unused field first.',
  },
} as const satisfies Refusals;

type Own = typeof refusals;
declare module '../kernel/problems' {
  interface Problems extends Own {}
}
