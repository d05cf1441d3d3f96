// tier: all
import * as fc from 'fast-check';
import type { Bundle } from '../../src/design/bundle/bundle';
import { bodyText } from '../../src/design/bundle/text';
import { endCssThreads } from '../../src/skin/css/apart';
import { sade100, sade110 } from '../../src/skin/first-party/sade/versions';
import { upgraded } from '../../src/theme/wear/upgrade';
import { openStudio, type Studio } from '../design/studio';
import { titled } from '../storefront/shops';
import { queueOf } from './queue';

let studio: Studio;
let queue: ReturnType<typeof queueOf>;
beforeAll(async () => {
  studio = await openStudio();
  queue = queueOf(studio);
});
afterAll(async () => {
  await endCssThreads();
  await studio.close();
});

const variables = fc.record(
  {
    'radius-card': fc.constantFrom('0px', '8px', '3px'),
    space: fc.constantFrom('16px', '20px'),
    'color-accent': fc.constantFrom('#7a2e1d', '#123456'),
  },
  { requiredKeys: [] },
);
const body = fc
  .record({ title: fc.stringMatching(/^[a-zçğıöşü]{1,12}$/), variables })
  .map(({ title, variables: of }): Bundle => ({ ...titled(title), variables: of }));
/** Calls that come between the look and the decision. */
const between = fc.constantFrom('nothing', 'draft', 'publish', 'rollback', 'dismiss', 'look');

const RUNS = 25;

test('whatever comes between, apply publishes exactly what was prepared over what it was prepared for, or nothing', async () => {
  await fc.assert(
    fc.asyncProperty(body, body, fc.array(between, { maxLength: 3 }), async (shown, other, steps) => {
      const seq = await queue.published(shown);
      await queue.sweep();
      const [entry] = await queue.entries('?state=pending');
      if (!entry) throw new Error('nothing was prepared');
      const { bundle } = upgraded(JSON.parse(bodyText(shown).text), sade100, sade110);
      expect(entry).toMatchObject({ baseRev: seq, hash: bodyText(bundle).hash, beforeHash: bodyText(shown).hash });
      let live = seq;
      for (const step of steps) {
        if (step === 'draft') await studio.put(other, (await studio.draft()).rev);
        if (step === 'publish') live = await queue.published(other);
        if (step === 'rollback')
          live =
            (await studio.run('design.rollback', { seq: live === seq ? Math.max(1, seq - 1) : seq })).body.result
              ?.seq ?? live;
        if (step === 'dismiss') await queue.dismiss(entry.id);
        if (step === 'look') await queue.sweep();
      }
      const [now] = (await queue.entries()).filter(({ id }) => id === entry.id);
      const { status, body: answer } = await queue.apply(entry.id, entry.rev);
      const versions = await studio.site.call('GET', '/v1/design/versions?limit=1', { session: studio.owner });
      const [newest] = versions.body.items;
      if (status === 200) {
        expect(now?.rev).toBe(entry.rev);
        expect(newest).toMatchObject({ seq: seq + 1, hash: entry.hash });
      } else {
        expect(status).toBe(409);
        expect(now?.rev !== entry.rev || live !== seq).toBe(true);
        expect(['rev_conflict', 'update_stale', 'invalid_state']).toContain(answer.code);
        expect(newest).toMatchObject({ seq: live });
      }
      // The next round begins as a shop that wears the older version.
      await queue.sweep();
      for (const { id, state } of await queue.entries('?state=dismissed'))
        if (state === 'dismissed') await queue.dismiss(id, undefined, { dismissed: false });
    }),
    { numRuns: RUNS },
  );
});
