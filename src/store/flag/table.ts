import { nameOf } from '../../kernel/database/footprint';
import { label, oneOf, t, time, words } from '../../kernel/schema/schema';
import { table } from '../../kernel/table/table';
import { unique } from '../../kernel/table/unique';

/**
 * Duties that the product cannot see for itself, so that its owner says it: texts that the law wants (Regulation on Distance Contracts,
 * Art. 5 to 7; Law 6698 on Personal Data, Art. 10), the register of sellers (Law 6563, Art. 11; Communiqué of 11 August 2017), an order to
 * try it.
 */
export const flags = ['salesContract', 'returnPolicy', 'privacyNotice', 'etbis', 'testOrder'] as const;
export type Flag = (typeof flags)[number];

/** The names of the flags for people, as `[Turkish, English]`. */
export const flagWords = {
  salesContract: ['mesafeli satış sözleşmesi', 'distance contract'],
  returnPolicy: ['iade ve cayma koşulları', 'terms of return and withdrawal'],
  privacyNotice: ['KVKK aydınlatma metni', 'privacy notice'],
  etbis: ['ETBİS kaydı', 'registration at ETBİS'],
  testOrder: ['deneme siparişi', 'trial order'],
} as const;

export const flagName = label('Hazırlık adımı', 'Step of readiness')(oneOf(flags, words(flagWords)));

/** A step is marked once. */
export const uniqueFlag = unique<string>({ index: 'store_flag_pkey', name: (flag) => nameOf('readinessFlag', flag) });

/** The points that an owner says are ready, each under its name; one that is not there is not ready. */
export const flag = table({
  word: 'readinessFlag',
  label: label('Hazırlık adımı', 'Step of readiness'),
  table: 'store_flag',
  columns: {
    flag: {
      type: 'text',
      schema: flagName,
      kept: 'once',
      compared: false,
      touches: (flag: string) => [uniqueFlag.name(flag)],
    },
    setAt: { type: 'timestamptz', schema: label('Hazır', 'Ready since')(time()) },
  },
});

/** Says whether the point is ready. */
export const isSet = label('Hazır', 'Ready')(t.Boolean());
