import { token } from './access/token/table';
import { workspace } from './access/workspace/table';
import { owner } from './account/owner/table';
import { sender } from './cargo/sender/aggregate';
import { barcode } from './catalog/barcode/table';
import { category } from './catalog/category/aggregate';
import { collection } from './catalog/collection/aggregate';
import { member } from './catalog/collection/member/table';
import { code, pool } from './catalog/digital/table';
import { product } from './catalog/product/aggregate';
import { search } from './catalog/search/table';
import { movement } from './catalog/stock/table';
import { variant } from './catalog/variant/table';
import { job, jobError } from './channel/job/table';
import { listing } from './channel/listing/aggregate';
import { picture, picturedProduct } from './channel/picture/table';
import { buyerIdentity } from './checkout/buyer/identity/table';
import { session } from './checkout/session/table';
import { extension } from './extension/aggregate';
import { breaker } from './extension/hook/table';
import { secret } from './extension/secret/table';
import type { Named } from './kernel/table/naming';
import { mail } from './mail/table';
import { media } from './media/image/aggregate';
import { mediaVariant } from './media/image/table';
import { upload } from './media/upload/table';
import { definition } from './metafield/definition/aggregate';
import { indexed } from './metafield/filter/table';
import { purge } from './metafield/purge/table';
import { valueSet } from './metafield/value/aggregate';
import { belge } from './order/belge/table';
import { customer } from './order/customer/aggregate';
import { orderEvent } from './order/event/table';
import { orderLine } from './order/line/table';
import { order } from './order/order/aggregate';
import { payment } from './order/payment/table';
import { refund } from './order/refund/aggregate';
import { orderReturn } from './order/return/aggregate';
import { shipment } from './order/shipment/aggregate';
import { item } from './proposal/item/table';
import { proposal } from './proposal/table';
import { checkout } from './store/checkout/aggregate';
import { flag } from './store/flag/table';
import { identity } from './store/identity/aggregate';
import { stockPolicy } from './store/stock/aggregate';
import { store } from './store/table';
import { webhook } from './webhook/table';

/** Every table that is declared. The sweep of stored bytes asks those of them that name some. */
export const tables: readonly Named[] = [
  token,
  workspace,
  owner,
  barcode,
  category,
  collection,
  member,
  code,
  pool,
  product,
  search,
  movement,
  variant,
  job,
  jobError,
  listing,
  picture,
  picturedProduct,
  sender,
  extension,
  breaker,
  secret,
  mail,
  media,
  mediaVariant,
  upload,
  definition,
  indexed,
  purge,
  valueSet,
  session,
  payment,
  buyerIdentity,
  customer,
  order,
  orderLine,
  orderEvent,
  belge,
  shipment,
  refund,
  orderReturn,
  item,
  proposal,
  identity,
  checkout,
  stockPolicy,
  flag,
  store,
  webhook,
];
