import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { guard, label, object, t } from '../kernel/schema/schema';
import { storefrontGenerations } from '../meta/build';
import { lockPin, pin } from './store';

const generation = (options = {}) => t.Integer({ minimum: 1, maximum: 1000, ...options });

export default command({
  id: 'store.generation.set',
  label: { tr: 'Vitrin sürümünü belirle', en: 'Set the storefront generation' },
  summary:
    'Pin the store to a storefront generation; the old one keeps serving until then, and the pin can be moved back.',
  policy: 'propose',
  scope: 'store:admin',
  flags: ['bumps generation'],
  payload: object({
    generation: label('Vitrin sürümü', 'Storefront generation')(generation()),
    expectedGeneration: t.Optional(
      guard(
        label(
          'Görülen vitrin sürümü',
          'Storefront generation seen',
        )(generation({ description: 'The pin that the caller saw; another one is refused with rev_conflict.' })),
      ),
    ),
  }),
  result: object({ storefrontGeneration: t.Integer(), previous: t.Integer() }),
  refuses: ['generation_unknown', 'rev_conflict'],
  example: { generation: 1 },

  async run({ payload, storeId, tx, record, inverse }) {
    const known = storefrontGenerations;
    if (!known.includes(payload.generation))
      refuse('generation_unknown', `This platform serves the generations ${known.join(', ')}.`);
    const previous = await lockPin(tx, storeId);
    const { expectedGeneration = previous } = payload;
    if (expectedGeneration !== previous)
      refuse('rev_conflict', `The store is pinned to ${previous}.`, { facts: { currentGeneration: previous } });
    if (payload.generation === previous) return { storefrontGeneration: previous, previous };
    await pin(tx, storeId, payload.generation);
    record('store', storeId, { storefrontGeneration: previous }, { storefrontGeneration: payload.generation });
    inverse('store.generation.set', { generation: previous, expectedGeneration: payload.generation });
    return { storefrontGeneration: payload.generation, previous };
  },
});
