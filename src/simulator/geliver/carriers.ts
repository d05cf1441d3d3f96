/** What a carrier asks and how fast it is. Prices are in kuruş, VAT of 20 % included. */
interface Service {
  readonly providerCode: string;
  readonly service: string;
  /** For the first desi, and for each one more. */
  readonly first: number;
  readonly further: number;
  readonly days: number;
  readonly label: 'PDF' | 'PNG' | 'ZPL';
  /** Whether its couriers collect money at the door; those that do carry nothing else. */
  readonly collects?: true;
}

/** In the order in which they answer. */
export const services: readonly Service[] = [
  { providerCode: 'SURAT', service: 'SURAT_STANDART', first: 8_990, further: 450, days: 3, label: 'PDF' },
  { providerCode: 'PTT', service: 'PTT_STANDART', first: 7_450, further: 390, days: 4, label: 'PNG' },
  {
    providerCode: 'PTT',
    service: 'PTT_KAPIDA_ODEME',
    first: 11_450,
    further: 390,
    days: 4,
    label: 'PNG',
    collects: true,
  },
  { providerCode: 'YURTICI', service: 'YURTICI_STANDART', first: 10_990, further: 520, days: 2, label: 'ZPL' },
  { providerCode: 'HEPSIJET', service: 'HEPSIJET_STANDART', first: 9_690, further: 480, days: 2, label: 'PDF' },
  { providerCode: 'KOLAYGELSIN', service: 'KOLAYGELSIN_STANDART', first: 9_250, further: 470, days: 2, label: 'PDF' },
  { providerCode: 'ARAS', service: 'ARAS_STANDART', first: 10_450, further: 510, days: 3, label: 'PDF' },
];

/** Of test shipments alone. */
export const testService: Service = {
  providerCode: 'GELIVER',
  service: 'GELIVER_STANDART',
  first: 100,
  further: 0,
  days: 1,
  label: 'PDF',
};

/** Kuruş as the provider writes lira: with more digits than there are kuruş. */
export const lira = (kurus: number): string => (kurus / 100).toFixed(4);
