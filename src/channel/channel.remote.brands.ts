import { extensionKey } from '../extension/aggregate';
import { exampleMarketplace } from '../extension/example';
import { workRoute } from '../kernel/declaration/route';
import { object, t, typeNamed } from '../kernel/schema/schema';
import { brandId, brandName, spelled } from './brand/declaration';
import { answerOf, answerRefusals } from './provider/answer';
import { connectChannel } from './provider/connect';
import { channelNeeds } from './provider/needs';

const needs = channelNeeds('ready', 'brands');

export default workRoute({
  id: 'channel.remote.brands',
  label: { tr: 'Pazaryerinde marka ara', en: 'Search the brands of the marketplace' },
  http: 'GET /v1/channel/{ext}/remote/brands',
  summary: 'Search for a brand of the marketplace by its name, letter case included.',
  policy: 'quote',
  scope: 'catalog:read',
  asksProvider: true,
  needs,
  params: object({ ext: extensionKey }),
  query: object({ name: brandName }),
  result: object({ items: t.Array(typeNamed('RemoteBrand')(object({ brandId, name: t.String() }))) }),
  refuses: ['not_found', 'extension_not_installed', 'not_offered', 'extension_not_ready', ...answerRefusals],
  example: { params: { ext: exampleMarketplace }, query: { name: 'Ayışığı' } },

  async run({ db, services, storeId, params, query }) {
    const { adapter } = await connectChannel({ db, services, storeId, ext: params.ext, needs });
    return { items: [...(await answerOf((signal) => adapter.brands(spelled(query.name), signal)))] };
  },
});
