import { command } from '../kernel/declaration/command';
import { soleSubject } from '../kernel/declaration/subject';
import { refuse } from '../kernel/errors';
import { expectedRevOrNone, INT4_MAX, label, object, t } from '../kernel/schema/schema';
import { liveDesign } from '../store/design/aggregate';
import { findVersion } from '../store/design/store';
import { comparedTo } from './version/comparing';
import { versionLabel } from './version/label';
import { bodyToShow, judgedToShow, openLive, show, versionAt } from './version/publishing';
import { takeUpdateBack } from './version/taken-back';
import { publishedSchema, publishedView } from './version/view';

export default command({
  id: 'design.rollback',
  label: { tr: 'Tasarımı geri al', en: 'Roll the design back' },
  summary:
    'Show an earlier version of the design again, as a version of its own. Drafts stay as they are; an update that it takes back waits again. What it names and is gone shows nothing, and is told.',
  policy: 'propose',
  scope: 'design:write',
  developerOptIn: 'design:publish',
  flags: ['destructive'],
  payload: object({
    seq: label(
      'Sürüm',
      'Version',
    )(t.Integer({ minimum: 1, maximum: INT4_MAX, description: 'Number of a version that was published before.' })),
    label: versionLabel,
    expectedRev: expectedRevOrNone,
  }),
  result: publishedSchema,
  refuses: ['not_found', 'rev_conflict', 'invalid_state'],
  example: { seq: 1 },
  subject: soleSubject(liveDesign.word),
  async compares(call) {
    const version = await findVersion(call.db, call.storeId, call.payload.seq);
    return comparedTo(call, version?.hash ?? null);
  },

  async run(context) {
    const { payload } = context;
    const live = await openLive(context);
    const from = await versionAt(context, payload.seq);
    if (from.seq === live.seq)
      refuse('invalid_state', `Version ${from.seq} is live already.`, { facts: { state: 'live' } });
    const body = await bodyToShow(context, from.hash);
    const { errors, warnings } = await judgedToShow(context, body);
    const version = await show(context, live, body, { label: payload.label ?? null, from });
    if (live.row) await takeUpdateBack(context, live.row, body, version);
    return publishedView(version, live.seq, [...errors, ...warnings]);
  },
});
