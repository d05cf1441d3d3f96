import accessEntities from './access/entities';
import account from './account';
import accountEntities from './account/entities';
import audit from './audit';
import cargo from './cargo';
import cargoEntities from './cargo/entities';
import catalog from './catalog';
import catalogEntities from './catalog/entities';
import catalogImages from './catalog/images';
import channel from './channel';
import channelEntities from './channel/entities';
import command from './command';
import customer from './customer';
import ext from './ext';
import extension from './extension';
import extensionEntities from './extension/entities';
import { buildRegistry } from './kernel/declaration/registry';
import type { Images } from './kernel/trial/image';
import { mailAccount } from './mail';
import mailEntities from './mail/entities';
import media from './media';
import accountUploads from './media/account.uploads';
import accountUploadFile from './media/account.uploads.file';
import mediaEntities from './media/entities';
import discard from './media/media.discard';
import meta from './meta';
import metafield from './metafield';
import metafieldEntities from './metafield/entities';
import order from './order';
import orderEntities from './order/entities';
import paymentClose from './order/order.payment.close';
import paymentReview from './order/order.payment.review';
import accountPayments from './order/payment/account.payments';
import accountToday from './order/today/account.today';
import proposal from './proposal';
import proposalEntities from './proposal/entities';
import returns from './return';
import route from './route';
import scope from './scope';
import secret from './secret';
import settings from './settings';
import store, { storeAccount } from './store';
import storeEntities from './store/entities';
import token from './token';
import validate from './validate';
import { webhookAccount } from './webhook';
import workspace from './workspace';

/** Every capability that this build serves, and what their changes are about. Adding one touches its noun's list; what has no door under the envelope stands in the last list here. */
export const registry = buildRegistry(
  [
    ...meta,
    ...command,
    ...route,
    ...validate,
    ...audit,
    ...store,
    ...settings,
    ...token,
    ...scope,
    ...extension,
    ...secret,
    ...catalog,
    ...channel,
    ...cargo,
    ...ext,
    ...media,
    ...metafield,
    ...order,
    ...returns,
    ...customer,
    ...proposal,
    ...workspace,
  ],
  [
    ...accountEntities,
    ...storeEntities,
    ...accessEntities,
    ...extensionEntities,
    ...catalogEntities,
    ...channelEntities,
    ...cargoEntities,
    ...mailEntities,
    ...mediaEntities,
    ...metafieldEntities,
    ...orderEntities,
    ...proposalEntities,
  ],
  [
    ...account,
    ...mailAccount,
    accountPayments,
    paymentClose,
    paymentReview,
    accountToday,
    accountUploads,
    accountUploadFile,
    discard,
    ...storeAccount,
    ...webhookAccount,
  ],
);

/** The tables of which a recording keeps how a chain of items left them. */
export const images: Images = catalogImages;
