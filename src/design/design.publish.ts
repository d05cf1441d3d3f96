import { MAIN } from '../access/workspace/readable';
import { STATED_REV } from '../kernel/bus/rev';
import { command } from '../kernel/declaration/command';
import { soleSubject } from '../kernel/declaration/subject';
import { Contention, nextStep, refuse } from '../kernel/errors';
import { expectedRevOrNone, label, object, t } from '../kernel/schema/schema';
import { compareVersions } from '../kernel/version';
import { liveDesign } from '../store/design/aggregate';
import { holdDraft, sendBase } from '../store/design/store';
import { HASH } from './bundle/text';
import { comparedTo } from './version/comparing';
import { versionLabel } from './version/label';
import {
  assertNothingUnseen,
  assertSound,
  bodyToShow,
  judgedToShow,
  type OpenLive,
  openLive,
  type PublishContext,
  type Showing,
  show,
} from './version/publishing';
import { publishedSchema, publishedView } from './version/view';

export default command({
  id: 'design.publish',
  label: { tr: 'Tasarımı yayınla', en: 'Publish the design' },
  summary:
    'Show a design to shoppers as the next version: the draft of the store, or a body named by its hash over the version that the caller has seen.',
  policy: 'propose',
  scope: 'design:write',
  developerOptIn: 'design:publish',
  payload: object({
    hash: t.Optional(
      label(
        'Özet',
        'Hash',
      )(t.String({ pattern: HASH, description: 'A body that the store has kept. It goes with `expectedRev`.' })),
    ),
    label: versionLabel,
    allowOlderTheme: t.Optional(
      label(
        'Temanın eski sürümüne izin ver',
        'Allow an older version of the theme',
      )(t.Boolean({ description: 'The design may wear an older version of the theme than the live one.' })),
    ),
    expectedRev: expectedRevOrNone,
  }),
  result: publishedSchema,
  refuses: ['invalid_request', 'not_found', 'rev_conflict', 'bundle_invalid', 'theme_older_than_live'],
  example: { label: 'Bahar' },
  agentExample: { hash: '0a'.repeat(32), label: 'Bahar', expectedRev: 1 },
  subject: soleSubject(liveDesign.word),
  compares: (call) => comparedTo(call, call.payload.hash ?? null),

  async run(context) {
    const { payload, tx, storeId } = context;
    const live = await openLive(context);
    const body = await bodyToShow(context, await hashOf(context, live, payload));
    if (!payload.allowOlderTheme) assertNoOlder(live, body);
    const found = await judgedToShow(context, body);
    assertSound(found);
    if (context.principal.kind === 'agent') await assertNothingUnseen(context, live, body, found);
    const version = await show(context, live, body, { label: payload.label ?? null, from: null });
    sendBase(tx, storeId, body.hash, version.seq);
    return publishedView(version, live.seq, found.warnings);
  },
});

/** @throws {Refusal} invalid_request, not_found, rev_conflict */
async function hashOf(
  { tx, storeId, principal, statedRev }: PublishContext,
  { row, seq }: OpenLive,
  { hash }: { readonly hash?: string | undefined },
): Promise<string> {
  if (hash !== undefined) {
    if (statedRev === undefined) required(STATED_REV, 'a hash is published over the version that its caller has seen');
    return hash;
  }
  const draft = await holdDraft(tx, storeId, MAIN);
  if (!draft?.hash) return refuse('not_found', 'Nothing is drafted for the store.');
  // The owner decides on a proposal later, when the agent's draft may be another one.
  if (principal.kind === 'agent') required('/hash', 'an agent proposes a body, that of its draft, over a version');
  // Somebody has published between the two reads: the live pointer is from before that, and the draft from after it.
  if (draft.baseSeq > seq) throw new Contention(storeId, 'Somebody published a moment ago.');
  if (statedRev === undefined && draft.baseSeq !== seq)
    refuse('rev_conflict', `Version ${seq} is live, and the draft is based on version ${draft.baseSeq}.`, {
      facts: { currentRev: seq, currentHash: row?.hash ?? null, baseSeq: draft.baseSeq },
      quotesNobody: true,
    });
  return draft.hash;
}

const required = (pointer: string, why: string): never =>
  refuse('invalid_request', `${pointer} is required: ${why}.`, {
    errors: [{ pointer, message: `is required: ${why}` }],
  });

/** @throws {Refusal} theme_older_than_live */
function assertNoOlder({ row }: OpenLive, { bundle: { theme } }: Showing): void {
  if (row?.theme !== theme.key || compareVersions(theme.version, row.themeVersion) >= 0) return;
  refuse(
    'theme_older_than_live',
    `The live design wears ${theme.key} ${row.themeVersion}, and this one ${theme.version}.`,
    {
      facts: {
        theme: theme.key,
        version: theme.version,
        liveVersion: row.themeVersion,
        ...nextStep(
          `Taslağın temasını ${row.themeVersion} sürümüne yükseltin ya da taslağı yayındaki tasarıma döndürün.`,
          `Upgrade the theme of the draft to ${row.themeVersion}, or bring the draft back to the live design.`,
        ),
      },
    },
  );
}
