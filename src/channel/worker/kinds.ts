import type { JobKindName } from '../contract/job';
import type { JobSteps } from '../job/steps';
import { listingsArchive, listingsDelete, listingsUnlock } from '../listing-act/declaration';
import { brandCreateSteps } from './brand-create';
import { catalogPullSteps } from './catalog-pull';
import { claimActSteps } from './claim-act';
import { claimsPullSteps } from './claims-pull';
import { financePullSteps } from './finance-pull';
import { listingActSteps } from './listing-act';
import { listingsPushSteps } from './listings-push';
import { offersPushSteps } from './offers/steps';
import { ordersLookSteps } from './orders-look';
import { ordersPullSteps } from './orders-pull';
import { packageOpSteps } from './package-op';
import { questionAnswerSteps } from './question-answer';
import { questionsPullSteps } from './questions-pull';
import { webhookCheckSteps } from './webhook-check';
import { webhookRegisterSteps } from './webhook-register';

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
  'questions.pull': questionsPullSteps,
  'question.answer': questionAnswerSteps,
  'finance.pull': financePullSteps,
  'claims.pull': claimsPullSteps,
  'claim.act': claimActSteps,
  'listings.archive': listingActSteps(listingsArchive),
  'listings.unlock': listingActSteps(listingsUnlock, 1),
  'listings.delete': listingActSteps(listingsDelete, 1),
};
