// tier: all
import fc from 'fast-check';
import { said } from '../world/story';
import { createWorld, type World } from '../world/world';

/** What a store has of the extension, as its owner would keep count of it. */
interface Model {
  installed: { enabled: boolean; configured: boolean } | null;
  /** Goes on when it is installed again. */
  rev: number;
  readonly secrets: Set<string>;
}

type Step =
  | { readonly command: 'extension.install' | 'extension.enable' | 'extension.disable' | 'extension.uninstall' }
  | { readonly command: 'extension.configure'; readonly config: object }
  | { readonly command: 'secret.set'; readonly key: string; readonly value: string }
  | { readonly command: 'secret.delete'; readonly key: string };

const SECRETS = ['apiKey', 'apiSecret'];
const key = fc.constantFrom(...SECRETS);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      command: fc.constantFrom(
        'extension.install' as const,
        'extension.enable' as const,
        'extension.disable' as const,
        'extension.uninstall' as const,
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      command: fc.constant('extension.configure' as const),
      config: fc.constantFrom({ sellerId: '1' }, { sellerId: 'x' }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ command: fc.constant('secret.set' as const), key, value: fc.constant('v') }) },
  { weight: 1, arbitrary: fc.record({ command: fc.constant('secret.delete' as const), key }) },
);

/** What a step is answered, and what it makes of the model. */
function expected(model: Model, step: Step): string {
  const { installed, secrets } = model;
  if (step.command === 'extension.install') {
    if (installed) return '409 invalid_state';
    model.installed = { enabled: false, configured: false };
    model.rev += 1;
    return '200';
  }
  if (!installed) return '422 extension_not_installed';
  switch (step.command) {
    case 'extension.configure':
      if (!('sellerId' in step.config) || step.config.sellerId === 'x') return '422 config_invalid';
      // The same configuration once more changes nothing.
      if (!installed.configured) model.rev += 1;
      installed.configured = true;
      return '200';
    case 'extension.enable':
      if (installed.enabled) return '409 invalid_state';
      if (secrets.size < SECRETS.length || !installed.configured) return '422 extension_not_ready';
      installed.enabled = true;
      model.rev += 1;
      return '200';
    case 'extension.disable':
      if (!installed.enabled) return '409 invalid_state';
      installed.enabled = false;
      model.rev += 1;
      return '200';
    case 'extension.uninstall':
      if (installed.enabled) return '409 invalid_state';
      model.installed = null;
      return '200';
    case 'secret.set':
      secrets.add(step.key);
      model.rev += 1;
      return '200';
    case 'secret.delete':
      if (!secrets.delete(step.key)) return '422 secret_unknown';
      model.rev += 1;
      return '200';
  }
}

describe('the life of an extension', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const extension = 'trendyol';
  const run = (command: string, payload: object = {}) =>
    said(world.run(command, { extension, ...payload }, { as: world.owner }));
  const shown = async () =>
    (await world.read('extensions.list')).items.find((each: { key: string }) => each.key === extension);

  /** Nothing that an earlier life has left is there. */
  async function cleared(): Promise<number> {
    await run('extension.install');
    await run('extension.disable');
    for (const key of SECRETS) await run('secret.delete', { key });
    const { rev } = (await shown()).installed;
    expect(await run('extension.uninstall')).toBe('200');
    return rev;
  }

  test('goes as its owner expects, whatever the order of the steps', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const model: Model = { installed: null, rev: await cleared(), secrets: new Set() };
        for (const each of steps) {
          const { command, ...payload } = each;
          expect([command, await run(command, payload)]).toEqual([command, expected(model, each)]);
        }
        const { installed, secrets } = await shown();
        expect(installed && { enabled: installed.enabled, rev: installed.rev }).toEqual(
          model.installed && { enabled: model.installed.enabled, rev: model.rev },
        );
        const set = secrets.filter((each: { isSet: boolean }) => each.isSet);
        expect(set.map((each: { key: string }) => each.key).toSorted()).toEqual([...model.secrets].toSorted());
      }),
      { numRuns: 30 },
    );
  });
});
