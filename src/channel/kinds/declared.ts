import { brandCreate } from '../brand/declaration';
import { claimActing, claimsPull } from '../claim/declaration';
import { financePull } from '../finance/declaration';
import { catalogPull } from '../import/declaration';
import { listingsArchive, listingsDelete, listingsUnlock } from '../listing-act/declaration';
import { packageActing } from '../package-op/declaration';
import { ordersLook, ordersPull } from '../pull/declaration';
import { offersPush } from '../push/declaration';
import { questionAnswer, questionsPull } from '../question/declaration';
import { listingsPush } from '../submission/declaration';
import { webhookCheck, webhookRegister } from '../webhook/declaration';

/** The declarations of the kinds: the input of their jobs, and the progress that they keep. */
export const declaredKinds = [
  catalogPull,
  brandCreate,
  ordersPull,
  ordersLook,
  webhookRegister,
  webhookCheck,
  offersPush,
  listingsPush,
  packageActing,
  questionsPull,
  questionAnswer,
  financePull,
  claimsPull,
  claimActing,
  listingsArchive,
  listingsUnlock,
  listingsDelete,
] as const;
