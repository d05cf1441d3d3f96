import { brandCreateTerms } from '../brand/contract';
import { claimActTerms, claimsPullTerms } from '../claim/contract';
import { catalogPullTerms } from '../import/contract';
import type { JobKindTerms } from '../job/terms';
import { listingsArchiveTerms, listingsDeleteTerms, listingsUnlockTerms } from '../listing-act/contract';
import { packageOpTerms } from '../package-op/contract';
import { ordersLookTerms, ordersPullTerms } from '../pull/contract';
import { offersPushTerms } from '../push/contract';
import { listingsPushTerms } from '../submission/contract';
import { webhookCheckTerms, webhookRegisterTerms } from '../webhook/contract';

/** The terms of each kind of marketplace job. */
export const jobKindTerms = {
  'catalog.pull': catalogPullTerms,
  'brand.create': brandCreateTerms,
  'orders.pull': ordersPullTerms,
  'orders.look': ordersLookTerms,
  'package.op': packageOpTerms,
  'webhook.register': webhookRegisterTerms,
  'webhook.check': webhookCheckTerms,
  'offers.push': offersPushTerms,
  'listings.push': listingsPushTerms,
  'claims.pull': claimsPullTerms,
  'claim.act': claimActTerms,
  'listings.archive': listingsArchiveTerms,
  'listings.unlock': listingsUnlockTerms,
  'listings.delete': listingsDeleteTerms,
} satisfies Record<string, JobKindTerms>;
