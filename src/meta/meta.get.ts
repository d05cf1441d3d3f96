import { readRoute } from '../kernel/declaration/route';
import { object, t } from '../kernel/schema/schema';
import { buildId, minCli } from './build';

export default readRoute({
  id: 'meta.get',
  label: { tr: 'Platformu tanı', en: 'Read the identity of the platform' },
  http: 'GET /v1/meta',
  summary: 'Platform identity: build, fingerprint of the registry, and the oldest command line that it serves.',
  policy: 'read',
  scope: null,
  anonymous: true,
  result: object({ buildId: t.String(), registryHash: t.String(), minCli: t.String() }),
  refuses: [],

  async run({ services }) {
    return { buildId: buildId(), registryHash: services.capabilities.hash, minCli };
  },
});
