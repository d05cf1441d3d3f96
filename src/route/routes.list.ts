import { routeSchema, routeView } from '../command/view';
import { readRoute } from '../kernel/declaration/route';
import { object, t } from '../kernel/schema/schema';

export default readRoute({
  id: 'routes.list',
  label: { tr: 'Yolları listele', en: 'List the routes' },
  http: 'GET /v1/routes',
  summary: 'Typed routes with JSON Schemas.',
  policy: 'read',
  scope: null,
  anonymous: true,
  result: object({ items: t.Array(routeSchema) }),
  refuses: [],

  async run({ services }) {
    const { routes, commands } = services.capabilities;
    return { items: routes.map((route) => routeView(route, commands)) };
  },
});
