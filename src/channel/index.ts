import type { Noun } from '../noun';
import accountProviders from './account.providers';
import { buybox } from './buybox/table';
import brandCreate from './channel.brand.create';
import buyboxGet from './channel.buybox.get';
import catalogPull from './channel.catalog.pull';
import catalogPush from './channel.catalog.push';
import claimsAct from './channel.claims.act';
import claimsList from './channel.claims.list';
import connectTest from './channel.connect.test';
import disconnect from './channel.disconnect';
import financeList from './channel.finance.list';
import healthGet from './channel.health.get';
import jobEnd from './channel.job.end';
import jobsCancel from './channel.jobs.cancel';
import jobsGet from './channel.jobs.get';
import jobsList from './channel.jobs.list';
import listingArchive from './channel.listing.archive';
import listingDelete from './channel.listing.delete';
import listingSet from './channel.listing.set';
import listingsGet from './channel.listings.get';
import listingsList from './channel.listings.list';
import packageLabel from './channel.package.label';
import packageOp from './channel.package.op';
import packageUpsert from './channel.package.upsert';
import packagesLabels from './channel.packages.labels';
import questionsAnswer from './channel.questions.answer';
import questionsList from './channel.questions.list';
import remoteAttributes from './channel.remote.attributes';
import remoteAttributeValues from './channel.remote.attributeValues';
import remoteBrands from './channel.remote.brands';
import remoteCategories from './channel.remote.categories';
import remoteProducts from './channel.remote.products';
import syncNow from './channel.sync.now';
import unlock from './channel.unlock';
import webhookRegister from './channel.webhook.register';
import entities from './entities';
import { settlement } from './finance/table';
import { job, jobError } from './job/table';
import accountOrdersLabels from './label/account.orders.labels';
import { listing } from './listing/aggregate';
import { picture, picturedProduct } from './picture/table';
import { question } from './question/table';
import { reference } from './reference/table';
import { refusals } from './refusals';
import { channelWebhooks } from './webhook/consumer';
import { channelWork } from './work-for-extensions';
import { channelJobWork } from './worker/work';

export default {
  account: [accountOrdersLabels, accountProviders],
  capabilities: [
    catalogPull,
    buyboxGet,
    catalogPush,
    jobsList,
    jobsGet,
    jobsCancel,
    jobEnd,
    disconnect,
    listingSet,
    listingArchive,
    listingDelete,
    unlock,
    listingsList,
    listingsGet,
    healthGet,
    connectTest,
    remoteProducts,
    remoteBrands,
    remoteCategories,
    remoteAttributes,
    remoteAttributeValues,
    brandCreate,
    syncNow,
    webhookRegister,
    packageOp,
    packageLabel,
    packagesLabels,
    packageUpsert,
    questionsList,
    questionsAnswer,
    financeList,
    claimsList,
    claimsAct,
  ],
  entities,
  tables: [job, jobError, listing, picture, picturedProduct, question, reference, settlement, buybox],
  webhooks: [channelWebhooks],
  works: [channelJobWork],
  extensionWork: [channelWork],
  refusals,
} satisfies Noun;
