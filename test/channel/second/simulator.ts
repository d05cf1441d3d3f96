import { endpoint } from '../../../src/simulator/kit/endpoint';
import { Refused } from '../../../src/simulator/kit/refused';
import { type Simulator, startSimulator } from '../../../src/simulator/kit/server';

const no = (status: number): Refused => new Refused(status, { no: status }, `no: ${status}`);

const goodOf = (index: number) => ({
  code: `bzr-${index}`,
  name: `Tezgâh malı ${index}`,
  lira: `${index}.50`,
  left: index,
});

/** A server that speaks the second marketplace's API. @param goods how many it sells */
export const startBazaar = (goods: number): Promise<Simulator<never>> =>
  startSimulator<never>(
    {
      prefix: '/v2',
      endpoints: [
        endpoint('GET /{stall}/goods', ({ query }) => {
          const [from, size] = [Number(query.get('from')), Number(query.get('size'))];
          const all = Array.from({ length: goods }, (_, index) => goodOf(index + 1));
          return { count: goods, goods: all.slice(from, from + size) };
        }),
      ],
      rateLimit: { admits: () => true },
      identify: ({ headers }) => {
        if (headers['x-passphrase'] !== 'open sesame') throw no(403);
      },
      authorize: ({ stall }) => {
        if (stall !== 'orta') throw no(404);
      },
      refusals: {
        unknownPath: () => no(404),
        unknownMethod: () => no(405),
        tooManyRequests: () => no(429),
        outage: no,
      },
      hostility: { kinds: [], mishear: () => {}, page: (_kind, page) => page, refusal: () => null },
      resources: {},
      measures: () => ({}),
    },
    {},
  );
