import { command } from '../kernel/declare';
import { refuse } from '../kernel/errors';
import { object, t } from '../kernel/schema';
import { storefrontGenerations } from './platform';

export default command({
  id: 'store.generation.set',
  summary:
    'Pin the store to a storefront generation; the old one keeps serving until then, and the pin can be moved back.',
  policy: 'propose',
  scope: 'store:admin',
  flags: ['bumps generation'],
  payload: object({ generation: t.Integer({ minimum: 1, maximum: 1000 }) }),
  result: object({ storefrontGeneration: t.Integer(), previous: t.Integer() }),
  refuses: ['generation_unknown'],
  example: { generation: 1 },

  async run({ payload, storeId, tx, record }) {
    const known = storefrontGenerations;
    if (!known.includes(payload.generation))
      refuse('generation_unknown', `This platform serves the generations ${known.join(', ')}.`);
    const [store] = await tx.query<{ pinned: number }>(
      'SELECT storefront_generation AS pinned FROM store WHERE id = $1 FOR UPDATE',
      [storeId],
    );
    const previous = (store as { pinned: number }).pinned;
    await tx.query('UPDATE store SET storefront_generation = $2 WHERE id = $1', [storeId, payload.generation]);
    record('store', storeId, { storefrontGeneration: previous }, { storefrontGeneration: payload.generation });
    return { storefrontGeneration: payload.generation, previous };
  },
});
