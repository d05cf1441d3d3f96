import { campaign } from '../../provider/campaign/provider';
import { cashRules } from '../../provider/cash-rules/provider';
import { delivery } from '../../provider/delivery/provider';
import { geliver } from '../../provider/geliver/provider';
import { hepsiburada } from '../../provider/hepsiburada/provider';
import { iyzico } from '../../provider/iyzico/provider';
import { paytr } from '../../provider/paytr/provider';
import type { Provider } from '../../provider/provider';
import { trendyol } from '../../provider/trendyol/provider';
import { whatsapp } from '../../provider/whatsapp/provider';
import { furtherProviders, loaded } from './load';

/** Every provider, those of the operator behind the product's own. Schemas name what they declare, so they are there before anything else. */
export const providers: readonly Provider[] = [
  trendyol,
  hepsiburada,
  iyzico,
  paytr,
  geliver,
  campaign,
  cashRules,
  whatsapp,
  delivery,
  ...furtherProviders.read(process.env[furtherProviders.name] ?? '').map(loaded),
];
