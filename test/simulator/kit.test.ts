import { endpoint } from '../../src/simulator/kit/endpoint';
import { RateLimit } from '../../src/simulator/kit/rate-limit';
import { Refused } from '../../src/simulator/kit/refused';
import { type Provider, type Simulator, startSimulator } from '../../src/simulator/kit/server';

const NOON_MS = Date.UTC(2026, 10, 21, 12);
const MINUTE_MS = 60_000;

const no = (status: number, code: number) => new Refused(status, { result: false, code }, `code ${code}`);

/** A carrier in a few lines: a key in a header, bodies, a limit of three a minute for all its routes together, errors of one shape. */
function cargo(): Provider<'lateLabel'> {
  const sent: unknown[] = [];
  const limit = new RateLimit(3, MINUTE_MS);
  return {
    prefix: '/api/v1',
    endpoints: [
      endpoint('POST /shipments', ({ body }) => ({ id: sent.push(JSON.parse(body.toString('utf8'))) })),
      endpoint('GET /shipments/{id}', ({ path: { id } }) => sent[Number(id) - 1] ?? { missing: id }),
    ],
    rateLimit: { admits: (_route, atMs) => limit.admits('all', atMs) },
    identify: ({ headers }) => {
      if (headers['x-key'] !== 'k') throw no(401, 1);
    },
    authorize: ({ id }) => {
      if (id === 'of another') throw no(403, 2);
    },
    refusals: {
      unknownPath: () => no(404, 3),
      unknownMethod: () => no(405, 4),
      tooManyRequests: () => new Refused(429, { code: 5 }, 'slower', { 'retry-after': '60' }),
      outage: (status) => no(status, 6),
    },
    hostility: {
      kinds: ['lateLabel'],
      mishear: () => {},
      page: (_kind, page) => ({ ...(page as object), label: 'soon' }),
      refusal: () => null,
    },
    resources: { '/shipments': { GET: () => sent.length } },
    measures: () => ({ shipments: sent.length }),
  };
}

let atMs: number;
let simulator: Simulator<'lateLabel'>;
beforeEach(async () => {
  atMs = NOON_MS;
  simulator = await startSimulator(cargo(), { now: () => atMs });
});
afterEach(() => simulator.close());

const ask = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(simulator.url + path, { headers: { 'x-key': 'k' }, ...init });
  return [response.status, await response.json()];
};
const ship = (body: string) => ask('/shipments', { method: 'POST', body, headers: { 'x-key': 'k' } });

test('another provider is its routes and its words: bodies, identity, authority and errors are its own', async () => {
  expect(await ship('{"city":"Van"}')).toEqual([200, { id: 1 }]);
  expect(await ask('/shipments/1')).toEqual([200, { city: 'Van' }]);
  expect(await ask('/shipments/1', { headers: {} })).toEqual([401, { result: false, code: 1 }]);
  expect(await ask('/shipments/of%20another')).toEqual([403, { result: false, code: 2 }]);
  expect(await ask('/nothing')).toEqual([404, { result: false, code: 3 }]);
  expect(await ask('/shipments/1', { method: 'DELETE' })).toEqual([405, { result: false, code: 4 }]);
  expect(simulator.stats()).toMatchObject({ processed: 2, shipments: 1 });
});

test('its limit counts as it says, by its own clock', async () => {
  for (const body of ['1', '2', '3']) expect((await ship(body))[0]).toBe(200);
  expect(await ask('/shipments/1')).toEqual([429, { code: 5 }]);
  atMs += MINUTE_MS;
  expect((await ask('/shipments/1'))[0]).toBe(200);
});

test('faults, statistics and control come with the kit', async () => {
  const control = (path: string, init?: RequestInit) => fetch(new URL(`/__simulator${path}`, simulator.url), init);
  const faults = (wanted: object) => control('/faults', { method: 'PUT', body: JSON.stringify(wanted) });
  await faults({ serverError: { rate: 1, status: 502 }, untilRequests: 1 });
  expect(await ask('/shipments/1')).toEqual([502, { result: false, code: 6 }]);
  await faults({ serverError: { rate: 1, status: 502 }, endpoint: 'POST /shipments' });
  expect([(await ask('/shipments/1'))[0], (await ship('{}'))[0]]).toEqual([200, 502]);
  expect((await faults({ endpoint: 7 })).status).toBe(400);
  atMs += MINUTE_MS;
  await faults({ hostilePage: { rate: 1, kind: 'lateLabel' }, untilRequests: 1 });
  expect(await ask('/shipments/1')).toEqual([200, { missing: '1', label: 'soon' }]);
  expect((await faults({ hostilePage: { rate: 1, kind: 'unheardOf' } })).status).toBe(400);
  expect(await (await control('/stats')).json()).toMatchObject({ faults: { serverError: 2 }, shipments: 0 });
  expect(await (await control('/shipments')).json()).toBe(0);
});
