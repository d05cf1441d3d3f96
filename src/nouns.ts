import access from './access';
import account from './account';
import audit from './audit';
import bulk from './bulk';
import cargo from './cargo';
import catalog from './catalog';
import channel from './channel';
import checkout from './checkout';
import command from './command';
import compat from './compat';
import coupon from './coupon';
import customer from './customer';
import design from './design';
import ext from './ext';
import extension from './extension';
import { declareProblems } from './kernel/problems';
import { byWorkflow } from './kernel/work/work';
import kit from './kit';
import legal from './legal';
import mail from './mail';
import media from './media';
import meta from './meta';
import metafield from './metafield';
import type { Noun } from './noun';
import order from './order';
import proposal from './proposal';
import provider from './provider';
import report from './report';
import returns from './return';
import route from './route';
import scope from './scope';
import search from './search';
import secret from './secret';
import section from './section';
import settings from './settings';
import stock from './stock';
import store from './store';
import theme from './theme';
import token from './token';
import update from './update';
import validate from './validate';
import webhook from './webhook';
import workspace from './workspace';

/** Every noun of the product, in the order in which lists show them. */
const nouns: readonly Noun[] = [
  meta,
  command,
  route,
  validate,
  audit,
  account,
  store,
  settings,
  legal,
  access,
  token,
  scope,
  extension,
  secret,
  catalog,
  channel,
  cargo,
  ext,
  mail,
  media,
  metafield,
  coupon,
  checkout,
  order,
  returns,
  customer,
  proposal,
  bulk,
  search,
  report,
  stock,
  kit,
  section,
  compat,
  theme,
  design,
  update,
  workspace,
  webhook,
  provider,
];

const all = <Part>(partOf: (noun: Noun) => readonly Part[] | undefined): readonly Part[] =>
  nouns.flatMap((noun) => partOf(noun) ?? []);

export const capabilities = all((noun) => noun.capabilities);
export const accountRoutes = all((noun) => noun.account);
export const entities = all((noun) => noun.entities);
export const tables = all((noun) => noun.tables);
export const letters = all((noun) => noun.letters);
export const webhooks = all((noun) => noun.webhooks);
export const extensionWork = all((noun) => noun.extensionWork);
export const scheduledOnce = all((noun) => noun.schedules?.once);
export const scheduledPerStore = all((noun) => noun.schedules?.perStore);

// A program that loads the nouns knows the meaning of each of their codes.
declareProblems(all((noun) => noun.refusals && [noun.refusals]));

/** Works by the name of their workflow. */
export const works = byWorkflow(all((noun) => noun.works));

const allImages = all((noun) => noun.images && [noun.images]);
/** The tables of which a recording keeps how a chain of items left them. */
export const images = {
  imaged: allImages.flatMap(({ imaged }) => imaged),
  watched: allImages.flatMap(({ watched }) => watched),
  unread: allImages.flatMap(({ unread }) => unread),
};
