import { refusals as access } from '../../access/refusals';
import { refusals as account } from '../../account/refusals';
import { refusals as cargo } from '../../cargo/refusals';
import { refusals as catalog } from '../../catalog/refusals';
import { refusals as channel } from '../../channel/refusals';
import { refusals as checkout } from '../../checkout/refusals';
import { refusals as coupon } from '../../coupon/refusals';
import { refusals as design } from '../../design/refusals';
import { refusals as extension } from '../../extension/refusals';
import { refusals as media } from '../../media/refusals';
import { refusals as metafield } from '../../metafield/refusals';
import { refusals as order } from '../../order/refusals';
import { refusals as proposal } from '../../proposal/refusals';
import { refusals as provider } from '../../provider/refusals';
import { refusals as settings } from '../../settings/refusals';
import { refusals as store } from '../../store/refusals';
import { refusals as theme } from '../../theme/refusals';
import { refusals as update } from '../../update/refusals';
import { refusals as workspace } from '../../workspace/refusals';

/** Codes of every noun with their words: the panel tells what ended a job by its code alone. */
export const refusalsOfNouns = [
  access,
  account,
  cargo,
  catalog,
  channel,
  checkout,
  coupon,
  design,
  extension,
  media,
  metafield,
  order,
  proposal,
  provider,
  settings,
  store,
  theme,
  update,
  workspace,
];
