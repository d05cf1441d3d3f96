import { brandCreateTerms } from './brand';
import { claimActTerms, claimsPullTerms } from './claim';
import { financePullTerms } from './finance';
import { catalogPullTerms } from './import';
import { listingsArchiveTerms, listingsDeleteTerms, listingsUnlockTerms } from './listing-act';
import { packageOpTerms } from './package-op';
import { ordersLookTerms, ordersPullTerms } from './pull';
import { offersPushTerms } from './push';
import { questionAnswerTerms, questionsPullTerms } from './question';
import { listingsPushTerms } from './submission';
import type { JobKindTerms } from './terms';
import { webhookCheckTerms, webhookRegisterTerms } from './webhook';

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
  'questions.pull': questionsPullTerms,
  'question.answer': questionAnswerTerms,
  'finance.pull': financePullTerms,
  'claims.pull': claimsPullTerms,
  'claim.act': claimActTerms,
  'listings.archive': listingsArchiveTerms,
  'listings.unlock': listingsUnlockTerms,
  'listings.delete': listingsDeleteTerms,
} satisfies Record<string, JobKindTerms>;
