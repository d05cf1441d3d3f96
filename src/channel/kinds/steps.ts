import { brandCreateSteps } from '../brand/create';
import { claimActSteps } from '../claim/act';
import { claimsPullSteps } from '../claim/pull';
import { catalogPullSteps } from '../import/pull';
import type { JobKindName } from '../job/contract';
import type { JobSteps } from '../job/steps';
import { listingActSteps } from '../listing-act/act';
import { listingsArchive, listingsDelete, listingsUnlock } from '../listing-act/declaration';
import { packageOpSteps } from '../package-op/act';
import { ordersLookSteps } from '../pull/look';
import { ordersPullSteps } from '../pull/steps';
import { offersPushSteps } from '../push/steps';
import { listingsPushSteps } from '../submission/steps';
import { webhookCheckSteps } from '../webhook/check';
import { webhookRegisterSteps } from '../webhook/register';

/** The steps that the one workflow `channelJob` runs for each kind. */
export const jobSteps: Readonly<Record<JobKindName, JobSteps>> = {
  'catalog.pull': catalogPullSteps,
  'brand.create': brandCreateSteps,
  'orders.pull': ordersPullSteps,
  'orders.look': ordersLookSteps,
  'package.op': packageOpSteps,
  'webhook.register': webhookRegisterSteps,
  'webhook.check': webhookCheckSteps,
  'offers.push': offersPushSteps,
  'listings.push': listingsPushSteps,
  'claims.pull': claimsPullSteps,
  'claim.act': claimActSteps,
  'listings.archive': listingActSteps(listingsArchive),
  'listings.unlock': listingActSteps(listingsUnlock, 1),
  'listings.delete': listingActSteps(listingsDelete, 1),
};
