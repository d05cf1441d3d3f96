import { spoken } from './spoken';

/** Words of a field for numbers. */
export const numbers = spoken({
  tr: {
    noWhole: 'Tam sayı yazın: yalnız rakam, ör. 1250.',
    noNumber: 'Sayı anlaşılamadı. 12,5 gibi yazın.',
    least: (least: string) => `En az ${least} olabilir.`,
    most: (most: string) => `En çok ${most} olabilir.`,
    between: (least: string, most: string) => `${least} ile ${most} arasında olmalı.`,
  },
  en: {
    noWhole: 'Type a whole number, in digits alone: 1250.',
    noNumber: 'This is no number. Write it as 12.5.',
    least: (least: string) => `At least ${least}.`,
    most: (most: string) => `At most ${most}.`,
    between: (least: string, most: string) => `Between ${least} and ${most}.`,
  },
});
