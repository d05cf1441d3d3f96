import { registry } from '../../src/registry';
import type { StatedIdentity } from '../../src/store/identity/aggregate';

/** A company. */
export const company = registry.command('settings.identity.update')?.example as StatedIdentity;

/** A person who sells. */
export const soleTrader: StatedIdentity = {
  ...company,
  legalForm: 'sole_trader',
  title: 'Ayşe Kanarya',
  taxNumber: null,
  mersis: null,
  email: 'ayse@kanarya.example',
  nationalId: '12345678950',
  iban: 'TR320010009999901234567890',
};
