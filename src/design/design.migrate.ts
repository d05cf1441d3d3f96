import { command } from '../kernel/declaration/command';
import { soleSubject } from '../kernel/declaration/subject';
import { refuse } from '../kernel/errors';
import { expectedRevOrNone, object, t } from '../kernel/schema/schema';
import { liveDesign } from '../store/design/aggregate';
import { keepBody } from '../store/design/body-store';
import type { Bundle } from './bundle/bundle';
import { migrated } from './bundle/migrate';
import { bodyText } from './bundle/text';
import { versionLabel } from './version/label';
import { assertSound, bodyToShow, judgedToShow, openLive, show, versionAt } from './version/publishing';
import { publishedSchema, publishedView } from './version/view';

export default command({
  id: 'design.migrate',
  label: { tr: 'Tasarımı güncel biçime taşı', en: 'Bring the design into the present form' },
  summary:
    'Publish the live design once more in the present form of designs. Where it has that already, nothing changes.',
  policy: 'propose',
  scope: 'design:write',
  developerOptIn: 'design:publish',
  payload: object({ label: versionLabel, expectedRev: expectedRevOrNone }),
  result: object({
    ...publishedSchema.properties,
    unchanged: t.Boolean({ description: 'The live design has the present form: no version was made.' }),
  }),
  refuses: ['not_found', 'rev_conflict', 'bundle_invalid', 'bundle_too_new'],
  example: { label: 'Güncel biçim' },
  subject: soleSubject(liveDesign.word),

  async run(context) {
    const { tx, storeId, now, payload } = context;
    const live = await openLive(context);
    if (!live.row) return refuse('not_found', 'Nothing was published.');
    const before = await bodyToShow(context, live.row.hash);
    const bundle = migrated(before.bundle);
    if (bundle === undefined) return refuse('bundle_too_new', `The live design has the form ${before.bundle.schema}.`);
    if (bundle === before.bundle) {
      const version = await versionAt(context, live.seq);
      return { ...publishedView(version, live.seq, []), previousSeq: version.seq, unchanged: true };
    }
    const { hash, text } = bodyText(bundle);
    await keepBody(tx, storeId, { hash, text, baseSeq: live.seq, keptAt: now.toISOString() });
    const body = { hash, text, bundle: bundle as Bundle };
    const found = await judgedToShow(context, body);
    assertSound(found);
    const version = await show(context, live, body, { label: payload.label ?? null, from: null });
    return { ...publishedView(version, live.seq, found.warnings), unchanged: false };
  },
});
